import { assign, enqueueActions, or, raise, sendTo, setup, stateIn, type SnapshotFrom } from 'xstate'
import type { Address } from '#contract/address'
import { conflictsIn, type Conflict } from '#contract/conflict'
import type { ContactPerson } from '#contract/customer'
import type { DeliveryFeeQuestion, DeliveryMethod } from '#contract/delivery'
import { toCents, toDollars } from '#contract/money'
import type { NewOrder, Order } from '#contract/order'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import { missingForMinimum, totalsOf, type Totals } from '#contract/totals'
import {
  addressIn,
  addressMistakes,
  emptyAddress,
  formOf,
  mistakesOf,
  type AddressForm,
  type Mistakes,
  type TypedAddressField,
} from '../address/address-form.ts'
import type { Basket } from '../messages/basket.ts'
import { effect } from '../parts/effect.ts'
import { tellShop } from '../messages/tell-shop.ts'
import type { AccountChange, PageOpening } from '../messages/page-opening.ts'
import { placesMachine } from '../address/places.ts'
import { paymentMachine } from '../payment/payment.ts'
import type { PaymentReport } from '../payment/payment-setup.ts'
import type { Account } from '../messages/customer.ts'

/** The steps that the shopper fills in, in their order. */
export const steps = ['details', 'delivery', 'payment', 'review'] as const
export type Step = (typeof steps)[number]
/** Where a delivery goes: to the billing address, to a saved one, or to one that is typed. */
export type DeliverTo = 'billing' | 'saved' | 'other'
export type FormName = 'person' | 'billing' | 'delivery'
export type PersonField = keyof ContactPerson

export interface CheckoutContext {
  /** Begins every key of this visit. */
  flow: string
  /** How many orders were wished for; each wish has a key of its own. */
  attempt: number
  basket: Basket
  settings: Settings | null
  person: ContactPerson
  billing: AddressForm
  delivery: AddressForm
  deliverTo: DeliverTo
  /** The saved address that is delivered to, where `deliverTo` says so. */
  savedId: string | null
  /** What the customer has saved; null for guests. */
  account: Account | null
  methods: DeliveryMethod[]
  methodId: string | null
  /** What the gateway asks for the chosen delivery, in cents; null until it is known. */
  fee: number | null
  /** The question that `fee` answers, as JSON. */
  feeFor: string
  feeRefusal: Refusal | null
  payment: 'on-delivery' | 'online'
  comment: string
  /** Fields that were left, as `form.field`. */
  touched: string[]
  /** Steps whose 'Continue' was tried. */
  tried: Step[]
  /** Steps that were ended. */
  done: Step[]
  /** What was sent, word for word, from the click until the answer. */
  wish: NewOrder | null
  /** How often a lost answer was asked for. */
  asked: number
  refusal: Refusal | null
  /** What the refusal named: what the order could not be placed for. */
  conflicts: Conflict[]
  order: Order | null
}

/** What a tab hands over to the one that goes on with its checkout; `at` is the step it stood at. */
export interface HandedCheckout {
  at: string
  checkout: Pick<CheckoutContext, (typeof handed)[number]>
}

const handed = [
  'person',
  'billing',
  'delivery',
  'deliverTo',
  'savedId',
  'methodId',
  'payment',
  'comment',
  'touched',
  'tried',
  'done',
  'wish',
] as const

/** Whether this tab holds the checkout, and what the tab that held it before hands over. */
export interface Claim {
  is: 'held' | 'elsewhere'
  handed: HandedCheckout | null
}

export type CheckoutEvent =
  | PageOpening
  | AccountChange
  | { type: 'page.shown' }
  | { type: 'cart.changed'; basket: Basket }
  | { type: 'settings.changed'; settings: Settings }
  | { type: 'checkout.typed'; form: 'person'; field: PersonField; value: string }
  | { type: 'checkout.typed'; form: 'billing' | 'delivery'; field: TypedAddressField; value: string }
  | { type: 'checkout.typedComment'; value: string }
  | { type: 'checkout.blurred'; form: FormName; field: string }
  | { type: 'checkout.chooseCountry'; form: 'billing' | 'delivery'; id: number | null; name: string }
  | { type: 'checkout.chooseRegion'; form: 'billing' | 'delivery'; id: number | null; name: string }
  | { type: 'checkout.chooseMethod'; id: string }
  | { type: 'checkout.chooseDeliverTo'; to: 'billing' | 'other' }
  | { type: 'checkout.chooseSaved'; id: string }
  | { type: 'checkout.choosePayment'; method: 'on-delivery' | 'online' }
  | { type: 'checkout.continue' }
  | { type: 'checkout.edit'; step: Step }
  | { type: 'checkout.retry' }
  /** `total` is what stands on the screen, in cents. */
  | { type: 'checkout.place'; total: number }
  /** The provider's button was pressed; `total` is what stands on the screen, in cents. */
  | { type: 'checkout.pay'; total: number }
  | PaymentReport
  | { type: 'checkout.ask' }
  /** The shopper goes on here with the checkout of another tab. */
  | { type: 'checkout.takeOver' }
  | { type: 'checkout.handed'; from: HandedCheckout }
  /** The ways of delivery have come: what they cost may be asked for. */
  | { type: 'checkout.readMethods' }

const emptyBasket: Basket = { sessionId: null, lines: [], quantity: 0, subtotal: 0, coupon: null }

const fresh = {
  wish: null,
  asked: 0,
  refusal: null,
  conflicts: [] as Conflict[],
  order: null,
  comment: '',
  tried: [] as Step[],
  done: [] as Step[],
  touched: [] as string[],
}

/** The delivery method that is chosen, if it is known. */
export const methodOf = (context: CheckoutContext): DeliveryMethod | null =>
  context.methods.find(method => method.id === context.methodId) ?? null

/** The saved addresses that can be delivered to; none for guests. */
export const savedAddresses = (context: CheckoutContext): Address[] => context.account?.addresses ?? []

/** The address that a delivery goes to; null for a method that needs none. */
export function deliveryFormOf(context: CheckoutContext): AddressForm | null {
  if (!methodOf(context)?.needsAddress) return null
  if (context.deliverTo === 'billing') return context.billing
  const saved = savedAddresses(context).find(({ addressId }) => addressId === context.savedId)
  return context.deliverTo === 'saved' && saved ? formOf(saved) : context.delivery
}

const billingOf = (account: Account | null): Address | undefined =>
  account?.addresses.find(({ addressId }) => addressId === account.billingId)
const personOf = ({ info: { firstName, lastName, email, telephone } }: Account): ContactPerson => ({
  firstName,
  lastName,
  email,
  telephone,
})

/** Whether a form stands as it was filled in, or empty: nobody has typed in it. */
const isUntouched = <Form extends object>(form: Form, filled: Form | null): boolean =>
  Object.entries(form).every(([field, value]) => (filled ? value === filled[field as keyof Form] : !value))

/** The forms with what a customer has saved; what was typed stays. */
function filledIn(context: CheckoutContext, account: Account | null): Partial<CheckoutContext> {
  const before = context.account
  if (account === null) return { account }
  const [old, billing] = [billingOf(before), billingOf(account)]
  const isElsewhere = account.deliveryId !== null && account.deliveryId !== account.billingId
  const isChosen = context.deliverTo !== 'billing' && before !== null
  return {
    account,
    ...(isUntouched(context.person, before && personOf(before)) && { person: personOf(account) }),
    ...(billing && isUntouched(context.billing, old ? formOf(old) : null) && { billing: formOf(billing) }),
    ...(isElsewhere &&
      !isChosen &&
      isUntouched(context.delivery, null) && { deliverTo: 'saved' as const, savedId: account.deliveryId }),
  }
}

const isFeeAsked = (context: CheckoutContext): boolean =>
  context.settings?.calculateDeliveyFee === true && deliveryFormOf(context) !== null

/** What delivery costs, in cents; null while that is not known. */
export function feeOf(context: CheckoutContext): number | null {
  const method = methodOf(context)
  if (method === null || context.settings === null) return null
  if (isFeeAsked(context)) return context.fee
  return toCents(method.fee ?? context.settings.deliveryFee)
}

/** What the order comes to, in cents; delivery counts 0 while its fee is not known. */
export const checkoutTotals = (context: CheckoutContext): Totals =>
  totalsOf(context.basket.subtotal, context.basket.coupon, feeOf(context) ?? 0)

/** Cents that the cart lacks to the minimum order. */
export const missingOf = (context: CheckoutContext): number =>
  missingForMinimum(context.basket.subtotal, toCents(context.settings?.minimumOrderLimit ?? 0))

/** What is wrong in a step; keys are `form.field`, or the name of what has to be chosen. */
export function stepMistakes(context: CheckoutContext, step: Step): Record<string, string> {
  const named = (form: FormName, mistakes: Mistakes) =>
    Object.fromEntries(Object.entries(mistakes).map(([field, mistake]) => [`${form}.${field}`, mistake]))
  switch (step) {
    case 'details':
      return {
        ...named('person', mistakesOf(context.person)),
        ...named('billing', addressMistakes(context.billing)),
      }
    case 'delivery':
      return {
        ...(methodOf(context) === null ? { method: 'Choose how you want your order' } : {}),
        ...(deliveryFormOf(context) === context.delivery ? named('delivery', addressMistakes(context.delivery)) : {}),
      }
    case 'payment':
      return context.payment === 'online' && !context.settings?.receivedOnlinePayment
        ? { payment: 'Choose how you want to pay' }
        : {}
    case 'review':
      return mistakesOf({ comment: context.comment }) as Record<string, string>
  }
}

const isRight = (context: CheckoutContext, step: Step) => Object.keys(stepMistakes(context, step)).length === 0
const isDone = (context: CheckoutContext, step: Step) => context.done.includes(step) && isRight(context, step)

/** Why an order can't be placed, or paid, as it stands. One list drives the button, the guard and the words. */
export type Reason =
  | { about: 'empty' }
  | { about: 'minimum'; missing: number }
  | { about: 'step'; step: Step }
  | { about: 'fee' }
  | { about: 'comment'; message: string }
  | { about: 'stock' | 'coupon'; conflict: Conflict }

/** Of the conflicts that were named, those that hold: of a line that was changed, and a coupon that was taken back, none do. */
export function openConflicts({ conflicts, basket }: CheckoutContext): Conflict[] {
  const isOpen = ({ about, productId, left }: Conflict): boolean => {
    const line = basket.lines.find(one => one.productId === productId)
    if (about === 'stock') return line !== undefined && line.quantity > (left ?? 0)
    if (about === 'price') return line !== undefined
    return about !== 'coupon' || basket.coupon !== null
  }
  return conflicts.filter(isOpen)
}

/** What stands against the order; empty when it can be placed. The first is said. */
export function reasonsAgainst(context: CheckoutContext): Reason[] {
  const { basket } = context
  if (basket.quantity === 0 || basket.sessionId === null) return [{ about: 'empty' }]
  const missing = missingOf(context)
  const undone = steps.filter(step => step !== 'review' && !isDone(context, step))
  const comment = stepMistakes(context, 'review').comment
  return [
    ...(missing > 0 ? [{ about: 'minimum' as const, missing }] : []),
    ...openConflicts(context).flatMap(conflict => {
      const { about } = conflict
      return about === 'stock' || about === 'coupon' ? [{ about, conflict }] : []
    }),
    ...undone.map(step => ({ about: 'step' as const, step })),
    ...(feeOf(context) === null ? [{ about: 'fee' as const }] : []),
    ...(comment ? [{ about: 'comment' as const, message: comment }] : []),
  ]
}

/** The order as it is sent; only where everything is filled in. */
function orderOf(context: CheckoutContext, total: number): NewOrder {
  const { person, basket } = context
  const comment = context.comment.trim()
  const delivery = deliveryFormOf(context)
  return {
    requestId: `${context.flow}/order/${context.attempt + 1}`,
    sessionId: basket.sessionId ?? '',
    customer: {
      firstName: person.firstName.trim(),
      lastName: person.lastName.trim(),
      email: person.email.trim(),
      telephone: person.telephone.trim(),
    },
    billingAddress: addressIn(context.billing),
    deliveryAddress: delivery && addressIn(delivery),
    deliveryMethod: context.methodId ?? '',
    deliveryFee: toDollars(feeOf(context) ?? 0),
    couponCode: checkoutTotals(context).discount > 0 ? (basket.coupon?.couponCode ?? null) : null,
    lines: basket.lines.map(({ productId, quantity, totalPrice }) => ({ productId, quantity, totalPrice })),
    payment: { method: context.payment },
    ...(comment && { comment }),
    total: toDollars(total),
  }
}

/**
 * The wish for an order: the one of before, with its key, where nothing came of it and the shopper wants the same again.
 */
function wishOf(context: CheckoutContext, total: number): Pick<CheckoutContext, 'wish' | 'attempt'> {
  const { wish, attempt } = context
  const order = orderOf(context, total)
  const isSame = wish !== null && JSON.stringify({ ...order, requestId: wish.requestId }) === JSON.stringify(wish)
  return isSame ? { wish, attempt } : { wish: order, attempt: attempt + 1 }
}

function feeQuestionOf(context: CheckoutContext): DeliveryFeeQuestion {
  const form = deliveryFormOf(context)
  return {
    sessionId: context.basket.sessionId ?? '',
    deliveryMethod: context.methodId ?? '',
    postCode: form?.postCode.trim() ?? '',
    city: form?.city.trim() ?? '',
    regionId: form?.regionId ?? 0,
    countryId: form?.countryId ?? 0,
  }
}

/** What a fee depends on: when it changes the gateway is asked again. */
const feeKeyOf = (context: CheckoutContext): string =>
  JSON.stringify([feeQuestionOf(context), context.basket.subtotal, context.basket.quantity])

/**
 * A guest's or a customer's way from a full cart to a placed order.
 *
 * - What a customer has saved is filled in, once, and never over what was typed.
 * - Nothing that was typed is lost by a failure or a reload.
 * - At most one placement is under way; every try of one wish carries the same key and the same words.
 * - A lost answer is asked about with that key, never assumed and never placed blindly again.
 * - A settled refusal ends the wish: the next try has a new key.
 * - What is placed is what was shown: another total on the screen than in the chart is not sent.
 * - What is paid online is placed with the key that it was paid with.
 * - One tab at a time goes on; the others can take it over, with all that was typed and the order that is on its way.
 */
export const checkoutMachine = setup({
  types: { context: {} as CheckoutContext, events: {} as CheckoutEvent, tags: {} as 'busy' },
  actors: {
    places: placesMachine,
    payment: paymentMachine,
    claimCheckout: effect<Claim, { by: 'waiting' | 'stealing' }>('claimCheckout'),
    watchClaim: effect<null>('watchClaim'),
    readMethods: effect<DeliveryMethod[]>('readMethods'),
    readFee: effect<{ deliveryFee: number }, DeliveryFeeQuestion>('readFee'),
    placeOrder: effect<Order, NewOrder>('placeOrder'),
  },
  guards: {
    /** Every field of the step is filled in as it should be. */
    isStepRight: ({ context }, step: Step) => isRight(context, step),
    /** Every step named is done. */
    areStepsDone: ({ context }, names: Step[]) => names.every(step => isDone(context, step)),
    /** It is this step that the shopper asks for. */
    isStep: (_, { asked, step }: { asked: Step; step: Step }) => asked === step,
    /** Nothing stands against the order, and the shopper saw this total and this way to pay. */
    isPlaceable: ({ context }, { total, by }: { total: number; by: CheckoutContext['payment'] }) =>
      reasonsAgainst(context).length === 0 && checkoutTotals(context).total === total && context.payment === by,
    /** The next attempt needs a new idempotency key. */
    isKeySpent: (_, key: 'reusable' | 'spent') => key === 'spent',
    /** Another tab has the checkout, or hands it over. */
    isElsewhere: or([stateIn({ tab: 'elsewhere' }), stateIn({ tab: 'taking' })]),
    /** No order is under way here, or placed: such a one is not given up for what another tab has. */
    isBeforeOrder: or(steps.map(step => stateIn({ step }))),
    /** The checkout belongs to this tab. */
    isHeld: (_, { is }: Claim) => is === 'held',
    /** The other tab had sent an order whose end is not known. */
    isUnderWay: (_, { at, checkout }: HandedCheckout) =>
      checkout.wish !== null && (at === 'placing' || at === 'unknown'),
    /** The delivery fee is known for just this delivery and this cart. */
    isFeeKnown: ({ context }) => isFeeAsked(context) && context.fee !== null && context.feeFor === feeKeyOf(context),
    /** Details, delivery and cart are such that the fee can be asked for. */
    isFeeAsked: ({ context }) =>
      isFeeAsked(context) && context.basket.quantity > 0 && isRight(context, 'details') && isRight(context, 'delivery'),
    /** The gateway did not refuse: what became of the call is not known. */
    isLost: (_, refusal: Refusal) => refusal.code !== 'refused',
    /** It was asked fewer than 4 times what became of the order. */
    hasPatience: ({ context }) => context.asked < 4,
    /** The cart has something again, and the shopper has not just come back to, or loaded again, the order that is placed. */
    isNext: (_, { basket, move }: PageOpening) => basket.quantity > 0 && move !== 'POP',
  },
  actions: {
    keepVisit: assign((_, { flow, basket, settings }: Pick<CheckoutContext, 'flow' | 'basket' | 'settings'>) => ({
      flow,
      basket,
      settings,
    })),
    fillIn: enqueueActions(({ context, enqueue }, account: Account | null) => {
      const filled = filledIn(context, account)
      enqueue.assign(filled)
      if (!filled.billing) return
      const { countryId, regionId } = filled.billing
      enqueue.sendTo('billingPlaces', { type: 'places.chooseCountry', countryId })
      enqueue.sendTo('billingPlaces', { type: 'places.chooseRegion', regionId })
    }),
    keepBasket: assign({ basket: (_, basket: Basket) => basket }),
    keepSettings: assign({ settings: (_, settings: Settings) => settings }),
    keepTyped: assign(({ context }, { form, field, value }: { form: FormName; field: string; value: string }) => ({
      [form]: { ...context[form], [field]: value },
    })),
    keepComment: assign({ comment: (_, comment: string) => comment }),
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
    tellCountry: sendTo(
      (_, { form }: Choice) => placesOf(form),
      (_, { id }: Choice) => ({ type: 'places.chooseCountry' as const, countryId: id }),
    ),
    tellRegion: sendTo(
      (_, { form }: Choice) => placesOf(form),
      (_, { id }: Choice) => ({ type: 'places.chooseRegion' as const, regionId: id }),
    ),
    tellRetry: sendTo('billingPlaces', { type: 'places.retry' }),
    tellRetryDelivery: sendTo('deliveryPlaces', { type: 'places.retry' }),
    keepMethods: assign({
      methods: (_, methods: DeliveryMethod[]) => methods,
      methodId: ({ context }, methods) =>
        methods.some(method => method.id === context.methodId) ? context.methodId : (methods[0]?.id ?? null),
    }),
    reportMethods: raise({ type: 'checkout.readMethods' }),
    chooseMethod: assign({ methodId: (_, id: string) => id }),
    chooseDeliverTo: assign({ deliverTo: (_, to: DeliverTo) => to }),
    chooseSaved: assign({ deliverTo: 'saved', savedId: (_, id: string) => id }),
    choosePayment: assign({ payment: (_, method: 'on-delivery' | 'online') => method }),
    keepFee: assign({
      fee: (_, fee: number) => toCents(fee),
      feeFor: ({ context }) => feeKeyOf(context),
      feeRefusal: null,
    }),
    forgetFee: assign({ fee: null, feeRefusal: null }),
    explainFee: assign({ fee: null, feeRefusal: (_, refusal: Refusal) => refusal }),
    markTried: assign({
      tried: ({ context }, step: Step) => [...context.tried.filter(one => one !== step), step],
    }),
    markDone: assign({
      done: ({ context }, step: Step) => [...context.done.filter(one => one !== step), step],
      refusal: null,
    }),
    wishForOrder: assign(({ context }, total: number) => ({
      ...wishOf(context, total),
      asked: 0,
      refusal: null,
      conflicts: [],
    })),
    /** The provider's button comes with the choice. */
    wantPaymentOnline: enqueueActions(({ enqueue }, method: 'on-delivery' | 'online') => {
      if (method === 'online') enqueue.sendTo('payment', { type: 'payment.prepare' })
    }),
    beginPayment: sendTo('payment', ({ context }) => ({ type: 'payment.begin' as const, order: context.wish! })),
    finishPayment: sendTo('payment', (_, refusal: Refusal | null) => ({ type: 'payment.finish' as const, refusal })),
    keepPayment: assign({
      wish: ({ context }, providerOrderId: string) =>
        context.wish && { ...context.wish, payment: { method: 'online' as const, providerOrderId } },
    }),
    handOver: enqueueActions(({ enqueue }, { handed: from }: Claim) => {
      if (from) enqueue.raise({ type: 'checkout.handed', from })
    }),
    keepHanded: assign((_, { checkout }: HandedCheckout) => ({ ...checkout, asked: 0, refusal: null, conflicts: [] })),
    /** The lists of places, and the provider's button, follow what was chosen in the other tab. */
    tellHanded: enqueueActions(({ enqueue }, { checkout }: HandedCheckout) => {
      for (const form of ['billing', 'delivery'] as const) {
        const { countryId, regionId } = checkout[form]
        enqueue.sendTo(placesOf(form), { type: 'places.chooseCountry', countryId })
        enqueue.sendTo(placesOf(form), { type: 'places.chooseRegion', regionId })
      }
      if (checkout.payment === 'online') enqueue.sendTo('payment', { type: 'payment.prepare' })
    }),
    countQuestion: assign({ asked: ({ context }) => context.asked + 1 }),
    forgetQuestions: assign({ asked: 0 }),
    keepOrder: assign({ order: (_, order: Order) => order, wish: null, refusal: null }),
    // the fee may be what changed: it is asked for again
    explain: assign({
      wish: null,
      feeFor: '',
      refusal: (_, refusal: Refusal | null) => refusal,
      conflicts: (_, refusal) => conflictsIn(refusal),
    }),
    startAgain: assign(fresh),
    tellPlaced: tellShop((_, { sessionId }: NewOrder) => ({ type: 'checkout.placed', sessionId })),
    tellRefused: tellShop({ type: 'checkout.refused' }),
    tellReady: tellShop({ type: 'page.ready', page: 'checkout' }),
  },
  delays: { askPause: ({ context }) => 1_000 * 2 ** context.asked },
}).createMachine({
  id: 'checkout',
  description: 'From a full cart to a placed order',
  context: {
    flow: '',
    attempt: 0,
    basket: emptyBasket,
    settings: null,
    person: { firstName: '', lastName: '', email: '', telephone: '' },
    billing: emptyAddress,
    delivery: emptyAddress,
    deliverTo: 'billing',
    savedId: null,
    account: null,
    methods: [],
    methodId: null,
    fee: null,
    feeFor: '',
    feeRefusal: null,
    payment: 'on-delivery',
    ...fresh,
  },
  invoke: [
    { id: 'billingPlaces', src: 'places' },
    { id: 'deliveryPlaces', src: 'places' },
    { id: 'payment', src: 'payment' },
  ],
  type: 'parallel',
  states: {
    step: {
      description: 'Where the shopper stands',
      initial: 'details',
      on: {
        'page.open': {
          actions: [
            { type: 'keepVisit', params: ({ event }) => event },
            { type: 'fillIn', params: ({ event }) => event.account },
            'tellReady',
          ],
        },
        'account.changed': { actions: { type: 'fillIn', params: ({ event }) => event.account } },
        'cart.changed': { actions: { type: 'keepBasket', params: ({ event }) => event.basket } },
        'settings.changed': { actions: { type: 'keepSettings', params: ({ event }) => event.settings } },
        'checkout.blurred': { actions: { type: 'touch', params: ({ event }) => `${event.form}.${event.field}` } },
        'checkout.retry': { actions: ['tellRetry', 'tellRetryDelivery'] },
        'checkout.handed': [
          {
            guard: { type: 'isUnderWay', params: ({ event }) => event.from },
            target: '.unknown',
            actions: [
              { type: 'keepHanded', params: ({ event }) => event.from },
              { type: 'tellHanded', params: ({ event }) => event.from },
            ],
          },
          {
            target: '.deciding',
            actions: [
              { type: 'keepHanded', params: ({ event }) => event.from },
              { type: 'tellHanded', params: ({ event }) => event.from },
            ],
          },
        ],
      },
      states: {
        details: {
          description: 'Your Details: names, e-mail, phone, billing address',
          on: {
            'checkout.typed': { actions: { type: 'keepTyped', params: ({ event }) => event } },
            'checkout.chooseCountry': {
              actions: [
                { type: 'chooseCountry', params: ({ event }) => event },
                { type: 'tellCountry', params: ({ event }) => event },
              ],
            },
            'checkout.chooseRegion': {
              actions: [
                { type: 'chooseRegion', params: ({ event }) => event },
                { type: 'tellRegion', params: ({ event }) => event },
              ],
            },
            'checkout.continue': [
              {
                guard: { type: 'isStepRight', params: 'details' },
                target: 'deciding',
                actions: { type: 'markDone', params: 'details' },
              },
              { actions: { type: 'markTried', params: 'details' } },
            ],
          },
        },
        delivery: {
          description: 'Delivery: how, and where to',
          on: {
            'checkout.typed': { actions: { type: 'keepTyped', params: ({ event }) => event } },
            'checkout.chooseCountry': {
              actions: [
                { type: 'chooseCountry', params: ({ event }) => event },
                { type: 'tellCountry', params: ({ event }) => event },
              ],
            },
            'checkout.chooseRegion': {
              actions: [
                { type: 'chooseRegion', params: ({ event }) => event },
                { type: 'tellRegion', params: ({ event }) => event },
              ],
            },
            'checkout.chooseMethod': { actions: { type: 'chooseMethod', params: ({ event }) => event.id } },
            'checkout.chooseDeliverTo': { actions: { type: 'chooseDeliverTo', params: ({ event }) => event.to } },
            'checkout.chooseSaved': { actions: { type: 'chooseSaved', params: ({ event }) => event.id } },
            'checkout.continue': [
              {
                guard: { type: 'isStepRight', params: 'delivery' },
                target: 'deciding',
                actions: { type: 'markDone', params: 'delivery' },
              },
              { actions: { type: 'markTried', params: 'delivery' } },
            ],
            'checkout.edit': {
              guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'details' }) },
              target: 'details',
            },
          },
        },
        payment: {
          description: 'Payment: how to pay',
          on: {
            'checkout.choosePayment': {
              actions: [
                { type: 'choosePayment', params: ({ event }) => event.method },
                { type: 'wantPaymentOnline', params: ({ event }) => event.method },
              ],
            },
            'checkout.continue': [
              {
                guard: { type: 'isStepRight', params: 'payment' },
                target: 'deciding',
                actions: { type: 'markDone', params: 'payment' },
              },
              { actions: { type: 'markTried', params: 'payment' } },
            ],
            'checkout.edit': [
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'details' }) },
                target: 'details',
              },
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'delivery' }) },
                target: 'delivery',
              },
            ],
          },
        },
        deciding: {
          description: 'The first step that is not done comes next',
          always: [
            { guard: { type: 'areStepsDone', params: ['details', 'delivery', 'payment'] }, target: 'review' },
            { guard: { type: 'areStepsDone', params: ['details', 'delivery'] }, target: 'payment' },
            { guard: { type: 'areStepsDone', params: ['details'] }, target: 'delivery' },
            { target: 'details' },
          ],
        },
        review: {
          description: 'Everything once more',
          on: {
            'checkout.typedComment': { actions: { type: 'keepComment', params: ({ event }) => event.value } },
            'checkout.edit': [
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'details' }) },
                target: 'details',
              },
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'delivery' }) },
                target: 'delivery',
              },
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'payment' }) },
                target: 'payment',
              },
            ],
            'checkout.place': [
              { guard: 'isElsewhere' },
              {
                guard: { type: 'isPlaceable', params: ({ event }) => ({ total: event.total, by: 'on-delivery' }) },
                target: 'placing',
                actions: { type: 'wishForOrder', params: ({ event }) => event.total },
              },
              { actions: { type: 'markTried', params: 'review' } },
            ],
            'checkout.pay': [
              { guard: 'isElsewhere' },
              {
                guard: { type: 'isPlaceable', params: ({ event }) => ({ total: event.total, by: 'online' }) },
                target: 'paying',
                actions: [{ type: 'wishForOrder', params: ({ event }) => event.total }, 'beginPayment'],
              },
              { actions: { type: 'markTried', params: 'review' } },
            ],
          },
        },
        paying: {
          description: 'The order is being paid for; it is placed right after',
          on: {
            'payment.paid': {
              target: 'placing',
              actions: { type: 'keepPayment', params: ({ event }) => event.providerOrderId },
            },
            'payment.ended': [
              {
                guard: { type: 'isKeySpent', params: ({ event }) => event.key },
                target: 'review',
                actions: [{ type: 'explain', params: ({ event }) => event.refusal }, 'tellRefused'],
              },
              { target: 'review' },
            ],
          },
        },
        placing: {
          description: 'The order is being placed',
          tags: 'busy',
          invoke: {
            id: 'placeOrder',
            src: 'placeOrder',
            input: ({ context }) => context.wish!,
            onDone: {
              target: 'placed',
              actions: [
                { type: 'tellPlaced', params: ({ context }) => context.wish! },
                { type: 'keepOrder', params: ({ event }) => event.output },
                { type: 'finishPayment', params: null },
              ],
            },
            onError: [
              { guard: { type: 'isLost', params: ({ event }) => refusalIn(event.error) }, target: 'unknown' },
              {
                target: 'review',
                actions: [
                  { type: 'explain', params: ({ event }) => refusalIn(event.error) },
                  { type: 'finishPayment', params: ({ event }) => refusalIn(event.error) },
                  'tellRefused',
                ],
              },
            ],
          },
        },
        unknown: {
          description: 'The answer was lost: whether the order was placed is being found out',
          initial: 'pausing',
          states: {
            pausing: {
              description: 'A moment before asking',
              tags: 'busy',
              after: { askPause: 'asking' },
              on: { 'checkout.ask': 'asking' },
            },
            asking: {
              description: 'The gateway is asked with the same key, which places the order at most once',
              tags: 'busy',
              entry: 'countQuestion',
              invoke: {
                id: 'askForOrder',
                src: 'placeOrder',
                input: ({ context }) => context.wish!,
                onDone: {
                  target: '#checkout.step.placed',
                  actions: [
                    { type: 'tellPlaced', params: ({ context }) => context.wish! },
                    { type: 'keepOrder', params: ({ event }) => event.output },
                    { type: 'finishPayment', params: null },
                  ],
                },
                onError: [
                  {
                    guard: { type: 'isLost', params: ({ event }) => refusalIn(event.error) },
                    target: 'deciding',
                  },
                  {
                    target: '#checkout.step.review',
                    actions: [
                      { type: 'explain', params: ({ event }) => refusalIn(event.error) },
                      { type: 'finishPayment', params: ({ event }) => refusalIn(event.error) },
                      'tellRefused',
                    ],
                  },
                ],
              },
            },
            deciding: {
              description: 'Ask once more, or leave it to the shopper',
              always: [{ guard: 'hasPatience', target: 'pausing' }, { target: 'silent' }],
            },
            silent: {
              description: 'The gateway stays silent; the shopper can ask again',
              on: { 'checkout.ask': { target: 'asking', actions: 'forgetQuestions' } },
            },
          },
        },
        placed: {
          description: 'The order is placed',
          on: {
            'page.open': [
              {
                guard: { type: 'isNext', params: ({ event }) => event },
                target: 'details',
                actions: ['startAgain', { type: 'keepVisit', params: ({ event }) => event }, 'tellReady'],
              },
              { actions: [{ type: 'keepVisit', params: ({ event }) => event }, 'tellReady'] },
            ],
          },
        },
      },
    },
    tab: {
      description: 'Whether this tab holds the checkout: one does at a time',
      initial: 'claiming',
      states: {
        claiming: {
          description: 'Is there another tab that does?',
          tags: 'busy',
          invoke: {
            id: 'claimCheckout',
            src: 'claimCheckout',
            input: { by: 'waiting' },
            onDone: [
              { guard: { type: 'isHeld', params: ({ event }) => event.output }, target: 'holding' },
              { target: 'elsewhere' },
            ],
            onError: 'holding',
          },
        },
        holding: {
          description: 'This one does',
          invoke: { id: 'watchClaim', src: 'watchClaim', onDone: 'elsewhere', onError: 'claiming' },
        },
        elsewhere: {
          description: 'Another one does; the shopper can go on here',
          on: { 'checkout.takeOver': { guard: 'isBeforeOrder', target: 'taking' }, 'page.open': 'claiming' },
        },
        taking: {
          description: 'The other tab lets go, and hands over what it has',
          tags: 'busy',
          invoke: {
            id: 'takeCheckout',
            src: 'claimCheckout',
            input: { by: 'stealing' },
            onDone: { target: 'holding', actions: { type: 'handOver', params: ({ event }) => event.output } },
            onError: 'elsewhere',
          },
        },
      },
    },
    methods: {
      description: 'The ways of delivery',
      initial: 'reading',
      states: {
        reading: {
          description: 'The ways of delivery are asked for',
          tags: 'busy',
          invoke: {
            id: 'readMethods',
            src: 'readMethods',
            onDone: { target: 'ready', actions: { type: 'keepMethods', params: ({ event }) => event.output } },
            onError: 'unreachable',
          },
        },
        ready: {
          description: 'The ways of delivery are here',
          entry: 'reportMethods',
          on: { 'page.open': 'reading' },
        },
        unreachable: {
          description: 'The ways of delivery could not be read',
          on: { 'checkout.retry': 'reading', 'page.open': 'reading' },
        },
      },
    },
    fee: {
      description: 'What delivery costs, where the gateway works it out',
      initial: 'none',
      on: {
        'checkout.continue': '.deciding',
        'checkout.chooseMethod': '.deciding',
        'checkout.chooseDeliverTo': '.deciding',
        'checkout.chooseSaved': '.deciding',
        'account.changed': '.deciding',
        'checkout.readMethods': '.deciding',
        'checkout.handed': '.deciding',
        'cart.changed': '.deciding',
        'settings.changed': '.deciding',
      },
      states: {
        none: { description: 'There is nothing to ask' },
        deciding: {
          description: 'Asked only once the address is known',
          always: [
            { guard: 'isFeeKnown', target: 'known' },
            { guard: 'isFeeAsked', target: 'asking', actions: 'forgetFee' },
            { target: 'none', actions: 'forgetFee' },
          ],
        },
        asking: {
          description: 'The fee is asked for',
          tags: 'busy',
          invoke: {
            id: 'readFee',
            src: 'readFee',
            input: ({ context }) => feeQuestionOf(context),
            onDone: { target: 'known', actions: { type: 'keepFee', params: ({ event }) => event.output.deliveryFee } },
            onError: {
              target: 'refused',
              actions: { type: 'explainFee', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        known: { description: 'The fee is known' },
        refused: {
          description: 'There is no fee: outside the delivery area, or no answer',
          on: { 'checkout.retry': 'asking' },
        },
      },
    },
  },
})

interface Choice {
  form: 'billing' | 'delivery'
  id: number | null
  name: string
}

const placesOf = (form: Choice['form']) =>
  form === 'billing' ? ('billingPlaces' as const) : ('deliveryPlaces' as const)

export type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>

/** The customer whose details a checkout is filled in with; null for a visitor's, and where there is none. */
export const ownerOf = (checkout: CheckoutSnapshot | undefined): string | null =>
  checkout?.context.account?.info.customerId ?? null

/**
 * What another tab needs to go on with a checkout.
 *
 * @param owner - of the other tab's: one of the two may have heard of a login that the other has not
 * @returns null for an order that is placed, and where the owner is another
 */
export function handedBy(checkout: CheckoutSnapshot, owner: string | null): HandedCheckout | null {
  const { context, value } = checkout
  if (value.step === 'placed' || ownerOf(checkout) !== owner) return null
  return {
    at: typeof value.step === 'string' ? value.step : Object.keys(value.step)[0]!,
    checkout: Object.fromEntries(handed.map(name => [name, context[name]])) as HandedCheckout['checkout'],
  }
}
