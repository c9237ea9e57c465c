import { cartBill } from '#machines/cart/cart-bill'
import { expectedLines, expectedQuantity, fieldQuantity } from '#machines/cart/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { store } from '../store/store.ts'
import { CartSkeleton } from './CartSkeleton.tsx'
import { EmptyCart } from './EmptyCart.tsx'
import { FilledCart } from './FilledCart.tsx'
import { UnreadCart } from './UnreadCart.tsx'
import styles from './CartScreen.module.css'

/** The page 'Shopping Cart': the lines, what they cost, and the link to the checkout. */
export function CartScreen() {
  const cart = useActor('cart', ({ context }) => context)
  const isReading = useActor('cart', ({ value }) => value.lines === 'unopened' || value.lines === 'loading')
  const isUnread = useActor('cart', ({ value }) => value.lines === 'unreachable')
  const coupon = useActor('cart', ({ value }) => value.coupon)
  const settings = useActor('session', ({ context }) => context.settings)
  const session = useActor('session', ({ value }) => value.start)
  const send = useSend('cart')
  const sendSession = useSend('session')

  const lines = expectedLines(cart)
  const retry = () =>
    session === 'unreachable' ? sendSession({ type: 'session.retry' }) : send({ type: 'cart.reload' })
  return (
    <div className={styles.page}>
      <title>{`Shopping Cart · ${store.name}`}</title>
      <Breadcrumb trail={[{ name: 'Shopping Cart' }]} />
      <h1 tabIndex={-1}>Shopping Cart</h1>
      {isUnread && session !== 'starting' && (
        <UnreadCart message={cart.refusal?.message ?? ''} whole={lines.length === 0} onRetry={retry} />
      )}
      {lines.length > 0 && (
        <FilledCart
          lines={lines.map(line => ({
            line,
            quantity: fieldQuantity(cart, line),
            isChanging: expectedQuantity(cart, line) !== line.quantity,
          }))}
          bill={cartBill(cart, settings)}
          coupon={{ code: cart.code, coupon: cart.coupon, refusal: cart.couponRefusal, state: coupon }}
          send={send}
        />
      )}
      {lines.length === 0 && (isReading || session === 'starting') && <CartSkeleton />}
      {lines.length === 0 && !isReading && !isUnread && session !== 'starting' && <EmptyCart />}
    </div>
  )
}
