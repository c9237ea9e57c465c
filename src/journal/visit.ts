import { createActor, type AnyStateMachine } from 'xstate'
import { createClock } from '#machines/journal/clock'
import type { Checkpoint, Entry } from '#machines/journal/entry'
import { createRecorder } from '#machines/journal/recorder'
import type { PageName } from '#machines/shop/location'
import type { ShopActor } from '#machines/shop/shop'
import type { MayBeInspected } from './inspection.ts'
import { mark, type Keeper } from './journal-buffer.ts'
import type { JournalStore } from './store.ts'

interface Needs {
  window: Window & typeof globalThis
  machine: AnyStateMachine
  load(page: PageName): Promise<unknown>
  keeper: Keeper
  /** Where a server's charts go on; null where the shop begins here. */
  served: Checkpoint | null
  log(...words: unknown[]): void
}

/** Entries after which the state is written down whole. */
const entriesToCheckpoint = 200

const isMarked = (window: Window) => {
  try {
    return window.localStorage.getItem(mark) !== null
  } catch {
    return false
  }
}

/** Brings what the journal needs only later. */
const later = () => import('./load-later.ts')

/** A running shop, and its journal. */
export interface Visit {
  shop: ShopActor
  /** Every journal of this browser goes, and this one begins anew with the state as it is; never rejects. */
  forget(): Promise<void>
}

/**
 * Starts the shop: where the server left it, with the shopper's own charts from the journal where there is one. Whoever
 * presses 'Report a problem' is shown what it holds.
 */
export async function startVisit(needs: Needs): Promise<Visit> {
  const { window, machine, keeper, served, log } = needs
  const clock = createClock({
    now: () => Date.now(),
    setTimeout: (fire, delay) => window.setTimeout(fire, delay),
    clearTimeout: id => window.clearTimeout(id),
  })
  const state: { store: JournalStore | null; opening: Promise<void> | null } = { store: null, opening: null }

  /** Where the browser keeps nothing, or no more, the shop works without; one warning says so. */
  const fail = (error: unknown) => {
    keeper.giveUp()
    state.store = null
    log('This visit is not journaled', error)
  }
  const open = () =>
    later()
      .then(({ openJournal }) => openJournal(window, fail))
      .then(opened => void (state.store = opened), fail)
  /** Begins the stored journal at a checkpoint; what happens while it is written down comes after it. */
  const begin = (checkpoint: Checkpoint | null, goesOn: boolean) => {
    const begun = state.store?.begin(checkpoint, goesOn)
    if (state.store) keeper.attach(state.store)
    return begun
  }

  const marked = isMarked(window)
  if (marked) await (state.opening = open())
  const { store } = state
  const journal = marked || served?.timers.length ? await later().catch(() => null) : null
  const saved = store && journal ? await journal.checkpointFrom(store, machine, needs.load, served, log) : null
  const from = saved ?? served

  const written = { since: 0 }
  const { inspection } = window as MayBeInspected
  const append = (entry: Entry) => {
    keeper.append(entry)
    inspection?.push(entry)
    if (entry.kind === 'send' && entry.event.type !== 'visit.began') openSoon()
    written.since += 1
    if (written.since === entriesToCheckpoint) window.setTimeout(() => void shorten(true))
  }
  const recorder = createRecorder(clock, append, from?.seq ?? 0)
  const snapshot = (from ? structuredClone(from.snapshot) : undefined) as never
  const options = { id: 'shop', clock: clock as never, inspect: recorder.inspect, snapshot }
  const shop = createActor(machine, options) as unknown as ShopActor
  inspection?.push({ shop, from })

  /** The state as it is now takes the place of how it came to be. */
  async function shorten(goesOn: boolean) {
    written.since = 0
    await later()
      .then(({ checkpointOf }) => begin(checkpointOf(shop, recorder.seq()), goesOn))
      .catch(fail)
  }

  /** A first visit is journaled once somebody does something: until then there is nothing to come back to. */
  function openSoon() {
    return (state.opening ??= open().then(() => begin(from, false)))
  }

  async function forget() {
    await openSoon()
    await state.store?.forgetOthers().catch(() => {})
    await shorten(false)
  }

  await begin(from, true)
  shop.start()
  if (from && journal) journal.rearm(shop, from.timers, timer => journal.timeLeft(timer, clock.now()))
  if (!marked) {
    for (const sign of ['pointermove', 'keydown', 'scroll'])
      window.addEventListener(sign, openSoon, { once: true, capture: true })
  }
  // the foot of the page, which has the button, comes without code of its own
  window.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-report]'))
      openSoon()
        .then(later)
        .then(({ report }) => report(window.document, shop, state.store))
        .catch(log)
  })
  return { shop, forget }
}
