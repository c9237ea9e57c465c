import { assign, emit, enqueueActions, sendTo, setup } from 'xstate'
import type { CartLine } from '#contract/cart'
import type { Location, Move } from '#contract/location'
import {
  accountPath,
  isLazy,
  lazyMachineIds,
  loginPath,
  machineOf,
  machinesOfShopper,
  pageOf,
  pages,
  privatePageMachineIds,
  returnIn,
  type LazyMachine,
  type PageMachine,
  type PageName,
} from '#contract/paths'
import { isTransient, type Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import { cartMachine } from '../cart/cart.ts'
import { catalogueMachine } from '../catalogue/catalogue.ts'
import { listMachine } from '../catalogue/list.ts'
import type { machinesBelowShop } from '../machines.ts'
import { menusMachine } from '../menus/menus.ts'
import type { Basket } from '../messages/basket.ts'
import type { Account, Customer } from '../messages/customer.ts'
import type { ShopEmitted, ShopEvent } from '../messages/shop-events.ts'
import type { Toast } from '../messages/toast.ts'
import { newsletterMachine } from '../newsletter/newsletter.ts'
import { effect } from '../parts/effect.ts'
import { searchMachine } from '../search/search.ts'
import { sessionMachine } from '../session/session.ts'

/** Machines with the shopper's own data: they resume from the browser's journal, never from the server's state. */
export const privateMachineIds: readonly string[] = [
  'session',
  'cart',
  'search',
  'newsletter',
  ...privatePageMachineIds,
]

/**
 * Views read the account, the settings and the cart from `session` and `cart`, which own them. `basket`, `settings`,
 * `customer` and `account` are what those two reported last: the shop guards pages by them and passes them on when it opens
 * a page. It does not read its children's snapshots, because a transition would then depend on more than context and event,
 * and model tests and diagrams could not follow it.
 */
export interface ShopContext {
  /** Prefix of the idempotency keys of this visit; empty until the visit has started. */
  visitId: string
  /** The location of the browser. */
  requestedLocation: Location | null
  move: Move
  /** The location of the shown page; it becomes `requestedLocation` once that page is ready. */
  shown: Location | null
  /** How the shown page was reached. */
  shownBy: Move
  /** Pages whose code is loaded. */
  loaded: PageName[]
  /**
   * Lazy machines that run. An action cannot read this from the snapshot's `children`, which do not yet include what the
   * same transition spawned or stopped.
   */
  spawned: (PageMachine | LazyMachine)[]
  basket: Basket
  settings: Settings | null
  customer: Customer | null
  account: Account | null
  /** Number of logouts; the pages of the next shopper are rendered from scratch. */
  left: number
  refusal: Refusal | null
}

/** Events that are forwarded to the session. */
type ForSession = Extract<
  ShopEvent,
  { type: 'session.logIn' | 'session.registered' | 'session.renewed' | 'address.saved' }
>
type Visit = Extract<ShopEvent, { type: 'visit.started' }>
type Start = Extract<ShopEvent, { type: 'machine.start' }>
/** The cart's session; `lines` is null if they have to be read. */
interface CartOver {
  sessionId: string | null
  lines: CartLine[] | null
}

/** Machines that are in the first load and run from the beginning. */
const firstMachines = {
  session: sessionMachine,
  cart: cartMachine,
  menus: menusMachine,
  catalogue: catalogueMachine,
  search: searchMachine,
  newsletter: newsletterMachine,
  list: listMachine,
}

/** Machines that are loaded with their page. Their types are known; their logic is registered with the page. */
const lazyMachines = Object.fromEntries(lazyMachineIds.map(id => [id, effect('later')])) as unknown as Pick<
  typeof machinesBelowShop,
  LazyMachine
>

/** The prefix of the next shopper's keys, whose checkout counts its orders from 1 again. */
function nextVisitId(visitId: string): string {
  const [visit, left = '0'] = visitId.split('~')
  return visit ? `${visit}~${Number(left) + 1}` : visitId
}

export const requestedPage = (context: ShopContext): PageName =>
  context.requestedLocation ? pageOf(context.requestedLocation.pathname) : 'notFound'
const shownPage = ({ shown }: ShopContext): PageName | null => (shown ? pageOf(shown.pathname) : null)
const requestedMachine = (context: ShopContext): PageMachine | null => machineOf(requestedPage(context))
const requestedAccess = (context: ShopContext) => pages[requestedPage(context)].access

/** The page that was requested before the login. */
const back = ({ requestedLocation }: ShopContext) => ({
  type: 'go' as const,
  to: returnIn(requestedLocation!.search) ?? accountPath,
  replace: true,
})

/** The part of an action's arguments that starting a machine needs. */
interface Starting {
  context: ShopContext
  enqueue: {
    spawnChild(machine: 'product', options: { id: 'product' }): void
    assign(change: Pick<ShopContext, 'spawned'>): void
  }
}

/** Starts a lazy machine, unless it runs. */
function start({ context: { spawned }, enqueue }: Starting, machine: PageMachine | LazyMachine) {
  if (!lazyMachineIds.includes(machine) || spawned.includes(machine)) return
  enqueue.spawnChild(machine as 'product', { id: machine as 'product' })
  enqueue.assign({ spawned: [...spawned, machine] })
}

/** Types, guards, actions and actors of the shop machine. */
export const shopSetup = setup({
  types: {
    context: {} as ShopContext,
    events: {} as ShopEvent,
    emitted: {} as ShopEmitted,
    tags: {} as 'busy',
    children: {} as { [Id in keyof typeof firstMachines | LazyMachine]: Id },
  },
  actors: {
    ...firstMachines,
    ...lazyMachines,
    loadPage: effect<{ page: PageName }, { page: PageName }>('loadPage'),
    reveal: effect<null, { from: Location | null; to: Location; move: Move }>('reveal'),
  },
  guards: {
    /** The browser has not left the path that the event is about. */
    isStillThere: ({ context: { requestedLocation } }, from: string | undefined) =>
      from === undefined || from === requestedLocation!.pathname + requestedLocation!.search,
    /** The code of the page is loaded. */
    isPageLoaded: ({ context }) => !isLazy(requestedPage(context)) || context.loaded.includes(requestedPage(context)),
    /** The page has no machine that must be ready first. */
    needsNoMachine: ({ context }) => requestedMachine(context) === null,
    /** The page that is ready is the requested one. */
    isRequestedPage: ({ context }, page: PageName) => page === requestedPage(context),
    /** The gateway may have assigned the guest's cart to the customer: the response was lost, or the account exists already. */
    mayHaveMovedCart: (_, refusal: Refusal) => isTransient(refusal) || refusal.status === 409,
    /** The page is for customers only, and no customer is logged in. */
    isLoginRequired: ({ context }) => requestedAccess(context) === 'customers' && context.customer === null,
    /** The page is for guests only, and a customer is logged in. */
    isLogoutRequired: ({ context }) => requestedAccess(context) === 'guests' && context.customer !== null,
    /** The login page is requested, and a customer is logged in already. */
    isLoggedInOnLogin: ({ context }) => requestedPage(context) === 'login' && context.customer !== null,
    /** The page shows the shopper's own data: a logout leaves it. */
    isPrivate: ({ context }) => {
      const machine = requestedMachine(context)
      return requestedAccess(context) === 'customers' || (machine !== null && privatePageMachineIds.includes(machine))
    },
  },
  actions: {
    storeVisitId: assign({ visitId: ({ context }, visitId: string) => context.visitId || visitId }),
    storeRequested: assign({
      requestedLocation: (_, { location }: { location: Location; move: Move }) => location,
      move: (_, { move }) => move,
      refusal: null,
    }),
    storeLoaded: assign({
      loaded: ({ context }, page: PageName) => [...context.loaded.filter(one => one !== page), page],
    }),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal }),
    storeShown: assign({ shown: ({ context }) => context.requestedLocation, shownBy: ({ context }) => context.move }),
    openPage: enqueueActions(({ context, enqueue }) => {
      const machine = requestedMachine(context)
      if (machine === null) return
      const { visitId, basket, settings, account, move, shown } = context
      const opening = { location: context.requestedLocation!, move, shown, visitId, basket, settings, account }
      start({ context, enqueue }, machine)
      enqueue.sendTo(machine as 'checkout', { type: 'page.open', ...opening })
    }),
    startMachine: enqueueActions(({ context, enqueue }, { machine, event }: Start) => {
      start({ context, enqueue }, machine)
      if (event !== null)
        enqueue.sendTo(machine as 'checkout', event as Extract<Start['event'], { type: 'checkout.recover' }>)
    }),
    sendShown: enqueueActions(({ context, enqueue }) => {
      const machine = requestedMachine(context)
      // a journal is resumed without the machines of public pages that are loaded later
      const isRunning = machine !== null && (!isLazy(requestedPage(context)) || context.spawned.includes(machine))
      if (isRunning) enqueue.sendTo(machine as 'list', { type: 'page.shown' })
    }),
    /** The URL of the login page holds the requested page. */
    goToLogin: emit(({ context }) => ({
      type: 'go' as const,
      to: loginPath(context.requestedLocation!),
      replace: true,
    })),
    goBack: emit(({ context }) => back(context)),
    goBackFromLogin: enqueueActions(({ context, enqueue }) => {
      if (requestedPage(context) === 'login') enqueue.emit(back(context))
    }),
    storeCustomer: assign({
      customer: (_, { customer }: { customer: Customer | null; account: Account | null }) => customer,
      account: (_, { account }) => account,
    }),
    /** Machines that have no use for the account ignore it. */
    sendAccount: enqueueActions(({ context, enqueue }) => {
      for (const machine of context.spawned)
        enqueue.sendTo(machine as 'profile', { type: 'account.changed', account: context.account })
    }),
    /** Stops the machines with the shopper's own data. */
    stopPrivatePages: enqueueActions(({ context, enqueue }) => {
      const ended = context.spawned.filter(machine => machinesOfShopper.includes(machine))
      for (const machine of ended) enqueue.stopChild(machine as 'checkout')
      const spawned = context.spawned.filter(machine => !ended.includes(machine))
      enqueue.assign({ spawned, left: context.left + 1, visitId: nextVisitId(context.visitId) })
    }),
    handCartOver: enqueueActions(({ context, enqueue }, { sessionId, lines }: CartOver) => {
      enqueue.sendTo('cart', { type: 'visit.started', visitId: context.visitId, sessionId })
      enqueue.sendTo('cart', lines ? { type: 'cart.open', lines } : { type: 'cart.read' })
    }),
    resetCart: sendTo('cart', (_, sessionId: string | null) => ({ type: 'cart.reset' as const, sessionId })),
    clearForms: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('search', { type: 'search.typed', value: '' })
      enqueue.sendTo('newsletter', { type: 'newsletter.typed', value: '' })
    }),
    forwardToSession: sendTo('session', (_, event: ForSession) => event),
    sendLoginRefusal: enqueueActions(({ context, enqueue }, refusal: Refusal) => {
      if (context.spawned.includes('login')) enqueue.sendTo('login', { type: 'login.refused', refusal })
    }),
    sendVisit: enqueueActions(({ context, enqueue }, { sessionId, identity }: Visit) => {
      enqueue.sendTo('cart', { type: 'visit.started', visitId: context.visitId, sessionId })
      enqueue.sendTo('session', { type: 'visit.started', sessionId, identity })
    }),
    /** The server may have rendered the list for another spelling of its URL. */
    sendListLocation: enqueueActions(({ context, enqueue }) => {
      if (shownPage(context) === 'list') enqueue.sendTo('list', { type: 'visit.started', location: context.shown! })
    }),
    storeSettings: assign({ settings: (_, settings: Settings) => settings }),
    clearSettings: assign({ settings: null }),
    openCart: sendTo('cart', (_, lines: CartLine[]) => ({ type: 'cart.open' as const, lines })),
    storeBasket: assign({ basket: (_, basket: Basket) => basket }),
    sendBasket: enqueueActions(({ context, enqueue }, { isOwn }: { isOwn: boolean }) => {
      if (context.spawned.includes('checkout')) {
        enqueue.sendTo('checkout', { type: 'cart.changed', basket: context.basket, isOwn })
      }
    }),
    /** They may arrive after a page that needs them was opened; other machines ignore them. */
    sendSettings: enqueueActions(({ context, enqueue }, settings: Settings) => {
      for (const machine of context.spawned)
        enqueue.sendTo(machine as 'registration', { type: 'settings.changed', settings })
    }),
    closeMenus: sendTo('menus', { type: 'menus.close' }),
    clearCart: sendTo('cart', (_, sessionId: string | null) => ({ type: 'cart.clear', sessionId })),
    readCart: sendTo('cart', { type: 'cart.read' }),
    /** On its own page the checkout shows what became of an order. */
    emitOutcome: enqueueActions(({ context, enqueue }, toast: Toast | null) => {
      if (toast !== null && shownPage(context) !== 'checkout') enqueue.emit({ type: 'toast', toast })
    }),
    emitToast: emit((_, toast: Toast) => ({ type: 'toast' as const, toast })),
    emitGo: emit((_, { to, replace = false }: { to: string; replace?: boolean }) => ({
      type: 'go' as const,
      to,
      replace,
    })),
  },
})
