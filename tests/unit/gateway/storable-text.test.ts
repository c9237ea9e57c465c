import { describe, expect, test } from 'vitest'
import { refuseLongIds, refuseUnstorable } from '#gateway/requests/storable-text'

/** A list that is nested this deep. */
const nested = (levels: number): unknown => (levels === 0 ? 'text' : [nested(levels - 1)])

describe('a body', () => {
  test('may be nested in 20 levels, not in 21', () => {
    expect(() => refuseUnstorable(nested(20))).not.toThrow()
    expect(() => refuseUnstorable(nested(21))).toThrow('The request is nested too deeply.')
  })
  test.each<unknown>(['a\0b', { comment: ['\ud800'] }, { 'a\udc00': 1 }])('with %j cannot be stored', value =>
    expect(() => refuseUnstorable(value)).toThrow('The request contains invalid characters.'),
  )
  test.each<unknown>(['𠮷', null, 1, true, { comment: null, lines: [{ quantity: 1 }] }, { toString: 1 }])(
    'with %j can be stored',
    value => expect(() => refuseUnstorable(value)).not.toThrow(),
  )
})

describe('an id', () => {
  test.each([
    ['requestId', 200],
    ['sessionId', 64],
    ['id', 64],
    ['couponCode', 64],
  ])('in %s has at most %i characters', (name, most) => {
    expect(() => refuseLongIds({ [name]: 'x'.repeat(most) })).not.toThrow()
    expect(() => refuseLongIds({ [name]: 'x'.repeat(most + 1) })).toThrow(`${name} is too long.`)
  })
  test('is looked for in objects with texts only', () => {
    for (const named of [null, undefined, 'x'.repeat(300), { id: null }, { id: 1 }, { comment: 'x'.repeat(300) }])
      expect(() => refuseLongIds(named)).not.toThrow()
  })
})
