import { formatAmount } from '#contract/money'
import type { CSSProperties } from 'react'
import styles from './MinimumMeter.module.css'

/** The id of the sentence that says why 'Checkout' does nothing. */
export const whyNotCheckout = 'why-not-checkout'

interface Props {
  /** Of the sentence; by default the one of the cart's page. */
  id?: string
  /** Cents. */
  missing: number
  minimum: number
}

/** How far the cart is from the minimum order. */
export function MinimumMeter({ id = whyNotCheckout, missing, minimum }: Props) {
  const share = Math.round((100 * (minimum - missing)) / minimum)
  return (
    <div className={styles.meter}>
      <p id={id}>
        <b>{`Add ${formatAmount(missing)} more`}</b>
        <span>{` to reach the minimum order of ${formatAmount(minimum)}`}</span>
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Minimum order"
        aria-valuenow={share}
        aria-valuetext={`${formatAmount(minimum - missing)} of ${formatAmount(minimum)}`}
        style={{ '--share': `${share}%` } as CSSProperties}
      />
    </div>
  )
}
