import { brandsPath } from '#contract/paths'
import { brandPath, categoryPath } from '#contract/list-paths'
import type { Content } from './content.ts'
import { each, icon, linked, pictured, text } from './html.ts'

const picture = (url: string | null | undefined, size: number) =>
  url ? `<img ${pictured(url)} width=${size} height=${size} alt="" loading=lazy>` : ''

/** The side menu; on a phone, the menu button opens it as an overlay. */
export const side = ({ categories, brands }: Content): string => `<nav id=side aria-label="Categories and brands">
<h2>Shop By Categories</h2><ul class=tree>${each(categories, ({ id, title, image, children }) => {
  const aisle = `${picture(image, 36)}<span>${text(title)}</span>`
  if (children.length === 0) return `<li><a href="${text(categoryPath(id))}">${aisle}</a>`
  const shelves = children.map(child => ({ name: child.title, to: categoryPath(child.id) }))
  return `<li><details><summary>${aisle}${icon('chevron-right')}</summary>${linked(shelves)}</details>`
})}</ul>
<h2>Shop By Brand</h2><div class=chips>${linked([
  ...brands.map(({ id, name }) => ({ name, to: brandPath(id) })),
  { name: 'View All Brands', to: brandsPath },
])}</div></nav>`

/** The categories as a horizontally scrolling row, for viewports without the side menu. */
export const rail = ({ categories }: Content): string =>
  `<nav class=rail aria-label=Categories><ul>${each(
    categories,
    ({ id, title, image }) => `<li><a href="${text(categoryPath(id))}">${picture(image, 62)}${text(title)}</a>`,
  )}</ul></nav>`
