import type { ComponentProps } from 'react'
import { isQuoting, isWaitingForMethods } from '#machines/checkout/selectors'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { useActor } from '../system/actors.tsx'

/** The button that completes a step; the delivery step waits for the methods to choose from, then for its fee. */
export function ContinueButton(props: Pick<ComponentProps<typeof SubmitButton>, 'form' | 'wide'>) {
  const isFeePending = useActor('checkout', isQuoting)
  const isMethodPending = useActor('checkout', isWaitingForMethods)
  const pending = isFeePending ? 'Checking your address…' : isMethodPending && 'Loading delivery methods…'
  return (
    <SubmitButton {...props} pending={pending}>
      Continue
    </SubmitButton>
  )
}
