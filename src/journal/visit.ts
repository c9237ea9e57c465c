import { createActor } from 'xstate'
import { createClock } from '#machines/journal/clock'
import type { Checkpoint, Entry } from '#machines/journal/entry'
import { createRecorder } from '#machines/journal/recorder'
import type { ShopActor } from '#machines/shop/shop'
import { gatewayNow } from '../effects/gateway-clock.ts'
import type { InspectableWindow } from './inspection.ts'
import { afterMissingFile } from '../release/missing-files.ts'
import { isMarked, within, type JournalBuffer } from './journal-buffer.ts'
import type { ResumeOptions } from './resume.ts'
import type { JournalStore } from './store.ts'

export interface VisitOptions extends ResumeOptions {
  buffer: JournalBuffer
  /** Loads the journal's chunk; a test passes a module that is loaded already. */
  lazyParts?: typeof loadLazyParts
}

/** Number of entries after which the journal is shortened to a checkpoint. */
const entriesToCheckpoint = 200

/** Loads the code of the journal that no page needs at once. */
export const loadLazyParts = () =>
  import('./lazy-parts.ts').catch(async (error: unknown) => {
    // without a journal, what is typed from now on would not survive a reload
    await afterMissingFile(error)
    throw error
  })

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
   * 2.8 s after the journal's code is loaded, to true only if they are deleted; never rejects.
   */
  deleteJournals(scope: 'all' | 'own'): Promise<unknown>
}

/**
 * Prepares the shop in the state that the server rendered, with the shopper's machines from the journal if it has one and answers in
 * time. Records the visit, and opens 'Report a problem' when its button is pressed.
 */
export async function prepareVisit(options: VisitOptions): Promise<Visit> {
  const { window, machine, buffer, served, log, lazyParts = loadLazyParts } = options
  const clock = createClock({
    now: gatewayNow,
    setTimeout: (fire, delay) => window.setTimeout(fire, delay),
    clearTimeout: id => window.clearTimeout(id),
  })
  const state: {
    store: JournalStore | null
    opening: Promise<unknown> | null
    from: Checkpoint | null
    shop?: ShopActor
  } = { store: null, opening: null, from: served }

  /** Continues without a journal if the browser can't store one; logs one warning. */
  const fail = (error: unknown) => {
    buffer.disable()
    state.store = null
    log('This visit is not journaled', error)
  }
  const open = () =>
    lazyParts()
      .then(({ openJournal }) => openJournal(window, fail, () => state.shop))
      .then(opened => (state.store = opened), fail)
  /** Begins the stored journal where this page load began, or at its last checkpoint; entries recorded since come after it. */
  const begin = (keepsBefore: boolean) => {
    const { store, from } = state
    if (!store) return buffer.clear()
    const begun = store.begin(from, keepsBefore)
    buffer.attach(store)
    return begun
  }

  const marked = isMarked(window)
  const opening = marked ? open() : null
  const journal = marked || served?.timers.length ? await lazyParts().catch(() => null) : null
  const saved = opening && journal && (await journal.startingPointFrom(opening, options))
  const { store } = state
  if (saved) state.from = saved.checkpoint
  const from = saved ? saved.state : served

  const written = { since: 0 }
  const { inspection } = window as InspectableWindow
  const append = (entry: Entry) => {
    buffer.append(entry)
    inspection?.push(entry)
    if (entry.kind === 'send' && entry.event.type !== 'visit.started') openSoon()
    written.since += 1
    if (written.since === entriesToCheckpoint) window.setTimeout(() => void shorten(true))
  }
  const recorder = createRecorder(clock, append, from?.seq ?? 0)
  const snapshot = (from ? structuredClone(from.snapshot) : undefined) as never
  const actorOptions = { id: 'shop', clock: clock as never, inspect: recorder.inspect, snapshot }
  const shop = (state.shop = createActor(machine, actorOptions) as unknown as ShopActor)
  inspection?.push({ shop, from: state.from })

  /** Replaces the journal's entries by a checkpoint. */
  async function shorten(keepsBefore: boolean) {
    written.since = 0
    await lazyParts()
      .then(({ checkpointOf }) => {
        state.from = checkpointOf(shop, recorder.seq())
        return begin(keepsBefore)
      })
      .catch(fail)
  }

  /** A first visit is stored from the first interaction on: until then there is nothing to resume. */
  function openSoon() {
    return (state.opening ??= open().then(() => begin(false)))
  }

  const deleteJournals: Visit['deleteJournals'] = scope =>
    lazyParts()
      .then(parts => parts.deleteJournals(window, state.store, scope, shorten))
      .catch(log)

  // if the database answers late, the stored journal is discarded: its entries must not be mixed with those of this visit
  if (opening)
    state.opening = store
      ? within(window, Promise.resolve(begin(saved?.keepsBefore ?? true)))
      : opening
          .then(() => state.store?.discard())
          .then(() => begin(false))
          .catch(fail)
  saved?.entries.forEach(append)
  if (store) await state.opening
  if (!marked) {
    for (const type of ['pointermove', 'keydown', 'scroll'])
      window.addEventListener(type, openSoon, { once: true, capture: true })
  }
  // the buttons are in the footer, which is static HTML, and on the confirmation of an order
  window.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-report],[data-forget]')
    if (button)
      within(window, openSoon())
        .then(lazyParts)
        .then(({ press }) => press(button, window, shop, state.store, deleteJournals))
        // asked by the browser: the code of a dialog or a toast may not load either
        .catch(async error => {
          await afterMissingFile(error)
          log(error)
          if (window.confirm(button.dataset.failed)) button.click()
        })
  })
  return {
    shop,
    start() {
      shop.start()
      if (from && journal) journal.restoreTimers(shop, from.timers, timer => journal.timeLeft(timer, clock.now()))
    },
    trim: earlier => void window.setTimeout(() => void shorten(earlier !== undefined)),
    deleteJournals,
  }
}
