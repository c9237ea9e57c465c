import { useId, type FocusEvent } from 'react'
import { Icon } from './Icon.tsx'
import { FieldLabel } from './FieldLabel.tsx'
import styles from './Field.module.css'

/** An option; adjacent ones of one group get its heading. */
export interface SelectOption {
  value: string
  label: string
  group?: string
}

interface Props {
  label: string
  /** '' if nothing is chosen. */
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
  onBlur?: (event: FocusEvent) => void
  name?: string
  /** Label of the empty option; choosing it clears the field. */
  placeholder?: string
  required?: boolean
  error?: string | null
  autoComplete?: string
  disabled?: boolean
  /** The options are being loaded. */
  busy?: boolean
  span?: 4 | 6 | 8
}

const asOption = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
)

function groupsOf(options: readonly SelectOption[]) {
  const groups: { group: string | undefined; members: SelectOption[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.members.push(option)
    else groups.push({ group: option.group, members: [option] })
  }
  return groups
}

/** A native select with a label and an error. */
export function SelectField(props: Props) {
  const { label, value, options, placeholder = 'Choose', required = false, error = null, span } = props
  const id = useId()
  return (
    <div className={styles.field} data-span={span}>
      <FieldLabel required={required}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      </FieldLabel>
      <div className={styles.wrap}>
        <select
          id={id}
          className={styles.input}
          name={props.name}
          value={value}
          data-rendered={value}
          autoComplete={props.autoComplete}
          disabled={props.disabled}
          aria-required={required || undefined}
          aria-invalid={error !== null || undefined}
          aria-busy={props.busy || undefined}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={event => props.onChange(event.currentTarget.value)}
          onBlur={props.onBlur}
        >
          <option value="">{placeholder}</option>
          {groupsOf(options).map(({ group, members }) =>
            group === undefined ? (
              members.map(asOption)
            ) : (
              <optgroup key={group} label={group}>
                {members.map(asOption)}
              </optgroup>
            ),
          )}
        </select>
        <Icon of="chevron-down" size="small" />
      </div>
      {error !== null && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
