import { and, assign, raise, setup, stateIn } from 'xstate'
import type { NewOrder } from '#contract/order'
import { paymentRefusals, type PaidPayment, type PaymentOrder } from '#contract/payment'
import { isTransient, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { isUnattended, type Resumed } from '../parts/resumed.ts'
import { hasRetriesLeft, rateLimit, retryPause } from '../parts/retries.ts'
import { tellParent } from '../parts/tell-parent.ts'

/** Where the provider's order is created and the approved payment completed. */
export interface PaymentSetup {
  createOn: 'client' | 'server'
  approveOn: 'client' | 'server'
}

/** Who completes a payment after the approval: for goods by weight always the gateway, which captures later what was weighed. */
export const sideOf = ({ approveOn }: PaymentSetup, isEstimate: boolean): PaymentSetup['approveOn'] =>
  isEstimate ? 'server' : approveOn

/** Whether an order has something to weigh. */
export const isEstimated = ({ most }: NewOrder): boolean => typeof most === 'number'

/** The shipping address chosen in the provider's window, as far as the provider reveals it. */
export interface ChosenPlace {
  city: string
  state: string
  postCode: string
}

/** `other`: not the order's address; `outside`: not delivered to; `unknown`: the gateway did not answer. */
export type PlaceAnswer = 'accepted' | 'other' | 'outside' | 'unknown'

/** Why the provider's button failed. `notBegun`: the shop had no order for it; `provider`: any other error. */
export type ButtonFailure = 'windowBlocked' | 'notBegun' | 'provider'

export interface PaymentContext {
  setup: PaymentSetup | null
  /** The order that is being paid, as it will be placed. */
  order: NewOrder | null
  /** The provider's order for it; null until it is created. */
  providerOrderId: string | null
  /** The provider's order whose reservations were ended last; null if none were. */
  releasedId: string | null
  /** The provider's order that was approved before the answer to its creation came; null if none was. */
  approvedEarly: string | null
  /** Another tab continues the checkout, and may continue this payment. */
  isInOtherTab: boolean
  /** How often the authorisation was requested again because its response was lost. */
  retries: number
  /** The shopper approved the payment, or may have: from then on the gateway has to be asked what was charged. */
  isApproved: boolean
  /** Why the last attempt failed. */
  refusal: Refusal | null
  /** Set when it was the button that failed. */
  buttonFailure: ButtonFailure | null
  /** Why there is no button. */
  setupRefusal: Refusal | null
  /** The address chosen last in the provider's window, and whether the order goes there. */
  place: ChosenPlace | null
  placeAnswer: PlaceAnswer
}

export type PaymentEvent =
  /** The shopper chose to pay online: the button is needed. */
  | { type: 'payment.prepare' }
  | { type: 'payment.begin'; order: NewOrder }
  /** The order was placed, or refused: the payment is complete. */
  | { type: 'payment.finish'; refusal: Refusal | null }
  /** The last attempt will not be continued: the gateway can end its reservations. */
  | { type: 'payment.release' }
  /** Another tab has taken the checkout over. */
  | { type: 'payment.moved' }
  /** The shopper has continued without it: the result of the last attempt is no longer shown. */
  | { type: 'payment.dismiss' }
  | { type: 'payment.ask' }
  | { type: 'payment.abandon' }
  | { type: 'payment.reload' }
  /** Reports of the provider's script and button. */
  | { type: 'payment.loaded' }
  | { type: 'payment.unloaded' }
  | { type: 'payment.clicked' }
  | { type: 'payment.approved'; providerOrderId: string }
  | { type: 'payment.cancelled' }
  | { type: 'payment.failed'; reason: ButtonFailure; message: string }
  | { type: 'payment.placeChosen'; place: ChosenPlace }
  | Resumed<'payment.resumed'>

/** The payment's reports to the checkout. */
export type PaymentReport =
  | { type: 'payment.paid'; providerOrderId: string }
  /**
   * The attempt ended unpaid. `key`: whether the same order may be paid again with its idempotency key. `released`: it may
   * not, since its reservations are ended; the cart is as before. `spent`: the gateway ended it, and the cart may differ.
   */
  | { type: 'payment.ended'; key: 'reusable' | 'released' | 'spent'; refusal: Refusal | null }

const tellCheckout = tellParent<PaymentReport>()

/** The gateway still accepts the payment: the same order can be paid with another card. */
export const isRetryable = (refusal: Refusal): boolean =>
  isTransient(refusal) ||
  refusal.isForeign === true ||
  refusal.status === paymentRefusals.declined ||
  refusal.status === paymentRefusals.notApproved

const noOrder = {
  order: null,
  providerOrderId: null,
  releasedId: null,
  isInOtherTab: false,
  approvedEarly: null,
  retries: 0,
  refusal: null,
  buttonFailure: null,
  place: null,
  placeAnswer: 'accepted' as const,
}

export const emptyPayment: PaymentContext = { setup: null, setupRefusal: null, isApproved: false, ...noOrder }

/** An error of the button, as a refusal. */
const buttonRefusal = (message: string): Refusal => ({ code: 'lost', message, status: 0 })

/** Types, effects, guards and actions of the payment machine. */
export const paymentSetup = setup({
  types: { context: {} as PaymentContext, events: {} as PaymentEvent, tags: {} as 'busy' | 'reconciling' },
  actors: {
    readSetup: effect<PaymentSetup>('readSetup'),
    createPayment: effect<PaymentOrder, { order: NewOrder; setup: PaymentSetup }>('createPayment'),
    watchWindow: effect<null, { providerOrderId: string }>('watchWindow'),
    checkPlace: effect<Exclude<PlaceAnswer, 'unknown'>, { order: NewOrder; place: ChosenPlace }>('checkPlace'),
    authorizePayment: effect<PaidPayment, { providerOrderId: string }>('authorizePayment'),
    captureInBrowser: effect<PaidPayment, { providerOrderId: string }>('captureInBrowser'),
    endPayment: effect<null, { providerOrderId: string }>('endPayment'),
  },
  guards: {
    /** The provider reports about the payment of this order. */
    isOurs: ({ context }, providerOrderId: string) => providerOrderId === context.providerOrderId,
    /** The shopper has approved this order of the provider already. */
    isApprovedAlready: ({ context }, { id }: PaymentOrder) => id === context.approvedEarly,
    /** The shop is set up so that the browser captures the payment, and it can: nothing has to be weighed first. */
    isCapturedHere: ({ context: { setup, order } }) =>
      setup !== null && sideOf(setup, order !== null && isEstimated(order)) === 'client',
    /** The payment in flight is too old to be requested again without asking the shopper. */
    isUnattended: (_, resumed: { age: number }) => isUnattended(resumed),
    /** The gateway refused the payment. An answer that is not the gateway's, and a rate limit, say nothing about an earlier request. */
    isRefused: (_, refusal: Refusal) => !isTransient(refusal) && !refusal.isForeign,
    /** The authorisation was requested again, and the gateway answers that the shopper has not approved the payment. */
    isNeverApproved: ({ context }, refusal: Refusal) =>
      context.retries > 0 && refusal.code === 'refused' && refusal.status === paymentRefusals.notApproved,
    /** The last attempt has ended, the provider has an order for it, and no other tab may be paying it. */
    isReleasable: and([
      stateIn({ attempt: 'open' }),
      ({ context }: { context: PaymentContext }) => context.providerOrderId !== null && !context.isInOtherTab,
    ]),
    /** The order is placed. */
    isPlaced: (_, refusal: Refusal | null) => refusal === null,
    /** The authorisation was requested again fewer than 4 times. */
    hasRetriesLeft,
  },
  actions: {
    storeSetup: assign({ setup: (_, setup: PaymentSetup) => setup, setupRefusal: null }),
    storeSetupFailure: assign({ setupRefusal: (_, refusal: Refusal) => refusal }),
    storeOrder: assign((_, order: NewOrder) => ({ ...noOrder, order, isApproved: false })),
    storeProviderOrder: assign({ providerOrderId: (_, { id }: PaymentOrder) => id }),
    // the answer for the previous place does not apply to this one
    storePlace: assign({ place: (_, place: ChosenPlace) => place, placeAnswer: 'accepted' }),
    storePlaceAnswer: assign({ placeAnswer: (_, answer: PlaceAnswer) => answer }),
    storeEarlyApproval: assign({ approvedEarly: (_, providerOrderId: string) => providerOrderId }),
    storeMoved: assign({ isInOtherTab: true }),
    markApproved: assign({ isApproved: true }),
    countRetry: assign({ retries: ({ context }) => context.retries + 1 }),
    restartRetries: assign({ retries: 1 }),
    storeFailure: assign({ refusal: (_, refusal: Refusal) => refusal, buttonFailure: null }),
    /** The rate limit that the gateway answered with says when to ask again. */
    storeBusy: assign({ refusal: (_, refusal: Refusal) => rateLimit(refusal) }),
    clearFailure: assign({ refusal: null }),
    storeButtonFailure: assign({
      refusal: (_, { message }: { reason: ButtonFailure; message: string }) => buttonRefusal(message),
      buttonFailure: (_, { reason }) => reason,
    }),
    clearOrder: assign(noOrder),
    release: raise({ type: 'payment.release' }),
    storeReleased: assign({ releasedId: ({ context }) => context.providerOrderId, providerOrderId: null }),
    reportPaid: tellCheckout(({ context }) => ({ type: 'payment.paid', providerOrderId: context.providerOrderId! })),
    reportReleased: tellCheckout({ type: 'payment.ended', key: 'released', refusal: null }),
    // it may have been paid: the next attempt gets a new key, for which the gateway releases this payment
    reportAbandoned: tellCheckout({ type: 'payment.ended', key: 'spent', refusal: null }),
    reportFailed: tellCheckout((_, refusal: Refusal) => ({
      type: 'payment.ended',
      key: isRetryable(refusal) ? 'reusable' : 'spent',
      refusal,
    })),
  },
  delays: {
    retryPause,
    /** Browsers have no time limit for loading a script. */
    scriptPatience: 20_000,
  },
})
