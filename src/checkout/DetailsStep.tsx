import { useMemo } from 'react'
import { canSkipToReview } from '#machines/checkout/order-rules'
import { visibleStepErrors } from '#machines/checkout/selectors'
import { AddressForm } from '../address/AddressForm.tsx'
import { usePlaces } from '../address/use-places.ts'
import { PersonFields } from '../form/PersonFields.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { addressHandlers, personHandlers } from './address-actions.ts'
import { StepForm } from './StepForm.tsx'
import styles from './AddressPart.module.css'

/** Step 1: who is buying, and the billing address. */
export const DetailsStep = () => (
  <StepForm step="details">
    <SkipToReview />
    <div className="form">
      <Person />
    </div>
    <fieldset className={styles.address}>
      <legend>Billing address</legend>
      <p className="small muted">You can choose a different delivery address in the next step.</p>
      <BillingAddress />
    </fieldset>
  </StepForm>
)

/** Customers whose details are complete can leave out the steps to the review, where each can be edited. */
function SkipToReview() {
  const isOffered = useActor('checkout', ({ context }) => canSkipToReview(context))
  const send = useSend('checkout')
  if (!isOffered) return null
  return (
    <Notice action={<Button onClick={() => send({ type: 'checkout.skipToReview' })}>Go to Review</Button>}>
      <b>Everything is filled in from your account.</b>
    </Notice>
  )
}

function Person() {
  const person = useActor('checkout', ({ context }) => context.person)
  const errors = useActor('checkout', ({ context }) => visibleStepErrors(context, 'details'))
  const send = useSend('checkout')
  const handlers = useMemo(() => personHandlers(send), [send])
  return <PersonFields form="person" values={person} errors={errors} {...handlers} />
}

function BillingAddress() {
  const billing = useActor('checkout', ({ context }) => context.billing)
  const errors = useActor('checkout', ({ context }) => visibleStepErrors(context, 'details'))
  const places = usePlaces('billingPlaces')
  const send = useSend('checkout')
  const handlers = useMemo(() => addressHandlers('billing', send), [send])
  return <AddressForm form="billing" values={billing} errors={errors} places={places} handlers={handlers} />
}
