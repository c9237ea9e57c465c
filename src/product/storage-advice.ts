import { plainText } from '#machines/catalogue/plain-text'

/** The item of a description's list that says how the product is stored. */
const item = /<li>(?:<strong>|<b>)?Storage:(?:<\/strong>|<\/b>)?([^<]*)<\/li>/

/** How a product is stored, from the item of its description's list; null without one. */
export const storageIn = (html: string): string | null => plainText(item.exec(html)?.[1] ?? '').join(' ') || null

/** The description without that item, which the page shows beside the button. */
export const withoutStorage = (html: string): string => html.replace(item, '')
