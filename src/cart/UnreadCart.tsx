import { Button } from '../ui/Button.tsx'
import { FailedLoad } from '../ui/FailedLoad.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  message: string
  /** There is nothing else to show. */
  whole: boolean
  onRetry: () => void
}

/** The cart could not be read: in place of it, or above what was read before. */
export function UnreadCart({ message, whole, onRetry }: Props) {
  if (!whole) {
    return (
      <Notice tone="bad" role="alert" action={<Button onClick={onRetry}>Try again</Button>}>
        <b>We couldn’t refresh your cart.</b> This is the last saved version. {message}
      </Notice>
    )
  }
  return (
    <FailedLoad heading="We couldn’t load your cart" onRetry={onRetry}>
      {message} Your items are saved.
    </FailedLoad>
  )
}
