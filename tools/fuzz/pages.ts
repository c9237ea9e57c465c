import { createActor, type InspectionEvent } from 'xstate'
import { createClock } from '#machines/journal/clock'
import type { Checkpoint, Entry } from '#machines/journal/entry'
import { isMachine } from '#machines/journal/registry'
import { createRecorder } from '#machines/journal/recorder'
import type { Identity } from '#machines/session/customer'
import { identityIn } from '#src/effects/token.ts'
import { createJournalBuffer } from '#src/journal/journal-buffer.ts'
import { checkpointFrom, restoreTimers, timeLeft } from '#src/journal/resume.ts'
import { createFuzzJournal } from './journals.ts'
import { replays, secrets } from './keeping.ts'
import { slotFor } from './slots.ts'
import { freshMemory, locationOf, tellAddress, type Page, type Tab, type World } from './world.ts'
import { straggles } from './wire.ts'

const entriesToCheckpoint = 200

/** Lets everything that waits in promises happen. */
export const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

function timersOf(world: World, page: Pick<Page, 'timers'>) {
  return {
    now: () => world.now,
    setTimeout(fire: () => void, delay: number) {
      world.count += 1
      page.timers.set(world.count, { fire, at: world.mono + delay })
      return world.count
    },
    clearTimeout: (id: never) => void page.timers.delete(id),
  }
}

/** Writes down what happens in a page, and looks for what must not be there. */
function recorderOf(world: World, tab: Tab, page: Page, from: number) {
  const append = (entry: Entry) => {
    const text = JSON.stringify(entry)
    if (secrets.test(text)) world.broken.push(`S6: a secret in ${entry.to} ${entry.event.type}`)
    const kept = JSON.parse(text) as Entry
    page.entries.push(kept)
    world.trace(`${tab.number} #${kept.seq} ${kept.to} ${kept.kind} ${text.slice(0, 250)}`)
    page.keeper.append(kept)
    world.figures.entries += 1
    if (page.entries.length % entriesToCheckpoint === 0) page.isLong = true
  }
  const recorder = createRecorder(createClockOf(world, page), append, from)
  return recorder
}

const clocks = new WeakMap<Page, ReturnType<typeof createClock>>()
function createClockOf(world: World, page: Page) {
  const clock = clocks.get(page) ?? createClock(timersOf(world, page))
  clocks.set(page, clock)
  return clock
}

/** Where a page load of a tab begins: where its journal has left off, if there is one. */
const pointOf = async (world: World, tab: Tab): Promise<Checkpoint | null> => {
  if (world.storageIs === 'blocked') return null
  const { machine } = slotFor(world, tab)
  const log = (...words: unknown[]) => void world.broken.push(`J1: ${words.map(String).join(' ')}`)
  return checkpointFrom(tab.journal, machine, async () => {}, null, log)
}

/** Whether a chart is told of something. */
const isForChart = ({ type, actorRef, ...of }: InspectionEvent): boolean =>
  type === '@xstate.event' &&
  (of as { event: { type: string } }).event.type !== 'xstate.init' &&
  isMachine((actorRef as unknown as { logic: unknown }).logic)

/** Loads the shop in a tab, as `src/start/client.tsx` does, and goes to where its address bar stands. */
export async function openPage(world: World, tab: Tab): Promise<Page> {
  const { machine } = slotFor(world, tab)
  const from = await pointOf(world, tab)
  const page = {
    from,
    entries: [],
    moments: [],
    timers: new Map(),
    failures: [],
    toasts: [],
    is: 'running',
    shownAsPlaced: [],
    settled: [],
    left: 0,
    keeper: createJournalBuffer(),
    isLong: false,
    refused: null,
    wants: 'nothing',
    lastSent: null,
    ...freshMemory(world, tab),
  } as unknown as Page
  const recorder = recorderOf(world, tab, page, from?.seq ?? 0)
  const inspect = (inspection: InspectionEvent) => {
    if (isForChart(inspection)) world.figures.events += 1
    recorder.inspect(inspection)
  }
  page.root = createActor(machine, {
    id: 'shop',
    clock: createClockOf(world, page) as never,
    inspect,
    ...(from ? { snapshot: structuredClone(from.snapshot) as never } : {}),
  })
  page.seq = () => recorder.seq()
  page.root.subscribe({ error: error => page.failures.push(error) })
  if (world.storageIs === 'open') {
    await tab.journal.begin(from, false)
    page.keeper.attach(tab.journal)
  } else page.keeper.disable()
  tab.page = page
  tab.inbox = []
  page.root.start()
  if (from) restoreTimers(page.root, from.timers, timer => timeLeft(timer, world.now))
  listen(tab, page)
  return page
}

/** The page moves its address, and shows what it has to say. */
function listen(tab: Tab, page: Page): void {
  const on = (type: string, hear: (event: never) => void) => void page.root.on(type as never, hear as never)
  on('toast', ({ toast }: { toast: Page['toasts'][number] }) => page.toasts.push(toast))
  on('go', ({ to, replace }: { to: string; replace: boolean }) =>
    queueMicrotask(() => tab.page === page && page.is === 'running' && navigate(tab, to, replace)),
  )
}

/** The shop hears who is shopping: at its beginning, and when another tab has changed it. */
export function begin(world: World, tab: Tab): void {
  const { root, keep } = tab.page!
  const { flow } = (root.getSnapshot() as { context: { flow: string } }).context
  world.count += 1
  const identity: Identity =
    tab.refused === null ? identityIn(keep.token(), world.now) : { is: 'expired', amid: tab.refused }
  tab.refused = null
  root.send({ type: 'visit.started', flow: flow || `flow-${world.count}`, sessionId: keep.sessionId(), identity })
}

/** Goes to another address. */
export function navigate(tab: Tab, to: string, replace = false): void {
  const here = tab.history[tab.at]!
  const isHere = here.pathname + here.search === to
  const location = locationOf(to, `${to}#${tab.history.length}`)
  if (replace || isHere) tab.history[tab.at] = location
  else {
    tab.history = [...tab.history.slice(0, tab.at + 1), location].slice(-20)
    tab.at = tab.history.length - 1
  }
  tellAddress(tab, replace ? 'REPLACE' : 'PUSH')
}

/** Opens a tab at an address. */
export async function openTab(world: World, tab: Tab, path: string): Promise<void> {
  tab.history = [locationOf(path)]
  tab.at = 0
  await load(world, tab)
}

/** Loads the page of a tab, all of it. */
export async function load(world: World, tab: Tab): Promise<void> {
  await openPage(world, tab)
  begin(world, tab)
  tellAddress(tab, 'POP')
  await settled()
}

/**
 * A page goes: by a reload or a closed tab, which writes the journal first, or by a crash, which does not. Calls that are
 * under way may arrive all the same.
 */
export function endPage(world: World, tab: Tab, how: 'orderly' | 'crash'): void {
  const page = tab.page!
  const wrong = replays(world, slotFor(world, tab).machine, page)
  if (wrong !== null) world.broken.push(wrong)
  if (how === 'orderly') {
    page.keeper.writeTail()
    page.keeper.flush()
  } else tab.journal.crash()
  for (const one of world.pending.filter(({ page: theirs }) => theirs === page)) {
    straggles(world, one)
    if (one.reply !== null && one.route?.method !== 'GET') world.untold.push(one.name)
  }
  world.pending = world.pending.filter(one => one.page !== page)
  page.is = 'gone'
  page.timers.clear()
  page.root.stop()
  tab.page = null
}

/** The tabs of a run, closed as yet. */
export function createTabs(world: World, count: number): void {
  for (let number = 0; number < count; number += 1) {
    const others = () => world.tabs.filter(one => one.number !== number).map(({ journal }) => journal)
    world.tabs.push({
      number,
      page: null,
      history: [locationOf('/main/product-list/0')],
      at: 0,
      inbox: [],
      journal: createFuzzJournal(others),
      refused: null,
      reloadedFor: [],
    })
  }
}
