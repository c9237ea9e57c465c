import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js'
import type { PaymentEvent, PaymentSetup, WantedPlace } from '#machines/payment/payment'
import { store } from '../store/store.ts'
import { ScriptReport } from '../ui/ScriptReport.tsx'
import { desk, type Lent, type ProviderPurchase } from './paypal-bridge.ts'
import { scriptOptions, setupErrors, type PaymentEnvironment } from './payment-settings.ts'
import styles from './PaymentPanel.module.css'

interface Props {
  setup: PaymentSetup
  /** Why nothing can be paid now; null when it can. */
  whyNot: string | null
  /** Somebody pressed: the order is wished for, as it is shown. */
  onPay: () => void
  send: (event: PaymentEvent) => void
}

/** The provider's button, with its script. It asks and reports; what happens is the charts' to say. */
export function PaymentButton(props: Props) {
  const options = scriptOptions(
    import.meta.env as PaymentEnvironment,
    props.setup,
    store.currency,
    window.location.href,
  )
  return (
    <div className={styles.button} ref={stand}>
      <PayPalScriptProvider options={options}>
        <Report send={props.send} />
        <Button {...props} />
      </PayPalScriptProvider>
    </div>
  )
}

const stand = (node: HTMLElement | null) => (node ? desk.stands() : undefined)

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
      createOrder={(_, { order }) => desk.asks(lentBy(order), onPay, setupErrors.state)}
      onApprove={({ orderID }, { order }) =>
        desk.approves({ capture: order && (() => order.capture()) }, () =>
          send({ type: 'payment.approved', providerOrderId: orderID }),
        )
      }
      onCancel={() => send({ type: 'payment.cancelled' })}
      onError={error => send({ type: 'payment.failed', message: wordsOf(error) })}
      onShippingAddressChange={async ({ shippingAddress }, actions) => {
        const { city, state, postalCode } = shippingAddress
        const answer = await chosen(send, { city, state, postCode: postalCode })
        if (answer !== 'accepted') await actions.reject()
      }}
    />
  )
}

const chosen = (send: Props['send'], place: WantedPlace) =>
  desk.places(() => send({ type: 'payment.placeChosen', place }))

const wordsOf = (error: Record<string, unknown>): string =>
  typeof error.message === 'string' ? error.message : 'The payment provider reported an error.'

type OrderActions = { create(order: object): Promise<string> } | undefined

const lentBy = (order: OrderActions): Lent => ({
  create: order && (purchase => order.create(orderFor(purchase))),
})

const orderFor = ({ amount, currency, reference, intent }: ProviderPurchase) => ({
  intent,
  purchase_units: [{ custom_id: reference, amount: { value: amount, currency_code: currency } }],
  application_context: { shipping_preference: 'NO_SHIPPING' },
})
