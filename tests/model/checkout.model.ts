import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import type { CartLine } from '#contract/cart'
import { emptyAddress, formOf } from '#machines/address/address-form'
import { checkoutMachine, type CheckoutSnapshot } from '#machines/checkout/checkout'
import type { Slot } from '#contract/slots'
import type { CheckoutContext } from '#machines/checkout/context'
import { checkoutTotals, reasonsAgainst } from '#machines/checkout/order-rules'
import { effect } from '#machines/parts/effect'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import {
  accountFor,
  answers,
  lost,
  mai,
  newOrder,
  placedOrder,
  refused,
  riceLine,
  saturday,
  savedAddress,
  settings,
} from '../kit/outcomes.ts'

const reports = ['reportReady', 'reportPlaced', 'reportRefused', 'reportDiscarded']

/** The checkout without its child machines, which have their own models. */
const machine = withoutParent(checkoutMachine, reports).provide({
  actors: {
    places: effect('places'),
    orderAttempt: effect('orderAttempt'),
    lock: effect('lock'),
    slots: effect('slots'),
  },
} as never)

const basketOf = (lines: CartLine[]) => ({
  sessionId: lines.length > 0 ? 'session-1' : null,
  lines,
  quantity: lines.length,
  subtotal: lines.length * 1590,
  coupon: null,
})
const dearer = { ...basketOf([{ ...riceLine, totalPrice: 17.9, productPrice: 17.9 }]), subtotal: 1790 }
const [full, empty] = [basketOf([riceLine]), basketOf([])]

const home = { ...savedAddress, addressId: 'address-2', address1: '1 Plum Street' }
const account = { ...accountFor(mai), addresses: [savedAddress, home] }
const asksNoFee = { ...settings, calculateDeliveryFee: false }

/** Opens the checkout of a customer with saved details. */
const opens = (known: typeof settings, basket = full) => ({
  type: 'page.open',
  location: { pathname: '/check-out' },
  visitId: 'visit',
  basket,
  settings: known,
  account,
})

const valueOf = (state: AnyMachineSnapshot) => (state as unknown as CheckoutSnapshot).value
/** The step; `ordering` while an order is in flight. */
export function stepOf(state: AnyMachineSnapshot): string {
  const { step } = valueOf(state)
  return typeof step === 'string' ? step : step.filling
}
const contextOf = (state: AnyMachineSnapshot) => state.context as CheckoutContext
const isOpened = (state: AnyMachineSnapshot) => contextOf(state).visitId !== ''

/** The events that prepare a state for a model; null if nothing is missing. */
const beginsWith = (known: typeof settings, state: AnyMachineSnapshot): AnyEventObject[] | null => {
  if (!isOpened(state)) return [opens(known)]
  return contextOf(state).methods.length === 0 ? [done('readMethods', answers.readMethods)] : null
}

const firstName = (value: string) => ({ type: 'checkout.typed', form: 'person', field: 'firstName', value })
const comment = (value: string) => ({ type: 'checkout.typedComment', value })
const edits = ['details', 'delivery', 'payment', 'review'].map(step => ({ type: 'checkout.edit', step }))
const chooses = ['on-delivery', 'online'].map(method => ({ type: 'checkout.choosePayment', method }))

/** The steps from details to review: valid and invalid input, and going back. */
export const stepsModel: Model = {
  machine,
  cases: state =>
    beginsWith(asksNoFee, state) ?? [
      firstName(''),
      firstName('Mai'),
      { type: 'checkout.continue' },
      { type: 'checkout.skipToReview' },
      ...edits,
      ...chooses,
      ...(stepOf(state) === 'payment'
        ? [false, true].map(to => ({
            type: 'settings.changed',
            settings: { ...asksNoFee, receivedOnlinePayment: to },
          }))
        : []),
      { type: 'checkout.place', total: 1 },
      { type: 'checkout.pay', total: 1 },
    ],
  key(state: AnyMachineSnapshot) {
    const context = contextOf(state)
    const { done: ended, tried, payment, person, methods } = context
    return JSON.stringify([
      stepOf(state),
      [...ended].toSorted(),
      [...tried].toSorted(),
      [payment, person.firstName, methods.length, context.settings?.receivedOnlinePayment],
    ])
  },
}

const choosesPlace = (form: 'billing' | 'delivery') => [
  { type: 'checkout.chooseCountry', form, id: 1, name: 'Australia' },
  { type: 'checkout.chooseRegion', form, id: 1, name: 'New South Wales' },
]

/** The choices in details and delivery, and changes of settings and account meanwhile. */
export const choicesModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const begins = beginsWith(asksNoFee, state)
    if (begins) return begins
    const { delivery, touched, methodId } = contextOf(state)
    const continues = { type: 'checkout.continue' }
    if (stepOf(state) === 'details') {
      const left = { type: 'checkout.blurred', form: 'person', field: 'firstName' }
      return [...choosesPlace('billing'), continues, ...(touched.length === 0 ? [left] : [])]
    }
    if (stepOf(state) !== 'delivery') return []
    const meanwhile = [
      { type: 'checkout.retry' },
      { type: 'settings.changed', settings: asksNoFee },
      { type: 'account.changed', account },
      { type: 'cart.changed', basket: full, isOwn: false },
    ]
    // choose places for another address, and only after all other choices
    if (delivery.countryId !== null || delivery.city !== '')
      return [...choosesPlace('delivery'), continues, ...(touched.length === 0 ? meanwhile : [])]
    return [
      ...choosesPlace('delivery'),
      ...meanwhile,
      { type: 'checkout.typed', form: 'delivery', field: 'city', value: 'Eastwood' },
      { type: 'checkout.chooseDeliverTo', to: 'other' },
      { type: 'checkout.edit', step: 'details' },
      ...(methodId === 'home'
        ? [
            { type: 'checkout.chooseMethod', id: 'pickup' },
            { type: 'checkout.chooseSaved', id: 'address-2' },
          ]
        : []),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { done: ended, tried, touched, deliverTo, savedId, methodId, methods, ...forms } = contextOf(state)
    return JSON.stringify([
      stepOf(state),
      [...ended].toSorted(),
      [...tried].toSorted(),
      [touched, deliverTo, savedId, methodId, methods.length],
      [forms.billing.regionId, forms.delivery.countryId, forms.delivery.regionId, forms.delivery.city],
    ])
  },
}

/** Events of the shopper, and reports of the attempt, about an order. */
export const saidOfOrders: AnyEventObject[] = [
  { type: 'checkout.place', total: 2540 },
  { type: 'checkout.pay', total: 2540 },
  { type: 'checkout.edit', step: 'payment' },
  { type: 'checkout.typedComment', value: 'The blue door' },
  { type: 'checkout.chooseSubstitution', substitution: 'call' },
  { type: 'order.placed', sessionId: 'session-1', orderNumber: placedOrder.orderNumber },
  { type: 'order.unpaid' },
  { type: 'order.refused', refusal: refused },
  { type: 'order.discarded', isKeySpent: true },
]

const isFresh = ({ payment, comment, refusal, tried, basket }: CheckoutContext) =>
  payment === 'on-delivery' && comment === '' && refusal === null && tried.length === 0 && basket.quantity > 0

/** An order of an earlier visit. */
export const recovered = { type: 'checkout.recover', order: { ...newOrder, requestId: 'earlier/order/1' }, sentAt: 1 }

/** An order from the review to its end, as the attempt reports it. */
export const orderModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const begins = beginsWith(asksNoFee, state)
    if (begins) return begins
    const step = stepOf(state)
    const { payment } = contextOf(state)
    if (step === 'details' || step === 'delivery') return [{ type: 'checkout.continue' }]
    if (step === 'payment') return [{ type: 'checkout.continue' }, ...chooses]
    return [
      ...saidOfOrders,
      // where 'Place Order' is shown: a comment that is too long disables it
      ...(payment === 'on-delivery' ? [comment('a'.repeat(1001))] : []),
      { type: 'cart.changed', basket: payment === 'online' ? full : empty, isOwn: false },
      { type: 'cart.changed', basket: full, isOwn: false },
      // an order of an earlier visit exists at the start: one path is enough
      ...(step === 'review' && isFresh(contextOf(state)) ? [recovered] : []),
      ...(step === 'placed' ? [opens(asksNoFee), opens(asksNoFee, empty)] : []),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const context = contextOf(state)
    const { payment, refusal, tried, basket, comment: said } = context
    return JSON.stringify([
      stepOf(state),
      [payment, refusal?.message, basket.quantity, said.length],
      tried.includes('review'),
      reasonsAgainst(context).map(({ about }) => about),
      [isOpened(state), context.methods.length],
      [...context.done].toSorted(),
    ])
  },
}

/** Amounts that change while the review is open. */
export const reviewedModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const begins = beginsWith(asksNoFee, state)
    if (begins) return begins
    const step = stepOf(state)
    if (step === 'ordering') return []
    if (step !== 'review') return [{ type: 'checkout.continue' }]
    return [
      { type: 'cart.changed', basket: full, isOwn: false },
      { type: 'cart.changed', basket: dearer, isOwn: false },
      { type: 'checkout.accept', total: checkoutTotals(contextOf(state)).total },
      { type: 'checkout.accept', total: 1 },
      { type: 'checkout.place', total: 2540 },
      { type: 'checkout.place', total: 2740 },
    ]
  },
  key(state: AnyMachineSnapshot) {
    const context = contextOf(state)
    const { done: ended, basket, reviewed, methods, tried } = context
    return JSON.stringify([
      stepOf(state),
      isOpened(state),
      [methods.length, basket.subtotal, reviewed?.lines, tried],
      [...ended].toSorted(),
    ])
  },
}

export const handed = (at: 'delivery' | 'review' | 'placing', order: object | null) => ({
  at,
  checkout: {
    person: placedOrder.customer,
    billing: formOf(savedAddress),
    delivery: emptyAddress,
    deliverTo: 'billing',
    confirmed: { billing: formOf(savedAddress), delivery: emptyAddress, saved: null },
    savedId: null,
    methodId: 'home',
    slot: null,
    payment: 'online',
    comment: '',
    substitution: 'similar',
    touched: [],
    tried: [],
    done: at === 'delivery' ? ['details'] : ['details', 'delivery', 'payment'],
  },
  order,
})
const pendingOrder = {
  ...newOrder,
  requestId: 'other/order/1',
  payment: { method: 'online', providerOrderId: 'PAY-1' },
}

/** The events that send an order. */
export const leaves: AnyEventObject[] = [
  { type: 'checkout.place', total: 2540 },
  { type: 'checkout.pay', total: 2540 },
]

const taken = (from: object | null): AnyEventObject => ({ type: 'lock.taken', handed: from })

/** Which tab holds the checkout lock, and what another tab hands over. */
export const tabModel: Model = {
  machine,
  cases: state =>
    beginsWith(asksNoFee, state) ?? [
      taken(null),
      // another tab hands over its checkout only if it holds the lock
      ...(state.matches({ tab: 'otherTab' })
        ? [
            taken(handed('review', null)),
            taken(handed('placing', pendingOrder)),
            { type: 'checkout.ordered' },
            ...leaves,
          ]
        : [{ type: 'lock.lost' }]),
      { type: 'checkout.takeOver' },
      opens(asksNoFee),
    ],
  key(state: AnyMachineSnapshot) {
    const { basket, methods, methodId, refusal, done: ended } = contextOf(state)
    return JSON.stringify([
      stepOf(state),
      valueOf(state).tab,
      [basket.quantity, methods.length, methodId, refusal?.message, ended],
    ])
  },
}

/** The delivery methods, which fail to load and load again: the choice among them is reset. */
export const methodsModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    if (!isOpened(state)) return [opens(asksNoFee)]
    const isChoosable = stepOf(state) === 'details' || contextOf(state).methods.length > 0
    return [
      done('readMethods', answers.readMethods),
      done('readMethods', []),
      opens(asksNoFee),
      ...(isChoosable ? [{ type: 'checkout.continue' }] : [{ type: 'checkout.retry' }]),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { methods, methodId, done: ended, undone } = contextOf(state)
    const isReading = valueOf(state).methods
    return JSON.stringify([
      stepOf(state),
      isReading,
      methods.length,
      methodId,
      [...ended].toSorted(),
      undone,
      isOpened(state),
    ])
  },
}

/** The delivery fee calculated by the gateway, and the delivery methods. */
export const feeModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    if (!isOpened(state)) return [opens(settings)]
    const { deliverTo, methodId, basket } = contextOf(state)
    const { fee } = valueOf(state)
    const step = stepOf(state)
    const isUsual = deliverTo === 'billing' && methodId === 'home' && basket.quantity > 0
    return [
      done('readMethods', answers.readMethods),
      fails('readMethods', lost),
      done('readFee', answers.readFee),
      fails('readFee', refused),
      { type: 'checkout.retry' },
      { type: 'account.changed', account },
      { type: 'settings.changed', settings },
      { type: 'cart.changed', basket: full, isOwn: false },
      taken(handed('delivery', null)),
      opens(settings),
      ...(step === 'details' ? [{ type: 'checkout.continue' }] : []),
      // vary one value at a time
      ...(isUsual && fee !== 'refused'
        ? [
            { type: 'checkout.chooseMethod', id: 'pickup' },
            { type: 'checkout.chooseSaved', id: 'address-2' },
            { type: 'cart.changed', basket: empty, isOwn: false },
          ]
        : [
            { type: 'checkout.chooseMethod', id: 'home' },
            { type: 'checkout.chooseDeliverTo', to: 'billing' },
          ]),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { methods, fee } = valueOf(state)
    const context = contextOf(state)
    const { methodId, deliverTo, savedId, basket, quote } = context
    return JSON.stringify([
      stepOf(state),
      methods,
      fee,
      [isOpened(state), context.methods.length, methodId, deliverTo, savedId, basket.quantity],
      [quote, [...context.done].toSorted()],
    ])
  },
}

/** The delivery step that waits for its fee. */
export const quotingModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const begins = beginsWith(settings, state)
    if (begins) return begins
    const step = stepOf(state)
    const isMoved = contextOf(state).billing.city === 'Ryde'
    return [
      done('readFee', answers.readFee),
      fails('readFee', refused),
      ...(step === 'details' || step === 'delivery' ? [{ type: 'checkout.continue' }] : []),
      ...(step === 'quoting' && !isMoved
        ? [{ type: 'checkout.typed', form: 'billing', field: 'city', value: 'Ryde' }]
        : []),
      ...(step === 'details' ? [taken(handed('review', null))] : []),
      ...(step === 'quoting'
        ? [
            { type: 'checkout.chooseMethod', id: 'pickup' },
            { type: 'checkout.chooseSaved', id: 'address-2' },
            { type: 'checkout.chooseDeliverTo', to: 'billing' },
          ]
        : []),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { methods, billing, confirmed, quote, done: ended, tried, deliverTo } = contextOf(state)
    return JSON.stringify([
      stepOf(state),
      valueOf(state).fee,
      [isOpened(state), methods.length, deliverTo, billing, confirmed.billing.city],
      [quote?.is, quote?.request.city, [...ended].toSorted(), [...tried].toSorted()],
    ])
  },
}

const noLonger = {
  ...refused,
  status: 409,
  conflicts: [{ about: 'slot', message: 'It is full.', slotId: saturday.slotId, slots: [] }],
}
const readSlots = (slots: Slot[]) => ({ type: 'slots.read', methodId: 'pickup', slots })

/** A slot is chosen, is lost before the order or when it is placed, and another time is chosen. */
export const slotModel: Model = {
  machine,
  cases(state: AnyMachineSnapshot) {
    const begins = beginsWith(asksNoFee, state)
    if (begins) return begins
    if (contextOf(state).methodId !== 'pickup' && stepOf(state) === 'delivery')
      return [{ type: 'checkout.chooseMethod', id: 'pickup' }]
    return [
      { type: 'checkout.continue' },
      { type: 'checkout.edit', step: 'delivery' },
      { type: 'checkout.chooseSlot', slot: saturday },
      { type: 'checkout.chooseSlot', slot: null },
      readSlots([saturday]),
      readSlots([]),
      { type: 'checkout.retry' },
      ...(stepOf(state) === 'review'
        ? [{ type: 'checkout.place', total: checkoutTotals(contextOf(state)).total }]
        : []),
      { type: 'order.refused', refusal: noLonger },
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { slot, lostSlotId, conflicts, methodId, methods, done: ended, tried } = contextOf(state)
    return JSON.stringify([
      stepOf(state),
      [isOpened(state), methods.length],
      slot?.slotId,
      lostSlotId,
      conflicts.length,
      methodId,
      [...ended].toSorted(),
      tried,
    ])
  },
}
