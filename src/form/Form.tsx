import type { Elements } from '../ui/elements.ts'
import { Announcer } from '../ui/Announcer.tsx'
import { submitHandler } from './form-focus.ts'
import { ErrorSummary, errorsText } from './ErrorSummary.tsx'
import type { FieldErrors } from '#machines/parts/field-errors'
import styles from './Form.module.css'

interface Props {
  className?: string
  /** A submit was tried: the summary is shown, and rows with errors are highlighted. */
  tried: boolean
  errors: FieldErrors
  busy: boolean
  onSubmit: () => void
  children: Elements
}

/** A page's form. Enter in a field submits it; the focus then moves to the first error. */
export function Form({ className = '', tried, errors, busy, onSubmit, children }: Props) {
  return (
    <form
      className={`${styles.form} ${className}`}
      noValidate
      method="post"
      data-tried={tried || undefined}
      aria-busy={busy || undefined}
      onSubmit={submitHandler(onSubmit)}
    >
      <Announcer text={tried ? errorsText(errors) : ''} />
      {tried && <ErrorSummary errors={errors} />}
      {children}
    </form>
  )
}
