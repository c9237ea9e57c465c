import { gatewayNow } from '../effects/gateway-clock.ts'
import { randomId } from '../effects/secure-context.ts'
import type { AnyStateMachine } from 'xstate'
import type { Checkpoint, Journal } from '#machines/journal/entry'
import { readJournal } from '#machines/journal/read-journal'
import { initialCheckpoint } from '#machines/journal/resume'
import { lazyMachineIds, privatePageMachineIds, pageWith, type PageName } from '#contract/paths'
import { machinesIn, startingPoint, type StartingPoint } from '#machines/shop/resume'
import { within } from './journal-buffer.ts'
import { journalKey } from './journal-lock.ts'
import { customersIn } from './retention.ts'
import type { JournalStore } from './store.ts'

export { restoreTimers, timeLeft } from '#machines/journal/timers'

/** What resuming a journal needs of the page and the shop. */
export interface ResumeOptions {
  window: Window & typeof globalThis
  machine: AnyStateMachine
  load(page: PageName): Promise<unknown>
  /** The state that the server rendered; null if it rendered none. */
  served: Checkpoint | null
  log(...words: unknown[]): void
}

interface ResumedPart extends StartingPoint {
  /**
   * Whether the stored part is kept as the part before: not if it contains data of a customer who has logged out, and not in another
   * tab, which does not show its receipt.
   */
  keepsBefore: boolean
}

/** Pauses before a page's module that could not be loaded is tried again, in milliseconds. */
const loadPauses = [300, 900]

/**
 * How long to wait for each answer of the database, in milliseconds. A tab that has a journal waits longer: without it, what the
 * shopper has typed is lost, and a busy device takes more than 400 ms.
 */
function waitIn(window: Window): number {
  try {
    return window.sessionStorage.getItem(journalKey) === null ? 400 : 2_000
  } catch {
    return 400
  }
}

/** The shopper's machines in a journal whose modules have to be loaded. */
const lazyIn = (journal: Journal) =>
  machinesIn(journal).filter(id => lazyMachineIds.includes(id) && privatePageMachineIds.includes(id))

/** Loads the modules of machines. Returns false if one can't be loaded after several tries. */
async function loadMachines(ids: readonly string[], { window, load }: ResumeOptions): Promise<boolean> {
  const pages = [...new Set(ids.flatMap(id => pageWith(id) ?? []))]
  for (const pause of [...loadPauses, null]) {
    const results = await Promise.allSettled(pages.map(page => load(page)))
    if (results.every(({ status }) => status === 'fulfilled')) return true
    if (pause !== null) await new Promise(resolve => window.setTimeout(resolve, pause))
  }
  return false
}

/**
 * The state from which a page load starts, with the shopper's machines from a stored journal.
 *
 * @returns null if there is no journal, or no answer in time, or it can't be resumed. One of another build is deleted. One whose
 *   code could not be loaded is kept for the next page load, and this one is not journaled until one of its machines gets input. Damaged entries are left out; their
 *   number is logged
 */
export async function startingPointFrom(
  opening: Promise<JournalStore | void>,
  options: ResumeOptions,
): Promise<ResumedPart | null> {
  const { window, machine, served, log } = options
  const wait = waitIn(window)
  try {
    const store = await within(window, opening, wait)
    if (!store) return null
    const stored = await within(window, store.read(), wait)
    if (!stored) return null
    const read = readJournal(stored)
    if ('reason' in read) {
      await within(window, store.discard())
      return null
    }
    const { journal, skipped } = read
    if (skipped > 0) log(`Entries of the last visit that could not be read: ${skipped}`)
    const lazy = lazyIn(journal)
    if (!(await loadMachines(lazy, options))) {
      store.keep(lazy)
      log('The last visit is resumed at the next page load: its code could not be loaded')
      return null
    }
    const point = startingPoint(machine, journal, {
      others: served ?? initialCheckpoint(machine, gatewayNow()),
      visitId: randomId(),
      adopted: store.adopted,
      fresh: store.isCartOlder ? ['cart'] : [],
    })
    if (point === null) {
      await within(window, store.discard())
      return null
    }
    const { customer } = (point.state.snapshot as { context: { customer: unknown } }).context
    const keepsBefore = !store.adopted && (customer !== null || customersIn(stored).size === 0)
    return { ...point, keepsBefore }
  } catch (error) {
    log('The journal of the last visit could not be read', error instanceof Error ? error.message : error)
    return null
  }
}
