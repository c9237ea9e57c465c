import { formatAmount, toCents } from '#contract/money'
import type { OrderLine, OrderStatus, OrderSummary } from '#contract/order'
import type { ReadOrder } from '#machines/orders/orders'
import { slotLines, statusNames } from './order-text.ts'
import { store } from '../store/store.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { OrderDetail } from './OrderDetail.tsx'
import type { Elements } from '../ui/elements.ts'
import styles from './OrderCard.module.css'

interface Props {
  order: OrderSummary
  level: 2 | 3
  isOpen: boolean
  /** The details of the open order did not load. */
  isFailed: boolean
  /** Lines of an order are being added to the cart. */
  isAdding: boolean
  /** The ids of the products that are being added to the cart. */
  adding: readonly number[]
  /** Undefined until it has loaded. */
  detail: ReadOrder | undefined
  onToggle: () => void
  onRetry: () => void
  /** @param isAlwaysShown - the shopper chooses among the lines */
  onBuyAgain: (isAlwaysShown: boolean) => void
  onBuyLine: (line: OrderLine) => void
  /** What has changed since the order, below its details. */
  review: Elements
}

const day = new Intl.DateTimeFormat(store.locale, { dateStyle: 'long', timeZone: store.timeZone })

const tones: Partial<Record<OrderStatus, 'done' | 'off'>> = { completed: 'done', cancelled: 'off' }

/** An order in a list; its details open in place. */
export function OrderCard({ order, level, isOpen, ...rest }: Props) {
  const { orderId, orderNumber, orderStatus, createdAt, quantity, total, isEstimate } = order
  const Heading = `h${level}` as const
  const body = `order-${orderId}`
  return (
    <li className={styles.order} data-open={isOpen || undefined}>
      <Heading className={styles.heading}>
        <button
          type="button"
          className={styles.summary}
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={rest.onToggle}
        >
          <span className={styles.number}>
            <b className="num">{`Order ${orderNumber}`}</b>
            <span className="vh">, </span>
            <small>
              {[day.format(new Date(createdAt)), ...slotLines(order).map(text => `for ${text}`)].join(', ')}
            </small>
          </span>
          <span className="vh">, </span>
          <span className={styles.status} data-tone={tones[orderStatus] ?? 'now'}>
            {statusNames[orderStatus]}
          </span>
          <span className="vh">, </span>
          <span className={styles.items}>{quantity === 1 ? '1 item' : `${quantity} items`}</span>
          <span className="vh">, </span>
          <span
            className={`num ${styles.total}`}
          >{`${isEstimate ? 'about ' : ''}${formatAmount(toCents(total))}`}</span>
          <Icon of="chevron-down" />
        </button>
      </Heading>
      {isOpen && (
        <div id={body} className={styles.body}>
          <Body {...rest} />
        </div>
      )}
    </li>
  )
}

function Body({ detail, isFailed, onRetry, review, ...rest }: Omit<Props, 'order' | 'level' | 'isOpen'>) {
  if (detail)
    return (
      <>
        <OrderDetail {...detail} {...rest} />
        {review}
      </>
    )
  if (isFailed) {
    return (
      <Notice tone="bad" role="alert" action={<Button onClick={onRetry}>Try again</Button>}>
        <b>We couldn’t load this order.</b> It is saved.
      </Notice>
    )
  }
  return (
    <div className="stack" aria-busy="true">
      <p className="vh" role="status">
        Loading the order
      </p>
      <Skeleton shape="block" height="56px" />
      <Skeleton shape="block" height="56px" />
      <Skeleton width="40%" />
    </div>
  )
}
