import { statusWords, type BoardOrder } from '#contract/office'
import { formatAmount, toCents } from '#contract/money'
import { orderStatus, type OrderStatus } from '#contract/order'
import { orderPath } from '#machines/office/office'
import { focusOnMount } from '../form/form-focus.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { bySlot, itemsText, momentText } from './office-text.ts'
import { OfficeSearch } from './OfficeSearch.tsx'
import { OneMoment } from './OneMoment.tsx'
import { OfficeTitle } from './OfficeTitle.tsx'
import { SoundSwitch } from './SoundSwitch.tsx'
import { useOffice, useOfficeSend } from './system.tsx'
import styles from './BoardPage.module.css'

const statuses = Object.keys(orderStatus.schema) as OrderStatus[]

/** Today's orders by status and slot, and the search. */
export function BoardPage() {
  return (
    <div className="stack-6">
      <OfficeTitle text="Orders" />
      <div className={styles.head}>
        <h1 tabIndex={-1} ref={focusOnMount}>
          Orders
        </h1>
        <OrderSearch />
        <SoundSwitch />
      </div>
      <Unreachable />
      <OpenReports />
      <Board />
    </div>
  )
}

function OrderSearch() {
  const search = useOffice('officeBoard', ({ context }) => context.search)
  const send = useOfficeSend('officeBoard')
  return (
    <OfficeSearch
      label="Number, name or phone"
      value={search}
      onChange={text => send({ type: 'board.search', text })}
    />
  )
}

function Unreachable() {
  const isUnreachable = useOffice('officeBoard', ({ context }) => context.failures > 0)
  return (
    isUnreachable && (
      <Notice tone="bad" role="status">
        The orders could not be read. They may have changed; the page tries again by itself.
      </Notice>
    )
  )
}

/** How many reports of the orders that are shown wait for an answer. */
function OpenReports() {
  const count = useOffice('officeBoard', ({ context }) =>
    context.orders.reduce((sum, { openReports = 0 }) => sum + openReports, 0),
  )
  return (
    count > 0 && (
      <Notice>
        <b>{reportsText(count)}</b>
      </Notice>
    )
  )
}

function Board() {
  const orders = useOffice('officeBoard', ({ context }) => context.orders)
  const isFirstRead = useOffice(
    'officeBoard',
    snapshot => snapshot.matches('reading') && snapshot.context.orders.length === 0,
  )
  if (isFirstRead) return <OneMoment />
  if (orders.length === 0) return <NoOrders />
  return (
    <div className={styles.board}>
      {statuses.map(status => (
        <Column key={status} status={status} orders={orders.filter(order => order.orderStatus === status)} />
      ))}
    </div>
  )
}

function NoOrders() {
  const isSearch = useOffice('officeBoard', ({ context }) => context.search.trim() !== '')
  return (
    <section className="panel">
      <EmptyState heading={isSearch ? 'No order matches' : 'There are no orders yet'}>
        <p>
          {isSearch
            ? 'Try a part of the name, or the end of the phone number.'
            : 'New orders appear here by themselves.'}
        </p>
      </EmptyState>
    </section>
  )
}

function Column({ status, orders }: { status: OrderStatus; orders: BoardOrder[] }) {
  if (orders.length === 0) return null
  const heading = `status-${status}`
  return (
    <section className={styles.column} aria-labelledby={heading}>
      <h2 id={heading}>{`${statusWords[status]} (${orders.length})`}</h2>
      {bySlot(orders).map(({ name, orders }) => (
        <div key={name} className={styles.slot}>
          {name !== null && <h3>{name}</h3>}
          <ul>
            {orders.map(order => (
              <li key={order.orderNumber}>
                <BoardCard order={order} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** Reports that wait for an answer. */
const reportsText = (count: number): string => (count === 1 ? '1 report to answer' : `${count} reports to answer`)

const BoardCard = ({ order }: { order: BoardOrder }) => (
  <a className={styles.card} href={orderPath(order.orderNumber)}>
    <span className={styles.line}>
      <b className="num">{order.orderNumber}</b>
      <span className="num">{`${order.isEstimate ? 'about ' : ''}${formatAmount(toCents(order.total))}`}</span>
    </span>
    <span translate="no">{order.name}</span>
    <span className={`muted small ${styles.line}`}>
      <span>{`${itemsText(order.quantity)}, ${order.deliveryName}`}</span>
      <time dateTime={order.createdAt}>{momentText(order.createdAt)}</time>
    </span>
    {(order.openReports ?? 0) > 0 && <b className={styles.reports}>{reportsText(order.openReports!)}</b>}
  </a>
)
