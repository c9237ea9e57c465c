import type { MouseEvent } from 'react'
import { Notice } from '../ui/Notice.tsx'
import type { FieldErrors } from '#machines/parts/field-errors'
import styles from './ErrorSummary.module.css'

const numbers = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** A number as the start of a sentence: 'One thing', 'Three things'. */
export const countText = (count: number, noun: string): string =>
  `${numbers[count - 1] ?? count} ${noun}${count === 1 ? '' : 's'}`

/** The number of errors as a sentence; '' if there are none. */
export function errorsText(errors: FieldErrors): string {
  const count = Object.keys(errors).length
  if (count === 0) return ''
  return count === 1 ? 'Please fix this field' : `Please fix these ${count} fields`
}

/** The errors of a submitted form, each a link to its field. Rendered inside the form. */
export function ErrorSummary({ errors }: { errors: FieldErrors }) {
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return (
    <Notice tone="bad">
      <b>{errorsText(errors)}</b>
      <ul className={styles.links}>
        {entries.map(([name, error]) => (
          <li key={name}>
            <a href={`#${name}`} onClick={goTo(name)}>
              {error}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const goTo = (name: string) => (event: MouseEvent<HTMLAnchorElement>) => {
  event.preventDefault()
  const form = event.currentTarget.closest('form')
  const field = form?.elements.namedItem(name) ?? form?.querySelector('[role="radiogroup"] input')
  if (field instanceof HTMLElement) field.focus()
}
