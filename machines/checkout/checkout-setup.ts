import { and, assign, enqueueActions, not, or, sendTo, setup, stateIn, type ParameterizedObject } from 'xstate'
import { conflictsIn } from '#contract/conflict'
import type { DeliveryFeeQuestion, DeliveryMethod } from '#contract/delivery'
import { toCents } from '#contract/money'
import { pageOf } from '#contract/paths'
import type { NewOrder } from '#contract/order'
import { isTransient, type Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import type { Substitution } from '#contract/substitution'
import type { Slot } from '#contract/slots'
import { isStartAddress, startAddress } from '../address/address-form.ts'
import { placesMachine } from '../address/places.ts'
import type { Basket } from '../messages/basket.ts'
import { effect } from '../parts/effect.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { orderAttemptMachine } from '../orders/order-attempt.ts'
import { discarded, type OrderReport, type PaymentMethod } from '../orders/order-attempt-setup.ts'
import type { Account } from '../messages/customer.ts'
import type { PageOpening } from '../messages/page-opening.ts'
import {
  notSentAgain,
  guestFields,
  isOrderSent,
  newOrderFields,
  steps,
  type CheckoutContext,
  type CheckoutEvent,
  type DeliverTo,
  type FormName,
  type HandedCheckout,
  type Step,
} from './context.ts'
import { slotsMachine, type SlotsReport } from '../slots/slots.ts'
import { lockMachine } from './lock.ts'
import { canSkipToReview, checkoutTotals, feeOf, isStepDone, isStepValid } from './order-rules.ts'
import { feeRequestOf, isConfirmed, isDeliverySettled, isFeeCurrent } from './fee-request.ts'
import { draftOf } from './order-draft.ts'
import { prefilled } from './prefill.ts'
import { amountsOf, canPlace, changesSinceReview, reviewedAgain } from './reviewed.ts'
import { checkedSlot, slotQuestionOf } from './slot-choice.ts'
import { invalidateDelivery, savedFormOf } from './delivery-invalidation.ts'

interface Choice {
  form: 'billing' | 'delivery'
  id: number | null
  name: string
}

const placesOf = (form: Choice['form']) =>
  form === 'billing' ? ('billingPlaces' as const) : ('deliveryPlaces' as const)

/** The states after a step. While the delivery step waits for its fee, the details can be opened again. */
const statesAfter = (step: Step) => [
  ...steps.slice(steps.indexOf(step) + 1),
  ...(step === 'details' ? ['quoting' as const] : []),
]

/** Whether the shopper asks for a step that is before the open one. */
const isEarlier = (step: Step) =>
  and([
    ({ event }: { event: CheckoutEvent }) => event.type === 'checkout.edit' && event.step === step,
    or(statesAfter(step).map(later => stateIn({ step: { filling: later } }))),
  ])

/** Whether the shopper goes to a step that is after the open one, and every step before it is done. */
const isReached = (step: Step) =>
  and([
    ({ context, event }: { context: CheckoutContext; event: CheckoutEvent }) =>
      event.type === 'checkout.edit' &&
      event.step === step &&
      steps.slice(0, steps.indexOf(step)).every(one => isStepDone(context, one)),
    or(steps.slice(0, steps.indexOf(step)).map(earlier => stateIn({ step: { filling: earlier } }))),
  ])

const withoutStep = (all: readonly Step[], step: Step): Step[] => all.filter(one => one !== step)

/** `enqueueActions`, for actions that refer to no guard, action or delay by name. */
const enqueued = <Params extends ParameterizedObject['params']>(
  collect: Parameters<
    typeof enqueueActions<CheckoutContext, CheckoutEvent, Params, CheckoutEvent, never, never, never, never, never>
  >[0],
) => enqueueActions<CheckoutContext, CheckoutEvent, Params, CheckoutEvent, never, never, never, never, never>(collect)

/** Types, effects, guards and actions of the checkout machine. */
export const checkoutSetup = setup({
  types: { context: {} as CheckoutContext, events: {} as CheckoutEvent, tags: {} as 'busy' },
  actors: {
    places: placesMachine,
    orderAttempt: orderAttemptMachine,
    lock: lockMachine,
    slots: slotsMachine,
    readMethods: effect<DeliveryMethod[]>('readMethods'),
    readFee: effect<{ deliveryFee: number }, DeliveryFeeQuestion>('readFee'),
  },
  guards: {
    /** Every field of the step is valid. */
    isStepRight: ({ context }, step: Step) => isStepValid(context, step),
    /** A customer's details, delivery and payment are complete. */
    canSkipToReview: ({ context }) => canSkipToReview(context),
    /** A later step is open, and a change that the shopper did not make has undone the delivery step. */
    isDeliveryUndone: and([
      ({ context }: { context: CheckoutContext }) => !context.done.includes('delivery'),
      or([stateIn({ step: { filling: 'payment' } }), stateIn({ step: { filling: 'review' } })]),
    ]),
    /** There is no delivery method. */
    hasNoMethods: ({ context }) => context.methods.length === 0,
    /** There is no delivery method to choose from yet. */
    isWaitingForMethods: and(['hasNoMethods', stateIn({ methods: 'reading' })]),
    /** Nothing prevents the order, and the shopper saw this total and this way to pay, and accepted every change. */
    isPlaceable: ({ context }, { total, by }: { total: number; by: CheckoutContext['payment'] }) =>
      canPlace(context) && checkoutTotals(context).total === total && context.payment === by,
    /** The shopper saw the current total, which is final. */
    isTotalShown: ({ context }, total: number) => feeOf(context) !== null && checkoutTotals(context).total === total,
    /** Another tab has the checkout, or hands it over. */
    isInOtherTab: stateIn({ tab: 'otherTab' }),
    /** No order is in flight or placed. */
    isFilling: stateIn({ step: 'filling' }),
    /** The other tab hands its checkout over with an order whose outcome is unknown. An order in flight here is shown to its end. */
    isOrderHanded: and([
      'isOrderSettled',
      ({ event }: { event: CheckoutEvent }) =>
        event.type === 'lock.taken' && event.handed !== null && isOrderSent(event.handed),
    ]),
    /** The other tab hands its checkout over, and no order is in flight here. */
    isHanded: and([
      'isOrderSettled',
      ({ event }: { event: CheckoutEvent }) => event.type === 'lock.taken' && event.handed !== null,
    ]),
    /** The gateway calculates the fee, and it was requested for another delivery or another cart, or not at all. */
    isFeeMissing: ({ context }) => feeRequestOf(context) !== null && !isFeeCurrent(context),
    /** The first three steps are done, and the fee is settled. */
    isReviewNext: ({ context }) => isStepDone(context, 'payment') && isDeliverySettled(context),
    /** The first two steps are done, and the fee is settled. */
    isPaymentNext: ({ context }) => isDeliverySettled(context),
    /** The details are done, and the delivery is not, or its address was changed after 'Continue'. */
    isDeliveryNext: ({ context }) =>
      isStepDone(context, 'details') && (!isStepDone(context, 'delivery') || !isConfirmed(context)),
    /** The details are not done. */
    isDetailsNext: ({ context }) => !isStepDone(context, 'details'),
    /** There is no fee to request any more. */
    isFeeObsolete: and([
      ({ context }: { context: CheckoutContext }) => feeRequestOf(context) === null,
      not(stateIn({ fee: 'none' })),
    ]),
    /** No order is being paid or placed, and none has an unknown outcome. */
    isOrderSettled: not(stateIn({ step: 'ordering' })),
    /** The checkout is opened with another cart; the placed order keeps its own page. */
    startsNextOrder: (_, { basket, location }: PageOpening) =>
      basket.quantity > 0 && pageOf(location.pathname) === 'checkout',
    /** The shopper goes back to the details. */
    isDetailsEarlier: isEarlier('details'),
    /** The shopper goes back to the delivery. */
    isDeliveryEarlier: isEarlier('delivery'),
    /** The shopper goes back to the payment. */
    isPaymentEarlier: isEarlier('payment'),
    /** The shopper goes forward to the delivery. */
    isDeliveryReached: isReached('delivery'),
    /** The shopper goes forward to the payment. */
    isPaymentReached: isReached('payment'),
    /** The shopper goes forward to the review. */
    isReviewReached: isReached('review'),
    /** A step with an address form is open. */
    isAddressOpen: or(['details', 'delivery', 'quoting'].map(filling => stateIn({ step: { filling } }))),
  },
  actions: {
    storeVisit: assign(
      (_, { visitId, basket, settings }: Pick<CheckoutContext, 'visitId' | 'basket' | 'settings'>) => ({
        visitId,
        basket,
        settings,
      }),
    ),
    /** The amounts are shown, and the order is placed with these only. */
    storeReviewed: assign({ reviewed: ({ context }) => amountsOf(context) }),
    /** After 'Continue' the amounts are new; after a discarded order those that were ordered stay the reviewed ones. */
    beginReview: assign({ reviewed: ({ context }) => context.reviewed ?? amountsOf(context) }),
    prefill: enqueued(({ context, enqueue }, account: Account | null) => {
      const filled = prefilled(context, account)
      enqueue.assign(invalidateDelivery(context, filled))
      if (!filled.billing) return
      enqueue.assign({ confirmed: { ...context.confirmed, billing: filled.billing } })
      const { countryId, regionId } = filled.billing
      enqueue.sendTo('billingPlaces', { type: 'places.chooseCountry', countryId })
      enqueue.sendTo('billingPlaces', { type: 'places.chooseRegion', regionId })
    }),
    /** Address forms in which nothing was chosen or typed start with the store's country and region. */
    preselectRegion: enqueued(({ context, enqueue }) => {
      const storeRegion = context.settings?.storeRegion
      if (!storeRegion) return
      for (const form of ['billing', 'delivery'] as const) {
        if (context[form].countryId !== null || !isStartAddress(context[form], storeRegion)) continue
        enqueue.assign({ [form]: startAddress(storeRegion) })
        enqueue.sendTo(placesOf(form), { type: 'places.chooseCountry', countryId: storeRegion.countryId })
        enqueue.sendTo(placesOf(form), { type: 'places.chooseRegion', regionId: storeRegion.regionId })
      }
    }),
    storeBasket: assign(({ context }, { basket, isOwn }: { basket: Basket; isOwn: boolean }) => {
      const changed = { ...context, basket }
      // without products there was no review to see
      if (context.reviewed?.lines.length === 0) return { basket, reviewed: amountsOf(changed) }
      // the review has shown what the shopper changed before the gateway has confirmed it; what others changed is still to be accepted,
      // and so is that the cart was ordered in another tab: the shopper's change then begins a new cart, without the other products
      const isSameCart = [null, basket.sessionId].includes(context.basket.sessionId)
      const isSeen = isOwn && isSameCart && changesSinceReview(context).length === 0
      return { basket, reviewed: isSeen ? reviewedAgain(changed) : context.reviewed }
    }),
    storeSettings: assign(({ context }, settings: Settings) => invalidateDelivery(context, { settings })),
    storeTyped: assign(({ context }, { form, field, value }: { form: FormName; field: string; value: string }) => ({
      [form]: { ...context[form], [field]: value },
    })),
    storeComment: assign({ comment: (_, comment: string) => comment }),
    storeSubstitution: assign({ substitution: (_, substitution: Substitution) => substitution }),
    touch: assign({
      touched: ({ context }, name: string) =>
        context.touched.includes(name) ? context.touched : [...context.touched, name],
    }),
    chooseCountry: assign(({ context }, { form, id, name }: Choice) => ({
      [form]: { ...context[form], countryId: id, countryName: name, regionId: null, regionName: '' },
    })),
    chooseRegion: assign(({ context }, { form, id, name }: Choice) => ({
      [form]: { ...context[form], regionId: id, regionName: name },
    })),
    forwardCountry: sendTo(
      (_, { form }: Choice) => placesOf(form),
      (_, { id }: Choice) => ({ type: 'places.chooseCountry' as const, countryId: id }),
    ),
    forwardRegion: sendTo(
      (_, { form }: Choice) => placesOf(form),
      (_, { id }: Choice) => ({ type: 'places.chooseRegion' as const, regionId: id }),
    ),
    retryBillingPlaces: sendTo('billingPlaces', { type: 'places.retry' }),
    retryDeliveryPlaces: sendTo('deliveryPlaces', { type: 'places.retry' }),
    storeMethods: assign(({ context }, methods: DeliveryMethod[]) =>
      invalidateDelivery(context, { methods, methodId: context.methodId ?? methods[0]?.id ?? null }),
    ),
    // the errors of one choice say nothing about the next
    chooseMethod: assign(({ context }, id: string) => ({
      methodId: id,
      tried: withoutStep(context.tried, 'delivery'),
    })),
    chooseDeliverTo: assign(({ context }, to: DeliverTo) => ({
      deliverTo: to,
      tried: withoutStep(context.tried, 'delivery'),
    })),
    chooseSaved: assign(({ context }, id: string) => ({
      deliverTo: 'saved' as const,
      savedId: id,
      tried: withoutStep(context.tried, 'delivery'),
    })),
    chooseSlot: assign({ slot: (_, slot: Slot | null) => slot, lostSlotId: null }),
    /** The slots of the chosen method and address are the ones that the delivery step offers. */
    showSlots: enqueued(({ context, enqueue }) => {
      const question = slotQuestionOf(context)
      if (question !== null) enqueue.sendTo('slots', { type: 'slots.show', ...question })
    }),
    clearSlots: sendTo('slots', { type: 'slots.clear' }),
    checkSlots: sendTo('slots', { type: 'slots.check' }),
    retrySlots: sendTo('slots', { type: 'slots.retry' }),
    /** The gateway has refused the chosen one: the others may have changed as well. */
    renewSlots: enqueued(({ enqueue }, refusal: Refusal | null) => {
      if (conflictsIn(refusal).some(({ about }) => about === 'slot')) enqueue.sendTo('slots', { type: 'slots.renew' })
    }),
    checkSlot: assign(({ context }, report: SlotsReport) => checkedSlot(context, report)),
    /** Another way to pay is another order. */
    choosePayment: assign(({ context }, method: PaymentMethod) => ({
      payment: method,
      ...(method === context.payment ? {} : { refusal: null }),
    })),
    forwardPaymentMethod: sendTo('orderAttempt', (_, method: PaymentMethod) => ({
      type: 'order.choosePayment' as const,
      method,
    })),
    confirmAddresses: assign({
      confirmed: ({ context }) => ({
        billing: context.billing,
        delivery: context.delivery,
        saved: savedFormOf(context),
      }),
    }),
    askFee: assign({ quote: ({ context }) => ({ is: 'asked' as const, request: feeRequestOf(context)! }) }),
    clearFee: assign({ quote: null }),
    storeFee: assign(({ context }, dollars: number) => {
      const known = { request: context.quote!.request, fee: toCents(dollars) }
      const others = context.feesKnown.filter(one => one.request.deliveryMethod !== known.request.deliveryMethod)
      return { quote: { is: 'known' as const, ...known }, feesKnown: [...others, known], outside: null }
    }),
    storeFeeRefusal: assign(({ context }, refusal: Refusal) => {
      const { request } = context.quote!
      const { city, postCode, regionId } = request
      const outside = isTransient(refusal) ? null : { city, postCode, regionId, message: refusal.message }
      return invalidateDelivery(context, { quote: { is: 'refused', request, refusal }, outside })
    }),
    markTried: assign({ tried: ({ context }, step: Step) => [...withoutStep(context.tried, step), step] }),
    markDone: assign({
      done: ({ context }, step: Step) => [...withoutStep(context.done, step), step],
      tried: ({ context }, step) => withoutStep(context.tried, step),
      undone: ({ context }, step) => (step === 'delivery' ? null : context.undone),
      reviewed: null,
      refusal: null,
    }),
    beginOrder: assign(({ context }) => ({ reviewed: amountsOf(context), refusal: null, conflicts: [] })),
    placeOrder: sendTo('orderAttempt', ({ context }, total: number) => ({
      type: 'order.place' as const,
      visitId: context.visitId,
      order: draftOf(context, total),
    })),
    recoverOrder: sendTo('orderAttempt', (_, { order, sentAt }: { order: NewOrder; sentAt: number }) => ({
      type: 'order.recover' as const,
      order,
      sentAt,
    })),
    clearOrder: sendTo('orderAttempt', { type: 'order.clear' }),
    dismissPayment: sendTo('orderAttempt', { type: 'order.dismiss' }),
    moveOrder: sendTo('orderAttempt', { type: 'order.moved' }),
    claimLock: sendTo('lock', { type: 'lock.request' }),
    takeLock: sendTo('lock', { type: 'lock.takeOver' }),
    /** The account of this tab may be newer than what was reviewed in the other one. */
    storeHanded: assign(({ context }, { checkout }: HandedCheckout) => {
      const handed = { ...checkout, refusal: null, conflicts: [] }
      return { ...handed, ...invalidateDelivery({ ...context, ...handed }, {}) }
    }),
    /** The lists of places, the order and the provider's button follow the choices of the other tab. */
    forwardHanded: enqueued(({ enqueue }, handed: HandedCheckout) => {
      const { checkout, order } = handed
      for (const form of ['billing', 'delivery'] as const) {
        const { countryId, regionId } = checkout[form]
        enqueue.sendTo(placesOf(form), { type: 'places.chooseCountry', countryId })
        enqueue.sendTo(placesOf(form), { type: 'places.chooseRegion', regionId })
      }
      if (checkout.payment === 'online')
        enqueue.sendTo('orderAttempt', { type: 'order.choosePayment', method: checkout.payment })
      enqueue.sendTo('orderAttempt', { type: 'order.takeOver', order, isSent: isOrderSent(handed) })
    }),
    clearRefusal: assign({ refusal: null, conflicts: [] }),
    // the next order is prefilled, also for a guest who registers before it
    clearOrdered: assign({ done: [], slot: null, lostSlotId: null }),
    /** A guest's input is not kept beyond the order. */
    clearGuest: assign(({ context }) => (context.account === null ? guestFields : {})),
    // the fee may have changed: it is requested again
    storeRefusal: assign({
      quote: ({ context }, refusal: Refusal | null) => (refusal === null ? context.quote : null),
      refusal: (_, refusal) => refusal,
      conflicts: (_, refusal) => conflictsIn(refusal),
    }),
    reset: assign(newOrderFields),
    clearTyped: assign(({ context }) => ({ ...newOrderFields, ...(context.account === null ? guestFields : {}) })),
    reportPlaced: tellShop((_, { sessionId, orderNumber }: Extract<OrderReport, { type: 'order.placed' }>) => ({
      type: 'checkout.placed',
      sessionId,
      toast: { kind: 'success', text: `Your order ${orderNumber} was placed.`, offer: { kind: 'viewReceipt' } },
    })),
    reportRefused: tellShop((_, refusal: Refusal | null) => ({
      type: 'checkout.refused',
      toast: refusal && { kind: 'error', text: `Your order was not placed. ${refusal.message}` },
    })),
    /** A gateway without the call that discards keys can't say that nothing was ordered. */
    reportDiscarded: tellShop((_, { isKeySpent }: { isKeySpent: boolean }) => ({
      type: 'toast.raised',
      toast: { kind: 'success', text: isKeySpent ? discarded.message : notSentAgain },
    })),
    reportReady: tellShop((_, { location }: PageOpening) => ({ type: 'page.ready', page: pageOf(location.pathname) })),
  },
})
