import type { CheckoutContext, Step } from '#machines/checkout/context'
import { addressLines, paymentNames } from '../orders/order-text.ts'
import { deliveryLines, deliverySummary } from './checkout-view.ts'
import styles from './StepSummary.module.css'

const nameOf = ({ person }: CheckoutContext): string => `${person.firstName.trim()} ${person.lastName.trim()}`

/** What was filled in in a step, in a line. */
export function shortSummary(step: Step, context: CheckoutContext): string {
  const { billing, payment } = context
  if (step === 'details') return [nameOf(context), billing.address1.trim(), billing.city.trim()].join(', ')
  return step === 'delivery' ? deliverySummary(context) : paymentNames[payment]
}

/** What was filled in in a step that is done. */
export function StepSummary({ step, context }: { step: Step; context: CheckoutContext }) {
  const { email, telephone } = context.person
  switch (step) {
    case 'details':
      return (
        <>
          <Lines title={nameOf(context)} lines={[email, telephone]} />
          <Lines lines={addressLines(context.billing)} />
        </>
      )
    case 'delivery':
      return (
        <>
          <Lines title={deliverySummary(context)} />
          <Lines lines={deliveryLines(context)} />
        </>
      )
    default:
      return <Lines title={paymentNames[context.payment]} />
  }
}

function Lines({ title, lines }: { title?: string; lines?: readonly string[] }) {
  return (
    <p className={styles.lines}>
      {title && <b>{title}</b>}
      {lines?.join('\n')}
    </p>
  )
}
