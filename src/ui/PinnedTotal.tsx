import { formatAmount } from '#contract/money'
import styles from './PinnedTotal.module.css'
import type { Elements } from './elements.ts'

interface Props {
  /** Cents. */
  total: number
  /** The total does not have the delivery fee, which is not known yet. */
  isBeforeDelivery?: boolean
  /** Something is weighed later. */
  isEstimate?: boolean
  /** The total is not confirmed yet. */
  busy?: boolean
  /** A status that says in a few words why the button is disabled; empty if it is not. */
  whyNot?: Elements
  /** The primary button. */
  children: Elements
}

/** On a phone: the total and the primary button, pinned to the bottom of the window. */
export function PinnedTotal({ total, isBeforeDelivery = false, isEstimate = false, busy, whyNot, children }: Props) {
  return (
    <div className={styles.pinned} data-pinned data-screen-only>
      <p aria-busy={busy || undefined}>
        <span>{labelOf(isEstimate, isBeforeDelivery)}</span> <b>{formatAmount(total)}</b>
      </p>
      {children}
      {whyNot}
    </div>
  )
}

/** One line of a phone. */
function labelOf(isEstimate: boolean, isBeforeDelivery: boolean): string {
  if (!isBeforeDelivery) return isEstimate ? 'Estimated total' : 'Total'
  return isEstimate ? 'Estimate before delivery' : 'Total before delivery'
}
