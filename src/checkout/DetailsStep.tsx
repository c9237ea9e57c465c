import { useMemo } from 'react'
import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/context'
import { AddressForm } from '../address/AddressForm.tsx'
import { PersonFields } from '../form/PersonFields.tsx'
import type { Places } from '../address/places.ts'
import { addressHandlers, personHandlers } from './address-actions.ts'
import { visibleErrors } from '#machines/checkout/selectors'
import { StepForm } from './StepForm.tsx'
import styles from './AddressPart.module.css'

interface Props {
  context: CheckoutContext
  places: Places
  send: (event: CheckoutEvent) => void
}

/** Step 1: who is buying, and the billing address. */
export function DetailsStep({ context, places, send }: Props) {
  const mistakes = visibleErrors(context, 'details')
  const person = useMemo(() => personHandlers(send), [send])
  const billing = useMemo(() => addressHandlers('billing', send), [send])
  return (
    <StepForm
      step="details"
      tried={context.tried.includes('details')}
      mistakes={mistakes}
      onContinue={() => send({ type: 'checkout.continue' })}
    >
      <div className="form">
        <PersonFields form="person" values={context.person} errors={mistakes} {...person} />
      </div>
      <fieldset className={styles.address}>
        <legend>Billing address</legend>
        <p className="small muted">You can choose a different delivery address in the next step.</p>
        <AddressForm form="billing" values={context.billing} errors={mistakes} places={places} handlers={billing} />
      </fieldset>
    </StepForm>
  )
}
