import type { CartLine } from '#contract/cart'
import { checkoutTotals, type CheckoutContext } from '#machines/checkout/checkout'
import { Icon } from '../ui/Icon.tsx'
import { moneyText } from '../ui/format-money.ts'
import { OrderLines } from '../orders/OrderLines.tsx'
import { amountBefore, lineChanges, saidConflicts, type CartNews } from './conflicts.ts'
import { deliveryText } from './checkout-view.ts'
import { Totals } from '../ui/Totals.tsx'
import styles from './OrderSummary.module.css'

interface Props {
  context: CheckoutContext
  lines: readonly CartLine[]
  cartNews: CartNews
  isFeeAsked: boolean
  /** Nothing can be changed while an order is on its way. */
  isStill: boolean
}

/** What is ordered and what it comes to, beside the steps; on a phone folded to one line above them. */
export function OrderSummary({ context, lines, cartNews, isFeeAsked, isStill }: Props) {
  const said = saidConflicts(context, cartNews.coupon)
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
          <OrderLines lines={lines} changes={lineChanges(said)} />
          <hr />
          <Totals
            {...totals}
            couponCode={context.basket.coupon?.couponCode ?? null}
            delivery={deliveryText(context, isFeeAsked)}
            before={{ delivery: amountBefore(said, 'fee'), total: amountBefore(said, 'total') }}
          />
        </div>
      </details>
    </aside>
  )
}
