import { formatAmount, toCents } from '#contract/money'
import { statusWords, type OfficeLine, type OfficeOrder } from '#contract/office'
import { slotText } from '#contract/slot-text'
import type { OrderLine, OrderStatus } from '#contract/order'
import { choiceText, substitutionIn, substitutionLabel, substitutionNames } from '#contract/substitution-text'
import { quantityText } from '#contract/weight-text'
import { focusOnMount, returnFocusOnUnmount, submitHandler } from '../form/form-focus.ts'
import { storeName } from '../store/store-name.ts'
import { addressLines, paidNames, paymentNames } from '../orders/order-text.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Notice } from '../ui/Notice.tsx'
import { History } from './History.tsx'
import { FinishPicking, isBeingPicked, Picking, Replacement } from './Picking.tsx'
import { Reports } from './Reports.tsx'
import { Refunding, Refunds } from './Refunding.tsx'
import { byAisle, itemsText, lineAmount, momentText, packedText } from './office-text.ts'
import { OneMoment } from './OneMoment.tsx'
import { OfficeTitle } from './OfficeTitle.tsx'
import { useOffice, useOfficeSend, type OfficeSnapshot } from './system.tsx'
import styles from './OrderPage.module.css'

/** The button that gives an order a status. */
const buttonNames: Readonly<Record<Exclude<OrderStatus, 'received'>, string>> = {
  preparing: 'Start picking',
  'on-its-way': 'On its way',
  'ready-for-pickup': 'Ready for pick-up',
  completed: 'Completed',
  cancelled: 'Cancel order',
}

/** An order: what to do next, what is in it, where it goes and what was changed. */
export function OrderPage() {
  const number = useOffice('officeOrder', ({ context }) => context.number)
  const order = useOffice('officeOrder', ({ context }) => context.order)
  const isUnknown = useOffice('officeOrder', snapshot => snapshot.matches('unknown'))
  const isUnreachable = useOffice('officeOrder', snapshot => snapshot.matches('unreachable'))
  const send = useOfficeSend('officeOrder')
  const heading = `Order ${number}`
  return (
    <div className="stack-6">
      <OfficeTitle text={heading} />
      {isUnknown && (
        <section className="panel">
          <EmptyState level={1} heading={`There is no order ${number}`} action={<ToBoard />} />
        </section>
      )}
      {isUnreachable && (
        <FailedLoad heading={`${heading} could not be read`} onRetry={() => send({ type: 'order.retry' })}>
          <p>Please check the connection.</p>
        </FailedLoad>
      )}
      {order === null ? !isUnknown && !isUnreachable && <OneMoment /> : <OrderView order={order} />}
    </div>
  )
}

const ToBoard = () => (
  <a className="textlink" href="/office" data-screen-only>
    All orders
  </a>
)

function OrderView({ order }: { order: OfficeOrder }) {
  return (
    <>
      <div className={styles.head}>
        <ToBoard />
        <b className={styles.printed} translate="no">
          {storeName}
        </b>
        <h1 tabIndex={-1} ref={focusOnMount}>
          {`Order ${order.orderNumber}`}
        </h1>
        <p className={styles.state} role="status">
          <b>{statusWords[order.orderStatus]}</b>
          <span className="muted">{`${itemsText(order.quantity)}, ordered ${momentText(order.createdAt)}`}</span>
        </p>
        <Button size="small" data-screen-only onClick={() => window.print()}>
          Print slip
        </Button>
      </div>
      <Actions order={order} />
      <div className={`split ${styles.slip}`}>
        <div className="stack">
          <Lines order={order} />
          <Reports order={order} />
          <Refunds refunds={order.refunds ?? []} />
          <section className="panel stack" data-screen-only>
            <h2>History</h2>
            <History changes={order.history} />
          </section>
        </div>
        <aside className="stack">
          <Customer order={order} />
          <Payment order={order} />
        </aside>
      </div>
    </>
  )
}

/** Whether no change is accepted: one is under way, or was made a moment ago. */
const isBlockedIn = (snapshot: OfficeSnapshot<'officeOrder'>) => !snapshot.matches('open')

/** The statuses that the person may give the order, and why the last change was refused. */
function Actions({ order }: { order: OfficeOrder }) {
  const refusal = useOffice('officeOrder', ({ context }) => context.refusal)
  const wanted = useOffice('officeOrder', ({ context }) => context.wanted)
  const isConfirming = useOffice('officeOrder', snapshot => snapshot.matches('confirming'))
  const isRefunding = useOffice('officeOrder', ({ context }) => context.refund !== null)
  const isBlocked = useOffice('officeOrder', isBlockedIn)
  const send = useOfficeSend('officeOrder')
  return (
    <div className="stack" data-screen-only>
      {refusal !== null && (
        <Notice tone="bad" role="alert">
          {refusal.message}
        </Notice>
      )}
      {order.isEstimate && order.orderStatus === 'preparing' && (
        <Notice>Goods by weight have to be weighed before the order can leave.</Notice>
      )}
      {isRefunding && <Refunding order={order} />}
      {isConfirming ? (
        <CancelQuestion number={order.orderNumber} />
      ) : (
        <div className={styles.actions}>
          {order.next.map(
            status =>
              status !== 'received' && (
                <Button
                  key={status}
                  ref={returnFocusOnUnmount}
                  variant={status === 'cancelled' ? 'line' : 'go'}
                  size="big"
                  pending={wanted === status && 'Saving …'}
                  aria-disabled={isBlocked || undefined}
                  onClick={() => send({ type: 'order.setStatus', status })}
                >
                  {buttonNames[status]}
                </Button>
              ),
          )}
          {(order.refundable ?? 0) > 0 && !isRefunding && (
            <Button
              ref={returnFocusOnUnmount}
              size="big"
              aria-disabled={isBlocked || undefined}
              onClick={() => send({ type: 'order.refund' })}
            >
              Refund
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Asks before an order is cancelled, since that moves money and sends a mail. */
function CancelQuestion({ number }: { number: string }) {
  const send = useOfficeSend('officeOrder')
  return (
    <section className={`panel ${styles.question}`} role="alertdialog" aria-labelledby="cancel-order">
      <h2 id="cancel-order" tabIndex={-1} ref={focusOnMount}>
        {`Cancel order ${number}?`}
      </h2>
      <p>The goods are put back, the payment is refunded and the customer gets a mail. This can’t be undone.</p>
      <div className={styles.actions}>
        <Button variant="go" onClick={() => send({ type: 'order.confirm' })}>
          Yes, cancel it
        </Button>
        <Button onClick={() => send({ type: 'order.keep' })}>Keep the order</Button>
      </div>
    </section>
  )
}

const Lines = ({ order }: { order: OfficeOrder }) => (
  <section className="panel stack">
    <h2>To pack</h2>
    {byAisle(order.lines).map(({ name, lines }) => (
      <div key={name}>
        {name !== null && <h3 className={styles.aisle}>{name}</h3>}
        <ul className={styles.lines}>
          {lines.map(line => (
            <Line key={line.productId} order={order} line={line} />
          ))}
        </ul>
      </div>
    ))}
    {isBeingPicked(order) && <FinishPicking order={order} />}
    <Substitution order={order} />
    {order.comment !== null && (
      <Notice>
        <span translate="no">{order.comment}</span>
      </Notice>
    )}
  </section>
)

const Line = ({ order, line }: { order: OfficeOrder; line: OfficeLine }) => (
  <li>
    <b className="num">{line.weighed ? quantityText(line.weighed, line.quantity) : `${line.quantity} ×`}</b>
    <span translate="no">{line.productName}</span>
    <span className="num">{lineAmount(line)}</span>
    <Choice line={line} />
    <Replacement line={line} />
    {order.orderStatus === 'preparing' && isUnweighed(line) && <Weighing line={line} />}
    {isBeingPicked(order) ? (
      <Picking line={line} />
    ) : (
      line.picking === 'out-of-stock' && <small className={styles.outOfStock}>Out of stock</small>
    )}
    <small className={styles.printed}>{packedText(line)}</small>
  </li>
)

/** What the shopper wants for a line that has run out, and the note for its packer. */
function Choice({ line }: { line: OrderLine }) {
  const text = choiceText(line)
  return text && <small className={styles.choice}>{text}</small>
}

function Substitution({ order }: { order: OfficeOrder }) {
  const wanted = substitutionIn(order)
  return wanted && <p className="small">{`${substitutionLabel}: ${substitutionNames[wanted]}`}</p>
}

const isUnweighed = ({ weighed, weighedGrams, picking }: OfficeLine): boolean =>
  !!weighed && (weighedGrams ?? null) === null && (picking ?? 'picked') === 'picked'

/** The field for what a line weighs. */
function Weighing({ line: { productId, productName } }: { line: OrderLine }) {
  const text = useOffice('officeOrder', ({ context }) => context.weights[productId] ?? '')
  const isSaving = useOffice('officeOrder', ({ context }) => context.weighed === productId)
  const isBlocked = useOffice('officeOrder', isBlockedIn)
  const send = useOfficeSend('officeOrder')
  return (
    <form
      className={styles.weighing}
      data-screen-only
      noValidate
      onSubmit={submitHandler(() => send({ type: 'order.saveWeight', productId }))}
    >
      <Field
        label={`Grams of ${productName}`}
        name={`weight-${productId}`}
        inputMode="numeric"
        required
        autoComplete="off"
        value={text}
        error={text !== '' && !/^\d{1,7}$/.test(text.trim()) ? 'Please enter whole grams' : null}
        onChange={typed => send({ type: 'order.typeWeight', productId, text: typed })}
      />
      <Button type="submit" variant="done" pending={isSaving && 'Saving …'} aria-disabled={isBlocked || undefined}>
        Save
      </Button>
    </form>
  )
}

const Customer = ({ order }: { order: OfficeOrder }) => (
  <section className={`panel stack ${styles.customer}`}>
    <h2>{order.deliveryName}</h2>
    {order.slot && <p>{slotText(order.slot)}</p>}
    <address className={styles.address} translate="no">
      <b>{order.name}</b>
      {order.deliveryAddress !== null &&
        addressLines(order.deliveryAddress).map(line => <span key={line}>{line}</span>)}
      <a className="textlink" href={`tel:${order.telephone.replaceAll(/[^\d+]/g, '')}`}>
        {order.telephone}
      </a>
      <a className="textlink" data-screen-only href={`mailto:${order.email}`}>
        {order.email}
      </a>
    </address>
  </section>
)

const Payment = ({ order }: { order: OfficeOrder }) => (
  <section className={`panel stack ${styles.payment}`}>
    <h2>Payment</h2>
    <p>{`${paymentNames[order.payment.method]}: ${paidNames[order.payment.status]}`}</p>
    <dl className={styles.totals}>
      <Amount name="Subtotal" dollars={order.subtotal} />
      {order.discount > 0 && <Amount name={`Coupon ${order.couponCode ?? ''}`} dollars={-order.discount} />}
      <Amount name="Delivery" dollars={order.deliveryFee} />
      <Amount name={order.isEstimate ? 'Total, about' : 'Total'} dollars={order.total} />
    </dl>
  </section>
)

const Amount = ({ name, dollars }: { name: string; dollars: number }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{formatAmount(toCents(dollars))}</dd>
  </div>
)
