import { useMemo } from 'react'
import { visibleStepErrors } from '#machines/checkout/selectors'
import { AddressForm } from '../address/AddressForm.tsx'
import { usePlaces } from '../address/use-places.ts'
import { PersonFields } from '../form/PersonFields.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { addressHandlers, personHandlers } from './address-actions.ts'
import { StepForm } from './StepForm.tsx'
import styles from './AddressPart.module.css'

/** Step 1: who is buying, and the billing address. */
export const DetailsStep = () => (
  <StepForm step="details">
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
