import { orderProgress, whyUnknown } from '#machines/orders/selectors'
import { useActor, useSend } from '../system/actors.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { orderFrom } from '../effects/order-outcome.ts'
import { textOfUnknown } from './unknown-text.ts'
import styles from './OrderBar.module.css'

/** The bar about an order whose outcome is not known, on every page except the checkout. */
export function OrderBarScreen() {
  const { unknown } = useActor('orderAttempt', orderProgress)
  const sentAt = useActor('orderAttempt', ({ context }) => context.sentAt)
  const retries = useActor('orderAttempt', ({ context }) => context.retries)
  const why = useActor('orderAttempt', ({ context }) => whyUnknown(context))
  const send = useSend('orderAttempt')
  if (unknown === null) return null
  const { status, detail } = textOfUnknown({ state: unknown, retries, sentAt, why })
  const isAsked = unknown === 'unanswered' || unknown === 'unplaced'
  return (
    <div className={styles.bar}>
      <Notice
        tone="gold"
        role="status"
        action={
          isAsked && (
            <div className="row">
              {unknown === 'unplaced' ? (
                // the checkout shows the order itself
                <ButtonLink variant="go" size="small" href="/check-out" onClick={() => send({ type: 'order.resend' })}>
                  Place it now
                </ButtonLink>
              ) : (
                <Button size="small" onClick={() => send({ type: 'order.ask' })}>
                  Ask again
                </Button>
              )}
              <Button size="small" onClick={() => send({ type: 'order.abandon' })}>
                Discard it
              </Button>
            </div>
          )
        }
      >
        <p>
          <b>
            {unknown === 'unplaced' ? `${orderFrom(sentAt)} was never confirmed.` : `${orderFrom(sentAt)}: ${status}`}
          </b>
        </p>
        <p>{detail}</p>
      </Notice>
    </div>
  )
}
