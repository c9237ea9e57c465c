import type { Order, OrderLine, OrderSummary } from '#contract/order'
import { addingProducts, isReordering } from '#machines/cart/selectors'
import type { AddCommand } from '#machines/messages/add-command'
import { readOrderOf, type OrderList } from '#machines/orders/orders'
import picture from '../assets/state-no-orders.svg'
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
  const isAdding = useActor('cart', ({ context }) => isOpen && isReordering(context))
  const adding = useActor('cart', ({ context }) => (isOpen ? addingProducts(context) : []))
  const send = useSend('orders')
  const { buyAgain, buyLine } = useBuyAgain()
  return (
    <OrderCard
      {...{ order, level, isOpen, isFailed, isAdding, adding, detail }}
      onToggle={() => send({ type: 'orders.toggle', orderId })}
      onRetry={() => send({ type: 'orders.retryOrder' })}
      onBuyAgain={buyAgain}
      onBuyLine={buyLine}
    />
  )
}

/** Add every line of an order, or one, to the cart, at the price it was bought for. */
function useBuyAgain() {
  const send = useSend('cart')
  return {
    buyAgain: ({ lines }: Order) => lines.forEach(line => send(additionOfLine(line, 'order'))),
    buyLine: (line: OrderLine) => send(additionOfLine(line, 'list')),
  }
}

/** @param from - 'order': announced together with the other lines of the order */
export const additionOfLine = (
  { productId, productName, productPrice, productImage, quantity }: OrderLine,
  from: 'order' | 'list',
): AddCommand => ({ type: 'cart.add', from, productId, productName, productPrice, productImage, quantity })

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
