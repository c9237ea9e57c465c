import type { Difference, ImportPreview } from '#contract/office'

/** Characters of a long value that are shown, and of those before the first difference. */
const excerpt = { length: 160, before: 40 }

/** Both values; of long ones the part where they begin to differ. A value is null if there is none. */
export function differenceTexts({ before, after }: Difference): { before: string; after: string } {
  const [one, other] = [before ?? '–', after ?? '–']
  if (one.length <= excerpt.length && other.length <= excerpt.length) return { before: one, after: other }
  let same = 0
  while (same < one.length && one[same] === other[same]) same += 1
  const start = Math.max(0, same - excerpt.before)
  const part = (text: string) => {
    const end = start + excerpt.length
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
  }
  return { before: part(one), after: part(other) }
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`

/** What a file changes, in one sentence. */
export function previewText({ rows, products, errors, isApplied }: ImportPreview): string {
  const added = products.filter(({ productId }) => productId === null).length
  const changed = products.length - added
  if (isApplied) return `Applied: ${count(changed, 'product', 'products')} changed, ${added} added.`
  if (errors.length > 0)
    return `${count(errors.length, 'error', 'errors')} in ${count(rows, 'product', 'products')}. Nothing can be applied until the file has none.`
  if (products.length === 0) return 'The goods are as in the file. There is nothing to change.'
  const same = rows - products.length
  return `${count(changed, 'product changes', 'products change')}, ${added} ${added === 1 ? 'is' : 'are'} new, ${same} ${same === 1 ? 'stays' : 'stay'} as before.`
}
