import { formatAmount } from '#contract/money'
import { isConfirming } from '#machines/cart/selectors'
import { amountBefore, visibleConflicts } from '#machines/checkout/conflicts'
import { OrderLines } from '../orders/OrderLines.tsx'
import { useActor } from '../system/actors.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Totals } from '../ui/Totals.tsx'
import { lineChanges } from './conflict-text.ts'
import {
  useCartStatus,
  useCheckout,
  useMostTotal,
  useOrderLines,
  useOrderPreview,
  useReviewChanges,
} from './use-checkout.ts'
import styles from './OrderSummary.module.css'

/**
 * The ordered lines and the amounts beside the steps; on a phone collapsed into one line above them.
 *
 * @param isStill - an order is in flight: nothing can be changed
 */
export function OrderSummary({ isStill }: { isStill: boolean }) {
  const lines = useOrderLines()
  const { coupon } = useCartStatus()
  const conflicts = useCheckout(context => visibleConflicts(context, coupon))
  const review = useReviewChanges()
  const totals = useOrderPreview(preview => preview.totals)
  const most = useMostTotal()
  const couponCode = useOrderPreview(preview => preview.couponCode)
  const delivery = useOrderPreview(({ fee }) => fee)
  const isPending = useActor('cart', ({ context }) => isConfirming(context))
  return (
    <aside className={styles.aside} aria-label="Order summary">
      <details className={styles.fold}>
        <summary className={styles.line}>
          <Icon of="shopping-basket" />
          <span>Order summary</span>
          <b className="num">{`${most === null ? '' : 'about '}${formatAmount(totals.total)}`}</b>
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
          <OrderLines lines={lines} changes={lineChanges([...conflicts, ...(review?.changes ?? [])])} />
          <hr />
          <Totals
            {...totals}
            most={most}
            isConfirming={!isStill && isPending}
            couponCode={couponCode}
            delivery={delivery}
            before={{
              delivery: amountBefore(conflicts, 'fee'),
              total: review?.was ?? amountBefore(conflicts, 'total'),
            }}
          />
        </div>
      </details>
    </aside>
  )
}
