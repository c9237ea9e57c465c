import type { CartLine } from '#contract/cart'
import { titleAt } from '#contract/paths'
import { toCents } from '#contract/money'
import { changingLines, couponStatus, expectedLines, isConfirming, isSettled } from '#machines/cart/selectors'
import { steps, type CheckoutContext, type Step } from '#machines/checkout/context'
import { missingOf } from '#machines/checkout/order-rules'
import {
  checkoutProgress,
  hasErrors,
  isOrdering,
  obstacle,
  type Obstacle as ObstacleKind,
} from '#machines/checkout/selectors'
import { asSent, linesSent, linesShown, withExpectedCart } from '#machines/checkout/shown'
import { paymentProgress } from '#machines/payment/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import type { CartStatus } from './conflict-text.ts'
import { Obstacle } from './Obstacle.tsx'
import { PlacedOrder } from './PlacedOrder.tsx'
import type { Places } from '../address/places.ts'
import type { PaymentView } from '../payment/PaymentPanel.tsx'
import { Steps } from './Steps.tsx'
import { useStepHistory } from '../ui/use-step-history.ts'
import { Loading } from '../ui/Loading.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './CheckoutScreen.module.css'

/** The page 'Checkout': four steps from a full cart to a placed order. */
export function CheckoutScreen() {
  const progress = useActor('checkout', checkoutProgress)
  const { context, lines } = useShown(isOrdering(progress))
  const methodsAre = useActor('checkout', ({ value }) => value.methods)
  const isFeeAsked = useActor('checkout', snapshot => snapshot.matches({ fee: 'asking' }))
  const cartStatus = useCartStatus()
  const places = { billing: usePlaces('billingPlaces'), delivery: usePlaces('deliveryPlaces') }
  const payment = usePayment()
  const kind = useObstacle()
  const isWrong = useActor('checkout', hasErrors)
  const lock = useActor('lock', ({ value }) => value)
  const send = useSend('checkout')
  const sendCart = useSend('cart')
  const sendSession = useSend('session')

  const open = steps.find(one => one === progress.step) ?? null
  useStepHistory<Step>(open, step => send({ type: 'checkout.edit', step }))

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
      <Loading shown={progress.step === 'placing'} text="Placing your order …" />
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

/** The checkout and the lines as they are shown: an order in flight as it was sent, else with the pending changes of the cart. */
function useShown(isSent: boolean): { context: CheckoutContext; lines: readonly CartLine[] } {
  const context = useActor('checkout', snapshot => snapshot.context)
  const held = useActor('cart', snapshot => snapshot.context.lines)
  const expected = useActor('cart', snapshot => expectedLines(snapshot.context))
  const isPending = useActor('cart', snapshot => isConfirming(snapshot.context))
  if (isSent) return { context: asSent(context), lines: linesSent(context.pendingOrder, held) }
  return {
    context: isPending ? withExpectedCart(context, expected) : context,
    lines: linesShown(context, held, expected),
  }
}

function useObstacle(): ObstacleKind | null {
  const start = useActor('session', ({ value }) => value.start)
  const lines = useActor('cart', ({ value }) => value.lines)
  const expected = useActor('cart', ({ context }) => (isConfirming(context) ? expectedLines(context) : null))
  return useActor('checkout', ({ value, context }) =>
    obstacle({ value, context: expected === null ? context : withExpectedCart(context, expected) }, start, lines),
  )
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
