import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js'
import type { ChosenPlace, PaymentEvent, PaymentSetup } from '#machines/payment/payment-setup'
import { store } from '../store/store.ts'
import { ScriptReport } from '../ui/ScriptReport.tsx'
import { paypalBridge, type ButtonActions, type ProviderPurchase } from '../effects/paypal-bridge.ts'
import { scriptOptions, setupErrors, type PaymentEnvironment } from '../effects/payment-settings.ts'
import styles from './PaymentPanel.module.css'

interface Props {
  /** Who completes the payment; the provider's script is loaded for one of them. */
  approveOn: PaymentSetup['approveOn']
  /** Why the order cannot be paid now; null when it can. */
  whyNot: string | null
  /** Called when the button requests an order. */
  onPay: () => void
  send: (event: PaymentEvent) => void
}

/** The provider's button, with its script. It requests and reports; the machines decide. */
export function PaymentButton(props: Props) {
  const options = scriptOptions(
    import.meta.env as PaymentEnvironment,
    props.approveOn,
    store.currency,
    window.location.href,
  )
  return (
    <div className={styles.button} ref={countButton}>
      <PayPalScriptProvider key={props.approveOn} options={options}>
        <Report send={props.send} />
        <Button {...props} />
      </PayPalScriptProvider>
    </div>
  )
}

const countButton = (node: HTMLElement | null) => (node ? paypalBridge.buttonMounted() : undefined)

function Report({ send }: Pick<Props, 'send'>) {
  const [{ isResolved, isRejected }] = usePayPalScriptReducer()
  return (
    <ScriptReport
      state={isResolved ? 'here' : isRejected ? 'failed' : 'coming'}
      onHere={() => send({ type: 'payment.loaded' })}
      onFailed={() => send({ type: 'payment.unloaded' })}
    />
  )
}

function Button({ whyNot, onPay, send }: Props) {
  return (
    <PayPalButtons
      style={{ layout: 'vertical', label: 'pay', height: 54 }}
      disabled={whyNot !== null}
      onInit={() => send({ type: 'payment.loaded' })}
      onClick={(_, actions) => {
        send({ type: 'payment.clicked' })
        return whyNot === null ? actions.resolve() : actions.reject()
      }}
      createOrder={(_, { order }) => paypalBridge.requestOrder(actionsOf(order), onPay, setupErrors.state)}
      onApprove={({ orderID }, { order }) =>
        paypalBridge.approve({ capture: order && (() => order.capture()) }, () =>
          send({ type: 'payment.approved', providerOrderId: orderID }),
        )
      }
      onCancel={() => send({ type: 'payment.cancelled' })}
      onError={error => send(paypalBridge.failure(error))}
      onShippingAddressChange={async ({ shippingAddress }, actions) => {
        const { city, state, postalCode } = shippingAddress
        const answer = await checkPlace(send, { city, state, postCode: postalCode })
        if (answer !== 'accepted') await actions.reject()
      }}
    />
  )
}

const checkPlace = (send: Props['send'], place: ChosenPlace) =>
  paypalBridge.checkPlace(() => send({ type: 'payment.placeChosen', place }))

type OrderActions = { create(order: object): Promise<string> } | undefined

const actionsOf = (order: OrderActions): ButtonActions => ({
  create: order && (purchase => order.create(orderFor(purchase))),
})

const orderFor = ({ amount, currency, reference, intent }: ProviderPurchase) => ({
  intent,
  purchase_units: [{ custom_id: reference, amount: { value: amount, currency_code: currency } }],
  application_context: { shipping_preference: 'NO_SHIPPING' },
})
