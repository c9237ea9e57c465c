import type { AnyStateMachine } from 'xstate'
import { beginning, chartsIn, startingPoint } from '#machines/journal/boot'
import type { Checkpoint } from '#machines/journal/entry'
import { fits } from '#machines/journal/fit'
import { timersIn } from '#machines/journal/timers'
import { broughtUp } from '#machines/journal/upcast'
import { lazyCharts, pageWith, type PageName } from '#machines/shop/location'
import type { ShopActor } from '#machines/shop/shop'
import type { JournalStore } from './store.ts'

export { rearm, timeLeft } from '#machines/journal/timers'

/** Effects that can't be started again after a reload; all others are reads, or writes with a key or a target. */
export const interruptedEffects: readonly string[] = [
  'subscribe',
  'sendLink',
  // a second one would be a second address
  'createAddress',
  // the provider's button and its window went with the page; what became of the payment is asked next
  'createPayment',
  'watchWindow',
  'checkPlace',
  'captureInBrowser',
  // whether this tab still holds the checkout is found out anew
  'watchClaim',
  // passwords do not outlive a page
  'logIn',
  'register',
  'changePassword',
  'resetPassword',
]

/**
 * Where a saved journal left the shopper's charts.
 *
 * @param load - brings in the module of a page whose chart the journal holds
 * @param others - the state of all other charts, where a server rendered the page
 * @returns null for a journal that does not fit this build, or can't be read: the visit then starts fresh. An entry that is
 *   damaged is left out alone, and the log says how many are
 */
export async function checkpointFrom(
  store: JournalStore,
  machine: AnyStateMachine,
  load: (page: PageName) => Promise<unknown>,
  others: Checkpoint | null,
  log: (...words: unknown[]) => void,
): Promise<Checkpoint | null> {
  try {
    const kept = await store.read()
    if (kept === null) return null
    const read = broughtUp(kept)
    if ('reason' in read) return null
    const { journal, skipped } = read
    if (skipped > 0) log(`Entries of the last visit that could not be read: ${skipped}`)
    const pages = chartsIn(journal).flatMap(name => (lazyCharts.includes(name) ? (pageWith(name) ?? []) : []))
    await Promise.all([...new Set(pages)].map(load))
    if (!fits(journal)) return null
    return startingPoint(machine, journal, others ?? beginning(machine, Date.now()), src =>
      interruptedEffects.includes(src),
    )
  } catch (error) {
    log('The journal of the last visit could not be read', error instanceof Error ? error.message : error)
    return null
  }
}

/** The state of a running shop, as a checkpoint after entry `seq`. */
export const checkpointOf = (shop: ShopActor, seq: number): Checkpoint => ({
  seq,
  at: Date.now(),
  snapshot: JSON.parse(JSON.stringify(shop.getPersistedSnapshot())) as unknown,
  timers: JSON.parse(JSON.stringify(timersIn(shop))) as Checkpoint['timers'],
})
