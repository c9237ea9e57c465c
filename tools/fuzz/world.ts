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
import { createDice } from './dice.ts'
import type { Reply } from './gateway/gateway.ts'
import { newStore, type Store } from './gateway/state.ts'

/** A timer of a page. Upkeep is what the journal's store does in the background. */
export interface Timer {
  fire: () => void
  /** In the simulation's time that only goes forward. */
  at: number
  isUpkeep?: boolean
}

/** One page load: the shop running in a tab, until it is reloaded, closed or killed. */
export interface Page {
  root: Actor<AnyStateMachine>
  keeper: JournalBuffer
  /** Where it began; null for a visit without a journal. */
  from: Checkpoint | null
  /** All entries since, including those that the store has deleted. */
  entries: Entry[]
  /** States at some moments, to compare a replay with: after which entry, and what was there. */
  moments: { seq: number; state: string }[]
  timers: Map<number, Timer>
  /** Takes what the shop reports to an inspector: how it began, and each entry. */
  inspection: { push(message: InspectionMessage): void }
  /** Its place in the browser. */
  browserPage: BrowserPage
  /** Replaces the journal's entries by a checkpoint, as after an order. */
  trim(): void
  /** Deletes every journal of the browser, as after a logout. */
  deleteJournals(): Promise<void>
  keep: ShopStorage
  vault: Vault
  seq(): number
  /** What went wrong in actors. */
  failures: unknown[]
  toasts: { kind: string; text: string }[]
  /** A token that was refused, and how an order was being paid meanwhile. */
  refused: { token: string; amid: string } | null
  /** The key of the order that was sent last, those that are shown as placed, and those that were refused for good. */
  lastSent: string | null
  shownAsPlaced: string[]
  settled: string[]
  /** How many shoppers had left when that was noted. */
  left: number
  /** The token of the login that a logout was asked for. */
  loginToEnd: string | null
  /** Whether the shop has asked to be loaded again. */
  wants: 'nothing' | 'reload'
  /** What the page is doing: running, or frozen in the back/forward cache. */
  is: 'running' | 'aside' | 'gone'
}

/** A tab of the browser, opened or closed. */
export interface Tab {
  number: number
  page: Page | null
  /** `sessionStorage`: survives a reload and a crash, not the end of the tab. */
  storage: Map<string, string>
  /** The history's locations, and the current index. */
  history: Location[]
  at: number
  /** What other tabs have done and this one has not heard of yet. */
  inbox: ('cart.changed' | 'storage')[]
  /** Kept in the tab's own storage over a reload: how an order was being paid while the token was refused. */
  refused: string | null
  /** Tokens for whose refusal the page was loaded again. */
  reloadedFor: string[]
}

/** Something that was begun and has no end yet: a call to the gateway, or another effect. */
export interface Pending {
  name: string
  tab: Tab
  page: Page
  route: AnyRoute | null
  params: Record<string, string>
  /** When it was begun: a retry sends what the first try sent. */
  began: number
  /** Counts calls and effects in the order in which machines began them. */
  order: number
  /** The body of a call, or the input of an effect. */
  body: unknown
  token: string | null
  stored: string | null
  signal: AbortSignal | undefined
  /** How many shoppers had left this tab when it was begun. */
  left: number
  /** The customer that the tab knew then. */
  who: string | null
  /** What the gateway said, once it got the call. */
  reply: Reply | null
  /** Whether it can end now. */
  isReady(): boolean
  /** What an effect that is no call brings. */
  bring(): unknown
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** A shopper's action: an event, and the path of its machine below the shop. */
export interface Act {
  to: string
  event: { type: string; [field: string]: unknown }
}

/** Everything there is in a run. */
export interface World {
  seed: number
  /** Wall time, and time that only goes forward; milliseconds. */
  now: number
  mono: number
  store: Store
  tabs: Tab[]
  pending: Pending[]
  /** Calls that their caller has given up and that may still arrive. */
  stragglers: Pending[]
  /** The browser's storage, that all tabs share. */
  storage: Map<string, string>
  storageIs: 'open' | 'blocked' | 'hanging'
  /** Whether the code of pages that a journal needs can be loaded. */
  chunksAre: 'loading' | 'failing'
  /** When the shopper last asked for an order, by its key. */
  shopperAsked: Map<string, number>
  /** The page on which the shopper acts right now. */
  acting: Page | null
  browser: ReturnType<typeof createBrowser>
  /** What the browser keeps of journals, when it was read last. */
  kept: { text: string; sizes: Record<string, number> }
  /** Timers of calls: the pause before a retry. */
  retries: Timer[]
  /** Time-outs of calls. */
  timeouts: Timer[]
  /** The page load that holds the checkout. */
  claim: Page | null
  /** What people have mostly come for. */
  mood: 'buying' | 'wandering'
  payOn: { create: 'client' | 'server'; approve: 'client' | 'server' }
  /** How many calls and effects machines have begun. */
  order: number
  logs: string[]
  /** Hears all that happens. */
  trace(words: string): void
  /** What observers saw go wrong in the course of a step. */
  broken: string[]
  /** Additions that people asked for. */
  additionsAsked: number
  /** Changes of carts whose page is gone. */
  untold: string[]
  /** Whether the system clock was set, so that pages have the wrong time. */
  clockIs: 'right' | 'set'
  /** How many effects began. */
  effects: number
  count: number
  figures: Figures
}

/** What a run has done. */
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
const beginning = 1_793_491_200_000

/** The world of a seed, before anybody came. */
export function createWorld(seed: number): World {
  const dice = createDice(seed)
  const settings: Partial<Settings> = {
    limitAreaShipping: dice.chance(0.2),
    calculateDeliveryFee: dice.chance(0.6),
    receivedOnlinePayment: dice.chance(0.9),
    minimumOrderLimit: dice.chance(0.3) ? 20 : 0,
  }
  const side = () => (dice.chance(0.7) ? ('server' as const) : ('client' as const))
  const browser = createBrowser()
  const world: World = {
    seed,
    now: beginning,
    mono: 0,
    store: newStore(() => world.now, settings),
    tabs: [],
    pending: [],
    stragglers: [],
    storage: browser.local,
    storageIs: dice.chance(0.04) ? 'blocked' : 'open',
    chunksAre: 'loading',
    shopperAsked: new Map(),
    acting: null,
    browser,
    kept: { text: '', sizes: {} },
    retries: [],
    timeouts: [],
    claim: null,
    mood: dice.chance(0.6) ? 'buying' : 'wandering',
    payOn: { create: side(), approve: side() },
    order: 0,
    logs: [],
    trace: () => {},
    broken: [],
    untold: [],
    clockIs: 'right',
    additionsAsked: 0,
    effects: 0,
    count: 0,
    figures: noFigures(),
  }
  return world
}

/** The cart's session is removed after a placed order, or with a customer. */
export function lookAtForgetting(world: World, page: Page, sessionId: string): void {
  if (world.store.placed.some(one => one.sessionId === sessionId)) return
  const who = stateOf<{ value: { who: string } }>(page, 'session')!.value.who
  const isLeaving = who === 'loggingOut' || who === 'forgetting'
  if (!isLeaving) world.broken.push(`K3a: ${sessionId} is removed while ${who}`)
}

/** A token is removed: by the logout that was asked for its login, or because it is not valid any more. */
export function lookAtLogout(world: World, page: Page, token: string): void {
  if (identityIn(token, world.now).is !== 'customer' || world.store.revoked.has(token)) return
  if (token === page.loginToEnd || token === page.refused?.token) return
  const { who } = stateOf<{ value: { who: string } }>(page, 'session')!.value
  world.broken.push(`S12: the token of a later login is removed while ${who}`)
}

/** Time passes. */
export function goTo(world: World, mono: number): void {
  world.now += mono - world.mono
  world.mono = mono
}

/** The tabs whose page runs. */
export const runningTabs = (world: World): (Tab & { page: Page })[] =>
  world.tabs.filter((tab): tab is Tab & { page: Page } => tab.page?.is === 'running')

/** The actor of a machine in a page, if it is there; `checkout/payment` for one within another. */
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

/** What a machine of a page holds; undefined where it does not run. */
export const stateOf = <Snapshot>(page: Page, path: string): Snapshot | undefined =>
  actorIn(page, path)?.getSnapshot() as Snapshot | undefined

/** A place in the shop, as the browser names it. */
export function locationOf(path: string, key = path): Location {
  const [pathname = '/', search] = path.split('?')
  return { pathname, search: search ? `?${search}` : '', hash: '', state: null, key }
}

/** The browser's address changes, and the shop hears of it. */
export function tellAddress(tab: Tab, move: Move): void {
  tab.page!.root.send({ type: 'location.changed', move, location: tab.history[tab.at]! })
}
