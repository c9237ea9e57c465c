/** Data for a sentence template: an event, or the result of an effect. */
export type Data = Readonly<Record<string, unknown>>

const at = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Data | null | undefined)?.[key], data)

const dollars = (amount: number) => `$${amount.toFixed(2)}`

/** Truncates long text, such as comments. */
const truncate = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text)

/** A readable name of an object: a line, a product, a person, an address. */
function nameOf(thing: unknown): string {
  if (typeof thing !== 'object' || thing === null) return truncate(String(thing))
  const { productName, name, title, orderNumber, quantity } = thing as Data
  const called = [productName, name, title, orderNumber].find(one => typeof one === 'string') ?? 'one'
  return productName && typeof quantity === 'number' && quantity > 1 ? `${quantity} × ${called}` : String(called)
}

/** Formats a value: `$` formats cents, `$$` dollars, `~` a field name in words. */
function formatValue(value: unknown, form: string): string {
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
 * Fills a sentence template. `{address.city}` is replaced by data. `[with {lines}|with nothing]` is the first
 * alternative if its data exists, else the second, else nothing.
 */
export function fillTemplate(sentence: string, data: Data): string {
  const place = /\{([\w.]+)(\$\$?|~|)\}/g
  const put = (text: string) =>
    text.replaceAll(place, (_, path: string, form: string) => formatValue(at(data, path), form))
  const chosen = sentence.replaceAll(/\[([^|\]]*)\|?([^\]]*)\]/g, (_, words: string, otherwise: string) =>
    [...words.matchAll(place)].every(([, path]) => isThere(at(data, path!))) ? words : otherwise,
  )
  return put(chosen)
}
