import type { ReactNode } from 'react'
import type { CartBill } from '#machines/cart/cart-bill'
import { PlaceSummary } from '../delivery-place/PlaceSummary.tsx'
import { Totals } from '../ui/Totals.tsx'
import { MinimumMeter } from '../ui/MinimumMeter.tsx'
import styles from './CartSummary.module.css'

interface Props {
  bill: CartBill
  couponCode: string | null
  /** The gateway has not confirmed the amounts yet. */
  isConfirming: boolean
  /** The link to the checkout. */
  children: ReactNode
}

/** The amounts of the cart, the missing amount to the minimum order, and the link to the checkout. */
export function CartSummary({ bill, couponCode, isConfirming, children }: Props) {
  const { totals, most, fee, minimum, missing } = bill
  return (
    <section className="panel stack">
      <h2>Order summary</h2>
      {missing > 0 && <MinimumMeter missing={missing} minimum={minimum} />}
      <Totals
        {...totals}
        most={most}
        couponCode={couponCode}
        delivery={fee ?? 'Calculated at checkout'}
        isConfirming={isConfirming}
      />
      <div className={styles.go}>{children}</div>
      <PlaceSummary />
    </section>
  )
}
