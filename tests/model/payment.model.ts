import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { paymentRefusals } from '#contract/payment'
import type { Refusal } from '#contract/refusal'
import { paymentMachine, type PaymentSnapshot } from '#machines/payment/payment'
import type { PaymentContext } from '#machines/payment/payment-setup'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { answers, lost, onlineOrder, refused } from '../kit/outcomes.ts'

const says = (status: number, message: string): Refusal => ({ code: 'refused', message, status })
const declined = says(paymentRefusals.declined, 'The card was declined.')
const notApproved = says(paymentRefusals.notApproved, 'It was not approved.')

const machine = withoutParent(paymentMachine, ['reportPaid', 'reportReleased', 'reportAbandoned', 'reportFailed'])
const valueOf = (state: AnyMachineSnapshot) => (state as unknown as PaymentSnapshot).value

/** The provider's button while no payment is in progress. */
export const buttonModel: Model = {
  machine,
  cases: () => [
    { type: 'payment.prepare' },
    { type: 'payment.loaded' },
    { type: 'payment.unloaded' },
    { type: 'payment.reload' },
    { type: 'payment.resumed', age: 700 },
    done('readSetup', answers.readSetup),
    fails('readSetup', refused),
    after('scriptPatience', 'payment.button.loading'),
  ],
  key(state: AnyMachineSnapshot) {
    const { setup, setupRefusal } = state.context as PaymentContext
    return JSON.stringify([valueOf(state), setup, setupRefusal?.message])
  },
}

/** Every event that the shopper, the provider's window or the checkout can send to a payment. */
export const said: AnyEventObject[] = [
  { type: 'payment.begin', order: onlineOrder },
  { type: 'payment.approved', providerOrderId: 'PAY-1' },
  { type: 'payment.approved', providerOrderId: 'PAY-2' },
  { type: 'payment.cancelled' },
  { type: 'payment.failed', reason: 'provider', message: 'Something went wrong' },
  { type: 'payment.placeChosen', place: { city: 'Bondi', state: 'NSW', postCode: '2026' } },
  { type: 'payment.ask' },
  { type: 'payment.abandon' },
  { type: 'payment.clicked' },
  { type: 'payment.dismiss' },
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
  ...['authorizePayment', 'captureInBrowser'].flatMap(id => [
    done(id, answers.authorizePayment),
    fails(id, lost),
    fails(id, declined),
  ]),
  fails('authorizePayment', notApproved),
  after('retryPause', 'payment.attempt.confirming.pausing'),
]

/** A payment from the click to its end. The gateway authorizes it, or the browser captures it. */
export const attemptModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const { setup } = state.context as PaymentContext
    // `releaseModel` has the other events in these states
    if (state.matches({ release: 'releasing' })) return [done('endPayment', null)]
    if (setup !== null)
      return [
        ...said,
        ...outcomes,
        ...(state.matches({ attempt: 'confirming' }) ? [{ type: 'payment.resumed', age: 20 * 60_000 }] : []),
      ]
    // the button appears after the setup
    return [
      { type: 'payment.prepare' },
      done('readSetup', answers.readSetup),
      done('readSetup', { createOn: 'client', approveOn: 'client' }),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { button, attempt, release } = valueOf(state)
    const { setup, retries, refusal, placeAnswer, order, approvedEarly } = state.context as PaymentContext
    const [isApproving, isConfirming] = [
      state.matches({ attempt: 'approving' }),
      state.matches({ attempt: 'confirming' }),
    ]
    return JSON.stringify([
      button,
      attempt,
      release,
      setup?.approveOn,
      isConfirming && retries,
      isApproving && placeAnswer,
      attempt === 'creating' && approvedEarly,
      refusal?.message,
      order !== null,
    ])
  },
}

/** The end of the reservations: of an attempt that is cancelled, and of one that could have been continued. */
export const releaseModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    if ((state.context as PaymentContext).setup === null)
      return [{ type: 'payment.prepare' }, done('readSetup', answers.readSetup)]
    return [
      { type: 'payment.begin', order: onlineOrder },
      done('createPayment', answers.createPayment),
      { type: 'payment.cancelled' },
      ...(state.matches({ attempt: 'approving' }) ? [{ type: 'payment.approved', providerOrderId: 'PAY-1' }] : []),
      fails('authorizePayment', declined),
      // another way to pay is chosen on another step
      ...(state.matches({ attempt: { open: 'ready' } })
        ? [{ type: 'payment.release' }]
        : [{ type: 'payment.dismiss' }]),
      { type: 'payment.moved' },
      done('endPayment', null),
      fails('endPayment', lost),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { button, attempt, release } = valueOf(state)
    const { setup, providerOrderId, isInOtherTab } = state.context as PaymentContext
    return JSON.stringify([button === 'configuring', setup !== null, attempt, release, providerOrderId, isInOtherTab])
  },
}
