import { describe, expect, test } from 'vitest'
import type { Refusal } from '#contract/refusal'
import { hasRetriesLeft, rateLimit, retryPause } from '#machines/parts/retries'

const refusal = (retryAfter?: number, status = 429): Refusal => ({
  code: 'refused',
  message: 'No.',
  status,
  ...(retryAfter !== undefined && { retryAfter }),
})
const after = (retries: number, asked?: number) =>
  retryPause({ context: { retries, refusal: asked === undefined ? null : refusal(asked) } })

describe('the pause before a request is repeated', () => {
  test('doubles with each retry', () => {
    expect([0, 1, 2, 3, 4].map(retries => after(retries))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
  })

  test.each([
    [1, 500, 2_000],
    [1, 37_000, 37_000],
    [4, 37_000, 37_000],
    [1, 60_000, 60_000],
    [1, 61_000, 60_000],
    [0, 3_600_000, 60_000],
  ])(
    'after %i retries and a gateway that asks for %i ms is %i ms: at most a minute is waited for it',
    (retries, asked, pause) => {
      expect(after(retries, asked)).toBe(pause)
    },
  )

  test('is not changed by a refusal that asks for no time', () => {
    expect(retryPause({ context: { retries: 2, refusal: refusal() } })).toBe(4_000)
  })

  test('there are four retries', () => {
    expect([0, 3, 4, 5].map(retries => hasRetriesLeft({ context: { retries, refusal: null } }))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('only a rate limit is kept as the reason', () => {
    expect(rateLimit(refusal(1_000))).toEqual(refusal(1_000))
    expect(rateLimit(refusal(1_000, 503))).toBeNull()
  })
})
