import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanHourly } from '#gateway/cli/cleaning'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('cleaning', () => {
  test('runs a minute after the start and then every hour, until it is stopped', async () => {
    const act = vi.fn(async () => {})
    const stop = cleanHourly({ carts: act }, { error: vi.fn() })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(act).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(act).toHaveBeenCalledTimes(2)
    stop()
    await vi.advanceTimersByTimeAsync(7_200_000)
    expect(act).toHaveBeenCalledTimes(2)
  })

  test('continues after a part that fails, and logs the failure without the values of the query', async () => {
    const error = vi.fn()
    const act = vi.fn(async () => {})
    const failing = () =>
      Promise.reject(Object.assign(new Error('Failed query'), { query: 'delete …', params: ['mei@example.com'] }))
    const stop = cleanHourly({ carts: failing, space: act }, { error })
    await vi.advanceTimersByTimeAsync(60_000)
    stop()
    expect(act).toHaveBeenCalledTimes(1)
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ part: 'carts', query: 'delete …' }), 'Cleaning failed')
    expect(JSON.stringify(error.mock.calls)).not.toContain('mei@')
  })
})
