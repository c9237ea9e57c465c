/** Sentences with places for data: how they are filled. */

/** What a sentence is filled with: an event, or the answer of an effect. */
export type Data = Readonly<Record<string, unknown>>

const at = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Data | null | undefined)?.[key], data)

const dollars = (amount: number) => `$${amount.toFixed(2)}`

/** Long texts, such as a comment of a thousand letters, are cut. */
const short = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

/** What a thing is called: a line, a product, a person, a place. */
function nameOf(thing: unknown): string {
  if (typeof thing !== 'object' || thing === null) return short(String(thing))
  const { productName, name, title, orderNumber, quantity } = thing as Data
  const called = [productName, name, title, orderNumber].find(one => typeof one === 'string') ?? 'one'
  return productName && typeof quantity === 'number' && quantity > 1 ? `${quantity} × ${called}` : String(called)
}

/** `$` writes whole cents as dollars, `$$` an amount of dollars, `~` the name of a field, without its form's, as words. */
function written(value: unknown, form: string): string {
  if (form === '$') return dollars((value as number) / 100)
  if (form === '$$') return dollars(value as number)
  if (form === '~')
    return String(value)
      .replace(/^.*\./, '')
      .replaceAll(/[A-Z1-9]/g, letter => ` ${letter.toLowerCase()}`)
  return Array.isArray(value) ? value.map(nameOf).join(', ') : nameOf(value)
}

const isThere = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/**
 * Fills a sentence: `{address.city}` is replaced by data; `[with {lines}|with nothing]` for the first words where their data is
 * there, else for the others, or for nothing.
 */
export function filled(sentence: string, data: Data): string {
  const place = /\{([\w.]+)(\$\$?|~|)\}/g
  const put = (text: string) => text.replaceAll(place, (_, path: string, form: string) => written(at(data, path), form))
  const chosen = sentence.replaceAll(/\[([^|\]]*)\|?([^\]]*)\]/g, (_, words: string, otherwise: string) =>
    [...words.matchAll(place)].every(([, path]) => isThere(at(data, path!))) ? words : otherwise,
  )
  return put(chosen)
}
