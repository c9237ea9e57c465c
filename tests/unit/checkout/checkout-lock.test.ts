import { describe, expect, test } from 'vitest'
import { createClaim } from '#src/effects/checkout-lock.ts'

const silent = { postMessage() {}, close() {}, onmessage: null } as unknown as BroadcastChannel
const claimWith = (locks: object) =>
  createClaim({ locks: locks as LockManager, channel: () => silent, checkout: () => undefined })

/** A browser with locks of which one can be taken away. */
function createLocks() {
  const state: { steal(why: Error): void } = { steal() {} }
  const request = (_name: string, _options: object, held: (lock: object) => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      state.steal = reject
      queueMicrotask(() => void held({}).then(resolve))
    })
  return { request, steal: () => state.steal(new DOMException('Stolen', 'AbortError')) }
}

describe('the claim of a tab on the checkout', () => {
  test('fails if the browser blocks Web Locks, and is not reported as held by another tab', async () => {
    const blocked = { request: () => Promise.reject(new DOMException('Blocked', 'SecurityError')) }
    await expect(claimWith(blocked).claim('waiting')).rejects.toThrow('Blocked')
  })

  test('is watched until another tab takes over', async () => {
    const locks = createLocks()
    const { claim, watch } = claimWith(locks)
    expect(await claim('waiting')).toEqual({ is: 'held', handed: null })
    const watched = watch(new AbortController().signal)
    locks.steal()
    expect(await watched).toBeNull()
  })

  test('that failed after one was lost is not lost again', async () => {
    const locks = createLocks()
    const place = { ...locks, request: locks.request as (...all: never[]) => Promise<void> }
    const { claim, watch } = claimWith(place)
    await claim('waiting')
    locks.steal()
    place.request = () => Promise.reject(new DOMException('Blocked', 'SecurityError'))
    await expect(claim('waiting')).rejects.toThrow('Blocked')
    const left = new AbortController()
    const watched = watch(left.signal).then(() => 'over')
    expect(await Promise.race([watched, new Promise(resolve => setImmediate(resolve, 'watching'))])).toBe('watching')
    left.abort()
    expect(await watched).toBe('over')
  })
})
