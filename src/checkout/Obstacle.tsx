import type { SnapshotFrom } from 'xstate'
import { homePath } from '#contract/paths'
import { formatAmount } from '#contract/money'
import tabsPicture from '../assets/state-other-tab.svg'
import cartPicture from '../assets/state-empty-cart.svg'
import type { lockMachine } from '#machines/checkout/lock'
import type { Obstacle as ObstacleReason } from '#machines/checkout/selectors'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { focusHeading } from '../ui/focus.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'

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
      <FailedLoad heading="We couldn’t load the checkout" onRetry={onRetry}>
        We couldn’t reach the shop. Your cart and details are saved.
      </FailedLoad>
    )
  }
  if (kind === 'otherTab') return <OpenInOtherTab lock={lock} onTakeOver={onTakeOver} />
  return (
    <section className="panel">
      {kind === 'empty' && (
        <EmptyState
          picture={cartPicture}
          heading="You have no items in your shopping cart."
          action={
            <ButtonLink variant="go" href={homePath}>
              Continue Shopping
            </ButtonLink>
          }
        />
      )}
      {kind === 'tooLittle' && (
        <EmptyState
          picture={cartPicture}
          heading={`You’re ${formatAmount(missing)} below the minimum order`}
          action={
            <>
              <ButtonLink variant="go" href={homePath}>
                Continue Shopping
              </ButtonLink>
              <ButtonLink href="/cart">View Cart</ButtonLink>
            </>
          }
        >
          {`Add ${formatAmount(missing)} more to reach the minimum order of ${formatAmount(minimum)}`}
        </EmptyState>
      )}
    </section>
  )
}

/** The label of the button while the lock is requested. */
const lockText = { requesting: 'Checking…', taking: 'Moving it here…', holding: false, otherTab: false } as const

/** Another tab holds the checkout; it can be taken over with its form data. */
function OpenInOtherTab({ lock, onTakeOver }: Pick<Props, 'lock' | 'onTakeOver'>) {
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
            <Button variant="go" size="big" pending={lockText[lock]} onClick={takeOver}>
              Continue here
            </Button>
            <ButtonLink size="big" href="/cart">
              View Cart
            </ButtonLink>
          </>
        }
      >
        To avoid duplicate orders, check out in one tab. Continue here and your details come with you.
      </EmptyState>
    </section>
  )
}
