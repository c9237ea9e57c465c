import type { CSSProperties } from 'react'
import { moneyText } from '../ui/format-money.ts'
import styles from './MinimumMeter.module.css'

/** The id of the sentence that says why 'Checkout' does nothing. */
export const whyNotCheckout = 'why-not-checkout'

interface Props {
  /** Cents. */
  missing: number
  minimum: number
}

/** How far the cart is from the minimum order. */
export function MinimumMeter({ missing, minimum }: Props) {
  const share = Math.round((100 * (minimum - missing)) / minimum)
  return (
    <div className={styles.meter}>
      <p id={whyNotCheckout}>
        <b>Add {moneyText(missing)} more</b> to reach the minimum order of {moneyText(minimum)}
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Minimum order"
        aria-valuenow={share}
        aria-valuetext={`${moneyText(minimum - missing)} of ${moneyText(minimum)}`}
        style={{ '--share': `${share}%` } as CSSProperties}
      />
    </div>
  )
}
