import { formatAmount } from '#contract/money'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { focusStep } from './Changes.tsx'
import { ConflictLinks } from './ConflictLinks.tsx'
import type { ReviewChanges } from './conflict-text.ts'

/** The id of the notice; 'Place Order' focuses it while a change is not accepted. */
export const amountsChangedPlace = 'amounts-changed'

interface Props extends ReviewChanges {
  /** Null while the total is not final. */
  onAccept: (() => void) | null
}

/**
 * What changed while the review was open: each change with a link to its place, and the button that accepts the new total. It
 * does not take the focus: the shopper may be typing a comment.
 */
export const AmountsChanged = ({ changes, cart, was, now, onAccept }: Props) => (
  <div id={amountsChangedPlace} tabIndex={-1} role="alert">
    <Notice
      tone="gold"
      action={
        onAccept && (
          <Button
            onClick={({ currentTarget }) => {
              focusStep(currentTarget)
              onAccept()
            }}
          >
            {was === now ? 'Continue' : `Continue with ${formatAmount(now)}`}
          </Button>
        )
      }
    >
      <b>
        {was === now
          ? 'Your order changed while you were here.'
          : `The total changed from ${formatAmount(was)} to ${formatAmount(now)} while you were here.`}
      </b>{' '}
      Nothing is ordered until you continue.
      {cart !== null && (
        <p>
          <span>{`${cart} `}</span>
          <a className="textlink" href="/cart">
            View your cart
          </a>
        </p>
      )}
      {changes.length > 0 && <ConflictLinks conflicts={changes} />}
    </Notice>
  </div>
)
