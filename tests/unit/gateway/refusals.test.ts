import { describe, expect, test } from 'vitest'
import { findStockConflict } from '#gateway/carts/carts'
import type { ProductRow } from '#gateway/catalogue/products'
import { tooManyAttempts } from '#gateway/requests/refusals'

describe('a rate limit', () => {
  test.each([
    [1, '1 second'],
    [119, '119 seconds'],
    [120, '2 minutes'],
    [121, '3 minutes'],
    [7_199, '120 minutes'],
    [7_200, '2 hours'],
    [86_400, '24 hours'],
  ])('that ends in %i seconds says to try again in %s', (seconds, words) => {
    const { message, retryAfter } = tooManyAttempts(seconds)
    expect([message, retryAfter]).toEqual([`Too many attempts. Please try again in ${words}.`, seconds])
  })
})

describe('a quantity that cannot be sold', () => {
  const [comingSoon, outOfStock, inStock] = [1, 2, 3]
  test.each([
    [{ stock: 5, status: null }, 5, null],
    [{ stock: 5, status: null }, 6, { left: 5, message: 'Only 5 left: Yuzu' }],
    [{ stock: 5, status: null }, 999, { left: 5, message: 'Only 5 left: Yuzu' }],
    [{ stock: 2_000, status: null }, 999, null],
    [{ stock: 2_000, status: null }, 1_000, { left: 999, message: 'The most you can order is 999: Yuzu' }],
    [{ stock: 0, status: null }, 1, { left: 0, message: 'Yuzu is out of stock.' }],
    [{ stock: 5, status: outOfStock }, 1, { left: 0, message: 'Yuzu is out of stock.' }],
    [{ stock: 5, status: comingSoon }, 1, { left: 0, message: 'Yuzu cannot be ordered yet.' }],
    [{ stock: 0, status: comingSoon }, 1, { left: 0, message: 'Yuzu is out of stock.' }],
    [{ stock: 0, status: inStock }, 1, { left: 0, message: 'Yuzu is out of stock.' }],
  ])('of a product with %j is refused with its reason: %i', (product, wanted, refusal) => {
    const row = { id: 8, name: 'Yuzu', ...product } as ProductRow
    expect(findStockConflict(row, wanted)).toEqual(refusal && { about: 'stock', productId: 8, ...refusal })
  })
})
