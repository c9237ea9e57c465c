import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runEveryMinute } from '#gateway/payments/settlement-job'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('payments are swept', () => {
  test('at the start, and a minute after each sweep', async () => {
    const sweep = vi.fn(async () => {})
    const { start, stop } = runEveryMinute()
    start(sweep)
    expect(sweep).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(sweep).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(sweep).toHaveBeenCalledTimes(2)
    stop()
  })
  test('by one sweep at a time, however long it lasts', async () => {
    let finish = () => {}
    const sweep = vi.fn(() => new Promise<void>(resolve => (finish = resolve)))
    const { start, stop } = runEveryMinute()
    start(sweep)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sweep).toHaveBeenCalledTimes(1)
    finish()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sweep).toHaveBeenCalledTimes(2)
    stop()
  })
  test('no more once the gateway closes, also from within a sweep', async () => {
    const sweep = vi.fn(async () => {})
    const { start, stop } = runEveryMinute()
    start(sweep)
    stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sweep).toHaveBeenCalledTimes(1)
  })
})
