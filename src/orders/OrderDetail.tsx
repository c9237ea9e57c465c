import type { OrderLine } from '#contract/order'
import { leftOutText } from '#contract/picking-text'
import { substitutionIn, substitutionLabel, substitutionNames, substitutionPromise } from '#contract/substitution-text'
import { isChangeable } from '#machines/order-change/change-draft'
import { isCancellable } from '#machines/orders/own-order'
import type { ReadOrder } from '#machines/orders/orders'
import { Fact } from './Fact.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import { OrderLines } from './OrderLines.tsx'
import { StatusTimeline } from './StatusTimeline.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import { addressLines, orderPath, paidNames, paymentLines, paymentNames, pickUpLines, slotLines } from './order-text.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { refundLines } from './refund-text.ts'
import styles from './OrderDetail.module.css'

interface Props extends ReadOrder {
  /** Lines of an order are being added to the cart. */
  isAdding: boolean
  /** The ids of the products that are being added to the cart. */
  adding: readonly number[]
  onBuyAgain: (isAlwaysShown: boolean) => void
  onBuyLine: (line: OrderLine) => void
}

/** The details of an order: lines, delivery, payment, totals and 'Buy Again'. */
export function OrderDetail({ order, deliveryName, isAdding, adding, onBuyAgain, onBuyLine }: Props) {
  const addLine = (line: OrderLine) => (
    <Button
      size="small"
      aria-label={`Add to Cart: ${line.productName}`}
      pending={adding.includes(line.productId) && 'Adding...'}
      onClick={() => onBuyLine(line)}
    >
      Add to Cart
    </Button>
  )
  return (
    <>
      {order.statusTimes && (
        <>
          <StatusTimeline order={order} />
          <hr />
        </>
      )}
      <OrderLines lines={order.lines} linked actOf={order.lines.length > 1 ? addLine : undefined} />
      <hr />
      <div className={styles.facts}>
        <dl>
          <OrderFacts order={order} deliveryName={deliveryName} />
        </dl>
        <OrderTotals order={order} />
      </div>
      <div className="row">
        <Button variant="go" pending={isAdding && 'Adding...'} onClick={() => onBuyAgain(false)} data-opens-bulk-add="">
          <Icon of="refresh-cw" size="small" />
          <span>Buy Again</span>
        </Button>
        <AddToCalendar order={order} />
        {isChangeable(order) && <ButtonLink href={orderPath(order.orderNumber)}>Change order</ButtonLink>}
        {isCancellable(order) && <ButtonLink href={orderPath(order.orderNumber)}>Cancel order</ButtonLink>}
        {order.lines.length > 1 && <Button onClick={() => onBuyAgain(true)}>Choose products</Button>}
      </div>
    </>
  )
}

/** Addresses, delivery, payment, and what was wanted for what ran out. */
export function OrderFacts({ order, deliveryName }: ReadOrder) {
  const { billingAddress, deliveryAddress, payment, customer, comment } = order
  const substitution = substitutionIn(order)
  const leftOut = leftOutText(order.leftOut)
  const refunds = refundLines(order)
  const name = `${customer.firstName} ${customer.lastName}`
  return (
    <>
      <Fact name="Billing address" lines={[name, ...addressLines(billingAddress)]} />
      {deliveryAddress ? (
        <Fact name="Delivery address" lines={[...addressLines(deliveryAddress), deliveryName, ...slotLines(order)]} />
      ) : (
        <Fact name="Delivery" lines={[deliveryName, ...pickUpLines(order)]} />
      )}
      <Fact
        name="Payment"
        lines={
          payment.method === 'online' ? paymentLines(order) : [paymentNames[payment.method], paidNames[payment.status]]
        }
      />
      {refunds.length > 0 && <Fact name="Refunded" lines={refunds} />}
      {leftOut.length > 0 && <Fact name="Out of stock" lines={leftOut} />}
      {substitution && <Fact name={substitutionLabel} lines={[substitutionNames[substitution], substitutionPromise]} />}
      {comment && <Fact name="Order comment" lines={[comment]} />}
    </>
  )
}
