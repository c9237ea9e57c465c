import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { Locks } from './secure-context.ts'
import type { LockAnswer, HandedCheckout } from '#machines/checkout/context'
import { isHandedCheckout } from './handed-checkout.ts'
import { handedBy, handoverVersion, ownerOf } from '#machines/checkout/handover'

/** The browser features that let one tab at a time hold the checkout. */
export interface LockEnvironment {
  /** Absent in old browsers, or if storage is blocked: every tab then holds it, and the gateway prevents duplicate orders. */
  locks: Locks | undefined
  channel(): BroadcastChannel
  /** The checkout of this tab, if there is one. */
  checkout(): CheckoutSnapshot | undefined
}

export const lockName = 'shop/checkout'
/** Milliseconds between attempts, and their number, for a reloading tab to release the lock. */
const releaseWait = { pause: 100, attempts: 4 }
/**
 * Milliseconds for the other tab to answer. Without its answer this tab does not have an order that is in flight there, and a
 * busy device needs more than half a second.
 */
export const handoverTimeout = 2_000

/** A lock that is held; `lost` resolves when another tab has taken it. */
interface Held {
  lost: Promise<void>
  release(): void
}

/**
 * Requests the lock.
 *
 * @returns null if another tab has it
 * @throws the browser's error if it refuses locks, as it does if storage is blocked
 */
function take(locks: Locks, options: LockOptions): Promise<Held | null> {
  return new Promise((resolve, reject) => {
    const held = { release: () => {} }
    const ended = locks.request(lockName, options, lock => {
      if (lock === null) return resolve(null)
      return new Promise<void>(release => {
        held.release = release
        resolve({ lost: ended.catch(() => {}) as Promise<void>, release: () => held.release() })
      })
    })
    // after the lock was granted, a rejection means that it was lost; `lost` reports that
    ended.catch(reject)
  })
}

/** Takes the lock if it is free. Each attempt waits for its answer, so a slow machine is not mistaken for another tab. */
async function takeFree(locks: Locks): Promise<Held | null> {
  for (let attempts = 1; ; attempts += 1) {
    const held = await take(locks, { ifAvailable: true })
    if (held !== null || attempts === releaseWait.attempts) return held
    await new Promise(then => setTimeout(then, releaseWait.pause))
  }
}

/** The claim of this tab on the checkout. */
export function createCheckoutLock({ locks, channel, checkout }: LockEnvironment) {
  const state: { held: Held | null } = { held: null }

  /** Sends this tab's checkout to a tab that requests it. @param onHanded - called when the other tab has the checkout */
  function answers(onHanded: () => void): BroadcastChannel {
    const heard = channel()
    heard.onmessage = ({ data }: MessageEvent<{ asks?: true; owner?: unknown } | null>) => {
      const here = checkout()
      if (!data?.asks || !here) return
      const handed = handedBy(here, typeof data.owner === 'string' ? data.owner : null)
      heard.postMessage({ handed, version: handoverVersion })
      if (handed !== null) onHanded()
    }
    return heard
  }

  function asks(): Promise<HandedCheckout | null> {
    const heard = channel()
    return new Promise<HandedCheckout | null>(resolve => {
      heard.onmessage = ({ data }: MessageEvent<{ handed?: unknown; version?: unknown } | null>) => {
        const { handed, version } = data ?? {}
        // null: the other tab has nothing for this one. Another version: a tab of another build, this one continues with its own checkout
        if (handed !== undefined) resolve(version === handoverVersion && isHandedCheckout(handed) ? handed : null)
      }
      heard.postMessage({ asks: true, owner: ownerOf(checkout()) })
      setTimeout(() => resolve(null), handoverTimeout)
    }).finally(() => heard.close())
  }

  return {
    async request(mode: 'ifAvailable' | 'steal'): Promise<LockAnswer> {
      if (!locks) return { is: 'held', handed: null }
      state.held = null
      const handed = mode === 'steal' ? await asks() : null
      state.held = mode === 'steal' ? await take(locks, { steal: true }) : await takeFree(locks)
      return { is: state.held ? 'held' : 'otherTab', handed }
    },
    /** Resolves once another tab has taken the checkout; releases it when the signal aborts. */
    async watch(signal: AbortSignal): Promise<null> {
      const { held } = state
      const ended = new AbortController()
      const heard = answers(() => ended.abort())
      signal.addEventListener('abort', () => ended.abort())
      void held?.lost.then(() => ended.abort())
      await new Promise(resolve => ended.signal.addEventListener('abort', resolve))
      heard.close()
      held?.release()
      return null
    },
  }
}
