import { titleAt } from '#contract/paths'
import { toCents } from '#contract/money'
import { changingLines, couponStatus, isSettled } from '#machines/cart/selectors'
import { missingOf } from '#machines/checkout/order-rules'
import { checkoutProgress, hasErrors, obstacle, type Obstacle as ObstacleKind } from '#machines/checkout/selectors'
import { paymentProgress } from '#machines/payment/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import type { CartStatus } from './conflict-text.ts'
import { Obstacle } from './Obstacle.tsx'
import { PlacedOrder } from './PlacedOrder.tsx'
import type { Places } from '../address/places.ts'
import type { PaymentView } from '../payment/PaymentPanel.tsx'
import { Steps } from './Steps.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './CheckoutScreen.module.css'

/** The page 'Checkout': four steps from a full cart to a placed order. */
export function CheckoutScreen() {
  const context = useActor('checkout', snapshot => snapshot.context)
  const progress = useActor('checkout', checkoutProgress)
  const methodsAre = useActor('checkout', ({ value }) => value.methods)
  const isFeeAsked = useActor('checkout', snapshot => snapshot.matches({ fee: 'asking' }))
  const lines = useActor('cart', snapshot => snapshot.context.lines)
  const cartStatus = useCartStatus()
  const places = { billing: usePlaces('billingPlaces'), delivery: usePlaces('deliveryPlaces') }
  const payment = usePayment()
  const kind = useObstacle()
  const isWrong = useActor('checkout', hasErrors)
  const lock = useActor('lock', ({ value }) => value)
  const send = useSend('checkout')
  const sendCart = useSend('cart')
  const sendSession = useSend('session')

  if (progress.step === 'placed' && context.order !== null) {
    return (
      <div className={styles.page}>
        <PageTitle text="Thank you for your order" />
        <PlacedOrder order={context.order} />
      </div>
    )
  }
  const minimum = toCents(context.settings?.minimumOrderLimit ?? 0)
  return (
    <div className={styles.page}>
      <PageTitle text={titleAt('/check-out')} hasErrors={isWrong} />
      <Head isGuest={context.account === null} hasReceipt={context.receipt !== null} />
      {kind === null ? (
        <Steps {...{ context, progress, methodsAre, isFeeAsked, lines, cartStatus, places, payment, send, sendCart }} />
      ) : (
        <Obstacle
          kind={kind}
          missing={missingOf(context)}
          minimum={minimum}
          lock={lock}
          onRetry={() => sendSession({ type: 'session.retry' })}
          onTakeOver={() => send({ type: 'checkout.takeOver' })}
        />
      )}
    </div>
  )
}

function Head({ isGuest, hasReceipt }: { isGuest: boolean; hasReceipt: boolean }) {
  return (
    <>
      <Breadcrumb trail={[{ name: 'Shopping Cart', to: '/cart' }, { name: 'Checkout' }]} />
      <div className={styles.head}>
        <h1 tabIndex={-1}>Checkout</h1>
        {isGuest && (
          <p className="small muted">
            Have an account?{' '}
            <a className="textlink" href="/auth/login?return=/check-out">
              Login
            </a>
          </p>
        )}
        {hasReceipt && (
          <a className="textlink small" href="/main/order-received">
            Receipt of your last order
          </a>
        )}
      </div>
    </>
  )
}

function useObstacle(): ObstacleKind | null {
  const start = useActor('session', ({ value }) => value.start)
  const lines = useActor('cart', ({ value }) => value.lines)
  return useActor('checkout', snapshot => obstacle(snapshot, start, lines))
}

function useCartStatus(): CartStatus {
  const changing = useActor('cart', ({ context }) => changingLines(context))
  return { changing, isSettled: useActor('cart', isSettled), coupon: useActor('cart', couponStatus) }
}

function usePayment(): PaymentView {
  const context = useActor('payment', snapshot => snapshot.context)
  const progress = useActor('payment', paymentProgress)
  return { context, progress, send: useSend('payment') }
}

function usePlaces(id: 'billingPlaces' | 'deliveryPlaces'): Places {
  const { countries, regions, suburbs } = useActor(id, ({ context }) => context)
  const states = useActor(id, ({ value }) => value)
  return { countries, regions, suburbs, states }
}
