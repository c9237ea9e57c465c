import picture from '../assets/state-error.svg'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props {
  message: string
  /** There is nothing else to show. */
  whole: boolean
  onRetry: () => void
}

/** The cart could not be read: in place of it, or above what was read before. */
export function UnreadCart({ message, whole, onRetry }: Props) {
  const again = <Button onClick={onRetry}>Try again</Button>
  if (!whole) {
    return (
      <Notice tone="bad" role="alert" action={again}>
        <b>Your cart could not be read again.</b> What you see is how it was before. {message}
      </Notice>
    )
  }
  return (
    <section className="panel" role="alert">
      <EmptyState picture={picture} heading="Your cart did not load" action={again}>
        {message} What is in it is safe.
      </EmptyState>
    </section>
  )
}
