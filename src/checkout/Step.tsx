import type { ReactNode } from 'react'
import { steps, type Step as Name } from '#machines/checkout/context'
import { Icon } from '../ui/Icon.tsx'
import { focusOnMount } from '../form/form-focus.ts'
import { stepTitles } from './checkout-view.ts'
import styles from './Step.module.css'

interface Props {
  name: Name
  state: 'done' | 'open' | 'next'
  /** Its heading takes the focus when it opens: the shopper came from another step. */
  focused: boolean
  /** A summary of the input: below the heading, or beside it in the review. */
  summary?: ReactNode
  short?: string | null
  /** Null if nothing can be edited. */
  onEdit: (() => void) | null
  /** The form, while the step is open. */
  children?: ReactNode
}

/** One of the four steps: open, completed and collapsed to a summary, or not reached yet. */
export function Step({ name, state, focused, summary, short, onEdit, children }: Props) {
  const title = stepTitles[name]
  const number = steps.indexOf(name) + 1
  const isOpen = state === 'open'
  return (
    <section className={styles.step} data-state={state} data-short={short ? '' : undefined} aria-label={title}>
      <header className={styles.head} aria-current={isOpen ? 'step' : undefined}>
        <span className={styles.number} aria-hidden="true">
          {state === 'done' ? <Icon of="check" /> : number}
        </span>
        <h2 ref={isOpen && focused ? focusOnMount : undefined} tabIndex={isOpen ? -1 : undefined}>
          <span>{title}</span>
          {state === 'done' && <span className="vh">, done</span>}
          {short && <small className={styles.short}>{short}</small>}
        </h2>
        {isOpen && <span className="small muted">{`Step ${number} of ${steps.length}`}</span>}
        {state === 'done' && onEdit && (
          <button type="button" className="textlink" aria-label={`Edit ${title}`} onClick={onEdit}>
            Edit
          </button>
        )}
      </header>
      {state === 'done' && summary && !short && <div className={styles.summary}>{summary}</div>}
      {isOpen && <div className={styles.body}>{children}</div>}
    </section>
  )
}
