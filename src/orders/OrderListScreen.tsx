import type { Order } from '#contract/order'
import { isReordering } from '#machines/cart/selectors'
import { readOrderOf } from '#machines/orders/orders'
import picture from '../assets/state-no-orders.svg'
import { useActor, useSend } from '../system/actors.tsx'
import { home } from '../layout/links.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { OrderCard } from './OrderCard.tsx'
import styles from './OrderList.module.css'

/** The orders that the page is about, each of which opens in place. @param level - of the orders' headings */
export function OrderListScreen({ level }: { level: 2 | 3 }) {
  const context = useActor('orders', snapshot => snapshot.context)
  const states = useActor('orders', ({ value }) => value)
  const isAdding = useActor('cart', snapshot => isReordering(snapshot.context))
  const send = useSend('orders')
  const buyAgain = useBuyAgain()
  const { orders, opened } = context
  if (states.list === 'unreachable' && orders.length === 0) {
    return (
      <FailedLoad heading="Your orders did not load" onRetry={() => send({ type: 'orders.retry' })}>
        They are safe with us. Please try again in a moment.
      </FailedLoad>
    )
  }
  if (orders.length === 0) return states.list === 'ready' ? <NoOrders level={level} /> : <OrdersSkeleton />
  return (
    <ul className={styles.list} aria-busy={states.list === 'reading' || undefined}>
      {orders.map(order => (
        <OrderCard
          key={order.orderId}
          order={order}
          level={level}
          isOpen={order.orderId === opened}
          isFailed={states.order === 'unreachable'}
          isAdding={isAdding}
          detail={readOrderOf(context, order.orderId)}
          onToggle={() => send({ type: 'orders.toggle', orderId: order.orderId })}
          onRetry={() => send({ type: 'orders.retryOrder' })}
          onBuyAgain={buyAgain}
        />
      ))}
    </ul>
  )
}

/** Asks the cart for every line of an order, as it was bought. */
function useBuyAgain() {
  const send = useSend('cart')
  return ({ lines }: Order) => {
    for (const { productId, productName, productPrice, productImage, quantity } of lines) {
      const line = { productId, productName, productPrice, productImage, quantity }
      send({ type: 'cart.add', from: 'order', ...line })
    }
  }
}

const NoOrders = ({ level }: { level: 2 | 3 }) => (
  <section className="panel">
    <EmptyState
      picture={picture}
      heading="You have no orders."
      level={level}
      action={
        <ButtonLink look="go" href={home}>
          Continue Shopping
        </ButtonLink>
      }
    >
      What you order stands here, and can be bought again in one go.
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
