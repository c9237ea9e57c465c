import type { ReactNode } from 'react'
import { Announcer } from '../ui/Announcer.tsx'
import { submitting } from './focus-return.ts'
import { ErrorSummary, mistakesText } from './ErrorSummary.tsx'
import type { MistakesByField } from './field-errors.ts'
import styles from './Form.module.css'

interface Props {
  className?: string
  /** A submit was tried: all that is wrong is said at the top, and its rows are highlighted. */
  tried: boolean
  /** What is wrong and may be said. */
  mistakes: MistakesByField
  busy: boolean
  onSubmit: () => void
  children: ReactNode
}

/** A form of a page; Enter in a field and its button submit it, and the focus goes to the first mistake. */
export function Form({ className = '', tried, mistakes, busy, onSubmit, children }: Props) {
  return (
    <form
      className={`${styles.form} ${className}`}
      noValidate
      method="post"
      data-tried={tried || undefined}
      aria-busy={busy || undefined}
      onSubmit={submitting(onSubmit)}
    >
      <Announcer text={tried ? mistakesText(mistakes) : ''} />
      {tried && <ErrorSummary mistakes={mistakes} />}
      {children}
    </form>
  )
}
