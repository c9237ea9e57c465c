import type { OrderLine, OrderSummary } from '#contract/order'
import { isBusyWith } from '#machines/bulk-add/selectors'
import { addingProducts } from '#machines/cart/page-selectors'
import type { AddCommand } from '#machines/messages/add-command'
import { readOrderOf, sourceOf, type OrderList } from '#machines/orders/orders'
import picture from '../assets/state-no-orders.svg'
import { BulkAdd } from '../bulk-add/BulkAdd.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { homePath } from '#contract/paths'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { OrderCard } from './OrderCard.tsx'
import styles from './OrderList.module.css'

interface Props {
  /** Heading level of the orders. */
  level: 2 | 3
}

/** The orders of the page; each opens in place. */
export function OrderListScreen({ level }: Props) {
  const orders = useActor('orders', ({ context }) => context.orders)
  const list = useActor('orders', ({ context }) => context.list)
  const listState = useActor('orders', ({ value }) => value.list)
  const send = useSend('orders')
  const retry = () => send({ type: 'orders.retry' })
  if (listState === 'unreachable' && orders.length === 0) {
    return (
      <FailedLoad heading="We couldn’t load your orders" onRetry={retry}>
        They are saved. Please try again in a moment.
      </FailedLoad>
    )
  }
  if (orders.length === 0) return listState === 'ready' ? <NoOrders level={level} list={list} /> : <OrdersSkeleton />
  return (
    <div className="stack">
      {listState === 'unreachable' && (
        <Notice tone="bad" role="alert" action={<Button onClick={retry}>Try again</Button>}>
          <b>We couldn’t refresh your orders.</b> This list may be out of date.
        </Notice>
      )}
      <ul className={styles.list} aria-busy={listState === 'reading' || undefined}>
        {orders.map(order => (
          <ListedOrder key={order.orderId} order={order} level={level} />
        ))}
      </ul>
    </div>
  )
}

function ListedOrder({ order, level }: Props & { order: OrderSummary }) {
  const { orderId } = order
  const isOpen = useActor('orders', ({ context }) => context.opened === orderId)
  const isFailed = useActor('orders', ({ value }) => isOpen && value.order === 'unreachable')
  const detail = useActor('orders', ({ context }) => readOrderOf(context, orderId))
  const isAdding = useActor('orderBulkAdd', snapshot => isBusyWith(snapshot, sourceOf(orderId)))
  const adding = useActor('cart', ({ context }) => (isOpen ? addingProducts(context) : []))
  const send = useSend('orders')
  const sendCart = useSend('cart')
  const sessionId = useActor('cart', ({ context }) => context.sessionId)
  return (
    <OrderCard
      {...{ order, level, isOpen, isFailed, isAdding, adding, detail }}
      onToggle={() => send({ type: 'orders.toggle', orderId })}
      onRetry={() => send({ type: 'orders.retryOrder' })}
      onBuyAgain={isAlwaysShown => send({ type: 'orders.buyAgain', orderId, sessionId, isAlwaysShown })}
      onBuyLine={line => sendCart(additionOfLine(line))}
      review={<BulkAdd id="orderBulkAdd" source={sourceOf(orderId)} level={level === 2 ? 3 : 4} />}
    />
  )
}

/** The addition of one line of an order. */
export const additionOfLine = ({
  productId,
  productName,
  productPrice,
  productImage,
  quantity,
}: OrderLine): AddCommand => ({
  type: 'cart.add',
  from: 'list',
  productId,
  productName,
  productPrice,
  productImage,
  quantity,
})

/** Which orders a list is for, so that an empty one is not read as an order that got lost. */
const whichOrders: Record<OrderList, string> = {
  recent: 'Your orders will appear here, ready to reorder.',
  current: 'Orders in progress will appear here. Finished ones are in Order History.',
  history: 'Finished orders will appear here, ready to reorder. Orders in progress are in Current Order.',
}

const NoOrders = ({ level, list }: Props & { list: OrderList }) => (
  <section className="panel">
    <EmptyState
      picture={picture}
      heading="You have no orders."
      level={level}
      action={
        <ButtonLink variant="go" href={homePath}>
          Continue Shopping
        </ButtonLink>
      }
    >
      {whichOrders[list]}
    </EmptyState>
  </section>
)

const OrdersSkeleton = () => (
  <div className={styles.list} aria-busy="true">
    <p className="vh" role="status">
      Loading your orders
    </p>
    {[1, 2, 3].map(order => (
      <Skeleton key={order} shape="block" height="72px" />
    ))}
  </div>
)
