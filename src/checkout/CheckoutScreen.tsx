import { titleAt } from '#contract/paths'
import { toCents } from '#contract/money'
import { steps, type Step } from '#machines/checkout/context'
import { missingOf } from '#machines/checkout/order-rules'
import { hasErrors, notPlacedBecause, obstacle, type Obstacle as ObstacleKind } from '#machines/checkout/selectors'
import { useReadAgain } from '../session/use-read-again.ts'
import { useActor, useSend } from '../system/actors.tsx'
import { Breadcrumb } from '../layout/Breadcrumb.tsx'
import { PlacedOrder } from '../orders/PlacedOrder.tsx'
import { Obstacle } from './Obstacle.tsx'
import { Steps } from './Steps.tsx'
import { useCheckout, useCheckoutProgress } from './use-checkout.ts'
import { useStepHistory } from '../ui/use-step-history.ts'
import { Loading } from '../ui/Loading.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './CheckoutScreen.module.css'

/** The page 'Checkout': four steps from a full cart to a placed order. Its parts select what they render. */
export function CheckoutScreen() {
  const progress = useCheckoutProgress()
  const receipt = useActor('orderAttempt', ({ context }) => context.receipt)
  const isGuest = useActor('checkout', ({ context }) => context.account === null)
  const isWrong = useActor('checkout', hasErrors)
  const kind = useObstacle()
  const send = useSend('checkout')

  const open = steps.find(one => one === progress.step) ?? null
  useStepHistory<Step>(open, step => send({ type: 'checkout.edit', step }))

  if (progress.step === 'placed' && receipt !== null) {
    return (
      <div className={styles.page}>
        <PageTitle text="Thank you for your order" />
        <PlacedOrder order={receipt} />
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <PageTitle text={titleAt('/check-out')} hasErrors={isWrong} />
      <Loading shown={progress.step === 'placing'} text="Placing your order …" />
      <Head isGuest={isGuest} hasReceipt={receipt !== null} />
      {(kind !== null || progress.step !== 'review') && <NotPlaced />}
      {kind === null ? <Steps progress={progress} /> : <InsteadOfSteps kind={kind} />}
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

/** Why the last order was not placed. The review shows it itself, with its conflicts. */
function NotPlaced() {
  const message = useActor('checkout', notPlacedBecause)
  return (
    message !== null && (
      <Notice tone="bad" role="alert">
        <b>Your order was not placed.</b>
        <span>{` ${message}`}</span>
      </Notice>
    )
  )
}

function useObstacle(): ObstacleKind | null {
  const start = useActor('session', ({ value }) => value.start)
  const lines = useActor('cart', ({ value }) => value.lines)
  return useCheckout((context, value) => obstacle({ value, context }, start, lines))
}

function InsteadOfSteps({ kind }: { kind: ObstacleKind }) {
  const missing = useCheckout(missingOf)
  const minimum = useActor('checkout', ({ context }) => toCents(context.settings?.minimumOrderLimit ?? 0))
  const lock = useActor('lock', ({ value }) => value)
  const send = useSend('checkout')
  const readAgain = useReadAgain()
  return (
    <Obstacle
      {...{ kind, missing, minimum, lock }}
      onRetry={readAgain}
      onTakeOver={() => send({ type: 'checkout.takeOver' })}
    />
  )
}
