import { fields, understood } from '#contract/fields'
import type { TypedAddressField } from '#machines/address/address-form'
import { draftErrors } from '#machines/order-change/change-draft'
import { useActor, useSend } from '../system/actors.tsx'
import { Field } from '../ui/Field.tsx'
import { Problems } from './Problems.tsx'
import { useConflicts } from './use-conflicts.ts'

const inputs: readonly { field: TypedAddressField; token: string; required: boolean; span?: 4 | 8 }[] = [
  { field: 'company', token: 'organization', required: false },
  { field: 'address1', token: 'address-line1', required: true },
  { field: 'address2', token: 'address-line2', required: false },
  { field: 'city', token: 'address-level2', required: true, span: 8 },
  { field: 'postCode', token: 'postal-code', required: true, span: 4 },
]

/** Where the order is delivered. Its region and country stay: the store delivers within its own. */
export function ChangeAddress() {
  const regionName = useActor('orderChange', ({ context }) => context.draft.address!.regionName)
  const countryName = useActor('orderChange', ({ context }) => context.draft.address!.countryName)
  const problems = useConflicts('address')
  return (
    <section className="panel stack">
      <h2>Delivery address</h2>
      <Problems texts={problems} />
      <div className="form">
        {inputs.map(input => (
          <AddressInput key={input.field} {...input} />
        ))}
      </div>
      <p className="small muted">{`In ${regionName}, ${countryName}.`}</p>
    </section>
  )
}

function AddressInput({ field, token, required, span }: (typeof inputs)[number]) {
  const value = useActor('orderChange', ({ context }) => context.draft.address![field])
  const error = useActor('orderChange', ({ context }) => draftErrors(context.draft)[field] ?? null)
  const send = useSend('orderChange')
  const type = (text: string) => send({ type: 'change.typedAddress', field, value: text })
  const shown = understood(field, value)
  return (
    <Field
      label={fields[field].label}
      name={`change.${field}`}
      autoComplete={`shipping ${token}`}
      required={required}
      {...(span && { span })}
      {...(field === 'postCode' && { inputMode: 'numeric' as const })}
      value={value}
      error={error}
      onChange={type}
      onBlur={() => shown !== value && type(shown)}
    />
  )
}
