import { Button, ButtonLink } from './Button.tsx'

interface Props {
  /** The id of the text that says why the link is disabled; null if it is enabled. */
  whyNot: string | null
  wide?: boolean
  /** In the cart's dropdown: smaller, and a press on the link closes it. */
  onFollow?: () => void
}

/** The link to the checkout. While it is disabled it can still be focused, and its description says why. */
export function CheckoutButton({ whyNot, wide, onFollow }: Props) {
  const size = onFollow ? undefined : 'big'
  if (whyNot !== null) {
    return (
      <Button variant="go" size={size} wide={wide} aria-disabled aria-describedby={whyNot}>
        Checkout
      </Button>
    )
  }
  return (
    <ButtonLink variant="go" size={size} wide={wide} href="/check-out" onClick={onFollow}>
      Checkout
    </ButtonLink>
  )
}
