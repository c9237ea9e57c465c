import type { ReactNode } from 'react'
import { steps, type Step } from '#machines/checkout/context'
import { Announcer } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { submitHandler, keepFocusOnPress } from '../form/form-focus.ts'
import { stepForm } from './checkout-view.ts'
import { ErrorSummary, errorsText } from '../form/ErrorSummary.tsx'
import type { FieldErrors } from '../form/field-errors.ts'
import { stepTitles } from './checkout-view.ts'
import styles from './StepForm.module.css'

interface Props {
  step: Exclude<Step, 'review'>
  /** 'Continue' was tried: all that is wrong is said at the top, too. */
  tried: boolean
  mistakes: FieldErrors
  onContinue: () => void
  children: ReactNode
}

/** The form of an open step; Enter in a field and 'Continue' end it. */
export function StepForm({ step, tried, mistakes, onContinue, children }: Props) {
  const following = steps[steps.indexOf(step) + 1]!
  return (
    <form
      id={stepForm}
      className={styles.form}
      noValidate
      aria-label={stepTitles[step]}
      onSubmit={submitHandler(onContinue)}
    >
      <Announcer text={tried ? errorsText(mistakes) : ''} />
      {tried && <ErrorSummary errors={mistakes} />}
      {children}
      <div className={styles.end}>
        <Button type="submit" look="go" size="big" onMouseDown={keepFocusOnPress}>
          Continue
        </Button>
        <span className="small muted">to {stepTitles[following]}</span>
      </div>
    </form>
  )
}
