import { Button } from '../ui/Button.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  message: string
  /** No earlier cart is shown. */
  whole: boolean
  onRetry: () => void
}

/** Shown if the cart could not be read: instead of the cart, or above the one that was read before. */
export function UnreadCart({ message, whole, onRetry }: Props) {
  if (!whole) {
    return (
      <Notice tone="bad" role="alert" action={<Button onClick={onRetry}>Try again</Button>}>
        <b>We couldn’t refresh your cart.</b>
        <span>{` This is the last saved version. ${message}`}</span>
      </Notice>
    )
  }
  return (
    <FailedLoad heading="We couldn’t load your cart" onRetry={onRetry}>
      {`${message} Your items are saved.`}
    </FailedLoad>
  )
}
