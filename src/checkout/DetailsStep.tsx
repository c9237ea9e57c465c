import { fields } from '#contract/fields'
import type { CheckoutContext, CheckoutEvent, PersonField } from '#machines/checkout'
import { Field } from '../ui/Field.tsx'
import { AddressForm } from './AddressForm.tsx'
import type { Places } from './places.ts'
import { saidMistakes } from './shown.ts'
import { StepForm } from './StepForm.tsx'
import styles from './AddressForm.module.css'

interface Props {
  context: CheckoutContext
  places: Places
  send: (event: CheckoutEvent) => void
}

const asked = [
  { field: 'firstName', autoComplete: 'given-name' },
  { field: 'lastName', autoComplete: 'family-name' },
  { field: 'email', autoComplete: 'email', type: 'email', inputMode: 'email' },
  { field: 'telephone', autoComplete: 'tel', type: 'tel', inputMode: 'tel' },
] as const satisfies { field: PersonField; autoComplete: string; type?: string; inputMode?: string }[]

/** Step 1: who is buying, and the billing address. */
export function DetailsStep({ context, places, send }: Props) {
  const mistakes = saidMistakes(context, 'details')
  return (
    <StepForm
      step="details"
      tried={context.tried.includes('details')}
      mistakes={mistakes}
      onContinue={() => send({ type: 'checkout.continue' })}
    >
      <div className="form">
        {asked.map(({ field, ...input }) => (
          <Field
            key={field}
            {...input}
            label={fields[field].label}
            name={`person.${field}`}
            span={6}
            required
            value={context.person[field]}
            error={mistakes[`person.${field}`] ?? null}
            onChange={value => send({ type: 'checkout.typed', form: 'person', field, value })}
            onBlur={() => send({ type: 'checkout.left', form: 'person', field })}
          />
        ))}
      </div>
      <fieldset className={styles.address}>
        <legend>Billing address</legend>
        <p className="small muted">The delivery address can be another one, in the next step.</p>
        <AddressForm form="billing" values={context.billing} mistakes={mistakes} places={places} send={send} />
      </fieldset>
    </StepForm>
  )
}
