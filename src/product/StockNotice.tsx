import { fields } from '#contract/fields'
import { noticeDays } from '#contract/stock-notices'
import { randomId } from '../effects/secure-context.ts'
import { focusOnMount, submitHandler } from '../form/form-focus.ts'
import { SubmitButton } from '../form/SubmitButton.tsx'
import { useActor, useSend } from '../system/actors.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { stockNoticeIn } from './stock-notice-view.ts'
import styles from './StockNotice.module.css'

const [errorId, hintId] = ['stock-notice-error', 'stock-notice-hint']

/** For a product that is not in stock: asks for a mail when it is. */
export function StockNotice() {
  const { step, email, error, refusal, isConfirmedByLink } = useActor('product', stockNoticeIn)
  const send = useSend('product')
  if (step === 'asked')
    return (
      <div ref={focusOnMount} tabIndex={-1} role="status">
        <Notice tone="ok">
          {isConfirmedByLink
            ? `To confirm, open the link that we email to ${email}. If you have asked before, there is no new email.`
            : `We’ll email ${email} when this is back in stock.`}
        </Notice>
      </div>
    )
  return (
    <form
      className={styles.form}
      aria-labelledby="stock-notice"
      noValidate
      method="dialog" // without scripts the browser must not submit it, so that the email does not get into a URL
      onSubmit={submitHandler(() => {
        if (step === 'form') send({ type: 'product.askNotice', requestId: randomId() })
      })}
    >
      <h2 id="stock-notice">Email me when it’s back</h2>
      <label className={styles.field}>
        <span>{fields.email.label}</span>
        <input
          type="email"
          name="email"
          autoComplete="email"
          aria-required="true"
          aria-invalid={error !== null || undefined}
          aria-describedby={`${error === null ? '' : `${errorId} `}${hintId}`}
          readOnly={step === 'asking'}
          value={email}
          onChange={event => send({ type: 'product.typedEmail', value: event.currentTarget.value })}
        />
      </label>
      <SubmitButton size={undefined} pending={step === 'asking' && 'Sending...'}>
        Email me
      </SubmitButton>
      {error && (
        <p id={errorId} className={styles.error}>
          <Icon of="circle-alert" size="small" />
          <span>{error}</span>
        </p>
      )}
      <p id={hintId} className={styles.hint}>
        {`One email, if it’s back within ${noticeDays} days. No newsletter.`}
      </p>
      {refusal && (
        <div className={styles.refusal}>
          <Notice tone="bad" role="alert">
            {refusal.message}
          </Notice>
        </div>
      )}
    </form>
  )
}
