import type { MouseEvent } from 'react'
import { Notice } from '../ui/Notice.tsx'
import type { FieldErrors } from './field-errors.ts'
import styles from './ErrorSummary.module.css'

const numbers = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** So many things, in words, as a sentence begins with them. */
export const thingsText = (count: number): string =>
  `${numbers[count - 1] ?? count} ${count === 1 ? 'thing' : 'things'}`

/** How much is wrong, in words; nothing where nothing is. */
export function errorsText(errors: FieldErrors): string {
  const count = Object.keys(errors).length
  if (count === 0) return ''
  return `${thingsText(count)} ${count === 1 ? 'needs' : 'need'} another look`
}

/** All that is wrong in a form once its button was tried, each a link to its field; it stands in the form. */
export function ErrorSummary({ errors }: { errors: FieldErrors }) {
  const wrong = Object.entries(errors)
  if (wrong.length === 0) return null
  return (
    <Notice tone="bad">
      <b>{errorsText(errors)}</b>
      <ul className={styles.links}>
        {wrong.map(([name, error]) => (
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
