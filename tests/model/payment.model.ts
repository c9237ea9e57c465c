import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { NewOrder } from '#contract/order'
import { paymentRefusals } from '#contract/payment'
import type { Refusal } from '#contract/refusal'
import { paymentMachine, type PaymentContext, type PaymentSnapshot } from '#machines/payment/payment'
import { after, alone, done, fails, type Model } from '#tools/walks/graph'
import { address, answers, lost, placedOrder, refused } from '../kit/outcomes.ts'

const says = (status: number, message: string): Refusal => ({ code: 'refused', message, status })
const declined = says(paymentRefusals.declined, 'The card was declined.')
const notApproved = says(paymentRefusals.notApproved, 'It was not approved.')

/** An order as it is paid for. */
const paidOrder: NewOrder = {
  requestId: 'visit/order/1',
  sessionId: 'session-1',
  customer: placedOrder.customer,
  billingAddress: address,
  deliveryAddress: address,
  deliveryMethod: 'home',
  deliveryFee: 9.5,
  couponCode: null,
  payment: { method: 'online' },
  total: 25.4,
}

const machine = alone(paymentMachine, ['tellPaid', 'tellCancelled', 'tellAbandoned', 'tellEnded'])
const valueOf = (state: AnyMachineSnapshot) => (state as unknown as PaymentSnapshot).value

/** The provider's button, with nothing being paid. */
export const buttonModel: Model = {
  machine,
  cases: () => [
    { type: 'payment.want' },
    { type: 'payment.loaded' },
    { type: 'payment.unloaded' },
    { type: 'payment.reload' },
    done('readSetup', answers.readSetup),
    fails('readSetup', refused),
    after('scriptPatience', 'payment.button.loading'),
  ],
  key(state: AnyMachineSnapshot) {
    const { setup, setupRefusal } = state.context as PaymentContext
    return JSON.stringify([valueOf(state), setup, setupRefusal?.message])
  },
}

/** What a shopper, the provider's window and the checkout say of a payment. */
export const said: AnyEventObject[] = [
  { type: 'payment.begin', order: paidOrder },
  { type: 'payment.approved', providerOrderId: 'PAY-1' },
  { type: 'payment.approved', providerOrderId: 'PAY-2' },
  { type: 'payment.cancelled' },
  { type: 'payment.failed', message: 'Something went wrong' },
  { type: 'payment.placeChosen', place: { city: 'Bondi', state: 'NSW', postCode: '2026' } },
  { type: 'payment.ask' },
  { type: 'payment.abandon' },
  { type: 'payment.clicked' },
  { type: 'payment.finish', refusal: null },
  { type: 'payment.finish', refusal: refused },
]

const outcomes: AnyEventObject[] = [
  done('createPayment', answers.createPayment),
  fails('createPayment', lost),
  fails('createPayment', refused),
  done('watchWindow', null),
  fails('watchWindow', lost),
  done('checkPlace', 'outside'),
  fails('checkPlace', lost),
  ...['authorizePayment', 'captureInBrowser', 'askForPayment'].flatMap(id => [
    done(id, answers.authorizePayment),
    fails(id, lost),
    fails(id, declined),
  ]),
  fails('askForPayment', notApproved),
  after('askPause', 'payment.flow.reconciling.pausing'),
]

/** A payment from the press to its end, in a shop that is set up to authorise or to capture in the browser. */
export const flowModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const { setup } = state.context as PaymentContext
    if (setup !== null) return [...said, ...outcomes]
    // without its setup there is no button that could be pressed
    return [
      { type: 'payment.want' },
      done('readSetup', answers.readSetup),
      done('readSetup', { createOn: 'client', approveOn: 'client' }),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { button, flow } = valueOf(state)
    const { setup, asked, refusal, placeIs, order } = state.context as PaymentContext
    const [isApproving, isReconciling] = [state.matches({ flow: 'approving' }), state.matches({ flow: 'reconciling' })]
    return JSON.stringify([
      button,
      flow,
      setup?.approveOn,
      isReconciling && asked,
      isApproving && placeIs,
      refusal?.message,
      order !== null,
    ])
  },
}
