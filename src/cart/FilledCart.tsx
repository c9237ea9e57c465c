import type { CartLine as Line, TypedQuantity } from '#contract/cart'
import type { CartBill } from '#machines/cart/cart-bill'
import type { CartEvent } from '#machines/cart/cart-setup'
import { home } from '../layout/links.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { CartLine } from './CartLine.tsx'
import { CartSummary } from './CartSummary.tsx'
import { Coupon, type CouponField } from './Coupon.tsx'
import { PinnedTotal } from '../ui/PinnedTotal.tsx'
import { CheckoutButton } from './CheckoutButton.tsx'
import styles from './FilledCart.module.css'

interface Props {
  lines: readonly { line: Line; quantity: TypedQuantity; isChanging: boolean }[]
  bill: CartBill
  coupon: CouponField
  send: (event: CartEvent) => void
}

/** A cart with lines: lines on the left, summary on the right; on a phone the total is pinned to the bottom. */
export function FilledCart({ lines, bill, coupon, send }: Props) {
  return (
    <>
      <div className={`split ${styles.cart}`}>
        <div className="stack">
          <div className="panel">
            <ul>
              {lines.map(({ line, ...field }) => (
                <CartLine key={line.id} line={line} {...field} send={send} />
              ))}
            </ul>
          </div>
          <div className={styles.back}>
            <ButtonLink href={home}>
              <Icon of="arrow-left" size="small" />
              Continue Shopping
            </ButtonLink>
          </div>
        </div>
        <aside className="stack" aria-label="Order summary">
          <CartSummary bill={bill} couponCode={coupon.coupon?.couponCode ?? null} />
          <Coupon {...coupon} subtotal={bill.totals.subtotal} send={send} />
        </aside>
      </div>
      <PinnedTotal total={bill.totals.total}>
        <CheckoutButton missing={bill.missing} />
      </PinnedTotal>
    </>
  )
}
