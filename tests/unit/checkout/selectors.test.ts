import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { standardFee } from '#contract/delivery'
import { checkoutMachine, type CheckoutSnapshot } from '#machines/checkout/checkout'
import { steps, type CheckoutContext, type Step } from '#machines/checkout/context'
import { canPlace } from '#machines/checkout/reviewed'
import {
  checkoutProgress,
  defaultSavedId,
  hasErrors,
  isOrdering,
  methodFee,
  obstacle,
  openStep,
  visibleStepErrors,
} from '#machines/checkout/selectors'
import type { OrderProgress } from '#machines/orders/selectors'
import { accountFor, address, answers, feeRequest, mai, savedAddress, settings } from '../../kit/outcomes.ts'

const initial = createActor(checkoutMachine).getSnapshot()

const full: CheckoutContext['basket'] = {
  sessionId: 'session-1',
  lines: [{ productId: 1, quantity: 2, totalPrice: 31.8 }],
  quantity: 2,
  subtotal: 3180,
  coupon: null,
}

const isStep = (step: unknown): step is Step => steps.some(one => one === step)

/** A snapshot in a step, with a full cart and the settings unless the context says otherwise. */
const at = (
  step: Step | CheckoutSnapshot['value']['step'],
  context: Partial<CheckoutContext> = {},
): CheckoutSnapshot => ({
  ...initial,
  value: {
    ...initial.value,
    step: isStep(step) ? { filling: step } : step,
  },
  context: { ...initial.context, basket: full, settings, ...context },
})

/** The same while another tab holds the checkout. */
const inOtherTab = (checkout: CheckoutSnapshot): CheckoutSnapshot => ({
  ...checkout,
  value: { ...checkout.value, tab: 'otherTab' },
})

describe('checkoutProgress', () => {
  const idle: OrderProgress = { at: 'idle', unknown: null }
  const placed: OrderProgress = { at: 'placed', unknown: null }
  test.each([
    [at('review'), placed, { step: 'review', unknown: null }],
    [at('placed'), placed, { step: 'placed', unknown: null }],
    [at('ordering'), { at: 'paying', unknown: null }, { step: 'paying', unknown: null }],
    [at('ordering'), { at: 'unknown', unknown: 'asking' }, { step: 'unknown', unknown: 'asking' }],
    [at('ordering'), idle, { step: 'placing', unknown: null }],
    [at('ordering'), placed, { step: 'placing', unknown: null }],
  ] as const)('shows the step, and the state of an order in flight %#', (snapshot, order, progress) => {
    expect(checkoutProgress(snapshot, order)).toEqual(progress)
  })

  test('shows the review while an order is in flight', () => {
    const order = at('ordering')
    expect([openStep(checkoutProgress(order, { at: 'unknown', unknown: 'asking' })), isOrdering(order)]).toEqual([
      'review',
      true,
    ])
    expect([openStep(checkoutProgress(at('delivery'), idle)), isOrdering(at('review'))]).toEqual(['delivery', false])
  })
})

describe('obstacle', () => {
  const empty = { ...full, quantity: 0 }
  const tooLittle = { settings: { ...settings, minimumOrderLimit: 40 } }
  test.each([
    [at('details'), 'ready', 'idle', null],
    [at('details', { settings: null }), 'ready', 'idle', 'loading'],
    [at('details', { settings: null }), 'unreachable', 'idle', 'unreachable'],
    [at('details', { basket: empty }), 'ready', 'loading', 'loading'],
    [at('details', { basket: empty }), 'ready', 'unreachable', 'unreachable'],
    [at('details', { basket: empty }), 'ready', 'idle', 'empty'],
    [at('details', tooLittle), 'ready', 'idle', 'tooLittle'],
    [inOtherTab(at('details')), 'ready', 'idle', 'otherTab'],
    [inOtherTab(at('ordering', { basket: empty })), 'ready', 'idle', null],
  ] as const)('is found from the checkout, the session and the cart %#', (snapshot, start, lines, expected) => {
    expect(obstacle(snapshot, start, lines)).toBe(expected)
  })
})

describe('visibleStepErrors', () => {
  test('holds the errors of touched fields, and all errors after Continue', () => {
    const { context } = at('details', { touched: ['person.email'] })
    expect(visibleStepErrors(context, 'details')).toEqual({ 'person.email': 'Email is required' })
    const all = visibleStepErrors({ ...context, tried: ['details'] }, 'details')
    expect(Object.keys(all).length).toBeGreaterThan(5)
  })

  test('counts as an error of the page only after Continue', () => {
    expect(hasErrors(at('details', { touched: ['person.email'] }))).toBe(false)
    expect(hasErrors(at('details', { tried: ['details'] }))).toBe(true)
  })
})

describe('canPlace', () => {
  const ready: Partial<CheckoutContext> = {
    person: { firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', telephone: '0255500188' },
    billing: { ...initial.context.billing, ...address },
    methods: answers.readMethods as CheckoutContext['methods'],
    methodId: 'pickup',
    done: ['details', 'delivery', 'payment'],
  }

  test('holds when every step is done and the fee is known', () => {
    expect(canPlace(at('review', ready).context)).toBe(true)
    expect(canPlace(at('review', { ...ready, methodId: 'home' }).context)).toBe(false)
    expect(canPlace(at('review', { ...ready, done: ['details', 'delivery'] }).context)).toBe(false)
  })
})

describe('the delivery fee', () => {
  const [home, pickup] = [
    { id: 'home', name: 'Home', description: '', needsAddress: true },
    { id: 'pickup', name: 'Pick-up', description: '', needsAddress: false, fee: 0 },
  ]
  const flat = { ...settings, calculateDeliveryFee: false, deliveryFee: 9.5 }
  const byAddress = { ...flat, calculateDeliveryFee: true }

  test('is the standard fee unless the gateway calculates it from the address', () => {
    expect([standardFee(flat, null), standardFee(flat, home!), standardFee(flat, pickup!)]).toEqual([950, 950, 0])
    expect([standardFee(byAddress, null), standardFee(byAddress, home!)]).toEqual([null, null])
    expect(standardFee(byAddress, { ...pickup!, fee: null })).toBe(950)
  })

  test("of the chosen method is the gateway's", () => {
    const context = { settings: byAddress, methods: [home!, pickup!], methodId: 'home' }
    expect(
      methodFee(at('delivery', { ...context, quote: { is: 'known', request: feeRequest, fee: 590 } }).context, home!),
    ).toBe(590)
    expect(methodFee(at('delivery', context).context, home!)).toBeNull()
    expect(methodFee(at('delivery', context).context, pickup!)).toBe(0)
  })
})

describe('defaultSavedId', () => {
  const other = { ...savedAddress, addressId: 'address-2' }
  const account = { ...accountFor(mai), addresses: [savedAddress, other], billingId: savedAddress.addressId }
  test('is the saved address chosen last, else the first besides the billing address', () => {
    expect(defaultSavedId(at('delivery').context)).toBeNull()
    expect(defaultSavedId(at('delivery', { account }).context)).toBe('address-2')
    expect(defaultSavedId(at('delivery', { account, savedId: savedAddress.addressId }).context)).toBe('address-2')
  })
})
