import { Button, ButtonLink } from '../ui/Button.tsx'

interface Props {
  /** The id of the text that says why the link is disabled; null if it is enabled. */
  whyNot: string | null
  wide?: boolean
}

/** The link to the checkout. While it is disabled it can still be focused, and its description says why. */
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
