import { icons, type IconName } from '#src/ui/icons.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }

/** Text for an element or a quoted attribute. */
export const text = (value: string | number): string => String(value).replaceAll(/[&<"]/g, sign => entities[sign]!)

/** A piece for every item, one after the other. */
export const each = <Item>(items: readonly Item[], piece: (item: Item, at: number) => string): string =>
  items.map(piece).join('')

/** An icon, by its name. */
export const icon = (name: IconName): string =>
  `<svg class=i viewBox="0 0 24 24" aria-hidden=true><path d="${icons[name]}"/></svg>`

/** A list of links. */
export const linked = (links: readonly { name: string; to: string }[]): string =>
  `<ul>${each(links, ({ name, to }) => `<li><a href="${text(to)}">${text(name)}</a>`)}</ul>`
