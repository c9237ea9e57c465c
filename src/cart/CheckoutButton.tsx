import { Button, ButtonLink } from '../ui/Button.tsx'
import { whyNotCheckout } from './MinimumMeter.tsx'

interface Props {
  /** Cents that the cart lacks to the minimum order. */
  missing: number
  wide?: boolean
}

/** The way to the checkout; while the cart lacks something it can be reached, does nothing, and says why. */
export function CheckoutButton({ missing, wide }: Props) {
  if (missing > 0) {
    return (
      <Button look="go" size="big" wide={wide} aria-disabled aria-describedby={whyNotCheckout}>
        Checkout
      </Button>
    )
  }
  return (
    <ButtonLink look="go" size="big" wide={wide} href="/check-out">
      Checkout
    </ButtonLink>
  )
}
