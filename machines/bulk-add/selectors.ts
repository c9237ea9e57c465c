import type { BulkAddSnapshot } from './bulk-add.ts'
import { changeOf, isUnchanged, type ReviewedLine } from './bulk-lines.ts'

/** Whether the products of a source are being checked or added. */
export const isBusyWith = (snapshot: BulkAddSnapshot, source: string): boolean =>
  snapshot.context.source === source && snapshot.hasTag('busy')

/** Whether the shopper is shown the products of a source. What has not changed is added without. */
export function isShown({ value, context }: BulkAddSnapshot, source: string): boolean {
  const { lines, isAlwaysShown } = context
  if (context.source !== source) return false
  if ('choosing' in value) return value.choosing === 'reviewing' || value.choosing === 'unreachable'
  return value.sending === 'unanswered' || isAlwaysShown || !isUnchanged(lines)
}

/** How many products have another price, are not in stock, and were refused by the gateway. */
export const countChanges = (lines: readonly ReviewedLine[]) => ({
  prices: lines.filter(line => changeOf(line) === 'price').length,
  missing: lines.filter(line => changeOf(line) === 'unavailable' || changeOf(line) === 'gone').length,
  refused: lines.filter(({ refusal }) => refusal !== null).length,
})
