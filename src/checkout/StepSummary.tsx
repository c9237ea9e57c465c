import type { Step } from '#machines/checkout/context'
import { addressLines, paymentNames } from '../orders/order-text.ts'
import type { OrderPreview } from './order-preview.ts'
import { useOrderPreview } from './use-checkout.ts'
import styles from './StepSummary.module.css'

const nameOf = ({ person }: OrderPreview): string => `${person.firstName.trim()} ${person.lastName.trim()}`

/** The input of a step, in one line. */
export function shortSummary(step: Step, preview: OrderPreview): string {
  const { billing, payment, deliveryTitle } = preview
  if (step === 'details') return [nameOf(preview), billing.address1.trim(), billing.city.trim()].join(', ')
  return step === 'delivery' ? deliveryTitle : paymentNames[payment]
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
  const name = useOrderPreview(nameOf)
  const { email, telephone } = useOrderPreview(({ person }) => person)
  const billing = useOrderPreview(({ billing }) => addressLines(billing))
  return (
    <>
      <Lines title={name} lines={[email, telephone]} />
      <Lines lines={billing} />
    </>
  )
}

function DeliverySummary() {
  const title = useOrderPreview(({ deliveryTitle }) => deliveryTitle)
  const lines = useOrderPreview(({ deliveryLines }) => deliveryLines)
  return (
    <>
      <Lines title={title} />
      <Lines lines={lines} />
    </>
  )
}

const PaymentSummary = () => <Lines title={useOrderPreview(({ payment }) => paymentNames[payment])} />

function Lines({ title, lines }: { title?: string; lines?: readonly string[] }) {
  return (
    <p className={styles.lines}>
      {title && <b>{title}</b>}
      {lines && <span>{lines.join('\n')}</span>}
    </p>
  )
}
