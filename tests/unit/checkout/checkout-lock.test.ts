import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { handedBy, handoverVersion } from '#machines/checkout/handover'
import { createCheckoutLock, handoverTimeout } from '#src/effects/checkout-lock.ts'
import { openAtReview, press } from '../../kit/open-payment.ts'

const silent = { postMessage() {}, close() {}, onmessage: null } as unknown as BroadcastChannel
const claimWith = (locks: object) =>
  createCheckoutLock({ locks: locks as LockManager, channel: () => silent, checkout: () => undefined })

/** A browser with Web Locks, one of which the test can steal. */
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
    await expect(claimWith(blocked).request('ifAvailable')).rejects.toThrow('Blocked')
  })

  test('is watched until another tab takes over', async () => {
    const locks = createLocks()
    const { request, watch } = claimWith(locks)
    expect(await request('ifAvailable')).toEqual({ is: 'held', handed: null })
    const watched = watch(new AbortController().signal)
    locks.steal()
    expect(await watched).toBeNull()
  })

  test('is over as soon as its checkout is handed over, before the other tab has the lock', async () => {
    const shop = await openAtReview()
    const heard: { onmessage?: (event: { data: object }) => void } = {}
    const posted: object[] = []
    const channel = Object.assign(heard, { close() {}, postMessage: (message: object) => posted.push(message) })
    const { request, watch } = createCheckoutLock({
      locks: createLocks() as unknown as LockManager,
      channel: () => channel as unknown as BroadcastChannel,
      checkout: () => shop.at<CheckoutSnapshot>('checkout'),
    })
    await request('ifAvailable')
    const watched = watch(new AbortController().signal).then(() => 'over')
    heard.onmessage!({ data: { asks: true, owner: null } })
    expect(posted).toMatchObject([{ version: handoverVersion }])
    expect(await Promise.race([watched, new Promise(resolve => setImmediate(resolve, 'watching'))])).toBe('over')
  })

  test('that failed after an earlier one was lost does not report a loss again', async () => {
    const locks = createLocks()
    const place = { ...locks, request: locks.request as (...all: never[]) => Promise<void> }
    const { request, watch } = claimWith(place)
    await request('ifAvailable')
    locks.steal()
    place.request = () => Promise.reject(new DOMException('Blocked', 'SecurityError'))
    await expect(request('ifAvailable')).rejects.toThrow('Blocked')
    const left = new AbortController()
    const watched = watch(left.signal).then(() => 'over')
    expect(await Promise.race([watched, new Promise(resolve => setImmediate(resolve, 'watching'))])).toBe('watching')
    left.abort()
    expect(await watched).toBe('over')
  })
})

/** The checkout that a tab of this version has handed over while its order was being paid. */
const kept = JSON.parse(
  readFileSync(new URL(`../../journals/handed-${handoverVersion}.json`, import.meta.url), 'utf8'),
) as { handed: object; version: number }

/** Takes the checkout over from a tab that answers with a message. @param wait - milliseconds until it does */
function takesOver(message: object, wait = 0) {
  const heard: { onmessage?: (event: { data: object }) => void } = {}
  const channel = Object.assign(heard, {
    close() {},
    postMessage: () => setTimeout(() => heard.onmessage?.({ data: message }), wait),
  }) as unknown as BroadcastChannel
  const locks = createLocks() as unknown as LockManager
  return createCheckoutLock({ locks, channel: () => channel, checkout: () => undefined }).request('steal')
}

describe('the checkout that another tab hands over', () => {
  test('is taken over in the version of this build', async () => {
    expect(await takesOver(kept)).toEqual({ is: 'held', handed: kept.handed })
  })

  test('is not waited for if the other tab has nothing to hand over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const taken = takesOver({ handed: null, version: handoverVersion })
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.race([taken, new Promise(resolve => setImmediate(resolve, 'ifAvailable'))])).toEqual({
      is: 'held',
      handed: null,
    })
  })

  test.each([
    ['is taken over from a busy tab, which answers after a second', 1_000, kept.handed],
    ['is not waited for if the other tab does not answer', handoverTimeout + 1, null],
  ])('%s', async (_title, wait, handed) => {
    vi.useFakeTimers()
    const request = takesOver(kept, wait)
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    expect(await request).toEqual({ is: 'held', handed })
  })

  test.each([
    ['without a version', undefined],
    ['older', handoverVersion - 1],
    ['newer', handoverVersion + 1],
  ])('is refused from a tab of another build: %s', async (_build, version) => {
    expect(await takesOver({ ...kept, version })).toEqual({ is: 'held', handed: null })
  })

  test('has the shape of its version; if not, raise `handoverVersion` and keep the new shape as handed-<version>.json', async () => {
    const shop = await openAtReview()
    await press(shop)
    const handed: unknown = JSON.parse(JSON.stringify(handedBy(shop.at<CheckoutSnapshot>('checkout'), null)))
    expect(handed).toEqual(kept.handed)
  })
})
