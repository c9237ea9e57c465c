import type { Checkpoint, Timer } from '#machines/journal/entry'
import type { Location } from '#contract/location'
import { pageOf } from '#contract/paths'
import type { ShopContext } from '#machines/shop/shop-setup'

/** The state of the machines in a server-rendered page, in the element `#served`. */
export interface Served {
  /** The server's clock, in milliseconds since the epoch. */
  at: number
  /** The persisted snapshot of the shop; the shopper's own machines are in their initial state. */
  snapshot: unknown
  timers: Timer[]
}

/** The server's state; null if the server did not render this page. */
export function servedIn(document: Document): Served | null {
  const text = document.getElementById('served')?.textContent
  return text ? (JSON.parse(text) as Served) : null
}

const contextIn = (snapshot: unknown): ShopContext => (snapshot as { context: ShopContext }).context

/** The pages whose code has to be loaded before the machines continue. */
export const pagesIn = ({ snapshot }: Served) => contextIn(snapshot).loaded

/**
 * The server's state as the checkpoint that the browser starts from: with the browser's location, which includes the hash and
 * the history entry, and with its clock.
 *
 * @param now - milliseconds since the epoch
 */
export function checkpointFromServer(served: Served, here: Location, now: number): Checkpoint {
  const snapshot = structuredClone(served.snapshot)
  const context = contextIn(snapshot)
  // a refused URL shows the page for unknown paths, also if it begins like that of another page
  const isSamePage = pageOf(here.pathname) === pageOf(context.requestedLocation!.pathname)
  if (isSamePage) context.requestedLocation = here
  if (isSamePage && context.shown) context.shown = here
  const timers = served.timers.map(timer => ({ ...timer, dueAt: now + timer.dueAt - served.at }))
  return { seq: 0, at: now, snapshot, timers }
}
