import { changeStage, whyNotSavable } from '#machines/order-change/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { notSavableText, unansweredText } from './change-text.ts'
import styles from './OrderChange.module.css'

/** 'Save changes' and 'Discard changes'; after a save without an answer, or a change from elsewhere, what can be done then. */
export function ChangeButtons() {
  const stage = useActor('orderChange', changeStage)
  const reason = useActor('orderChange', whyNotSavable)
  const send = useSend('orderChange')
  const reload = () => send({ type: 'change.reload' })
  const isOutdated = stage === 'outdated'
  return (
    <>
      {isOutdated && (
        <Notice tone="bad" role="alert">
          <b>Your order was changed meanwhile.</b> Load it again to change it. What you changed here is not saved.
        </Notice>
      )}
      {stage === 'unanswered' && <Unanswered />}
      <div className={styles.buttons}>
        <Button
          variant="go"
          pending={stage === 'saving' && 'Saving…'}
          disabledReasonId={reason === null ? null : 'change-reason'}
          onClick={isOutdated ? reload : () => send({ type: 'change.save' })}
        >
          {isOutdated ? 'Load the order again' : stage === 'unanswered' ? 'Try again' : 'Save changes'}
        </Button>
        {!isOutdated && (
          <Button
            aria-disabled={stage === 'saving' || undefined}
            onClick={stage === 'unanswered' ? reload : () => send({ type: 'change.discard' })}
          >
            {stage === 'unanswered' ? 'Load the order again' : 'Discard changes'}
          </Button>
        )}
      </div>
      <p id="change-reason" className="small muted" role="status">
        {reason !== null && notSavableText[reason]}
      </p>
    </>
  )
}

function Unanswered() {
  const { what, next } = useActor('orderChange', ({ context }) => unansweredText(context.saveRefusal))
  return (
    <Notice tone="bad" role="alert">
      <b>{what}</b> <span>{next}</span>
    </Notice>
  )
}
