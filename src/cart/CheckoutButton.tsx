import { Button, ButtonLink } from '../ui/Button.tsx'

interface Props {
  /** The id of the sentence that says why the checkout is closed; null if it is open. */
  whyNot: string | null
  wide?: boolean
}

/** The way to the checkout; while the cart lacks something it can be reached, does nothing, and says why. */
export function CheckoutButton({ whyNot, wide }: Props) {
  if (whyNot !== null) {
    return (
      <Button look="go" size="big" wide={wide} aria-disabled aria-describedby={whyNot}>
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
