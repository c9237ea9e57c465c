import type { Totals as Sums } from '#contract/totals'
import { moneyText } from '../ui/format-money.ts'
import { Totals } from '../ui/Totals.tsx'
import { CheckoutButton } from './CheckoutButton.tsx'
import { MinimumMeter } from './MinimumMeter.tsx'
import styles from './CartSummary.module.css'

/** What a cart comes to; all in cents. */
export interface CartBill {
  totals: Sums
  /** Null where the checkout has to ask first. */
  fee: number | null
  /** The least an order must come to, before any discount. */
  minimum: number
  missing: number
}

interface Props {
  bill: CartBill
  couponCode: string | null
}

/** What the cart comes to, what it may lack, and the way to the checkout. */
export function CartSummary({ bill, couponCode }: Props) {
  const { totals, fee, minimum, missing } = bill
  return (
    <section className="panel stack">
      <h2>Order summary</h2>
      {missing > 0 && <MinimumMeter missing={missing} minimum={minimum} />}
      <Totals {...totals} couponCode={couponCode} delivery={fee === null ? 'Calculated at checkout' : moneyText(fee)} />
      <div className={styles.go}>
        <CheckoutButton missing={missing} wide />
      </div>
    </section>
  )
}
