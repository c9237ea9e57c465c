import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { idleDelay, loadWhileIdle } from '#src/start/idle-loading.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A window whose connection the test chooses, and how often code was loaded there after a time. */
function open(connection: object | undefined, load = () => Promise.resolve()) {
  const loading = vi.fn(load)
  loadWhileIdle({ navigator: { connection }, setTimeout } as unknown as Window & typeof globalThis, loading)
  return async (time: number) => {
    await vi.advanceTimersByTimeAsync(time)
    return loading.mock.calls.length
  }
}

describe('code that is probably needed next', () => {
  test.each([
    ['an unknown connection', undefined],
    ['a fast connection', { saveData: false, effectiveType: '4g' }],
  ])('is loaded once the page is idle: %s', async (_title, connection) => {
    const loadsAfter = open(connection)
    expect(await loadsAfter(idleDelay - 1)).toBe(0)
    expect(await loadsAfter(10)).toBe(1)
  })

  test.each([
    ['saves data', { saveData: true, effectiveType: '4g' }],
    ['is slow', { saveData: false, effectiveType: '2g' }],
    ['is very slow', { saveData: false, effectiveType: 'slow-2g' }],
  ])('is not loaded on a connection that %s', async (_title, connection) => {
    expect(await open(connection)(2 * idleDelay)).toBe(0)
  })

  test('fails silently', async () => {
    expect(await open(undefined, () => Promise.reject(new Error('offline')))(2 * idleDelay)).toBe(1)
  })
})
