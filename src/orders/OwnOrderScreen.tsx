import { cancellationRefusalText, untilText } from '#contract/cancellation-text'
import type { Order } from '#contract/order'
import { homePath, loginPath, titleAt } from '#contract/paths'
import { formatAmount, toCents } from '#contract/money'
import { isReportable, type ReportableOrder } from '#contract/order-problem'
import { isChangeable } from '#machines/order-change/change-draft'
import type { ReadOrder } from '#machines/orders/orders'
import { isCancellable } from '#machines/orders/own-order'
import { focusOnMount } from '../form/form-focus.ts'
import { ProblemReports } from '../order-problem/ProblemReports.tsx'
import { store } from '../store/store.ts'
import { useActor, useSend } from '../system/actors.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { markFirstFocus } from '../ui/first-focus.ts'
import { lazyParts } from '../ui/lazy-parts.ts'
import { preloadOnIntent } from '../ui/load-on-intent.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AddToCalendar } from './AddToCalendar.tsx'
import { OrderFacts } from './OrderDetail.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import { StatusTimeline } from './StatusTimeline.tsx'
import { orderPath, payingLaterText } from './order-text.ts'
import styles from './OwnOrder.module.css'

/** The draft, which is loaded once 'Change order' is pointed at or focused. */
const [preloadDraft, useDraft] = lazyParts(() => import('../order-change/OrderChange.tsx'))
const draftIntent = preloadOnIntent(preloadDraft)

/** The form of a report, which is loaded once 'Something is wrong' is pointed at or focused. */
const [preloadReport, useReport] = lazyParts(() => import('../order-problem/ReportProblem.tsx'))
const reportIntent = preloadOnIntent(preloadReport)

/** The page of one order, which a mailed link opens, or its customer. */
export function OwnOrderScreen() {
  const state = useActor('ownOrder', ({ value }) => (typeof value === 'object' ? 'shown' : value))
  const read = useActor('ownOrder', ({ context }) => context.read)
  const number = useActor('ownOrder', ({ context }) => context.number)
  const send = useSend('ownOrder')
  const retry = () => send({ type: 'order.reload' })
  return (
    <div className={styles.page}>
      <PageTitle text={titleAt('/order/:number')} />
      {state === 'gone' ? (
        <Gone number={number} />
      ) : (
        <>
          <h1 tabIndex={-1}>{read === null ? titleAt('/order/:number') : `Order ${read.order.orderNumber}`}</h1>
          {state === 'unreachable' &&
            (read === null ? (
              <FailedLoad heading="We couldn’t load your order" onRetry={retry}>
                It is saved. Please try again in a moment.
              </FailedLoad>
            ) : (
              <Notice tone="bad" role="alert" action={<Button onClick={retry}>Try again</Button>}>
                <b>We couldn’t refresh your order.</b> This page may be out of date.
              </Notice>
            ))}
          {read === null ? state !== 'unreachable' && <OrderSkeleton /> : <Shown {...read} />}
        </>
      )}
    </div>
  )
}

function Shown({ order, deliveryName }: ReadOrder) {
  const isCancelled = useActor('ownOrder', snapshot => snapshot.matches({ shown: 'cancelled' }))
  const isChanged = useActor('ownOrder', snapshot => snapshot.matches({ shown: 'changed' }))
  const isChanging = useActor('ownOrder', snapshot => snapshot.matches({ shown: 'changing' }))
  const refusal = useActor('ownOrder', ({ context }) => context.refusal)
  const changeRefusal = useActor('ownOrder', ({ context }) => context.changeRefusal)
  const draft = useDraft(isChanging)
  const isReporting = useActor('ownOrder', snapshot => snapshot.matches({ shown: 'reporting' }))
  const isReported = useActor('ownOrder', snapshot => snapshot.matches({ shown: 'reported' }))
  const report = useReport(isReporting)
  const { problems }: ReportableOrder = order
  return (
    <>
      {isChanged && (
        <Notice tone="ok" role="status">
          <b>Your order is changed.</b> <span>{`The total is now ${formatAmount(toCents(order.total))}.`}</span>
        </Notice>
      )}
      {changeRefusal !== null && (
        <Notice tone="bad" role="alert">
          <b>Your order was not changed.</b> <span>{changeRefusal.message}</span>
        </Notice>
      )}
      {isReported && (
        <Notice tone="ok" role="status">
          <b>We have received your report.</b> <span>We answer on this page and by email.</span>
        </Notice>
      )}
      {isCancelled && (
        <Notice tone="ok" role="status">
          <b>Your order is cancelled.</b> <span>{returnText(order)}</span>
        </Notice>
      )}
      {refusal !== null && (
        <Notice tone="bad" role="alert">
          <b>Your order was not cancelled.</b> <span>{refusal.message}</span>
        </Notice>
      )}
      <section className="panel stack">
        <h2>Status</h2>
        <StatusTimeline order={order} />
        <Acts order={order} />
      </section>
      {isReporting && report && <report.ReportProblem />}
      <ProblemReports reports={problems?.reports ?? []} />
      {isChanging && draft ? <draft.OrderChange /> : <Ordered order={order} deliveryName={deliveryName} />}
      {order.cancellation !== undefined && <CancelQuestion order={order} />}
    </>
  )
}

/** The products, amounts and facts of the order. */
const Ordered = ({ order, deliveryName }: ReadOrder) => (
  <section className="panel stack">
    <h2>What you ordered</h2>
    <OrderLines lines={order.lines} linked />
    <hr />
    <OrderTotals order={order} />
    <hr />
    <dl className={styles.facts}>
      <OrderFacts order={order} deliveryName={deliveryName} />
    </dl>
    {order.payment.method === 'on-delivery' && order.orderStatus !== 'cancelled' && (
      <p>{payingLaterText(order.deliveryAddress !== null)}</p>
    )}
  </section>
)

const returnText = ({ payment }: Order): string =>
  payment.method === 'online' && payment.isTest !== true
    ? 'You won’t be charged, and anything already taken will be refunded.'
    : 'You haven’t been charged.'

/** What can be done with the order, or why it can't be changed or cancelled any more. */
function Acts({ order }: { order: Order }) {
  const isReading = useActor('ownOrder', snapshot => snapshot.matches('reading'))
  const send = useSend('ownOrder')
  const { cancellation } = order
  const isChanging = useActor('ownOrder', snapshot => snapshot.matches({ shown: 'changing' }))
  const isReporting = useActor('ownOrder', snapshot => snapshot.matches({ shown: 'reporting' }))
  const canCancel = isCancellable(order)
  const canChange = isChangeable(order)
  const refused = cancellation ? cancellationRefusalText(cancellation) : null
  return (
    <>
      {cancellation && canCancel && (
        <p>{`You can ${canChange ? 'change or cancel' : 'cancel'} it ${untilText(cancellation)}.`}</p>
      )}
      {refused !== null && (
        <p>
          <span>{refused}</span> <a className="textlink" href={store.phoneLink}>{`Call us: ${store.phone}`}</a>
        </p>
      )}
      <div className={`row ${styles.acts}`} data-screen-only>
        <AddToCalendar order={order} />
        {canChange && !isChanging && (
          <Button {...draftIntent} aria-disabled={isReading || undefined} onClick={() => send({ type: 'change.open' })}>
            Change order
          </Button>
        )}
        {isReportable(order) && !isReporting && (
          <Button
            {...reportIntent}
            aria-disabled={isReading || undefined}
            onClick={() => send({ type: 'problem.open' })}
          >
            Something is wrong
          </Button>
        )}
        {canCancel && !isChanging && (
          <Button aria-disabled={isReading || undefined} onClick={() => send({ type: 'cancellation.ask' })}>
            Cancel order
          </Button>
        )}
      </div>
    </>
  )
}

const isAsking = (shown: string): boolean => ['confirming', 'cancelling', 'unanswered'].includes(shown)

/** Asks before the order is cancelled, since that can't be undone. */
function CancelQuestion({ order }: { order: Order }) {
  const asks = useActor('ownOrder', ({ value }) =>
    typeof value === 'object' && isAsking(value.shown) ? value.shown : null,
  )
  const send = useSend('ownOrder')
  const keep = () => send({ type: 'cancellation.dismiss' })
  const title = `Cancel order ${order.orderNumber}?`
  return (
    <Sheet label={title} open={asks !== null} onClose={keep}>
      <div className={styles.question}>
        <h2>{title}</h2>
        {asks === 'unanswered' ? (
          <Notice tone="bad" role="alert">
            <b>We didn’t get an answer.</b> Your order may already be cancelled. Trying again cancels it only once.
          </Notice>
        ) : (
          <p>{questionText(order)}</p>
        )}
        <div className={styles.answers}>
          <Button
            variant="go"
            pending={asks === 'cancelling' && 'Cancelling…'}
            onClick={() => send({ type: 'cancellation.confirm' })}
          >
            {asks === 'unanswered' ? 'Try again' : 'Yes, cancel it'}
          </Button>
          <Button ref={markFirstFocus} aria-disabled={asks === 'cancelling' || undefined} onClick={keep}>
            {asks === 'unanswered' ? 'Close' : 'Keep the order'}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}

const questionText = ({ payment }: Order): string =>
  payment.method === 'online'
    ? 'You won’t get the goods, and you won’t be charged: anything already taken is refunded. This can’t be undone.'
    : 'You won’t get the goods, and you pay nothing. This can’t be undone.'

/** Every link that does not open an order looks like this. */
const Gone = ({ number }: { number: number }) => (
  <section className="panel">
    <EmptyState
      level={1}
      heading="This link does not work any more"
      headingRef={focusOnMount}
      action={
        <>
          <ButtonLink variant="go" size="big" href={homePath}>
            Continue Shopping
          </ButtonLink>
          <ButtonLink size="big" href={loginPath({ pathname: orderPath(String(number)), search: '' })}>
            Login
          </ButtonLink>
        </>
      }
    >
      <p role="alert">
        Open the link in your email again. If you have an account, log in to see your orders. Or call us:{' '}
        <a className="textlink" href={store.phoneLink}>
          {store.phone}
        </a>
      </p>
    </EmptyState>
  </section>
)

const OrderSkeleton = () => (
  <div className="stack" aria-busy="true">
    <p className="vh" role="status">
      Loading your order
    </p>
    <Skeleton shape="block" height="160px" />
    <Skeleton shape="block" height="240px" />
  </div>
)
