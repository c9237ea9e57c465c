import { describe, expect, test } from 'vitest'
import { errorText } from '#src/journal/report-failure.ts'

const thrown = (message: string, stack = '') => Object.assign(new TypeError(message), { stack })

describe('an error in a report', () => {
  test.each([
    [`"Mai Tran" is not valid JSON`, 'TypeError: … is not valid JSON'],
    [`Unexpected token 'M', "Mai Tra"... is not valid JSON`, 'TypeError: Unexpected token …, …... is not valid JSON'],
    ['‘Mai’ “Tran” `88 Lantern Lane` unknown', 'TypeError: … … … unknown'],
    ["Can't read mai@example.com", "TypeError: Can't read …"],
    ['See https://shop.test/list?q=durian now', 'TypeError: See https://shop.test/list now'],
    [`A value that never ends: "Mai`, 'TypeError: A value that never ends: …'],
  ])('%s is without texts that may be the shopper’s', (message, text) => {
    expect(errorText(thrown(message))).toBe(text)
  })

  test('names the place where it was created', () => {
    const stack =
      'TypeError: x\n    at t (https://shop.test/assets/shop-D6O9go.js:2:1234)\n    at o (https://shop.test/a.js:1:1)'
    expect(errorText(thrown('x', stack))).toBe('TypeError: x at shop-D6O9go.js:2:1234')
  })

  test('is short, and never what was thrown if that is no error', () => {
    expect(errorText(thrown('x'.repeat(10_000))).length).toBeLessThan(220)
    expect(errorText('Mai Tran')).toBe('Not an error')
  })
})
