import type { Checkpoint, Timer } from '#machines/journal/entry'
import type { Location } from '#contract/location'
import type { ShopContext } from '#machines/shop/shop'

/** What the server hands over with a page it has drawn: its machines, in the element `#served`. */
export interface Served {
  /** The server's clock, in milliseconds since the epoch. */
  at: number
  /** The persisted snapshot of the shop; of the shopper's own machines it holds the beginning. */
  snapshot: unknown
  timers: Timer[]
}

/** What the server handed over; null where it did not draw this page. */
export function servedIn(document: Document): Served | null {
  const text = document.getElementById('served')?.textContent
  return text ? (JSON.parse(text) as Served) : null
}

const contextIn = (snapshot: unknown): ShopContext => (snapshot as { context: ShopContext }).context

/** The pages whose code has to be loaded before the machines go on. */
export const pagesIn = ({ snapshot }: Served) => contextIn(snapshot).loaded

/**
 * Where the browser continues the server's machines: at its own location, which has a hash and a place in the history
 * that no server sees, and on its own clock.
 *
 * @param now - milliseconds since the epoch
 */
export function goingOn(served: Served, here: Location, now: number): Checkpoint {
  const snapshot = structuredClone(served.snapshot)
  const context = contextIn(snapshot)
  context.asked = here
  if (context.shown) context.shown = here
  const timers = served.timers.map(timer => ({ ...timer, dueAt: now + timer.dueAt - served.at }))
  return { seq: 0, at: now, snapshot, timers }
}
