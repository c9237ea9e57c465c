import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceOfSubstitute } from '#contract/picking'
import { changedLines } from '#contract/picking-text'
import { priceOfQuantity } from '#contract/multi-buy-price'
import { seed } from '../../kit/seed.ts'

const cents = fc.integer({ min: 0, max: 2_000_000 })

describe('what a substitute costs', () => {
  test('is never more than what the replaced line would have cost, and never more than its own price', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 999 }), cents, (price, quantity, replaced) => {
        const own = priceOfQuantity(price, quantity, null)
        const charged = priceOfSubstitute(own, replaced)
        expect(charged).toBeLessThanOrEqual(replaced)
        expect(charged).toBeLessThanOrEqual(own)
        expect([own, replaced]).toContain(charged)
      }),
      { seed },
    )
  })
})

test('what was replaced or left out is one sentence each', () => {
  const line = { productId: 2, productImage: '', productPrice: 1, totalPrice: 2, productName: 'Oolong', quantity: 2 }
  expect(changedLines([line], null)).toEqual([])
  expect(
    changedLines(
      [{ ...line, insteadOf: { productName: 'Green Tea', quantity: 1 } }],
      [{ productName: 'Rice', quantity: 3 }],
    ),
  ).toEqual(['2 × Oolong instead of 1 × Green Tea', '3 × Rice: out of stock'])
})
