import type { ReadOrder } from '#machines/orders/orders'
import { Fact } from './Fact.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import { addressLines, paidNames, paymentLines, paymentNames } from './order-text.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './OrderDetail.module.css'

interface Props extends ReadOrder {
  /** Lines of an order are being added to the cart. */
  isAdding: boolean
  onBuyAgain: () => void
}

/** The details of an order: lines, delivery, payment, totals and 'Buy Again'. */
export function OrderDetail({ order, deliveryName, isAdding, onBuyAgain }: Props) {
  return (
    <>
      <OrderLines lines={order.lines} linked />
      <hr />
      <div className={styles.facts}>
        <dl>
          <Facts order={order} deliveryName={deliveryName} />
        </dl>
        <OrderTotals order={order} />
      </div>
      <div className="row">
        <Button look="go" pending={isAdding && 'Adding...'} onClick={onBuyAgain}>
          <Icon of="refresh-cw" size="small" />
          Buy Again
        </Button>
      </div>
    </>
  )
}

function Facts({ order, deliveryName }: ReadOrder) {
  const { billingAddress, deliveryAddress, payment, customer, comment } = order
  const name = `${customer.firstName} ${customer.lastName}`
  return (
    <>
      <Fact name="Billing address" lines={[name, ...addressLines(billingAddress)]} />
      {deliveryAddress ? (
        <Fact name="Delivery address" lines={[...addressLines(deliveryAddress), deliveryName]} />
      ) : (
        <Fact name="Delivery" lines={[deliveryName]} />
      )}
      <Fact
        name="Payment"
        lines={
          payment.method === 'online' ? paymentLines(order) : [paymentNames[payment.method], paidNames[payment.status]]
        }
      />
      {comment && <Fact name="Order comment" lines={[comment]} />}
    </>
  )
}
