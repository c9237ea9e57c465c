import type { Order } from '#contract/order'
import { leftOutText } from '#contract/picking-text'
import { substitutionIn, substitutionLabel, substitutionNames, substitutionPromise } from '#contract/substitution-text'
import mark from '../assets/mark.svg'
import { homePath } from '#contract/paths'
import { store } from '../store/store.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { ForgetButton } from '../ui/ForgetButton.tsx'
import { Icon } from '../ui/Icon.tsx'
import { focusOnMount } from '../form/form-focus.ts'
import { AddToCalendar } from './AddToCalendar.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import { Fact } from './Fact.tsx'
import { addressLines, deliveredLines, paymentLines, pickUpLines, cancellationLines } from './order-text.ts'
import styles from './Confirmation.module.css'

interface Props {
  order: Order
  /** How the order gets to the shopper, in words. */
  deliveryName: string
  /** Guests are offered an account, customers the way to their orders. */
  isGuest: boolean
  /** The receipt is emailed, too. */
  isMailed: boolean
}

const time = new Intl.DateTimeFormat(store.locale, {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: store.timeZone,
})

/** The lines about tax at the top of a printed receipt; empty if the store has not set them. */
export const taxLines = ({ abn, gst }: { abn: string; gst: string }): string[] =>
  [abn && `ABN ${abn}`, gst].filter(line => line !== '')

/** The order is placed: a receipt, which can be printed, and links to continue. */
export function Confirmation({ order, deliveryName, isGuest, isMailed }: Props) {
  const cancelling = cancellationLines(order, !isGuest ? inAccount : isMailed ? byLink : byPhone)
  return (
    <>
      <div className={styles.shadow}>
        <article className={styles.receipt}>
          <header className={styles.head}>
            <p className={styles.shop}>
              {store.name}
              {taxLines(store.tax).map(line => (
                <span key={line}>{line}</span>
              ))}
            </p>
            <img src={mark} width="53" height="64" alt="" />
            <h1 ref={focusOnMount} tabIndex={-1}>
              Thank you for your order
            </h1>
            <p className="muted">
              {isMailed
                ? `Thanks, we’ve got your order. We’re emailing your receipt to ${order.customer.email}.`
                : 'Thanks, we’ve got your order.'}
            </p>
            <p className={`num ${styles.number}`}>{`Order number ${order.orderNumber}`}</p>
            <p className="small muted">{time.format(new Date(order.createdAt))}</p>
          </header>
          <hr />
          <OrderLines lines={order.lines} />
          <hr />
          <OrderTotals order={order} />
          <hr />
          <Facts order={order} deliveryName={deliveryName} />
          {cancelling.length > 0 && <p className={`small muted ${styles.foot}`}>{cancelling.join(' ')}</p>}
          <p className={`small muted ${styles.foot}`}>
            {store.name}, {store.streetAddress} · {store.phone}
          </p>
        </article>
      </div>
      <div className={styles.ways} data-screen-only>
        <ButtonLink variant="go" size="big" href={homePath}>
          Continue Shopping
        </ButtonLink>
        <AddToCalendar order={order} />
        <Button size="big" onClick={() => window.print()}>
          <Icon of="printer" size="small" />
          <span>Print receipt</span>
        </Button>
      </div>
      <section className={`panel ${styles.offer}`} data-flat data-screen-only>
        {isGuest ? <ForGuests /> : <ForCustomers />}
      </section>
    </>
  )
}

const ForGuests = () => (
  <>
    <div>
      <h2>Shop faster next time</h2>
      <p className="small muted">With an account, your details are filled in for you.</p>
    </div>
    <ButtonLink size="small" href="/main/register">
      Register
    </ButtonLink>
    <ForgetButton className="textlink small muted" />
  </>
)

const ForCustomers = () => (
  <>
    <div>
      <h2>Track your order</h2>
      <p className="small muted">See its status in your account.</p>
    </div>
    <a className="textlink" href="/manage-order/current-order">
      Current Order
    </a>
  </>
)

/** Where an order can be cancelled. */
const byLink = 'Open the link in your email.'
const byPhone = `Call us: ${store.phone}.`
const inAccount = 'Open it in Current Order.'

function Facts({ order, deliveryName }: Pick<Props, 'order' | 'deliveryName'>) {
  const { firstName, lastName, email, telephone } = order.customer
  const substitution = substitutionIn(order)
  const leftOut = leftOutText(order.leftOut)
  return (
    <dl className={styles.facts}>
      <Fact name="Your Details" lines={[`${firstName} ${lastName}`, email, telephone]} />
      <Fact
        name="Delivery"
        lines={[
          deliveryName,
          ...(order.deliveryAddress ? deliveredLines(order.deliveryAddress, order) : pickUpLines(order)),
        ]}
      />
      <Fact name="Billing address" lines={addressLines(order.billingAddress)} />
      <Fact name="Payment" lines={paymentLines(order)} />
      {leftOut.length > 0 && <Fact name="Out of stock" lines={leftOut} />}
      {substitution && <Fact name={substitutionLabel} lines={[substitutionNames[substitution], substitutionPromise]} />}
      {order.comment && <Fact name="Order comment" lines={[order.comment]} />}
    </dl>
  )
}
