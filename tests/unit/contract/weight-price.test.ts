import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { subtotalOf } from '#contract/cart'
import { discountOf, type Coupon } from '#contract/coupon'
import { toDollars } from '#contract/money'
import { totalsOf } from '#contract/totals'
import {
  isEstimate,
  mostOfLine,
  mostTotal,
  priceOfGrams,
  priceOfWeighed,
  pricePerKilogram,
  withoutMinimum,
} from '#contract/weight-price'
import { formatWeight, quantityText, weightText } from '#contract/weight-text'
import type { Weighed } from '#contract/weighed'
import { seed } from '../../kit/seed.ts'

const piece: Weighed = { by: 'piece', grams: 600, mostGrams: 720 }
const step: Weighed = { by: 'step', grams: 500, mostGrams: 500 }

describe('the price of a weight', () => {
  test.each([
    ['a whole piece', 1140, 600, 600, 1140],
    ['half a cent, rounded up', 1, 300, 600, 1],
    ['less than half a cent, rounded down', 1, 299, 600, 0],
    ['nothing', 1140, 0, 600, 0],
    ['the largest amount', 2_000_000_000, 40_000, 20_000, 4_000_000_000],
  ])('is exact for %s', (_what, cents, grams, of, expected) => expect(priceOfGrams(cents, grams, of)).toBe(expected))

  test('is shown for a kilogram', () => {
    expect(pricePerKilogram(1140, piece)).toBe(1900)
    expect(pricePerKilogram(450, step)).toBe(900)
  })

  test('of a line is never more than its most', () => {
    expect(mostOfLine(2 * 1140, piece)).toBe(2736)
    expect(priceOfWeighed(1140, 2, piece, 1310)).toBe(2489)
    expect(priceOfWeighed(1140, 2, piece, 1440)).toBe(2736)
    expect(priceOfWeighed(1140, 2, piece, 5000)).toBe(2736)
  })

  test('of goods that are not weighed is that of their quantity', () => expect(mostOfLine(500, null)).toBe(500))
})

describe('a weight', () => {
  test('is in grams below a kilogram, else in kilograms', () =>
    expect([0, 600, 999, 1000, 1480].map(formatWeight)).toEqual(['0 g', '600 g', '999 g', '1 kg', '1.48 kg']))

  test('says what a quantity is', () => {
    expect([1, 3].map(quantity => quantityText(step, quantity))).toEqual(['500 g', '1.5 kg'])
    expect([1, 2].map(quantity => quantityText(piece, quantity))).toEqual([
      '1 piece, about 600 g',
      '2 pieces, about 600 g each',
    ])
    expect(weightText(piece, 2)).toBe('about 600 g each')
  })
})

const weighed = fc
  .record({ by: fc.constantFrom('step' as const, 'piece' as const), grams: fc.integer({ min: 1, max: 20_000 }) })
  .chain(({ by, grams }) => fc.integer({ min: grams, max: 2 * grams }).map(mostGrams => ({ by, grams, mostGrams })))
const line = fc.record({
  cents: fc.integer({ min: 0, max: 1_000_000 }),
  quantity: fc.integer({ min: 1, max: 20 }),
  weighed: fc.option(weighed),
  grams: fc.nat(1_000_000),
})
const coupon: fc.Arbitrary<Coupon | null> = fc.option(
  fc.record({
    couponCode: fc.constant('C'),
    discountType: fc.constantFrom('percent' as const, 'amount' as const),
    discountValue: fc.integer({ min: 1, max: 10_000 }).map(hundredths => hundredths / 100),
    minimumAmount: fc.option(fc.integer({ min: 1, max: 100_000 })),
  }),
)

test('an order never costs more than its most, whatever it weighs, and not less than nothing for its goods', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), coupon, fc.nat(2_000), (lines, applied, fee) => {
      const cart = lines.map(({ cents, ...rest }) => ({ ...rest, totalPrice: toDollars(cents * rest.quantity) }))
      const estimate = totalsOf(subtotalOf(cart), applied, fee)
      const most = mostTotal(cart, applied, estimate)
      const subtotal = lines.reduce(
        (sum, { cents, quantity, weighed: of, grams }) =>
          sum + (of ? priceOfWeighed(cents, quantity, of, grams) : cents * quantity),
        0,
      )
      const kept = estimate.discount > 0 ? withoutMinimum(applied) : null
      const total = subtotal - discountOf(kept, subtotal) + fee
      expect(Number.isSafeInteger(total)).toBe(true)
      expect(total).toBeLessThanOrEqual(most)
      expect(total).toBeGreaterThanOrEqual(fee)
      expect(estimate.total).toBeLessThanOrEqual(most)
      if (!isEstimate(cart)) expect(most).toBe(estimate.total)
    }),
    { seed, numRuns: 2_000 },
  )
})

test('a coupon whose minimum only the most reaches does not lower the most', () => {
  const applied: Coupon = { couponCode: 'C', discountType: 'amount', discountValue: 50, minimumAmount: 100 }
  const lines = [{ totalPrice: 99, quantity: 1, weighed: { by: 'piece' as const, grams: 100, mostGrams: 120 } }]
  const estimate = totalsOf(9_900, applied, 0)
  expect(estimate.total).toBe(9_900)
  expect(mostTotal(lines, applied, estimate)).toBe(11_880)
})
