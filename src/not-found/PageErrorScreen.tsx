import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** Shown instead of a page whose code could not be loaded. */
export function FailedScreen() {
  const message = useActor('shop', ({ context }) => context.refusal?.message ?? '')
  const send = useSend('shop')
  return (
    <EmptyState
      level={1}
      heading="We couldn’t load this page"
      action={<Button onClick={() => send({ type: 'page.retry' })}>Try again</Button>}
    >
      <p>{message}</p>
    </EmptyState>
  )
}
