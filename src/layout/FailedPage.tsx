import { useSend } from '../actors.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import picture from '../assets/state-error.svg'

/** The code of the page that was asked for did not arrive. */
export function FailedPage() {
  const send = useSend('shop')
  return (
    <EmptyState
      level={1}
      picture={picture}
      heading="The page could not be loaded"
      action={
        <Button look="go" onClick={() => send({ type: 'address.retry' })}>
          Try again
        </Button>
      }
    >
      <p role="alert">Check your connection, then try again. Your cart is safe.</p>
    </EmptyState>
  )
}
