import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDollars } from '#contract/money'
import { priceOfQuantity } from '#contract/multi-buy-price'
import { multiBuyHint, multiBuySaving, multiBuyText } from '#contract/multi-buy-text'
import { multiBuyProblem } from '#gateway/database/check-multi-buy'

/** A unit price in cents, with a multi-buy that a product of this price can have. */
const offered = fc
  .record({ cents: fc.integer({ min: 1, max: 100_000 }), quantity: fc.integer({ min: 2, max: 12 }) })
  .chain(({ cents, quantity }) =>
    fc.record({
      cents: fc.constant(cents),
      stored: fc.record({
        quantity: fc.constant(quantity),
        price: fc.integer({ min: (quantity - 1) * cents, max: quantity * cents - 1 }),
      }),
    }),
  )
const wire = ({ quantity, price }: { quantity: number; price: number }) => ({ quantity, price: toDollars(price) })
const quantities = fc.integer({ min: 1, max: 998 })

describe('what a quantity costs with a multi-buy', () => {
  test.each([
    [1, 500],
    [2, 900],
    [3, 1400],
    [4, 1800],
    [999, 449_600],
  ])('%i at 2 for $9 and $5.00 each cost %i cents', (quantity, cents) => {
    expect(priceOfQuantity(500, quantity, { quantity: 2, price: 9 })).toBe(cents)
  })

  test('is the unit price times the quantity without a multi-buy', () => {
    expect(priceOfQuantity(1, 3, null)).toBe(3)
    expect(priceOfQuantity(1, 3, undefined)).toBe(3)
  })

  test('is never more than without it, whatever the price and the multi-buy are', () => {
    const any = fc.record({ quantity: fc.integer({ min: 2, max: 999 }), price: fc.integer({ min: 0, max: 1e9 }) })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), any, quantities, (cents, multiBuy, quantity) => {
        const total = priceOfQuantity(cents, quantity, wire(multiBuy))
        expect(Number.isInteger(total)).toBe(true)
        expect(total).toBeLessThanOrEqual(cents * quantity)
      }),
    )
  })

  test('is never less with one more', () => {
    fc.assert(
      fc.property(offered, quantities, ({ cents, stored }, quantity) => {
        expect(multiBuyProblem({ price: cents }, stored)).toBeNull()
        const [before, after] = [quantity, quantity + 1].map(count => priceOfQuantity(cents, count, wire(stored)))
        expect(after).toBeGreaterThanOrEqual(before!)
      }),
    )
  })

  test('is the lower total of the special price alone and with the multi-buy', () => {
    fc.assert(
      fc.property(offered, quantities, fc.nat(), ({ cents, stored }, quantity, part) => {
        const special = part % cents
        const alone = special * quantity
        const rest = quantity % stored.quantity
        const both = ((quantity - rest) / stored.quantity) * stored.price + rest * special
        expect(priceOfQuantity(special, quantity, wire(stored))).toBe(Math.min(alone, both))
      }),
    )
  })
})

describe('a multi-buy', () => {
  test.each([
    [{ quantity: 1, price: 400 }, 'the quantity of a multi-buy is 1, not a whole number from 2 to 999'],
    [{ quantity: 2.5, price: 900 }, 'the quantity of a multi-buy is 2.5, not a whole number from 2 to 999'],
    [{ quantity: 2, price: 899.5 }, 'the price of a multi-buy is 899.5, not a whole number of cents'],
    [{ quantity: 2, price: 1000 }, '2 for $10.00 is not from $5.00, the price of 1, to below $10.00'],
    [{ quantity: 3, price: 999 }, '3 for $9.99 is not from $10.00, the price of 2, to below $15.00'],
  ])('%o is refused for a product of $5.00', (multiBuy, problem) => {
    expect(multiBuyProblem({ price: 500 }, multiBuy)).toBe(problem)
  })

  test('is refused for goods by weight', () => {
    expect(multiBuyProblem({ price: 500, weighed: {} }, { quantity: 2, price: 900 })).toBe(
      'a product that is sold by weight has no multi-buy',
    )
  })

  test('is written without the cents of whole dollars', () => {
    expect(multiBuyText({ quantity: 2, price: 9 })).toBe('2 for $9')
    expect(multiBuyText({ quantity: 3, price: 10.5 })).toBe('3 for $10.50')
    expect(multiBuyText({ quantity: 12, price: 1000 })).toBe('12 for $1,000')
  })

  const multiBuy = { quantity: 2, price: 9 }

  test('says what it saves on a line', () => {
    expect(multiBuySaving({ quantity: 2, totalPrice: 10, linePrice: 9, multiBuy })).toBe('You save $1.00 with 2 for $9')
    expect(multiBuySaving({ quantity: 1, totalPrice: 5, linePrice: 5, multiBuy })).toBeNull()
    expect(multiBuySaving({ quantity: 2, totalPrice: 10, multiBuy })).toBeNull()
    expect(multiBuySaving({ quantity: 2, totalPrice: 10 })).toBeNull()
  })

  test('says when one more is missing', () => {
    const line = { quantity: 3, totalPrice: 15, linePrice: 14, multiBuy }
    expect(multiBuyHint(line, 500)).toBe('Add 1 more: 2 for $9')
    expect(multiBuyHint({ ...line, quantity: 2 }, 500)).toBeNull()
    expect(multiBuyHint({ ...line, multiBuy: { quantity: 3, price: 12 } }, 500)).toBeNull()
    expect(multiBuyHint({ ...line, multiBuy: null }, 500)).toBeNull()
  })

  test('is not suggested where it is not lower than the current price', () => {
    expect(multiBuyHint({ quantity: 1, totalPrice: 4.5, multiBuy }, 450)).toBeNull()
  })
})
