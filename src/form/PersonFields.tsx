import { memo } from 'react'
import type { ContactPerson } from '#contract/customer'
import { fields, understood } from '#contract/fields'
import { Field } from '../ui/Field.tsx'
import type { FieldErrors } from '#machines/parts/field-errors'

type PersonField = keyof ContactPerson

interface Handlers {
  onType: (field: PersonField, value: string) => void
  onLeave: (field: PersonField) => void
}

interface Props extends Handlers {
  /** Prefix of the field names, such as `person`. */
  form: string
  values: ContactPerson
  errors: FieldErrors
}

const inputs = [
  { field: 'firstName', autoComplete: 'given-name' },
  { field: 'lastName', autoComplete: 'family-name' },
  { field: 'email', autoComplete: 'email', type: 'email', inputMode: 'email' },
  { field: 'telephone', autoComplete: 'tel', type: 'tel', inputMode: 'tel' },
] as const satisfies { field: PersonField; autoComplete: string; type?: string; inputMode?: string }[]

/**
 * Name, email and telephone, for a `form` grid. Typing renders one field again, provided that the handlers are the same
 * functions from render to render.
 */
export const PersonFields = ({ form, values, errors, onType, onLeave }: Props) =>
  inputs.map(input => (
    <PersonInput
      key={input.field}
      input={input}
      name={`${form}.${input.field}`}
      value={values[input.field]}
      error={errors[`${form}.${input.field}`] ?? null}
      onType={onType}
      onLeave={onLeave}
    />
  ))

interface InputProps extends Handlers {
  input: (typeof inputs)[number]
  name: string
  value: string
  error: string | null
}

const PersonInput = memo(function PersonInput({ input, name, value, error, onType, onLeave }: InputProps) {
  const { field, ...attributes } = input
  const shown = understood(field, value)
  return (
    <Field
      {...attributes}
      label={fields[field].label}
      name={name}
      span={6}
      required
      value={value}
      error={error}
      onChange={text => onType(field, text)}
      onBlur={() => {
        if (shown !== value) onType(field, shown)
        onLeave(field)
      }}
    />
  )
})
