import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unitPriceOf } from '#contract/cart'
import { quantityError } from '#contract/quantity'
import { comparableCoupon, discountOf, missingForCoupon, type Coupon } from '#contract/coupon'
import { toCents, toDollars } from '#contract/money'
import { missingForMinimum, totalsOf } from '#contract/totals'
import { seed } from '../../kit/seed.ts'

const coupon = (of: Partial<Coupon>): Coupon => ({ couponCode: 'C', discountType: 'percent', discountValue: 10, ...of })
const anyCoupon: fc.Arbitrary<Coupon | null> = fc.option(
  fc.record({
    couponCode: fc.constant('C'),
    discountType: fc.constantFrom('percent' as const, 'amount' as const),
    discountValue: fc.integer({ min: 0, max: 100_00 }).map(toDollars),
    minimumAmount: fc.integer({ min: 0, max: 50_00 }).map(toDollars),
  }),
)

describe('money', () => {
  test('is the same after conversion to the wire and back, for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), cents => toCents(toDollars(cents)) === cents),
      { seed },
    )
  })
})

describe('a line of the cart', () => {
  test('costs what the gateway says for one product; else its total divided by its quantity', () => {
    expect(unitPriceOf({ quantity: 3, totalPrice: 10, productPrice: 3.34 })).toBe(334)
    expect(unitPriceOf({ quantity: 3, totalPrice: 10, productPrice: null })).toBe(333)
    expect(unitPriceOf({ quantity: 0, totalPrice: 10, productPrice: null })).toBe(0)
  })
  test('holds up to 999 of a product', () => {
    expect([998, 999, 1000].map(quantityError)).toEqual([null, null, 'Maximum quantity is 999'])
  })
})

describe('the code of a coupon', () => {
  test('is compared in capital letters, so that ß is SS', () => {
    expect(comparableCoupon('straße')).toBe('STRASSE')
  })
})

describe('a discount', () => {
  test('rounds half a cent up', () => {
    expect(discountOf(coupon({ discountValue: 10 }), 1_005)).toBe(101)
    expect(discountOf(coupon({ discountValue: 12.5 }), 1_004)).toBe(126)
  })
  test('takes off the amount in dollars', () => {
    expect(discountOf(coupon({ discountType: 'amount', discountValue: 5 }), 2_000)).toBe(500)
  })
  test('never exceeds the subtotal', () => {
    expect(discountOf(coupon({ discountType: 'amount', discountValue: 50 }), 2_000)).toBe(2_000)
  })
  // Specification: S.4.13
  test('is 0 below the minimum of its coupon, and the missing amount is known', () => {
    const fifty = coupon({ minimumAmount: 50 })
    expect(discountOf(fifty, 4_999)).toBe(0)
    expect(missingForCoupon(fifty, 4_999)).toBe(1)
    expect(discountOf(fifty, 5_000)).toBe(500)
  })
  test('keeps every total whole, and never below the delivery fee', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 7), anyCoupon, fc.nat(10 ** 4), (subtotal, applied, fee) => {
        const { total, discount } = totalsOf(subtotal, applied, fee)
        expect(Number.isInteger(total)).toBe(true)
        expect(total).toBe(subtotal - discount + fee)
        expect(total).toBeGreaterThanOrEqual(fee)
      }),
      { seed },
    )
  })
})

test('the minimum order is compared with the subtotal before any discount', () => {
  expect(missingForMinimum(2_999, 3_000)).toBe(1)
  expect(missingForMinimum(3_000, 3_000)).toBe(0)
})
