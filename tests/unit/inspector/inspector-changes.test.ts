import { describe, expect, test } from 'vitest'
import { changesBetween, isSame } from '#tools/inspector/changes'

const shown = (before: unknown, after: unknown, isFull = false) =>
  changesBetween(before, after, isFull).map(
    ({ depth, key, text, change }) =>
      `${{ same: ' ', added: '+', removed: '-' }[change]}${'  '.repeat(depth)}${key} ${text}`,
  )

describe('the changes of a context by an entry', () => {
  const before = { lines: [{ id: 'a', quantity: 1 }], coupon: null, code: '', far: { deep: { kept: true } } }

  test('are shown in full, and the rest in short', () => {
    const after = { ...before, lines: [{ id: 'a', quantity: 2 }], coupon: { code: 'HOTPOT10' } }
    expect(shown(before, after)).toEqual([
      ' lines [1]',
      '   0 {2}',
      "     id 'a'",
      '-    quantity 1',
      '+    quantity 2',
      '-coupon null',
      '+coupon {1}',
      "+  code 'HOTPOT10'",
      " code ''",
      ' far {1}',
    ])
  })

  test('are shown with the whole context on request', () => {
    expect(shown(before, before, true)).toContain('     kept true')
  })

  test('include added and removed values', () => {
    expect(shown({ a: [1] }, { a: [1, 2] })).toEqual([' a [2]', '   0 1', '+  1 2'])
    expect(shown({ a: [1, 2] }, { a: [1] })).toEqual([' a [1]', '   0 1', '-  1 2'])
    expect(shown(undefined, { a: 1 })).toEqual(['+a 1'])
  })

  test('are compared as JSON, not by identity', () => {
    expect(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true)
    expect(isSame({ a: undefined }, {})).toBe(true)
    expect(isSame([], {})).toBe(false)
    expect(isSame({ a: 1 }, { a: '1' })).toBe(false)
  })
})
