import { homePath, titleAt } from '#contract/paths'
import { useActor } from '../system/actors.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { PlacedOrder } from './PlacedOrder.tsx'
import styles from './ReceiptScreen.module.css'

const whereShown = 'The receipt of an order is shown here until you log out or close the browser.'

/** The page 'Your receipt': the order that was placed last in this visit. */
export function ReceiptScreen() {
  const order = useActor('orderAttempt', ({ context }) => context.receipt)
  const isMailed = useActor('checkout', ({ context }) => context.settings?.mailsSent === true)
  return (
    <div className={styles.page}>
      <PageTitle text={titleAt('/main/order-received')} />
      {order === null ? (
        <section className="panel">
          <EmptyState
            level={1}
            heading="There is no receipt to show"
            action={
              <ButtonLink variant="go" href={homePath}>
                Continue Shopping
              </ButtonLink>
            }
          >
            {isMailed ? `${whereShown} We have sent it by email, too.` : whereShown}
          </EmptyState>
        </section>
      ) : (
        <PlacedOrder order={order} />
      )}
    </div>
  )
}
