import type { ContactPerson } from '#contract/customer'
import { fields } from '#contract/fields'
import { Field } from '../ui/Field.tsx'
import type { FieldErrors } from './field-errors.ts'

interface Props {
  /** What the names of its fields begin with, such as `person`. */
  form: string
  values: ContactPerson
  errors: FieldErrors
  onType: (field: keyof ContactPerson, value: string) => void
  onLeave: (field: keyof ContactPerson) => void
}

const asked = [
  { field: 'firstName', autoComplete: 'given-name' },
  { field: 'lastName', autoComplete: 'family-name' },
  { field: 'email', autoComplete: 'email', type: 'email', inputMode: 'email' },
  { field: 'telephone', autoComplete: 'tel', type: 'tel', inputMode: 'tel' },
] as const satisfies { field: keyof ContactPerson; autoComplete: string; type?: string; inputMode?: string }[]

/** Who somebody is, and how to reach them; the fields stand in a `form` grid. */
export const PersonFields = ({ form, values, errors, onType, onLeave }: Props) =>
  asked.map(({ field, ...input }) => (
    <Field
      key={field}
      {...input}
      label={fields[field].label}
      name={`${form}.${field}`}
      span={6}
      required
      value={values[field]}
      error={errors[`${form}.${field}`] ?? null}
      onChange={value => onType(field, value)}
      onBlur={() => onLeave(field)}
    />
  ))
