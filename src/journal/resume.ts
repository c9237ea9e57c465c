import type { AnyStateMachine } from 'xstate'
import type { Checkpoint } from '#machines/journal/entry'
import { readJournal } from '#machines/journal/read-journal'
import { initialCheckpoint } from '#machines/journal/resume'
import { timersIn } from '#machines/journal/timers'
import { lazyMachineIds, type PageName, pageWith } from '#contract/paths'
import { canResume, machinesIn, startingPoint, type StartingPoint } from '#machines/shop/resume'
import type { ShopActor } from '#machines/shop/shop'
import type { JournalStore } from './store.ts'

export { restoreTimers, timeLeft } from '#machines/journal/timers'

/** Deletes the journal of another build, so that the visit starts fresh. */
const discarded = (store: JournalStore): Promise<null> => store.discard().then(() => null)

/**
 * Where a page load starts, with the shopper's machines from a stored journal.
 *
 * @param load - loads the module of a page whose machine the journal holds
 * @param others - the state that the server rendered; null: the initial state
 * @returns null if there is no journal, or it can't be read. One that this build can't resume is deleted. Damaged entries are left
 *   out; their number is logged
 */
export async function startingPointFrom(
  store: JournalStore,
  machine: AnyStateMachine,
  load: (page: PageName) => Promise<unknown>,
  others: Checkpoint | null,
  log: (...words: unknown[]) => void,
): Promise<StartingPoint | null> {
  try {
    const stored = await store.read()
    if (stored === null) return null
    const read = readJournal(stored)
    if ('reason' in read) return await discarded(store)
    const { journal, skipped } = read
    if (skipped > 0) log(`Entries of the last visit that could not be read: ${skipped}`)
    const pages = machinesIn(journal).flatMap(name => (lazyMachineIds.includes(name) ? (pageWith(name) ?? []) : []))
    await Promise.all([...new Set(pages)].map(load))
    if (!canResume(journal)) return await discarded(store)
    return startingPoint(machine, journal, { others: others ?? initialCheckpoint(machine, Date.now()) })
  } catch (error) {
    log('The journal of the last visit could not be read', error instanceof Error ? error.message : error)
    return null
  }
}

/** The current state of a running shop, as the checkpoint after entry `seq`. */
export const checkpointOf = (shop: ShopActor, seq: number): Checkpoint => ({
  seq,
  at: Date.now(),
  snapshot: JSON.parse(JSON.stringify(shop.getPersistedSnapshot())) as unknown,
  timers: JSON.parse(JSON.stringify(timersIn(shop))) as Checkpoint['timers'],
})
