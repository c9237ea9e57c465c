import picture from '../assets/state-empty-cart.svg'
import { homePath } from '#contract/paths'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** A cart with nothing in it. */
export function EmptyCart() {
  return (
    <section className="panel">
      <EmptyState
        picture={picture}
        heading="You have no items in your shopping cart."
        action={
          <ButtonLink variant="go" href={homePath}>
            Continue Shopping
          </ButtonLink>
        }
      >
        Items you add will appear here.
      </EmptyState>
    </section>
  )
}
