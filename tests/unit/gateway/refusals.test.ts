import { describe, expect, test } from 'vitest'
import { findStockConflict } from '#gateway/carts/carts'
import type { ProductRow } from '#gateway/catalogue/products'
import { conflictRefusal, isDuplicate, refusalFrom, softRefusal, tooManyAttempts } from '#gateway/requests/refusals'

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

describe('an error', () => {
  test.each([
    [{ statusCode: 413, message: 'Too large' }, 413],
    [{ statusCode: 404, message: '' }, 500],
    [{ statusCode: 302, message: 'Found' }, 500],
    [{ statusCode: 500, message: 'Failed' }, 500],
    [{ statusCode: 507, message: 'Failed' }, 507],
    [{ message: 'Failed' }, 500],
  ])('with %j is answered with %i, and only the message of a client’s error is passed on', (error, status) => {
    const { httpStatus, message } = refusalFrom(error)
    expect([httpStatus, message === error.message]).toEqual([status, status === 413])
  })
  test('that is a refusal stays as it is', () => {
    const refusal = softRefusal(409, 'Changed.')
    expect(refusalFrom(refusal)).toBe(refusal)
  })
  test('of a unique key is told from others', () => {
    const failed = (cause?: unknown) => new Error('Failed query', { cause })
    expect(isDuplicate(failed({ code: '23505' }))).toBe(true)
    for (const other of [failed({ code: '23503' }), failed(), null]) expect(isDuplicate(other)).toBe(false)
  })
})

describe('conflicts', () => {
  const [area, price] = [
    { about: 'area', message: 'Outside.' },
    { about: 'price', message: 'Dearer.' },
  ] as const
  test.each([
    [[area], 422, 'Outside.'],
    [[area, price], 409, 'Outside. Dearer.'],
    [[price], 409, 'Dearer.'],
  ])('%j are answered with %i', (all, statusCode, message) =>
    expect(conflictRefusal(all).answer).toEqual({ statusCode, message, data: null, conflicts: all }),
  )
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
