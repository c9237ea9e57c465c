import type { ComponentProps } from 'react'
import { isQuoting } from '#machines/checkout/selectors'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { useActor } from '../system/actors.tsx'

/** The button that completes a step; the delivery step waits for its fee. */
export function ContinueButton(props: Pick<ComponentProps<typeof SubmitButton>, 'form' | 'wide'>) {
  const waits = useActor('checkout', isQuoting)
  return (
    <SubmitButton {...props} pending={waits && 'Checking your address…'}>
      Continue
    </SubmitButton>
  )
}
