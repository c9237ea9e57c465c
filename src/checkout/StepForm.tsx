import type { Elements } from '../ui/elements.ts'
import { steps, type Step } from '#machines/checkout/context'
import { visibleStepErrors } from '#machines/checkout/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Announcer } from '../ui/Announcer.tsx'
import { submitHandler } from '../form/form-focus.ts'
import { ContinueButton } from './ContinueButton.tsx'
import { stepForm } from './checkout-view.ts'
import { ErrorSummary, errorsText } from '../form/ErrorSummary.tsx'
import { stepTitles } from './checkout-view.ts'
import styles from './StepForm.module.css'

interface Props {
  step: Exclude<Step, 'review'>
  children: Elements
}

/** The form of an open step; Enter in a field and 'Continue' submit it. Then its errors are listed at the top. */
export function StepForm({ step, children }: Props) {
  const errors = useActor('checkout', ({ context }) =>
    context.tried.includes(step) ? visibleStepErrors(context, step) : null,
  )
  const send = useSend('checkout')
  const following = steps[steps.indexOf(step) + 1]!
  return (
    <form
      id={stepForm}
      className={styles.form}
      noValidate
      aria-label={stepTitles[step]}
      onSubmit={submitHandler(() => send({ type: 'checkout.continue' }))}
    >
      <Announcer text={errors ? errorsText(errors) : ''} />
      {errors && <ErrorSummary errors={errors} />}
      {children}
      <div className={styles.end}>
        <ContinueButton />
        <span className="small muted">{`to ${stepTitles[following]}`}</span>
      </div>
    </form>
  )
}
