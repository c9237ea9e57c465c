import { subtotalOf } from '#contract/cart'
import { toCents } from '#contract/money'
import type { Settings } from '#contract/settings'
import { missingForMinimum, totalsOf } from '#contract/totals'
import { expectedLines, expectedQuantity, type CartContext } from '#machines/cart/cart'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { store } from '../store/store.ts'
import { CartSkeleton } from './CartSkeleton.tsx'
import type { CartBill } from './CartSummary.tsx'
import { EmptyCart } from './EmptyCart.tsx'
import { FilledCart } from './FilledCart.tsx'
import { UnreadCart } from './UnreadCart.tsx'
import styles from './CartScreen.module.css'

/** The page 'Shopping Cart': what is in it, what it comes to, and the way to the checkout. */
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
            expected: expectedQuantity(cart, line),
            typed: cart.typed[line.id] ?? null,
          }))}
          bill={billOf(cart, settings)}
          coupon={{ code: cart.code, coupon: cart.coupon, refusal: cart.couponRefusal, state: coupon }}
          send={send}
        />
      )}
      {lines.length === 0 && (isReading || session === 'starting') && <CartSkeleton />}
      {lines.length === 0 && !isReading && !isUnread && session !== 'starting' && <EmptyCart />}
    </div>
  )
}

/** What the lines that are shown come to; the fee only where it depends on nothing that is asked later. */
function billOf(cart: CartContext, settings: Settings | null): CartBill {
  const minimum = toCents(settings?.minimumOrderLimit ?? 0)
  const fee = settings === null || settings.calculateDeliveyFee ? null : toCents(settings.deliveryFee)
  const totals = totalsOf(subtotalOf(expectedLines(cart)), cart.coupon, fee ?? 0)
  return { totals, fee, minimum, missing: missingForMinimum(totals.subtotal, minimum) }
}
