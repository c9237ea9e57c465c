import type { CartLine } from '#contract/cart'
import type { CheckoutContext } from '#machines/checkout/context'
import { checkoutTotals } from '#machines/checkout/order-rules'
import { amountBefore, visibleConflicts } from '#machines/checkout/conflicts'
import { Icon } from '../ui/Icon.tsx'
import { moneyText } from '../ui/format-money.ts'
import { OrderLines } from '../orders/OrderLines.tsx'
import { lineChanges, type CartStatus } from './conflict-text.ts'
import { deliveryText } from './checkout-view.ts'
import { Totals } from '../ui/Totals.tsx'
import styles from './OrderSummary.module.css'

interface Props {
  context: CheckoutContext
  lines: readonly CartLine[]
  cartStatus: CartStatus
  isFeeAsked: boolean
  /** An order is in flight: nothing can be changed. */
  isStill: boolean
}

/** The ordered lines and the amounts beside the steps; on a phone folded into one line above them. */
export function OrderSummary({ context, lines, cartStatus, isFeeAsked, isStill }: Props) {
  const conflicts = visibleConflicts(context, cartStatus.coupon)
  const totals = checkoutTotals(context)
  return (
    <aside className={styles.aside} aria-label="Order summary">
      <details className={styles.fold}>
        <summary className={styles.line}>
          <Icon of="shopping-basket" />
          <span>Order summary</span>
          <b className="num">{moneyText(totals.total)}</b>
          <Icon of="chevron-down" size="small" />
        </summary>
        <div className="panel stack">
          <div className={styles.head}>
            <h2>Order summary</h2>
            {!isStill && (
              <a className="textlink small" href="/cart">
                Edit cart
              </a>
            )}
          </div>
          <OrderLines lines={lines} changes={lineChanges(conflicts)} />
          <hr />
          <Totals
            {...totals}
            isConfirming={!isStill && cartStatus.changing.length > 0}
            couponCode={context.basket.coupon?.couponCode ?? null}
            delivery={deliveryText(context, isFeeAsked)}
            before={{ delivery: amountBefore(conflicts, 'fee'), total: amountBefore(conflicts, 'total') }}
          />
        </div>
      </details>
    </aside>
  )
}
