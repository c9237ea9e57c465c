/*
 * APIs that exist in secure contexts only: https and localhost. A grocer who tries the shop from a phone opens it by plain http, under
 * a name of the local network. Besides this file only src/ui/share.ts uses such APIs, and it has something else where they are missing.
 */

/** An id that no other page load has. As `crypto.randomUUID`, which exists in secure contexts only. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** The requests of locks that the shop makes. */
export type Locks = Pick<LockManager, 'request'>

/** Locks of this page; in an insecure context, the tabs agree on locks by messages. @returns undefined if the browser has no messages either */
export function locksIn(window: Window & typeof globalThis): Locks | undefined {
  const native = window.navigator.locks as LockManager | undefined
  if (native) return native
  const known = agreed.get(window)
  if (known) return known
  try {
    const locks = createMessageLocks(new window.BroadcastChannel('shop/locks'), randomId())
    agreed.set(window, locks)
    return locks
  } catch {
    return undefined
  }
}

const agreed = new WeakMap<Window, Locks>()

/** Milliseconds for the other tabs to say that they hold a lock, and between tries for one that is held. */
const answerTimeout = 250

type Message = { lock: string; from: string } & ({ is: 'wanted' | 'stolen' } | { is: 'held'; to: string })

interface Held {
  /** The lock was taken by another tab. */
  lose(): void
}

/**
 * Locks that tabs agree on by messages, with the rules of the Web Locks API for exclusive locks. A tab that is closed does not answer, so
 * its locks are free. A frozen tab does not answer either: the gateway still places an order with one key only once.
 *
 * @param channel - reaches all other tabs of the shop
 * @param tab - the id of this tab
 */
export function createMessageLocks(
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
  tab: string,
): Locks {
  const held = new Map<string, Held>()
  /** Locks that this tab is asking for, and what to call when another tab has them. */
  const wanted = new Map<string, () => void>()
  const post = (message: Message) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message | null>) => {
    if (typeof data?.lock !== 'string' || typeof data.from !== 'string') return
    const { lock, from } = data
    if (data.is === 'stolen') held.get(lock)?.lose()
    if (data.is === 'held' && data.to === tab) wanted.get(lock)?.()
    // of two tabs that ask at the same time, the one with the smaller id gets it
    if (data.is === 'wanted' && (held.has(lock) || (wanted.has(lock) && tab < from)))
      post({ lock, from: tab, is: 'held', to: from })
  })

  const isFree = (lock: string) =>
    new Promise<boolean>(resolve => {
      if (held.has(lock) || wanted.has(lock)) return resolve(false)
      const answer = (free: boolean) => {
        clearTimeout(timer)
        wanted.delete(lock)
        resolve(free)
      }
      const timer = setTimeout(() => answer(true), answerTimeout)
      wanted.set(lock, () => answer(false))
      post({ lock, from: tab, is: 'wanted' })
    })

  async function hold<Value>(lock: string, act: (lock: Lock | null) => Value): Promise<Awaited<Value>> {
    const mine: Held = { lose: () => {} }
    const lost = new Promise<never>((_, reject) => {
      mine.lose = () => {
        if (held.get(lock) === mine) held.delete(lock)
        reject(new DOMException('Another tab has taken the lock', 'AbortError'))
      }
    })
    held.set(lock, mine)
    try {
      return await Promise.race([act({ name: lock, mode: 'exclusive' }), lost])
    } finally {
      if (held.get(lock) === mine) held.delete(lock)
    }
  }

  async function request(lock: string, ...rest: unknown[]): Promise<unknown> {
    const act = rest.at(-1) as (lock: Lock | null) => unknown
    const { ifAvailable, steal, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions
    if (steal) {
      held.get(lock)?.lose()
      post({ lock, from: tab, is: 'stolen' })
      return hold(lock, act)
    }
    for (;;) {
      signal?.throwIfAborted()
      const free = await isFree(lock)
      signal?.throwIfAborted()
      // another request of this tab may have got it while this one waited
      if (free && !held.has(lock)) return hold(lock, act)
      if (ifAvailable) return act(null)
      await new Promise(resolve => setTimeout(resolve, answerTimeout))
    }
  }
  return { request: request as LockManager['request'] }
}
