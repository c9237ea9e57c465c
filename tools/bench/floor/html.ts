import { scalablePicture, type PictureWidth } from '#contract/pictures'
import { icons, type IconName } from '#src/ui/icons.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }

/** Escapes text for an element or a quoted attribute. */
export const text = (value: string | number): string => String(value).replaceAll(/[&<"]/g, sign => entities[sign]!)

/** Concatenates the HTML of every item. */
export const each = <Item>(items: readonly Item[], piece: (item: Item, at: number) => string): string =>
  items.map(piece).join('')

/** An icon, by its name. */
export const icon = (name: IconName): string =>
  `<svg class=i viewBox="0 0 24 24" aria-hidden=true><path d="${icons[name]}"/></svg>`

/** A list of links. */
export const linked = (links: readonly { name: string; to: string }[]): string =>
  `<ul>${each(links, ({ name, to }) => `<li><a href="${text(to)}">${text(name)}</a>`)}</ul>`

/** Attributes of a picture: its URL, the widths to choose from and the colour behind it, as the shop has them. */
export function pictured(url: string, widths: readonly PictureWidth[] = [], sizes?: string): string {
  const found = scalablePicture(url)
  const offered = found && widths.length > 0 ? ` srcset="${widths.map(one => `${found.at(one)} ${one}w`).join()}"` : ''
  const shown = offered && sizes ? ` sizes="${sizes}"` : ''
  const ground = found?.tone ? ` style="background:#${found.tone}"` : ''
  return `src="${text(url)}"${offered}${shown}${ground}`
}
