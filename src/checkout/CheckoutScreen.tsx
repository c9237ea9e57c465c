import { titleAt } from '#contract/paths'
import { toCents } from '#contract/money'
import {
  missingOf,
  stepMistakes,
  steps,
  type CheckoutContext,
  type CheckoutSnapshot,
} from '#machines/checkout/checkout'
import { paymentProgress } from '#machines/payment/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { Confirmation } from './Confirmation.tsx'
import type { CartNews } from './conflicts.ts'
import { Obstacle, type ObstacleKind } from './Obstacle.tsx'
import type { Place } from './OpenStep.tsx'
import type { Places } from '../address/places.ts'
import type { PaymentView } from '../payment/PaymentPanel.tsx'
import { Steps } from './Steps.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './CheckoutScreen.module.css'

/** The page 'Checkout': four steps from a full cart to a placed order. */
export function CheckoutScreen() {
  const context = useActor('checkout', snapshot => snapshot.context)
  const place = useActor('checkout', placeIn)
  const methodsAre = useActor('checkout', ({ value }) => value.methods)
  const isFeeAsked = useActor('checkout', snapshot => snapshot.matches({ fee: 'asking' }))
  const lines = useActor('cart', snapshot => snapshot.context.lines)
  const cartNews = useCartNews()
  const places = { billing: usePlaces('billingPlaces'), delivery: usePlaces('deliveryPlaces') }
  const payment = usePayment()
  const obstacle = useObstacle(context, place)
  const isTaking = useActor('checkout', snapshot => snapshot.matches({ tab: 'taking' }))
  const send = useSend('checkout')
  const sendCart = useSend('cart')
  const sendSession = useSend('session')

  if (place.step === 'placed' && context.order !== null) {
    const { order } = context
    const method = context.methods.find(({ id }) => id === order.deliveryMethod)
    return (
      <div className={styles.page}>
        <PageTitle text="Thank you for your order" />
        <Confirmation
          order={order}
          deliveryName={method?.name ?? order.deliveryMethod}
          isGuest={context.account === null}
        />
      </div>
    )
  }
  const minimum = toCents(context.settings?.minimumOrderLimit ?? 0)
  return (
    <div className={styles.page}>
      <PageTitle text={titleAt('/check-out')} hasErrors={hasErrors(context, place)} />
      <Head isGuest={context.account === null} />
      {obstacle === null ? (
        <Steps {...{ context, place, methodsAre, isFeeAsked, lines, cartNews, places, payment, send, sendCart }} />
      ) : (
        <Obstacle
          kind={obstacle}
          missing={missingOf(context)}
          minimum={minimum}
          isTaking={isTaking}
          onRetry={() => sendSession({ type: 'session.retry' })}
          onTakeOver={() => send({ type: 'checkout.takeOver' })}
        />
      )}
    </div>
  )
}

function Head({ isGuest }: { isGuest: boolean }) {
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
      </div>
    </>
  )
}

/** Where the chart stands; plain, so that a render follows from it alone. */
function placeIn({ value }: CheckoutSnapshot): Place {
  if (typeof value.step === 'object') return { step: 'unknown', asking: value.step.unknown }
  return { step: value.step, asking: null }
}

/** What keeps the shopper from the steps; an order that is on its way is shown whatever the cart holds. */
function useObstacle(context: CheckoutContext, { step }: Place): ObstacleKind | null {
  const session = useActor('session', ({ value }) => value.start)
  const isElsewhere = useActor('checkout', ({ value }) => value.tab === 'elsewhere' || value.tab === 'taking')
  const isCartReading = useActor('cart', ({ value }) => value.lines === 'unopened' || value.lines === 'loading')
  if (!(steps as readonly string[]).includes(step)) return null
  if (context.settings === null) return session === 'unreachable' ? 'unreachable' : 'loading'
  if (context.basket.quantity === 0) return isCartReading ? 'loading' : 'empty'
  if (missingOf(context) > 0) return 'tooLittle'
  return isElsewhere ? 'elsewhere' : null
}

function useCartNews(): CartNews {
  const changing = useActor('cart', ({ context }) =>
    context.pendingCommands.flatMap(command => ('lineId' in command ? [command.lineId] : [])),
  )
  const isStill = useActor('cart', ({ value }) => value.lines === 'idle' && value.coupon !== 'validating')
  const coupon = useActor('cart', ({ value, context }) => {
    if (value.coupon === 'validating') return 'checking'
    return context.couponRefusal === null ? 'kept' : 'dropped'
  })
  return { changing, isStill, coupon }
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

const hasErrors = (context: CheckoutContext, { step }: Place): boolean => {
  const open = steps.find(name => name === step)
  return open !== undefined && context.tried.includes(open) && Object.keys(stepMistakes(context, open)).length > 0
}
