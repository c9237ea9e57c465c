import type { CheckoutContext } from '#machines/checkout/context'
import { methodOf } from '#machines/checkout/order-rules'
import { visibleStepErrors } from '#machines/checkout/selectors'
import { payingLaterText, paymentNames } from '../orders/order-text.ts'
import { useActor, useSend } from '../system/actors.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Icon } from '../ui/Icon.tsx'
import { store } from '../store/store.ts'
import { StepForm } from './StepForm.tsx'
import styles from './PaymentStep.module.css'

const payingLater = {
  value: 'on-delivery',
  title: paymentNames['on-delivery'],
  end: <Icon of="banknote" />,
}
const online = {
  value: 'online',
  title: paymentNames.online,
  words: (
    <>
      <span>You’ll pay after reviewing your order. Nothing is charged until then.</span>
      <span className={styles.marks}>
        {/* repeats the markup of PaymentMark: an import would move that component into a chunk that the first load has to name */}
        {store.payments.map(({ kind, name }) => (
          <span key={name} data-payment-mark>
            <Icon of={kind === 'card' ? 'credit-card' : 'wallet'} />
            <span>{name}</span>
          </span>
        ))}
      </span>
    </>
  ),
  end: <Icon of="wallet" />,
}

/** Step 3: how to pay. */
export const PaymentStep = () => (
  <StepForm step="payment">
    <PaymentMethods />
  </StepForm>
)

function PaymentMethods() {
  const chosen = useActor('checkout', ({ context }) => context.payment)
  const hasOnline = useActor('checkout', ({ context }) => context.settings?.receivedOnlinePayment === true)
  const isDelivered = useActor('checkout', ({ context }) => methodOf(context)?.needsAddress !== false)
  const onDelivery = {
    ...payingLater,
    words: payingLaterText(isDelivered),
  }
  const error = useActor('checkout', ({ context }) => visibleStepErrors(context, 'payment').payment ?? null)
  const send = useSend('checkout')
  return (
    <Choice
      label="How would you like to pay?"
      value={chosen}
      options={hasOnline ? [onDelivery, online] : [onDelivery]}
      error={error}
      onChange={method => send({ type: 'checkout.choosePayment', method: method as CheckoutContext['payment'] })}
    />
  )
}
