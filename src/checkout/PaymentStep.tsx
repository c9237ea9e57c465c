import type { CheckoutContext, CheckoutEvent } from '#machines/checkout/context'
import { Choice } from '../ui/Choice.tsx'
import { Icon } from '../ui/Icon.tsx'
import { paymentNames } from '../orders/order-text.ts'
import { visibleErrors } from '#machines/checkout/selectors'
import { StepForm } from './StepForm.tsx'

interface Props {
  context: CheckoutContext
  send: (event: CheckoutEvent) => void
}

const onDelivery = {
  value: 'on-delivery',
  title: paymentNames['on-delivery'],
  words: 'Pay when your order arrives.',
  end: <Icon of="banknote" />,
}
const online = {
  value: 'online',
  title: paymentNames.online,
  words: 'You’ll pay after reviewing your order. Nothing is charged until then.',
  end: <Icon of="wallet" />,
}

/** Step 3: how to pay. */
export function PaymentStep({ context, send }: Props) {
  const mistakes = visibleErrors(context, 'payment')
  return (
    <StepForm
      step="payment"
      tried={context.tried.includes('payment')}
      mistakes={mistakes}
      onContinue={() => send({ type: 'checkout.continue' })}
    >
      <Choice
        label="How would you like to pay?"
        value={context.payment}
        options={context.settings?.receivedOnlinePayment ? [onDelivery, online] : [onDelivery]}
        error={mistakes.payment ?? null}
        onChange={method => send({ type: 'checkout.choosePayment', method: method as CheckoutContext['payment'] })}
      />
    </StepForm>
  )
}
