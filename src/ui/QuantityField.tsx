import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { parseQuantity, type TypedQuantity } from '#contract/cart'
import { Icon } from './Icon.tsx'
import field from './Field.module.css'
import styles from './QuantityField.module.css'

interface Props {
  /** 'Quantity', shown above the field unless there is a `name`. */
  label: string
  /** What is counted, for fields in a list: label and name are then the accessible name only. */
  name?: string
  /** Null while the field is empty. */
  value: TypedQuantity
  least?: number
  most?: number
  error?: string | null
  busy?: boolean
  size?: 'big'
  /** Called with every whole number typed or stepped to; null when the field was emptied. */
  onChange: (quantity: TypedQuantity) => void
  onBlur?: () => void
}

/** A quantity: a spin button that can be typed into, with steppers. For pages that are loaded on demand. */
export function QuantityField({
  label,
  name,
  value,
  least = 1,
  most = 999,
  error = null,
  busy,
  size,
  onChange,
  onBlur,
}: Props) {
  const typed = (text: string) => {
    const quantity = parseQuantity(text)
    if (quantity !== undefined) onChange(quantity)
  }
  return (
    <NumberField
      className={field.field}
      aria-label={name === undefined ? undefined : `${label}: ${name}`}
      value={value ?? Number.NaN}
      minValue={least}
      maxValue={most}
      commitBehavior="validate"
      validationBehavior="aria"
      formatOptions={{ useGrouping: false, maximumFractionDigits: 0 }}
      isInvalid={error !== null}
      onChange={number => onChange(Number.isNaN(number) ? null : number)}
      onBlur={onBlur}
    >
      {name === undefined && <Label className={field.label}>{label}</Label>}
      <Group className={styles.stepper} data-size={size} aria-busy={busy}>
        <Button slot="decrement" aria-label={name === undefined ? 'Decrease' : `Decrease quantity: ${name}`}>
          <Icon of="minus" size="small" />
        </Button>
        {/* React Aria omits the role because of phones; screen readers and tests rely on it. */}
        <Input
          role="spinbutton"
          aria-valuenow={value ?? undefined}
          aria-valuemin={least}
          aria-valuemax={most}
          onInput={event => typed(event.currentTarget.value)}
        />
        <Button slot="increment" aria-label={name === undefined ? 'Increase' : `Increase quantity: ${name}`}>
          <Icon of="plus" size="small" />
        </Button>
      </Group>
      <FieldError className={field.error}>
        <Icon of="circle-alert" size="small" />
        {error}
      </FieldError>
    </NumberField>
  )
}
