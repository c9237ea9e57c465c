import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Conflict } from '#contract/conflict'
import { checkoutMachine } from '#machines/checkout/checkout'
import type { CouponStatus } from '#machines/cart/page-selectors'
import type { CheckoutContext } from '#machines/checkout/context'
import { amountBefore, isOnlyTotalNew, visibleConflicts } from '#machines/checkout/conflicts'
import { lineChanges } from '#src/checkout/conflict-text.ts'
import { whyNotPlaced } from '#src/checkout/checkout-view.ts'
import { paymentLines } from '#src/orders/order-text.ts'
import { address, answers, feeRequest, refused, settings } from '../../kit/outcomes.ts'

const fresh = createActor(checkoutMachine).getSnapshot().context
const coupon = { couponCode: 'TEN', discountType: 'percent', discountValue: 10 } as const

/** Everything is filled in: two of rice for $31.80, a coupon of 10 %, free pick-up. */
const ready: CheckoutContext = {
  ...fresh,
  basket: {
    sessionId: 'session-1',
    lines: [{ productId: 1, quantity: 2, totalPrice: 31.8 }],
    quantity: 2,
    subtotal: 3180,
    coupon,
  },
  settings,
  person: { firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com', telephone: '0255500188' },
  billing: { ...fresh.billing, ...address },
  methods: answers.readMethods as CheckoutContext['methods'],
  methodId: 'pickup',
  done: ['details', 'delivery', 'payment'],
}
const athome = { ...ready, methodId: 'home' }

/** The order was refused for these. */
const refusedFor = (...conflicts: Conflict[]): CheckoutContext => ({ ...ready, refusal: refused, conflicts })

const stock: Conflict = { about: 'stock', productId: 1, left: 1, message: 'Only 1 of Jasmine Rice is left.' }
const price: Conflict = { about: 'price', productId: 1, was: 30, now: 31.8, message: 'Jasmine Rice now costs $31.80.' }
const ended: Conflict = { about: 'coupon', message: 'The coupon TEN has expired.' }
const fee: Conflict = { about: 'fee', was: 5.9, now: 0, message: 'Delivery is now free, not $5.90.' }
const total: Conflict = { about: 'total', was: 30, now: 28.62, message: 'The total is now $28.62, not $30.00.' }
const area: Conflict = { about: 'area', message: 'We do not deliver there yet.' }
const changedCart: Conflict = { about: 'cart', message: 'Your cart has changed in the meantime.' }

const withLine = (
  context: CheckoutContext,
  line: { quantity: number; totalPrice: number } | null,
): CheckoutContext => ({
  ...context,
  basket: { ...context.basket, lines: line ? [{ productId: 1, ...line }] : [] },
})

describe('the reason why an order cannot be placed', () => {
  test('is nothing if it can be placed', () => expect(whyNotPlaced(ready, false, false)).toBeNull())

  test('is a cart that is being confirmed', () =>
    expect(whyNotPlaced(ready, false, true)).toEqual({
      text: 'Your cart is being updated.',
      short: 'Updating your cart…',
    }))

  test.each<[text: string, short: string, CheckoutContext, boolean?]>([
    ['Your cart is empty.', 'Your cart is empty', { ...ready, basket: { ...ready.basket, quantity: 0 } }],
    [
      'The cart is $8.20 below the minimum order.',
      'Add $8.20 more',
      { ...ready, settings: { ...settings, minimumOrderLimit: 40 } },
    ],
    ['Please check Delivery first.', 'Check Delivery', { ...ready, methodId: null }],
    ['Please check Payment first.', 'Check Payment', { ...ready, done: ['details', 'delivery'] }],
    ['The delivery fee is being calculated.', 'Calculating the fee…', athome, true],
    ['The delivery fee is not known yet.', 'Check Delivery', athome],
    [
      'Only 3 are left.',
      'Check Delivery',
      { ...athome, quote: { is: 'refused' as const, request: feeRequest, refusal: refused } },
    ],
    ['Only 1 of Jasmine Rice is left.', 'Change 1 item to continue', refusedFor(price, stock, ended)],
    ['The coupon TEN has expired.', 'Check the coupon', refusedFor(price, ended)],
    ['Order comment must be at most 1000 characters', 'Check the comment', { ...ready, comment: 'x'.repeat(1001) }],
  ])('%s', (text, short, context, isAsking = false) => {
    expect(whyNotPlaced(context, isAsking, false)).toEqual({ text, short })
  })
})

describe('a conflict', () => {
  test('of every kind is shown after the refusal', () => {
    const all = [price, stock, ended, fee, total, area, changedCart]
    expect(visibleConflicts(refusedFor(...all), 'kept')).toEqual(all)
  })

  test('about stock is shown until the quantity is within the stock, or the line is removed', () => {
    const context = { ...refusedFor(stock), refusal: null }
    expect(visibleConflicts(context, 'kept')).toEqual([stock])
    expect(visibleConflicts(withLine(context, { quantity: 1, totalPrice: 15.9 }), 'kept')).toEqual([])
    expect(visibleConflicts(withLine(context, null), 'kept')).toEqual([])
  })

  test('about the coupon is shown until the shopper removes it, also if the cart drops it', () => {
    const context = refusedFor(ended)
    const without = { ...context, basket: { ...context.basket, coupon: null } }
    expect(visibleConflicts(without, 'dropped')).toEqual([ended])
    expect(visibleConflicts(without, 'kept')).toEqual([])
  })

  test.each<[string, Conflict, CheckoutContext]>([
    ['a price', price, withLine(refusedFor(price), { quantity: 3, totalPrice: 47.7 })],
    ['the price of a removed line', price, withLine(refusedFor(price), null)],
    [
      'a fee',
      fee,
      { ...refusedFor(fee), methodId: 'home', quote: { is: 'known' as const, request: feeRequest, fee: 950 } },
    ],
    ['a total', total, { ...refusedFor(total), basket: { ...ready.basket, subtotal: 1590 } }],
  ])('about %s is no longer shown once the shopper has changed the order', (_, conflict, context) => {
    expect(visibleConflicts(refusedFor(conflict), 'kept')).toEqual([conflict])
    expect(visibleConflicts(context, 'kept')).toEqual([])
  })

  test('about an amount stays while the amount is being calculated', () => {
    expect(visibleConflicts({ ...refusedFor(fee, total), methodId: 'home' }, 'kept')).toEqual([fee, total])
  })

  test('that the next step has settled is no longer shown', () => {
    const context = { ...refusedFor(area, changedCart, fee, total, price), refusal: null }
    expect(visibleConflicts(context, 'kept')).toEqual([])
  })
})

describe('a change', () => {
  test('of a line has its price before and now', () => {
    expect(lineChanges([price, stock, ended])).toEqual(
      new Map([
        [1, { words: ['The price has changed.', 'Only 1 of Jasmine Rice is left.'], price: { was: 3000, now: 3180 } }],
      ]),
    )
  })

  test('of a line without amounts has the gateway’s message', () => {
    const { was: _, ...bare } = price
    expect(lineChanges([bare]).get(1)).toEqual({ words: ['Jasmine Rice now costs $31.80.'], price: null })
  })

  test('of the whole order is the earlier amount, in cents', () => {
    expect(amountBefore([price, fee], 'fee')).toBe(590)
    expect(amountBefore([price, fee], 'total')).toBeNull()
  })
})

describe('a new total', () => {
  const isNew = (context: CheckoutContext, { isSettled = true, coupon = 'kept' as CouponStatus } = {}) =>
    isOnlyTotalNew(context, visibleConflicts(context, coupon), isSettled)

  test('is shown when only amounts changed', () => {
    expect(isNew(refusedFor(price, fee))).toBe(true)
    expect(isNew(refusedFor(price, stock))).toBe(false)
    expect(isNew(refusedFor(price, ended))).toBe(false)
    expect(isNew(refusedFor(price, changedCart))).toBe(false)
    expect(isNew(refusedFor())).toBe(false)
  })

  test('is unknown while the cart is read or the fee is calculated', () => {
    expect(isNew(refusedFor(price), { isSettled: false })).toBe(false)
    expect(isNew({ ...refusedFor(price), methodId: 'home' })).toBe(false)
  })

  test('is shown when the cart has dropped the coupon', () => {
    const context = refusedFor(ended)
    expect(isNew({ ...context, basket: { ...context.basket, coupon: null } }, { coupon: 'dropped' })).toBe(true)
  })
})

describe('a receipt shows about the payment', () => {
  test.each([
    ['Pay on delivery. Pay when you collect.', { method: 'on-delivery', status: 'pending' }],
    ['Pay online. Not paid yet', { method: 'online', status: 'pending' }],
    [
      'PayPal has reserved $51.30. You’ll be charged once we’ve packed your order.',
      { method: 'online', status: 'authorized' },
    ],
    ['Paid online with PayPal', { method: 'online', status: 'captured' }],
    ['TEST order: no money was moved. Paid online with PayPal', { method: 'online', status: 'captured', isTest: true }],
  ] as const)('%s', (words, payment) => {
    expect(paymentLines({ payment, total: 51.3, deliveryAddress: null }).join('. ')).toBe(words)
  })
})
