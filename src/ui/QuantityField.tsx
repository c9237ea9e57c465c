import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { Icon } from './Icon.tsx'
import field from './Field.module.css'
import styles from './QuantityField.module.css'

interface Props {
  /** 'Quantity', seen above the field unless `name` is there. */
  label: string
  /** What is counted, where many fields stand in a list: the label is then only heard. */
  name?: string
  /** NaN while the field is empty. */
  value: number
  least?: number
  most?: number
  error?: string | null
  busy?: boolean
  size?: 'big'
  /** Every whole number typed or stepped to, at once; NaN for an emptied field. */
  onChange: (value: number) => void
  onBlur?: () => void
}

/** How many: a spin button that can be typed into, with steppers. For pages that are loaded on demand. */
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
    if (/^\d*$/.test(text.trim())) onChange(text.trim() === '' ? Number.NaN : Number(text))
  }
  return (
    <NumberField
      className={field.field}
      aria-label={name === undefined ? undefined : `${label}: ${name}`}
      value={value}
      minValue={least}
      maxValue={most}
      commitBehavior="validate"
      validationBehavior="aria"
      formatOptions={{ useGrouping: false, maximumFractionDigits: 0 }}
      isInvalid={error !== null}
      onChange={onChange}
      onBlur={onBlur}
    >
      {name === undefined && <Label className={field.label}>{label}</Label>}
      <Group className={styles.stepper} data-size={size} aria-busy={busy}>
        <Button slot="decrement" aria-label={name === undefined ? 'One fewer' : `One fewer: ${name}`}>
          <Icon of="minus" size="small" />
        </Button>
        {/* React Aria leaves the role out, for a phone's sake; tests and other readers count on it. */}
        <Input
          role="spinbutton"
          aria-valuenow={Number.isNaN(value) ? undefined : value}
          aria-valuemin={least}
          aria-valuemax={most}
          onInput={event => typed(event.currentTarget.value)}
        />
        <Button slot="increment" aria-label={name === undefined ? 'One more' : `One more: ${name}`}>
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
