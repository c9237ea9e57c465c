import { useActor, useSend } from '../system/actors.tsx'
import { Button } from '../ui/Button.tsx'
import { markFirstFocus } from '../ui/first-focus.ts'
import { Sheet } from '../ui/Sheet.tsx'
import styles from './OrderChange.module.css'

/** Asks before changes are discarded. */
export function DiscardQuestion() {
  const isAsking = useActor('orderChange', ({ context }) => context.isAsking)
  const send = useSend('orderChange')
  const keep = () => send({ type: 'change.dismiss' })
  return (
    <Sheet label="Discard your changes?" open={isAsking} onClose={keep}>
      <div className={styles.question}>
        <h2>Discard your changes?</h2>
        <p>Your order stays as it is.</p>
        <div className={styles.buttons}>
          <Button variant="go" onClick={() => send({ type: 'change.confirm' })}>
            Yes, discard them
          </Button>
          <Button ref={markFirstFocus} onClick={keep}>
            Keep editing
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
