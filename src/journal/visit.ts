import { createActor, type AnyStateMachine } from 'xstate'
import { createClock } from '#machines/journal/clock'
import type { Checkpoint, Entry } from '#machines/journal/entry'
import { createRecorder } from '#machines/journal/recorder'
import type { PageName } from '#machines/location'
import type { ShopActor } from '#machines/shop'
import type { MayBeInspected } from '../inspector/inspection.ts'
import type { Keeper } from './keeper.ts'
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

/** Set while a journal may exist, so that a first visit waits for no database. */
const mark = 'shop.journaled'
/** Entries after which the state is written down whole. */
const entriesToCheckpoint = 200

const isMarked = (window: Window) => {
  try {
    return window.localStorage.getItem(mark) !== null
  } catch {
    return false
  }
}

/** Opens the journal; where the browser keeps nothing the shop works without, with one warning. */
async function open({ window, keeper, log }: Needs): Promise<JournalStore | null> {
  try {
    const { openJournal } = await import('./begin.ts')
    const store = await openJournal(window)
    window.localStorage.setItem(mark, '1')
    return store
  } catch (error) {
    keeper.giveUp()
    log('This visit is not journaled', error instanceof Error ? error.message : error)
    return null
  }
}

/** A running shop, and how its journal lets go of a shopper who has left. */
export interface Visit {
  shop: ShopActor
  /** Every journal of this browser goes, and this one begins anew with the state as it is; never rejects. */
  forget(): Promise<void>
}

/** Starts the shop: where the server left it, with the shopper's own charts from the journal where there is one. */
export async function startVisit(needs: Needs): Promise<Visit> {
  const { window, machine, keeper, served } = needs
  const clock = createClock({
    now: () => Date.now(),
    setTimeout: (fire, delay) => window.setTimeout(fire, delay),
    clearTimeout: id => window.clearTimeout(id),
  })
  const marked = isMarked(window)
  const store = marked ? await open(needs) : null
  const journal = marked || served?.timers.length ? await import('./resume.ts').catch(() => null) : null
  const saved = store && journal ? await journal.checkpointFrom(store, machine, needs.load, served, needs.log) : null
  const from = saved ?? served

  const written = { since: 0 }
  const { inspection } = window as MayBeInspected
  const append = (entry: Entry) => {
    keeper.append(entry)
    inspection?.push(entry)
    if (entry.kind === 'send' && entry.event.type !== 'visit.began') openSoon()
    written.since += 1
    if (written.since === entriesToCheckpoint) window.setTimeout(() => void shorten())
  }
  const recorder = createRecorder(clock, append, from?.seq ?? 0)
  const options = { id: 'shop', clock: clock as never, inspect: recorder.inspect }
  const snapshot = from ? { snapshot: structuredClone(from.snapshot) as never } : {}
  const shop = createActor(machine, { ...options, ...snapshot }) as unknown as ShopActor
  inspection?.push({ shop, from })
  const state = { store, opening: marked ? Promise.resolve() : null }

  /** Begins the stored journal at a checkpoint; where that fails the shop goes on without a journal. */
  async function begin(store: JournalStore | null, checkpoint: () => Promise<Checkpoint | null>) {
    try {
      const { headAt } = await import('./begin.ts')
      await store?.begin(headAt(machine, await checkpoint(), shop.getPersistedSnapshot()))
      return true
    } catch (error) {
      keeper.giveUp()
      needs.log('This visit is not journaled', error instanceof Error ? error.message : error)
      return false
    }
  }
  /** A long journal: the state as it is now takes the place of how it came to be. */
  async function shorten() {
    written.since = 0
    await begin(state.store, async () => (await import('./resume.ts')).checkpointOf(shop, recorder.seq()))
  }

  /** A first visit is journaled once somebody does something: until then there is nothing to come back to. */
  function openSoon() {
    state.opening ??= open(needs).then(async opened => {
      state.store = opened
      if (opened && (await begin(opened, async () => from))) keeper.attach(opened)
    })
  }

  async function forget() {
    openSoon()
    await state.opening
    await state.store?.forgetOthers().catch(() => {})
    await shorten()
  }

  if (store && (await begin(store, async () => from))) keeper.attach(store)
  shop.start()
  if (from && journal) journal.rearm(shop, from.timers, ({ dueAt }) => Math.max(0, dueAt - clock.now()))
  if (!marked) {
    for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
      window.addEventListener(sign, openSoon, { once: true, capture: true })
  }
  return { shop, forget }
}
