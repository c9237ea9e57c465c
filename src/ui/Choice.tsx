import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { store } from '../store/store.ts'
import { Icon } from './Icon.tsx'
import styles from './Choice.module.css'
import field from './Field.module.css'

/** One option, shown as a card. */
export interface ChoiceOption {
  value: string
  title: string
  words?: ReactNode
  /** At the end of the first line, such as a fee. */
  end?: ReactNode
  disabled?: boolean
}

interface Props {
  label: string
  /** '' if nothing is chosen. */
  value: string
  options: readonly ChoiceOption[]
  error?: string | null
  onChange: (value: string) => void
}

/** A radio group whose options are cards with a description each. */
export function Choice({ label, value, options, error = null, onChange }: Props) {
  return (
    // the arrow keys follow the direction of the page's language, not of the browser's
    <I18nProvider locale={store.locale}>
      <RadioGroup
        className={styles.group}
        value={value === '' ? null : value}
        isInvalid={error !== null}
        validationBehavior="aria"
        onChange={onChange}
      >
        <Label className={field.label}>{label}</Label>
        {options.map(option => (
          <Radio key={option.value} className={styles.card} value={option.value} isDisabled={option.disabled}>
            <i className={styles.dot} aria-hidden="true" />
            <b>{option.title}</b>
            {option.end && <span className={styles.end}>{option.end}</span>}
            {option.words && <small>{option.words}</small>}
          </Radio>
        ))}
        <FieldError className={field.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </FieldError>
      </RadioGroup>
    </I18nProvider>
  )
}
