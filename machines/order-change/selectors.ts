import { conflictsIn, type Conflict } from '#contract/conflict'
import { stockStatus } from '#contract/offer'
import type { SuggestedProduct } from '#contract/suggestions'
import { isEmptied, isUnchanged } from './change-draft.ts'
import type { OrderChangeContext, OrderChangeSnapshot } from './order-change.ts'

/** What the amounts of the draft are. */
export type AmountsState =
  'unchanged' | 'pausing' | 'incomplete' | 'previewing' | 'previewed' | 'refused' | 'unreachable'

/** Where the draft is, as one flat value; while it can be edited, the state of its amounts. */
export type ChangeStage = AmountsState | 'saving' | 'unanswered' | 'outdated' | 'closed'

export function changeStage({ value, context }: Pick<OrderChangeSnapshot, 'value' | 'context'>): ChangeStage {
  if (typeof value === 'string') return value
  const { amounts } = value.editing
  // a draft that has just been opened
  return amounts === 'pausing' && isUnchanged(context.order!, context.draft) ? 'unchanged' : amounts
}

/** The draft can be edited. */
export const isEditable = (snapshot: OrderChangeSnapshot): boolean => snapshot.matches('editing')

/** The gateway has confirmed the amounts for the draft. */
export const areAmountsConfirmed = (snapshot: OrderChangeSnapshot): boolean =>
  ['unchanged', 'previewed', 'saving', 'unanswered'].includes(changeStage(snapshot))

/** The changes can be saved now. */
export const canSave = (snapshot: OrderChangeSnapshot): boolean =>
  ['previewed', 'unanswered'].includes(changeStage(snapshot))

/** The conflicts that are shown beside the line, time or address that they are about: those of the last preview, and the others of the last save. */
export function changeConflicts({ previewRefusal, saveRefusal }: OrderChangeContext): Conflict[] {
  const current = conflictsIn(previewRefusal)
  const isRepeated = ({ about, productId }: Conflict) =>
    current.some(one => one.about === about && (one.productId ?? null) === (productId ?? null))
  return [...current, ...conflictsIn(saveRefusal).filter(one => !isRepeated(one))]
}

/** The message of a refusal that names no reason; null if there is none. */
export function plainRefusal({ previewRefusal, saveRefusal }: OrderChangeContext): string | null {
  const refusal = previewRefusal ?? saveRefusal
  return refusal !== null && conflictsIn(refusal).length === 0 ? refusal.message : null
}

/** The products that were found and are in stock. */
export const offeredProducts = ({ found }: Pick<OrderChangeContext, 'found'>): SuggestedProduct[] =>
  found.filter(({ stockStatusId }) => stockStatusId === stockStatus.inStock)

/** The order with the amounts that were confirmed last. */
export const shownAmounts = ({ preview, order }: Pick<OrderChangeContext, 'preview' | 'order'>) => preview ?? order!

/** Why the changes can't be saved; null if they can. */
export function whyNotSavable(
  snapshot: OrderChangeSnapshot,
): 'unchanged' | 'updating' | 'empty' | 'address' | 'refused' | 'unreachable' | null {
  const { draft } = snapshot.context
  switch (changeStage(snapshot)) {
    case 'unchanged':
      return 'unchanged'
    case 'pausing':
    case 'previewing':
      return 'updating'
    case 'incomplete':
      return isEmptied(draft) ? 'empty' : 'address'
    case 'refused':
      return 'refused'
    case 'unreachable':
      return 'unreachable'
    default:
      return null
  }
}
