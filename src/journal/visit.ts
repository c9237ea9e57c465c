import { createActor } from 'xstate'
import { createClock } from '#machines/journal/clock'
import type { Checkpoint } from '#machines/journal/entry'
import { createRecorder } from '#machines/journal/recorder'
import type { ShopActor } from '#machines/shop/shop'
import { gatewayNow } from '../effects/gateway-clock.ts'
import type { InspectableWindow } from './inspection.ts'
import { listenForButtons } from './journal-buttons.ts'
import { isMarked, type JournalBuffer } from './journal-buffer.ts'
import { loadLazyParts } from './load-lazy-parts.ts'
import type { ResumeOptions } from './resume.ts'
import { addEntry, beginAfterReload, openOnce, openStore, trimJournal, type VisitJournal } from './visit-journal.ts'

export interface VisitOptions extends ResumeOptions {
  buffer: JournalBuffer
  /** Loads the journal's chunk; a test passes a module that is loaded already. */
  lazyParts?: typeof loadLazyParts
}

/** A shop that has not started, and its journal. */
export interface Visit {
  shop: ShopActor
  /** Starts the shop. */
  start(): void
  /**
   * Replaces the journal's entries by a checkpoint, once the current event has been handled.
   *
   * @param earlier - 'kept': they stay readable in the inspector; by default they are deleted
   */
  trim(earlier?: 'kept'): void
  /**
   * Begins this tab's journal again at the current state; `all`: deletes every journal of this browser first. Resolves, at most
   * 3.5 s after the journal's code is loaded, to true only if they are deleted; never rejects.
   */
  deleteJournals(scope: 'all' | 'own'): Promise<unknown>
}

/** The clock of the visit's machines, whose timers can be recorded. */
const createVisitClock = (window: Window) =>
  createClock({
    now: gatewayNow,
    setTimeout: (fire, delay) => window.setTimeout(fire, delay),
    clearTimeout: id => window.clearTimeout(id),
  })

/** Creates the shop in a state, null: the initial one, and records what happens in it from now on. */
function createRecordedShop(
  journal: VisitJournal,
  clock: ReturnType<typeof createVisitClock>,
  machine: VisitOptions['machine'],
  from: Checkpoint | null,
) {
  const { inspection } = journal.window as InspectableWindow
  const append: Parameters<typeof createRecorder>[1] = entry => {
    addEntry(journal, entry)
    inspection?.push(entry)
  }
  const recorder = createRecorder(clock, append, from?.seq ?? 0)
  const snapshot = (from ? structuredClone(from.snapshot) : undefined) as never
  const options = { id: 'shop', clock: clock as never, inspect: recorder.inspect, snapshot }
  const shop = createActor(machine, options) as unknown as ShopActor
  journal.shop = shop
  journal.seq = recorder.seq
  inspection?.push({ shop, from: journal.checkpoint })
  return { shop, append }
}

/** Opens the store of a first visit when the shopper does something. */
function openOnInput(journal: VisitJournal): void {
  for (const type of ['pointermove', 'keydown', 'scroll'])
    journal.window.addEventListener(type, () => openOnce(journal), { once: true, capture: true })
}

/**
 * Prepares the shop in the state that the server rendered, with the shopper's machines from the journal if it has one and answers in
 * time. Records the visit, and opens 'Report a problem' when its button is pressed.
 */
export async function prepareVisit(options: VisitOptions): Promise<Visit> {
  const { window, machine, buffer, served, log, lazyParts = loadLazyParts } = options
  const clock = createVisitClock(window)
  const journal: VisitJournal = {
    window,
    buffer,
    lazyParts,
    log,
    store: null,
    opening: null,
    checkpoint: served,
    entries: 0,
  }
  const marked = isMarked(window)
  const opening = marked ? openStore(journal) : null
  const parts = marked || served?.timers.length ? await lazyParts().catch(() => null) : null
  const resumed = opening && parts && (await parts.startingPointFrom(opening, options))
  const isOpen = journal.store !== null
  if (resumed) journal.checkpoint = resumed.checkpoint
  const from = resumed ? resumed.state : served
  const { shop, append } = createRecordedShop(journal, clock, machine, from)
  const deleteJournals: Visit['deleteJournals'] = scope =>
    lazyParts()
      .then(loaded =>
        loaded.deleteJournals(window, journal.store, scope, keepsBefore => trimJournal(journal, keepsBefore)),
      )
      .catch(log)
  if (opening) beginAfterReload(journal, opening, resumed?.keepsBefore ?? true)
  resumed?.entries.forEach(append)
  if (isOpen) await journal.opening
  if (!marked) openOnInput(journal)
  listenForButtons(journal, shop, deleteJournals)
  return {
    shop,
    start() {
      shop.start()
      if (from && parts) parts.restoreTimers(shop, from.timers, timer => parts.timeLeft(timer, clock.now()))
    },
    trim: earlier => void window.setTimeout(() => void trimJournal(journal, earlier !== undefined)),
    deleteJournals,
  }
}
