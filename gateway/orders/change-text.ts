import { formatFee } from '#contract/fee-text'
import { formatAmount } from '#contract/money'
import { slotText } from '#contract/slot-text'
import { substitutionLabel, substitutionNames } from '#contract/substitution-text'
import { hashBody } from '../requests/idempotency.ts'
import type { OrderWithLines } from './change-terms.ts'
import type { OrderLineRow, OrderRow } from './orders.ts'

/** A difference between an order before and after a change: for the mail, and for the list of changes. It has nothing that the shopper has typed. */
interface Difference {
  /** For the mail; null for the sum, which it says anyway. */
  text: string | null
  before: string | null
  after: string | null
}

/** What an order comes to: '$25.00', or 'about $25.00, at most $27.50'. */
export const sumText = ({ total, most }: Pick<OrderRow, 'total' | 'most'>): string =>
  most === null ? formatAmount(total) : `about ${formatAmount(total)}, at most ${formatAmount(most)}`

/** What differs between an order before and after a change; empty if nothing does. */
export const differencesOf = (before: OrderWithLines, after: OrderWithLines): Difference[] => [
  ...before.lines.flatMap(line => lineDifferences(line, after.lines.find(isOf(line)))),
  ...after.lines.flatMap(line => (before.lines.some(isOf(line)) ? [] : [added(line)])),
  ...orderDifferences(before.order, after.order),
]

const isOf =
  ({ productId }: OrderLineRow) =>
  (other: OrderLineRow): boolean =>
    other.productId === productId

const named = ({ quantity, productName }: OrderLineRow): string => `${quantity} × ${productName}`

const added = (line: OrderLineRow): Difference => ({ text: `Added: ${named(line)}`, before: null, after: named(line) })

function lineDifferences(before: OrderLineRow, after: OrderLineRow | undefined): Difference[] {
  if (after === undefined) return [{ text: `Removed: ${named(before)}`, before: named(before), after: null }]
  const isQuantity = before.quantity !== after.quantity
  const isChoice = before.substitution !== after.substitution
  const isNote = before.note !== after.note
  const wanted = (line: OrderLineRow) => wantedText(line.productName, line.substitution)
  return [
    ...(isQuantity
      ? [{ text: `${named(after)} instead of ${named(before)}`, before: named(before), after: named(after) }]
      : []),
    ...(isChoice ? [{ text: wanted(after), before: wanted(before), after: wanted(after) }] : []),
    ...(isNote
      ? [{ text: `Your note for ${after.productName}`, before: null, after: `another note for ${after.productName}` }]
      : []),
  ]
}

const wantedText = (name: string, wanted: OrderRow['substitution']): string =>
  `${name}: ${wanted === null ? 'no choice of its own' : substitutionNames[wanted]}`

const timeOf = ({ slot }: OrderRow): string => (slot ? slotText(slot) : 'any time')

function orderDifferences(before: OrderRow, after: OrderRow): Difference[] {
  const all: { label: string; before: string | null; after: string | null }[] = [
    { label: 'Time', before: timeOf(before), after: timeOf(after) },
    {
      label: substitutionLabel,
      before: before.substitution && substitutionNames[before.substitution],
      after: after.substitution && substitutionNames[after.substitution],
    },
    { label: 'Delivery', before: formatFee(before.deliveryFee), after: formatFee(after.deliveryFee) },
  ]
  const [sumBefore, sumAfter] = [sumText(before), sumText(after)]
  const isMoved = hashBody(before.deliveryAddress) !== hashBody(after.deliveryAddress)
  return [
    ...(isMoved ? [{ text: 'Your delivery address', before: null, after: 'another delivery address' }] : []),
    ...all.flatMap(one =>
      one.before === one.after
        ? []
        : [
            {
              text: `${one.label}: ${one.after ?? 'none'}`,
              before: `${one.label}: ${one.before ?? 'none'}`,
              after: `${one.label}: ${one.after ?? 'none'}`,
            },
          ],
    ),
    ...(sumBefore === sumAfter ? [] : [{ text: null, before: `Total: ${sumBefore}`, after: `Total: ${sumAfter}` }]),
  ]
}
