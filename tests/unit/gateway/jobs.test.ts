import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runEveryMinute } from '#gateway/cli/jobs'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a job', () => {
  test('runs at the start and a minute after each run', async () => {
    const runJob = vi.fn(async () => {})
    const { start, stop } = runEveryMinute(vi.fn())
    start('payments', runJob)
    await vi.advanceTimersByTimeAsync(0)
    expect(runJob).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(runJob).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runJob).toHaveBeenCalledTimes(2)
    stop()
  })
  test('runs once at a time while a run takes less than 5 minutes', async () => {
    let finish = () => {}
    const runJob = vi.fn(() => new Promise<void>(resolve => (finish = resolve)))
    const { start, stop } = runEveryMinute(vi.fn())
    start('payments', runJob)
    await vi.advanceTimersByTimeAsync(299_000)
    expect(runJob).toHaveBeenCalledTimes(1)
    finish()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(runJob).toHaveBeenCalledTimes(2)
    stop()
  })
  test('stops when the gateway closes, also during a run', async () => {
    const runJob = vi.fn(async () => {})
    const { start, stop } = runEveryMinute(vi.fn())
    start('payments', runJob)
    await vi.advanceTimersByTimeAsync(0)
    stop()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(runJob).toHaveBeenCalledTimes(1)
  })
})
