import type { Conflict } from '#contract/conflict'
import { formatAmount } from '#contract/money'
import { focusOnMount } from '../form/form-focus.ts'
import { countText } from '../form/ErrorSummary.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ConflictLinks } from './ConflictLinks.tsx'

interface Props {
  /** The gateway's message; null when a step was completed since. */
  message: string | null
  /** The conflicts that are not settled yet. */
  conflicts: readonly Conflict[]
  /** Nothing was charged for the order. Otherwise the gateway's message says what happens to the money. */
  isUncharged: boolean
  /** The new total in cents; null while other conflicts are open or it is unknown. */
  newTotal: number | null
}

/** The gateway refused the order: each reason with a link to the changed line or step, and what to do. Takes the focus. */
export function Refused({ message, conflicts, isUncharged, newTotal }: Props) {
  return (
    <div ref={focusOnMount} tabIndex={-1} role="alert">
      <Notice
        tone="bad"
        action={
          <a className="textlink" href="/cart">
            View your cart
          </a>
        }
      >
        <b>{conflicts.length > 0 ? changedText(conflicts) : message}</b>
        <span>{` ${isUncharged ? 'The order was not placed and nothing was charged.' : 'The order was not placed.'}`}</span>
        {!isUncharged && conflicts.length > 0 && <p>{message}</p>}
        {conflicts.length > 0 && <ConflictLinks conflicts={conflicts} />}
        {newTotal !== null && (
          <p>
            The total is now <b className="num">{formatAmount(newTotal)}</b>. Check the new total, then place your
            order.
          </p>
        )}
      </Notice>
    </div>
  )
}

/** How many items of the cart have changed, or how many things if others are among them. */
function changedText(conflicts: readonly Conflict[]): string {
  if (conflicts.some(({ about }) => about !== 'price' && about !== 'stock'))
    return `${countText(conflicts.length, 'thing')} changed while you were here.`
  const count = new Set(conflicts.map(({ productId }) => productId)).size
  return `${countText(count, 'item')} changed since you added ${count === 1 ? 'it' : 'them'}.`
}
