import type { MultiBuy } from '#contract/multi-buy'
import type { Actor, AnyStateMachine } from 'xstate'
import type { Settings } from '#contract/settings'
import type { Checkpoint, Entry } from '#machines/journal/entry'
import type { AnyRoute } from '#contract/route'
import type { Location, Move } from '#contract/location'
import { identityIn } from '#src/effects/token.ts'
import type { Vault } from '#machines/journal/vault'
import type { JournalBuffer } from '#src/journal/journal-buffer.ts'
import type { ShopStorage } from '#src/effects/storage.ts'
import type { InspectionMessage } from '#src/journal/inspection.ts'
import { createBrowser, type BrowserPage } from '../../tests/kit/fake-browser.ts'
import { createRandom } from './random.ts'
import type { Reply } from './gateway/gateway.ts'
import { expirePayments } from './gateway/reservations.ts'
import { newStore, type Store } from './gateway/state.ts'

/** A timer. Background timers belong to the journal store. */
export interface Timer {
  fire: () => void
  /** In monotonic time. */
  at: number
  isBackground?: boolean
}

/** One page load: the shop in a tab until it is reloaded, closed or killed. */
export interface Page {
  root: Actor<AnyStateMachine>
  journalBuffer: JournalBuffer
  /** The checkpoint that the page resumed from; null for a visit without a journal. */
  checkpoint: Checkpoint | null
  /** The fingerprints of the machines of its build. */
  build: Readonly<Record<string, string>>
  /** All entries since the start, including those that the store has deleted. */
  entries: Entry[]
  /** Recorded states with the number of the last entry, to compare a replay with. */
  moments: { seq: number; state: string }[]
  timers: Map<number, Timer>
  /** Receives what the shop reports to an inspector: its start and each entry. */
  inspection: { push(message: InspectionMessage): void }
  /** The simulated browser's page. */
  browserPage: BrowserPage
  /** Replaces the journal's entries with a checkpoint, as after an order or a login. */
  trim(earlier?: 'kept'): void
  /** Deletes every journal of the browser, as after a logout. */
  deleteJournals(scope: 'all' | 'own'): Promise<unknown>
  shopStorage: ShopStorage
  vault: Vault
  seq(): number
  /** Errors of actors. */
  failures: unknown[]
  toasts: { kind: string; text: string }[]
  /** The refused token, and the payment method of the order in flight then. */
  refused: { token: string; paymentMethod: string } | null
  /**
   * Idempotency keys: of the last order sent, of the orders shown as placed, and of the orders with a final refusal.
   */
  lastOrderKey: string | null
  placedKeys: string[]
  refusedKeys: string[]
  /** The number of logouts when `lastOrderKey` was recorded. */
  logouts: number
  /** The token that was stored when a logout was requested. */
  loginToEnd: string | null
  /** Whether the cart machine has reported its cart. */
  isCartReported: boolean
  /** Whether the browser has closed the page's database. */
  isDatabaseClosed: boolean
  /** Whether another tab has forgotten the shopper while it was in the back/forward cache. */
  isForgotten: boolean
  /** Whether an address was changed while its delivery fee was requested. */
  isChangedWhileQuoting: boolean
  /**
   * Until when its journal may be missing, in monotonic time: another page has deleted it while this one was in the back/forward cache,
   * and the first batch of entries begins it again. 0 if it was not deleted.
   */
  unstoredUntil: number
  /** Whether the shop has requested a reload. */
  requested: 'nothing' | 'reload'
  /** `frozen`: in the back/forward cache. */
  status: 'running' | 'frozen' | 'ended'
}

/** A unit price in cents, with the multi-buy. */
export interface SeenPrice {
  cents: number
  multiBuy: MultiBuy | null
}

/** A tab of the browser, opened or closed. */
export interface Tab {
  number: number
  page: Page | null
  /** `sessionStorage`: survives reloads and crashes, not closing the tab. */
  storage: Map<string, string>
  /** The locations of the history, and the current index. */
  history: Location[]
  at: number
  /** Changes of other tabs that this tab has not received yet. */
  inbox: ('cart.changed' | 'order.placed' | 'storage')[]
  /** Survives a reload: the payment method of the order in flight when the token was refused. */
  refused: string | null
  /** Tokens whose refusal has reloaded the page. */
  reloadedFor: string[]
  /** Keys of the orders that earlier pages have shown as placed. */
  placedKeys: string[]
  /** The key of the order that the shopper last began to pay; null once another one is placed without a payment. */
  paidKey: string | null
  /** The step of the checkout, when it was last recorded. */
  lastStep: string | null
  /** The prices that the shopper has seen in the review or accepted, by product. */
  seenPrices: Map<number, SeenPrice[]>
  /** The quantities that the shopper has seen in the review or accepted, by product; empty if no review was opened. */
  seenQuantities: Map<number, number>
  /** The products that the shopper has changed in this tab since then. */
  changedHere: Set<number>
}

/** A call or another effect in flight. */
export interface Pending {
  name: string
  tab: Tab
  page: Page
  route: AnyRoute | null
  params: Record<string, string>
  /** When it was started: a retry sends the body of the first attempt. */
  startedAt: number
  /** Numbers calls and effects in the order in which machines started them. */
  order: number
  /** The body of the call, or the input of the effect. */
  body: unknown
  token: string | null
  storedToken: string | null
  signal: AbortSignal | undefined
  /** The number of logouts in this tab when it was started. */
  logouts: number
  /** The customer who was logged in when it was started. */
  customerId: string | null
  /** The gateway's response; null until the gateway has received the call. */
  reply: Reply | null
  /** Whether it can complete now. */
  isReady(): boolean
  /** The result of an effect other than a call. */
  result(): unknown
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** An event of the shopper, and the path of its machine below the shop. */
export interface UserEvent {
  to: string
  event: { type: string; [field: string]: unknown }
}

/** The state of a run. */
export interface World {
  seed: number
  /** Wall-clock time and monotonic time, in milliseconds. */
  now: number
  monotonic: number
  store: Store
  tabs: Tab[]
  pending: Pending[]
  /** Requests of aborted calls that may still arrive. */
  lateRequests: Pending[]
  /** `localStorage`, shared by all tabs. */
  storage: Map<string, string>
  storageStatus: 'open' | 'blocked' | 'hanging'
  /** Whether chunks of pages can be loaded. */
  chunkStatus: 'loading' | 'failing'
  /** Requests that the gateway has refused and refuses again, as `requestText`. */
  refusedRequests: Set<string>
  /** How often the beginning of a visit with a session id was refused with 400. */
  unreadable: Map<string, number>
  /** How often each order whose outcome no page knows was sent, by its key. */
  unsettledOrders: Map<string, number>
  /** When the shopper last placed or asked about an order, by its key. */
  orderRequestedAt: Map<string, number>
  /** The page that currently receives an event of the shopper. */
  activePage: Page | null
  browser: ReturnType<typeof createBrowser>
  /** Stored journals, when they were last read. */
  storedJournals: { text: string; sizes: Record<string, number> }
  /** Delays before retries of calls. */
  retries: Timer[]
  /** Timeouts of calls. */
  timeouts: Timer[]
  /** The page that holds the checkout lock. */
  lockHolder: Page | null
  /** Whether shoppers mostly buy or browse. */
  behaviour: 'buying' | 'browsing'
  paypalSides: { create: 'client' | 'server'; approve: 'client' | 'server' }
  /** The number of calls and effects started by machines. */
  order: number
  logs: string[]
  /** Receives log lines. */
  trace(message: string): void
  /** Violations found during the current step. */
  violations: string[]
  /** Additions to the cart that shoppers requested. */
  additionsRequested: number
  /** Changes of carts that no page knows of. */
  unknownChanges: string[]
  /** Whether the system clock was changed during the run. */
  clockStatus: 'right' | 'set'
  /** The number of effects started. */
  effects: number
  count: number
  figures: Figures
}

/** Figures of a run. */
export interface Figures {
  events: number
  entries: number
  steps: number
  replays: number
  compared: number
  divergences: number
  reloads: number
  checks: number
  orders: number
  paid: number
}

export const noFigures = (): Figures => ({
  events: 0,
  entries: 0,
  steps: 0,
  replays: 0,
  compared: 0,
  divergences: 0,
  reloads: 0,
  checks: 0,
  orders: 0,
  paid: 0,
})

/** 1 November 2026, 00:00 UTC. */
const startTime = 1_793_491_200_000

/** Creates the initial state of a seed's run. */
export function createWorld(seed: number): World {
  const random = createRandom(seed)
  const settings: Partial<Settings> = {
    limitAreaShipping: random.chance(0.2),
    calculateDeliveryFee: random.chance(0.6),
    receivedOnlinePayment: random.chance(0.9),
    minimumOrderLimit: random.chance(0.3) ? 20 : 0,
  }
  const side = () => (random.chance(0.7) ? ('server' as const) : ('client' as const))
  const browser = createBrowser()
  const world: World = {
    seed,
    now: startTime,
    monotonic: 0,
    store: newStore(() => world.now, settings, { readsPages: seed % 4 > 0 }),
    tabs: [],
    pending: [],
    lateRequests: [],
    storage: browser.local,
    storageStatus: random.chance(0.04) ? 'blocked' : 'open',
    chunkStatus: 'loading',
    refusedRequests: new Set(),
    unreadable: new Map(),
    unsettledOrders: new Map(),
    orderRequestedAt: new Map(),
    activePage: null,
    browser,
    storedJournals: { text: '', sizes: {} },
    retries: [],
    timeouts: [],
    lockHolder: null,
    behaviour: random.chance(0.6) ? 'buying' : 'browsing',
    paypalSides: { create: side(), approve: side() },
    order: 0,
    logs: [],
    trace: () => {},
    violations: [],
    unknownChanges: [],
    clockStatus: 'right',
    additionsRequested: 0,
    effects: 0,
    count: 0,
    figures: noFigures(),
  }
  return world
}

/** Checks invariant K3a when the cart's session id is removed. */
export function checkSessionRemoval(world: World, page: Page, sessionId: string): void {
  if (world.store.placed.some(one => one.sessionId === sessionId)) return
  // a session that the gateway can't read is begun twice with it before it is dropped
  if ((world.unreadable.get(sessionId) ?? 0) > 1) return
  const who = stateOf<{ value: { who: string } }>(page, 'session')!.value.who
  const isLeaving = who === 'loggingOut' || who === 'forgetting'
  if (!isLeaving) world.violations.push(`K3a: ${sessionId} is removed while ${who}`)
}

/** Checks invariant K11 when an order is removed from the storage. */
export function checkOrderRemoval(world: World, page: Page, requestId: string): void {
  const { who } = stateOf<{ value: { who: string } }>(page, 'session')!.value
  const isLeaving = who === 'loggingOut' || who === 'forgetting'
  if (isLeaving || !world.unsettledOrders.has(requestId)) return
  world.violations.push(`K11: ${requestId} is no longer stored, and its outcome is unknown`)
}

/** Checks invariant S12 when a token is removed. */
export function checkTokenRemoval(world: World, page: Page, token: string): void {
  if (identityIn(token, world.now).is !== 'customer' || world.store.revoked.has(token)) return
  if (token === page.loginToEnd || token === page.refused?.token) return
  // a login ends when its token expires, even if the clock was set back in the meantime
  if (world.clockStatus === 'set') return
  const { who } = stateOf<{ value: { who: string } }>(page, 'session')!.value
  world.violations.push(`S12: the token of a later login is removed while ${who}`)
}

/** Advances both clocks. */
export function advanceTo(world: World, mono: number): void {
  // the gateway releases what was not ordered within 15 minutes
  if (mono - world.monotonic >= 900_000) expirePayments(world.store)
  world.now += mono - world.monotonic
  world.monotonic = mono
}

export const runningTabs = (world: World): (Tab & { page: Page })[] =>
  world.tabs.filter((tab): tab is Tab & { page: Page } => tab.page?.status === 'running')

/** The actor at a path such as `checkout/orderAttempt/payment`; undefined if it is not running. */
export function actorIn(page: Page, path: string) {
  let actor = page.root as unknown as { getSnapshot(): { children: Record<string, never> }; send(event: object): void }
  if (path === 'shop') return actor
  for (const id of path.split('/')) {
    const child = actor.getSnapshot().children[id]
    if (child === undefined) return undefined
    actor = child
  }
  return actor
}

/** The snapshot of the machine at a path; undefined if it is not running. */
export const stateOf = <Snapshot>(page: Page, path: string): Snapshot | undefined =>
  actorIn(page, path)?.getSnapshot() as Snapshot | undefined

/** A location of the router. */
export function locationOf(path: string, key = path): Location {
  const [pathname = '/', search] = path.split('?')
  return { pathname, search: search ? `?${search}` : '', hash: '', state: null, key }
}

/** Sends the current location to the shop. */
export function sendLocation(tab: Tab, move: Move): void {
  tab.page!.root.send({ type: 'location.changed', move, location: tab.history[tab.at]! })
}
