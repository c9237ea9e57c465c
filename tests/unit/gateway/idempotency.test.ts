import { array, nullable, number, optional, string, type } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { pickContractFields } from '#gateway/requests/contract-fields'
import { hashBody, isHashOf } from '#gateway/requests/idempotency'

describe('two bodies', () => {
  const body = { requestId: 'a', total: 60, lines: [{ productId: 1, quantity: 2 }] }
  test.each([
    ['the order of their keys', { lines: [{ quantity: 2, productId: 1 }], total: 60, requestId: 'a' }],
    ['a field that is null', { ...body, comment: null }],
    ['a field that is empty', { ...body, comment: '' }],
    ['less than a cent', { ...body, total: 60.000_000_1 }],
  ])('are the same but for %s', (_what, other) => expect(hashBody(other)).toBe(hashBody(body)))
  test.each([
    ['a cent', { ...body, total: 60.01 }],
    ['a text', { ...body, requestId: 'b' }],
    ['the order of a list', { ...body, lines: [{ productId: 2, quantity: 1 }] }],
    ['a field that is false', { ...body, isGift: false }],
  ])('differ in %s', (_what, other) => expect(hashBody(other)).not.toBe(hashBody(body)))
  test('differ in numbers that are too large for cents', () => {
    expect(hashBody({ total: 1e308 })).not.toBe(hashBody({ total: 1e307 }))
  })
  test('of an older gateway, which kept empty fields, are found by the hash of that time', () => {
    const old = 'Xwu0d8Y0WNyxRYYk0NfOEG0mT_3fToRvpFSu-QpH7gY'
    expect(isHashOf(old, { total: 60.001, comment: null })).toBe(true)
    expect(isHashOf(old, { total: 60.001 })).toBe(false)
  })
})

describe('the fields of the contract', () => {
  const line = type({ quantity: number() })
  const struct = type({ id: string(), lines: optional(array(line)), gift: nullable(line), tags: array(string()) })
  test('are picked at every depth', () => {
    const sent = { id: 'a', lines: [{ quantity: 1, more: 2 }], gift: { quantity: 3, more: 4 }, tags: ['x'], more: 5 }
    const picked = { id: 'a', lines: [{ quantity: 1 }], gift: { quantity: 3 }, tags: ['x'] }
    expect(pickContractFields(sent, struct)).toEqual(picked)
  })
  test('that are absent stay absent, and null stays null', () => {
    const sent = { id: 'a', lines: null, gift: null, tags: [] }
    expect(pickContractFields(sent, struct)).toEqual(sent)
    expect(pickContractFields({ id: 'a', tags: [] }, struct)).not.toHaveProperty('lines')
  })
})
