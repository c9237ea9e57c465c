import type { InspectionEvent } from 'xstate'
import { lazyMachineIds, machineOf, type PageName } from '#contract/paths'
import type { Entry } from '#machines/journal/entry'
import { fingerprints } from '#machines/journal/fingerprints'
import { isMachine } from '#machines/journal/registry'
import { createVault } from '#machines/journal/vault'
import { createRecovery } from '#src/orders/recover-orders.ts'
import { orderKeys } from '#src/effects/order-keys.ts'
import { identityAfter } from '#src/effects/logout-notice.ts'
import { createShopStorage } from '#src/effects/storage.ts'
import { identityIn } from '#src/effects/token.ts'
import type { InspectionStart } from '#src/journal/inspection.ts'
import { createJournalBuffer } from '#src/journal/journal-buffer.ts'
import * as journalModules from '#src/journal/lazy-parts.ts'
import { flushDelay } from '#src/journal/journal-writer.ts'
import { prepareVisit } from '#src/journal/visit.ts'
import { settledDatabases as settled } from '../../tests/kit/fake-browser.ts'
import { openBrowserPage } from './browser.ts'
import { guestData, replayDifference, secrets, stateText } from './replay-check.ts'
import { resumeReview } from './seen-amounts.ts'
import { shopFor } from './shop-instances.ts'
import { advanceTo, locationOf, sendLocation, type Page, type Tab, type World } from './world.ts'
import { clientOf, keepLateRequest } from './network.ts'

export { settled }

/** Whether the event is for a machine. */
const isForMachine = ({ type, actorRef, ...of }: InspectionEvent): boolean =>
  type === '@xstate.event' &&
  (of as { event: { type: string } }).event.type !== 'xstate.init' &&
  isMachine((actorRef as unknown as { logic: unknown }).logic)

/** Records the journal entries that a page reports to the inspector, and checks that they contain no secrets. */
function inspectionOf(world: World, tab: Tab, page: Page): Page['inspection'] {
  const began = ({ shop, from }: InspectionStart) => {
    page.root = shop as Page['root']
    page.checkpoint = from && structuredClone(from)
    page.root.subscribe({ error: error => page.failures.push(error) })
    shop.system.inspect((inspection: InspectionEvent) => {
      if (!isForMachine(inspection)) return
      world.figures.events += 1
      const { type } = (inspection as unknown as { event: { type: string } }).event
      // the shop sends its checkout the last cart that it knows with an event of the same type
      if (type === 'cart.changed' && inspection.actorRef === shop) page.isCartReported = true
      if (type === 'session.logOut' || type === 'session.forget') page.loginToEnd = page.shopStorage.token()
    })
  }
  const append = (entry: Entry) => {
    const text = JSON.stringify(entry)
    if (secrets.test(text)) world.violations.push(`S6a: a secret in ${entry.to} ${entry.event.type}`)
    const kept = JSON.parse(text) as Entry
    page.entries.push(kept)
    world.trace(`${tab.number} #${kept.seq} ${kept.to} ${kept.kind} ${text.slice(0, 250)}`)
    world.figures.entries += 1
  }
  return { push: message => ('shop' in message ? began(message) : append(message)) }
}

/** The longest start of a page, in milliseconds (invariant V1). */
const longestStart = 5_000

/** Advances the clock until a page has started. @throws after `longestStart` */
async function waitForStart<Visit>(world: World, page: Page, visit: Promise<Visit>): Promise<Visit> {
  const state = { isDone: false }
  void visit.finally(() => (state.isDone = true)).catch(() => {})
  const from = world.monotonic
  const idle = async () => {
    for (let turn = 0; turn < 8 && !state.isDone; turn += 1) await settled()
  }
  for (await idle(); !state.isDone; await idle()) {
    const [next] = [...page.timers].toSorted(([, a], [, b]) => a.at - b.at)
    if (!next || next[1].at - from > longestStart) throw new Error('V1: the shop does not start')
    const [id, { at, fire }] = next
    page.timers.delete(id)
    advanceTo(world, Math.max(world.monotonic, at))
    fire()
  }
  return visit
}

/** Loads the shop in a tab, as `src/start/start-shop.ts` does. */
export async function openPage(world: World, tab: Tab): Promise<Page> {
  const { machine } = shopFor(world, tab)
  const page = {
    checkpoint: null,
    build: { ...fingerprints },
    entries: [],
    moments: [],
    timers: new Map(),
    failures: [],
    toasts: [],
    status: 'running',
    placedKeys: [],
    refusedKeys: [],
    logouts: 0,
    journalBuffer: createJournalBuffer(),
    refused: null,
    requested: 'nothing',
    isCartReported: false,
    isDatabaseClosed: false,
    isChangedWhileQuoting: false,
    isForgotten: false,
    unstoredUntil: 0,
    lastOrderKey: null,
    loginToEnd: null,
    vault: createVault(),
  } as unknown as Page
  page.inspection = inspectionOf(world, tab, page)
  page.seq = () => page.entries.at(-1)?.seq ?? page.checkpoint?.seq ?? 0
  page.browserPage = openBrowserPage(world, tab, page)
  const window = Object.assign(page.browserPage.window, { inspection: page.inspection })
  page.shopStorage = createShopStorage(() => window.localStorage)
  tab.page = page
  tab.inbox = []
  const log = (message: string, ...more: unknown[]) => {
    const isExpected =
      world.storageStatus !== 'open' ||
      world.chunkStatus === 'failing' ||
      page.status === 'ended' ||
      page.isDatabaseClosed
    if (!isExpected) world.violations.push(`J1: ${message} ${more.map(String).join(' ')}`)
  }
  const loaded = new Set<string>()
  const load = async (name: PageName) => {
    if (world.chunkStatus === 'failing') throw new TypeError('Failed to fetch dynamically imported module')
    loaded.add(machineOf(name) ?? '')
  }
  const needs = { machine, buffer: page.journalBuffer, served: null, load, log: log as () => void }
  // load the journal's modules at once: the time of a real import does not depend on the seed
  const visit = await waitForStart(
    world,
    page,
    prepareVisit({ ...needs, window, lazyParts: async () => journalModules }),
  )
  // here all machines are registered at once; a browser has only those whose code is loaded
  const unloaded = Object.keys(visit.shop.getSnapshot().children).filter(
    id => lazyMachineIds.includes(id) && !loaded.has(id),
  )
  if (unloaded.length > 0) world.violations.push(`J1: ${unloaded.join()} is resumed before its code is loaded`)
  page.deleteJournals = scope => {
    // a page in the back/forward cache does not learn of it
    if (scope === 'all')
      for (const { page: other } of world.tabs) if (other?.status === 'frozen') other.unstoredUntil = Infinity
    return visit.deleteJournals(scope)
  }
  page.trim = visit.trim
  visit.start()
  subscribe(tab, page)
  return page
}

/** Subscribes to the toasts and navigations of a page. */
function subscribe(tab: Tab, page: Page): void {
  const on = (type: string, handler: (event: never) => void) => void page.root.on(type as never, handler as never)
  on('toast', ({ toast }: { toast: Page['toasts'][number] }) => page.toasts.push(toast))
  on('go', ({ to, replace }: { to: string; replace: boolean }) =>
    queueMicrotask(() => tab.page === page && page.status === 'running' && navigate(tab, to, replace)),
  )
}

/** Sends the shop the current identity: at the start, and after another tab has changed it. */
export function startVisit(world: World, tab: Tab): void {
  const { root, shopStorage } = tab.page!
  const { visitId } = (root.getSnapshot() as { context: { visitId: string } }).context
  world.count += 1
  const refusal = tab.refused === null ? null : { method: tab.refused }
  const identity = identityAfter(refusal, identityIn(shopStorage.token(), world.now))
  tab.refused = null
  root.send({
    type: 'visit.started',
    visitId: visitId || `visit-${world.count}`,
    sessionId: shopStorage.sessionId(),
    identity,
  })
}

/** Restores a page from the back/forward cache. */
export function restorePage(world: World, tab: Tab): void {
  const page = tab.page!
  page.status = 'running'
  if (page.unstoredUntil === Infinity) page.unstoredUntil = world.monotonic + flushDelay
  page.browserPage.restore()
  if (page.isForgotten && guestData.test(stateText(page)))
    world.violations.push(`V5: tab ${tab.number} contains guest data after it is restored`)
  page.isForgotten = false
  startVisit(world, tab)
}

/** Navigates to a path. */
export function navigate(tab: Tab, to: string, replace = false): void {
  const here = tab.history[tab.at]!
  const isHere = here.pathname + here.search === to
  const location = locationOf(to, `${to}#${tab.history.length}`)
  if (replace || isHere) tab.history[tab.at] = location
  else {
    tab.history = [...tab.history.slice(0, tab.at + 1), location].slice(-20)
    tab.at = tab.history.length - 1
  }
  sendLocation(tab, replace ? 'REPLACE' : 'PUSH')
}

/** Opens a tab at a path. */
export async function openTab(world: World, tab: Tab, path: string): Promise<void> {
  tab.history = [locationOf(path)]
  tab.at = 0
  await load(world, tab)
}

/** Loads the page of a tab and starts its visit. */
export async function load(world: World, tab: Tab): Promise<void> {
  const { checkpoint } = await openPage(world, tab)
  // a checkout that starts fresh says nothing about the payment before
  if (tab.paidKey !== null && !JSON.stringify(checkpoint).includes(tab.paidKey)) tab.paidKey = null
  resumeReview(tab)
  startVisit(world, tab)
  sendLocation(tab, 'POP')
  recoverUnsettled(world, tab)
  await settled()
}

/** What a page does with a lock, or without one. */
type Use = (lock: object | null) => Promise<unknown>

/** Asks what became of orders of earlier visits, as `src/start/start-shop.ts` does. */
function recoverUnsettled(world: World, tab: Tab): void {
  const page = tab.page!
  const storage = () => page.browserPage.window.localStorage
  if (orderKeys(storage).length === 0) return
  const call = clientOf(() => ({ world, tab }))
  const isFree = () => page.status === 'running' && (world.lockHolder?.status ?? 'ended') === 'ended'
  /** Nothing continues once the page has ended. */
  const whileOpen = <Value>(next: () => Promise<Value>): Promise<Value> =>
    page.status === 'ended' ? new Promise<never>(() => {}) : next()
  createRecovery({
    shop: page.root as never,
    load: async () => {
      if (world.chunkStatus === 'failing') throw new TypeError('Failed to fetch dynamically imported module')
    },
    call: (route, asking) => whileOpen(() => call(route, asking)),
    storage,
    now: () => world.now,
    locks: {
      request: (_name: string, ...[last, ask]: [Use] | [LockOptions, Use]) =>
        whileOpen(async () => (ask ? ask(isFree() ? {} : null) : (last as Use)({}))),
    } as never,
  })
}

/**
 * How a page ends. Journal entries that the database has not committed may be lost. A reload reads them from the tail
 * in `sessionStorage`; a closed tab has no tail.
 */
export type End = 'reload' | 'close' | 'crash' | 'crash while committing'

/**
 * Ends a page. A reload or a closed tab writes the journal first, a crash does not. Requests in flight may still
 * arrive.
 */
export function endPage(world: World, tab: Tab, how: End): void {
  const page = tab.page!
  const wrong = replayDifference(world, shopFor(world, tab).machine, page)
  if (wrong !== null) world.violations.push(wrong)
  const isOrderly = how === 'reload' || how === 'close'
  if (isOrderly) page.journalBuffer.writeTail()
  if (how !== 'crash') page.journalBuffer.flush()
  for (const one of world.pending.filter(({ page: theirs }) => theirs === page)) {
    keepLateRequest(world, one)
    if (one.reply !== null && one.route?.method !== 'GET') world.unknownChanges.push(one.name)
  }
  world.pending = world.pending.filter(one => one.page !== page)
  tab.placedKeys.push(...page.placedKeys)
  page.status = 'ended'
  page.timers.clear()
  page.browserPage.end(how !== 'crash' && world.count % 2 === 0 ? 'commits' : 'aborts')
  page.root.stop()
  tab.page = null
}

/** Creates closed tabs. */
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
      placedKeys: [],
      paidKey: null,
      lastStep: null,
      seenPrices: new Map(),
      seenQuantities: new Map(),
      changedHere: new Set(),
    })
  }
}
