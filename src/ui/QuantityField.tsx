import type { ClipboardEvent } from 'react'
import { Button } from 'react-aria-components/Button'
import { FieldError } from 'react-aria-components/FieldError'
import { Group } from 'react-aria-components/Group'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { NumberField } from 'react-aria-components/NumberField'
import { largestQuantity, type TypedQuantity } from '#contract/cart'
import { parseQuantity } from '#contract/quantity'
import { plainText } from '#contract/typed-text'
import { store } from '../store/store.ts'
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
  error?: string | null
  size?: 'big'
  /** Called with every whole number typed or stepped to; null when the field was emptied. */
  onChange: (quantity: TypedQuantity) => void
}

/** Pastes digits as they were meant: React Aria refuses full-width ones, and ones with invisible characters. */
function pasteUnderstood(event: ClipboardEvent<HTMLInputElement>) {
  const text = event.clipboardData.getData('text/plain')
  const plain = plainText(text)
  if (plain === text || !/^\d+$/.test(plain)) return
  event.preventDefault()
  const field = event.currentTarget
  field.setRangeText(plain, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A quantity: a spin button that can be typed into, with steppers. For pages that are loaded on demand. */
export function QuantityField({ label, name, value, error = null, size, onChange }: Props) {
  const typed = (text: string) => {
    const quantity = parseQuantity(text)
    if (quantity !== undefined) onChange(quantity)
  }
  return (
    // the page is in the store's language: without this the digits are the browser's, such as Arabic ones
    <I18nProvider locale={store.locale}>
      <NumberField
        className={field.field}
        aria-label={name === undefined ? undefined : `${label}: ${name}`}
        value={value ?? Number.NaN}
        minValue={1}
        maxValue={largestQuantity}
        commitBehavior="validate"
        isWheelDisabled
        validationBehavior="aria"
        formatOptions={{ useGrouping: false, maximumFractionDigits: 0 }}
        isInvalid={error !== null}
        onChange={number => onChange(Number.isNaN(number) ? null : number)}
      >
        {name === undefined && <Label className={field.label}>{label}</Label>}
        <Group className={styles.stepper} data-size={size}>
          <Button slot="decrement" aria-label={name === undefined ? 'Decrease' : `Decrease quantity: ${name}`}>
            <Icon of="minus" size="small" />
          </Button>
          {/* React Aria omits the role because of phones; screen readers and tests rely on it. */}
          <Input
            onPaste={pasteUnderstood}
            role="spinbutton"
            aria-valuenow={value ?? undefined}
            aria-valuemin={1}
            aria-valuemax={largestQuantity}
            onInput={event => typed(event.currentTarget.value)}
          />
          <Button slot="increment" aria-label={name === undefined ? 'Increase' : `Increase quantity: ${name}`}>
            <Icon of="plus" size="small" />
          </Button>
        </Group>
        <FieldError className={field.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </FieldError>
      </NumberField>
    </I18nProvider>
  )
}
