import { toCents } from '#contract/money'
import type { Order } from '#contract/order'
import { isUnweighed } from './weight-text.ts'
import { Totals } from '../ui/Totals.tsx'

/** The amounts of a placed order. */
export const OrderTotals = ({ order }: { order: Order }) => (
  <Totals
    subtotal={toCents(order.subtotal)}
    discount={toCents(order.discount)}
    couponCode={order.couponCode}
    delivery={toCents(order.deliveryFee)}
    total={toCents(order.total)}
    most={order.lines.some(isUnweighed) ? toCents(order.most ?? order.total) : null}
  />
)
