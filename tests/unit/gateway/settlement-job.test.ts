import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runEveryMinute } from '#gateway/payments/settlement-job'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the settlement job', () => {
  test('runs at the start and a minute after each run', async () => {
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
  test('runs once at a time, however long a run takes', async () => {
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
  test('stops when the gateway closes, also during a run', async () => {
    const sweep = vi.fn(async () => {})
    const { start, stop } = runEveryMinute()
    start(sweep)
    stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sweep).toHaveBeenCalledTimes(1)
  })
})
