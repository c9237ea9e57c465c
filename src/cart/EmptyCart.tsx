import picture from '../assets/state-empty-cart.svg'
import { home } from '../layout/links.ts'
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
          <ButtonLink look="go" href={home}>
            Continue Shopping
          </ButtonLink>
        }
      >
        What you add on the shelves waits here for you.
      </EmptyState>
    </section>
  )
}
