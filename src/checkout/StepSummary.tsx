import type { CheckoutContext, Step } from '#machines/checkout/context'
import { addressLines, paymentNames } from '../orders/order-text.ts'
import { deliveryLines, deliverySummary } from './checkout-view.ts'
import { useCheckout } from './use-checkout.ts'
import styles from './StepSummary.module.css'

const nameOf = ({ person }: CheckoutContext): string => `${person.firstName.trim()} ${person.lastName.trim()}`

/** The input of a step, in one line. */
export function shortSummary(step: Step, context: CheckoutContext): string {
  const { billing, payment } = context
  if (step === 'details') return [nameOf(context), billing.address1.trim(), billing.city.trim()].join(', ')
  return step === 'delivery' ? deliverySummary(context) : paymentNames[payment]
}

/** The input of a completed step. */
export function StepSummary({ step }: { step: Step }) {
  switch (step) {
    case 'details':
      return <DetailsSummary />
    case 'delivery':
      return <DeliverySummary />
    default:
      return <PaymentSummary />
  }
}

function DetailsSummary() {
  const name = useCheckout(nameOf)
  const { email, telephone } = useCheckout(({ person }) => person)
  const billing = useCheckout(context => addressLines(context.billing))
  return (
    <>
      <Lines title={name} lines={[email, telephone]} />
      <Lines lines={billing} />
    </>
  )
}

function DeliverySummary() {
  const title = useCheckout(deliverySummary)
  const lines = useCheckout(deliveryLines)
  return (
    <>
      <Lines title={title} />
      <Lines lines={lines} />
    </>
  )
}

const PaymentSummary = () => <Lines title={useCheckout(({ payment }) => paymentNames[payment])} />

function Lines({ title, lines }: { title?: string; lines?: readonly string[] }) {
  return (
    <p className={styles.lines}>
      {title && <b>{title}</b>}
      {lines && <span>{lines.join('\n')}</span>}
    </p>
  )
}
