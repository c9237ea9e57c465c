import type { SnapshotFrom } from 'xstate'
import { homePath } from '#contract/paths'
import tabsPicture from '../assets/state-elsewhere.svg'
import cartPicture from '../assets/state-empty-cart.svg'
import type { lockMachine } from '#machines/checkout/lock'
import type { Obstacle as ObstacleReason } from '#machines/checkout/selectors'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { focusHeading } from '../ui/focus.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { moneyText } from '../ui/format-money.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './Obstacle.module.css'

type LockState = SnapshotFrom<typeof lockMachine>['value']

interface Props {
  kind: ObstacleReason
  /** Cents that the cart lacks, and the minimum order. */
  missing: number
  minimum: number
  lock: LockState
  onRetry: () => void
  onTakeOver: () => void
}

/** Shown instead of the steps when there is nothing to order, too little, or nothing known yet. */
export function Obstacle({ kind, missing, minimum, lock, onRetry, onTakeOver }: Props) {
  if (kind === 'loading') return <CheckoutSkeleton />
  if (kind === 'unreachable') {
    return (
      <FailedLoad heading="The checkout did not load" onRetry={onRetry}>
        The shop did not answer. Your cart is safe, and so is what you typed.
      </FailedLoad>
    )
  }
  if (kind === 'elsewhere') return <Elsewhere lock={lock} onTakeOver={onTakeOver} />
  return (
    <section className="panel">
      {kind === 'empty' && (
        <EmptyState
          picture={cartPicture}
          heading="You have no items in your shopping cart."
          action={
            <ButtonLink look="go" href={homePath}>
              Continue Shopping
            </ButtonLink>
          }
        />
      )}
      {kind === 'tooLittle' && (
        <EmptyState
          picture={cartPicture}
          heading="A little more, please"
          action={
            <>
              <ButtonLink look="go" href={homePath}>
                Continue Shopping
              </ButtonLink>
              <ButtonLink href="/cart">View Cart</ButtonLink>
            </>
          }
        >
          Add {moneyText(missing)} more to reach the minimum order of {moneyText(minimum)}
        </EmptyState>
      )}
    </section>
  )
}

/** What the button says while the lock is requested. */
const lockText = { claiming: 'Checking…', taking: 'Bringing it here…', holding: false, elsewhere: false } as const

/** Another tab holds the checkout; it can be taken over with its form data. */
function Elsewhere({ lock, onTakeOver }: Pick<Props, 'lock' | 'onTakeOver'>) {
  const takeOver = () => {
    focusHeading()
    onTakeOver()
  }
  return (
    <section className="panel" role="status">
      <EmptyState
        picture={tabsPicture}
        heading="Your checkout is open in another tab"
        action={
          <>
            <Button look="go" size="big" pending={lockText[lock]} onClick={takeOver}>
              Continue here
            </Button>
            <ButtonLink size="big" href="/cart">
              View Cart
            </ButtonLink>
          </>
        }
      >
        One tab at a time, so that nothing is ordered twice. Go on there, or here: what you typed comes along.
      </EmptyState>
    </section>
  )
}

function CheckoutSkeleton() {
  return (
    <div className="split" aria-busy="true">
      <p className="vh" role="status">
        Loading the checkout
      </p>
      <div className="stack">
        <div className={`panel ${styles.step}`}>
          <Skeleton width="180px" height="24px" />
          <Skeleton shape="block" height="48px" />
          <Skeleton shape="block" height="48px" />
          <Skeleton shape="block" height="48px" />
          <Skeleton shape="pill" width="150px" height="54px" />
        </div>
        {[1, 2, 3].map(step => (
          <Skeleton key={step} shape="block" height="72px" />
        ))}
      </div>
      <div className="panel stack">
        <Skeleton width="60%" height="22px" />
        <Skeleton shape="block" height="56px" />
        <Skeleton shape="block" height="56px" />
        <Skeleton />
        <Skeleton height="30px" />
      </div>
    </div>
  )
}
