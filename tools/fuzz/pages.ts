import type { InspectionEvent } from 'xstate'
import type { Entry } from '#machines/journal/entry'
import { isMachine } from '#machines/journal/registry'
import { createVault } from '#machines/journal/vault'
import type { Identity } from '#machines/messages/customer'
import { createShopStorage } from '#src/effects/storage.ts'
import { identityIn } from '#src/effects/token.ts'
import type { InspectionStart } from '#src/journal/inspection.ts'
import { createJournalBuffer } from '#src/journal/journal-buffer.ts'
import * as journalModules from '#src/journal/lazy-parts.ts'
import { prepareVisit } from '#src/journal/visit.ts'
import { settledDatabases as settled } from '../../tests/kit/fake-browser.ts'
import { openBrowserPage } from './browser.ts'
import { replays, secrets } from './keeping.ts'
import { slotFor } from './slots.ts'
import { goTo, locationOf, tellAddress, type Page, type Tab, type World } from './world.ts'
import { straggles } from './wire.ts'

export { settled }

/** Whether a machine receives an event. */
const isForMachine = ({ type, actorRef, ...of }: InspectionEvent): boolean =>
  type === '@xstate.event' &&
  (of as { event: { type: string } }).event.type !== 'xstate.init' &&
  isMachine((actorRef as unknown as { logic: unknown }).logic)

/** Takes what a page's shop reports as it happens, and looks for secrets in it. */
function inspectionOf(world: World, tab: Tab, page: Page): Page['inspection'] {
  const began = ({ shop, from }: InspectionStart) => {
    page.root = shop as Page['root']
    page.from = from && structuredClone(from)
    page.root.subscribe({ error: error => page.failures.push(error) })
    shop.system.inspect((inspection: InspectionEvent) => {
      if (!isForMachine(inspection)) return
      world.figures.events += 1
      const { type } = (inspection as unknown as { event: { type: string } }).event
      if (type === 'session.logOut') page.loginToEnd = page.keep.token()
    })
  }
  const append = (entry: Entry) => {
    const text = JSON.stringify(entry)
    if (secrets.test(text)) world.broken.push(`S6: a secret in ${entry.to} ${entry.event.type}`)
    const kept = JSON.parse(text) as Entry
    page.entries.push(kept)
    world.trace(`${tab.number} #${kept.seq} ${kept.to} ${kept.kind} ${text.slice(0, 250)}`)
    world.figures.entries += 1
  }
  return { push: message => ('shop' in message ? began(message) : append(message)) }
}

/** How long a page may take to start, in milliseconds, whatever its storage and the network do. */
const longestStart = 5_000

/** Lets a page's own time pass until it has started. @throws if it takes too long */
async function inTime<Visit>(world: World, page: Page, visit: Promise<Visit>): Promise<Visit> {
  const state = { isDone: false }
  void visit.finally(() => (state.isDone = true)).catch(() => {})
  const from = world.mono
  const idle = async () => {
    for (let turn = 0; turn < 8 && !state.isDone; turn += 1) await settled()
  }
  for (await idle(); !state.isDone; await idle()) {
    const [next] = [...page.timers].toSorted(([, a], [, b]) => a.at - b.at)
    if (!next || next[1].at - from > longestStart) throw new Error('V1: the shop does not start')
    const [id, { at, fire }] = next
    page.timers.delete(id)
    goTo(world, Math.max(world.mono, at))
    fire()
  }
  return visit
}

/** Loads the shop in a tab, as `src/start/client.tsx` does, and goes to where its location bar is. */
export async function openPage(world: World, tab: Tab): Promise<Page> {
  const { machine } = slotFor(world, tab)
  const page = {
    from: null,
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
    refused: null,
    wants: 'nothing',
    lastSent: null,
    loginToEnd: null,
    vault: createVault(),
  } as unknown as Page
  page.inspection = inspectionOf(world, tab, page)
  page.seq = () => page.entries.at(-1)?.seq ?? page.from?.seq ?? 0
  page.browserPage = openBrowserPage(world, tab, page)
  const window = Object.assign(page.browserPage.window, { inspection: page.inspection })
  page.keep = createShopStorage(() => window.localStorage)
  tab.page = page
  tab.inbox = []
  const log = (words: string, ...more: unknown[]) => {
    const isExpected = world.storageIs !== 'open' || world.chunksAre === 'failing' || page.is === 'gone'
    if (!isExpected) world.broken.push(`J1: ${words} ${more.map(String).join(' ')}`)
  }
  const load = async () => {
    if (world.chunksAre === 'failing') throw new TypeError('Failed to fetch dynamically imported module')
  }
  const needs = { machine, buffer: page.keeper, served: null, load, log: log as () => void }
  // how long the journal's modules take to load is not up to the seed
  const visit = await inTime(world, page, prepareVisit({ ...needs, window, lazyParts: async () => journalModules }))
  page.deleteJournals = visit.deleteJournals
  page.trim = visit.trim
  visit.start()
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
 * How a page ends. What the database has not committed may be lost: after a reload the tail in `sessionStorage` has it, a closed
 * tab has no tail.
 */
export type End = 'reload' | 'close' | 'crash' | 'crash while committing'

/**
 * Ends a page: by a reload or a closed tab, which writes the journal first, or by a crash, which does not. Calls that are
 * in flight may still arrive.
 */
export function endPage(world: World, tab: Tab, how: End): void {
  const page = tab.page!
  const wrong = replays(world, slotFor(world, tab).machine, page)
  if (wrong !== null) world.broken.push(wrong)
  const isOrderly = how === 'reload' || how === 'close'
  if (isOrderly) page.keeper.writeTail()
  if (how !== 'crash') page.keeper.flush()
  for (const one of world.pending.filter(({ page: theirs }) => theirs === page)) {
    straggles(world, one)
    if (one.reply !== null && one.route?.method !== 'GET') world.untold.push(one.name)
  }
  world.pending = world.pending.filter(one => one.page !== page)
  page.is = 'gone'
  page.timers.clear()
  page.browserPage.end(how !== 'crash' && world.count % 2 === 0 ? 'commits' : 'aborts')
  page.root.stop()
  tab.page = null
}

/** The tabs of a run, closed as yet. */
export function createTabs(world: World, count: number): void {
  for (let number = 0; number < count; number += 1) {
    world.tabs.push({
      number,
      page: null,
      history: [locationOf('/main/product-list/0')],
      at: 0,
      inbox: [],
      storage: new Map(),
      refused: null,
      reloadedFor: [],
    })
  }
}
