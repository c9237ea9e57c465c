import { assign, emit, enqueueActions, sendTo, setup, type ActorRefFrom, type AnyActorLogic } from 'xstate'
import type { CartLine } from '#contract/cart'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import type { Basket } from '../cart/basket.ts'
import { cartMachine } from '../cart/cart.ts'
import { catalogueMachine } from '../catalogue/catalogue.ts'
import type { addressesMachine } from '../account/addresses.ts'
import type { checkoutMachine } from '../checkout/checkout.ts'
import { effect } from '../parts/effect.ts'
import { listMachine } from '../catalogue/list.ts'
import {
  accountAddress,
  chartOf,
  isAccountPage,
  isLazy,
  isVisitorsPage,
  lazyCharts,
  loginAddress,
  pageOf,
  returnIn,
  type Location,
  type Move,
  type PageChart,
  type PageName,
} from './location.ts'
import type { forgottenMachine } from '../password/forgotten.ts'
import type { loginMachine } from '../session/login.ts'
import { menusMachine } from '../menus/menus.ts'
import type { ordersMachine } from '../orders/orders.ts'
import type { passwordMachine } from '../password/password.ts'
import type { profileMachine } from '../account/profile.ts'
import type { registrationMachine } from '../registration/registration.ts'
import type { resetMachine } from '../password/reset.ts'
import { newsletterMachine } from '../newsletter/newsletter.ts'
import type { productMachine } from '../product/product.ts'
import { searchMachine } from '../search/search.ts'
import type { Account, Customer } from '../session/customer.ts'
import { sessionMachine } from '../session/session.ts'
import type { ShopEmitted, ShopEvent } from './events.ts'
import type { Toast } from './toast.ts'

/** Charts that belong to the shopper alone: a browser's journal is their truth, no server fills them. */
export const privateCharts: readonly string[] = [
  'session',
  'cart',
  'search',
  'newsletter',
  ...lazyCharts.filter(chart => chart !== 'product'),
]

/** A lazy chart that belongs to whoever is shopping: when they leave it ends. */
const isPrivatePage = (chart: PageChart): boolean => lazyCharts.includes(chart) && privateCharts.includes(chart)

/** Charts that fill in what a customer has saved. */
const accountCharts = ['checkout', 'profile', 'addresses'] as const

/** Charts that go by the shop's settings, which may come later than the page. */
const settingsCharts = ['checkout', 'registration'] as const

export interface ShopContext {
  /** Begins every key of this visit; empty until the visit has begun. */
  flow: string
  /** Where the address bar stands. */
  asked: Location | null
  move: Move
  /** What is drawn: it follows `asked` once the page is ready. */
  shown: Location | null
  /** How the shown page was come to. */
  shownBy: Move
  /** Pages whose code is here. */
  loaded: PageName[]
  /** Lazy charts that run. */
  spawned: PageChart[]
  basket: Basket
  settings: Settings | null
  customer: Customer | null
  account: Account | null
  /** How many shoppers have left this browser: their pages are drawn anew. */
  left: number
  refusal: Refusal | null
}

/** What the session's chart is told by pages. */
type ForSession = Extract<
  ShopEvent,
  { type: 'session.logIn' | 'session.registered' | 'session.renewed' | 'address.saved' }
>
type Visit = Extract<ShopEvent, { type: 'visit.started' }>
/** A cart that is somebody's from now on; without its lines it is read. */
interface CartOver {
  sessionId: string | null
  lines: CartLine[] | null
}

/** A chart whose module is not in the first load: its type is known, its logic is registered later. */
const later = <L extends AnyActorLogic>(): L => ({ ...effect('later') }) as unknown as L

/** Whoever comes next begins keys of their own: their checkout counts its orders from the first on again. */
function nextFlow(flow: string): string {
  const [visit, left = '0'] = flow.split('~')
  return visit ? `${visit}~${Number(left) + 1}` : flow
}

const askedPage = (context: ShopContext): PageName => (context.asked ? pageOf(context.asked.pathname) : 'lost')
const askedChart = (context: ShopContext): PageChart | null => chartOf(askedPage(context))

/** Where somebody wanted to go before the login. */
const back = ({ asked }: ShopContext) => ({
  type: 'go' as const,
  to: returnIn(asked!.search) ?? accountAddress,
  replace: true,
})

/**
 * The whole shop: which page is shown, and the charts that last from page to page.
 *
 * - A page is shown once its code and what it needs are here; until then the old page stays.
 * - An address that changes on the way starts anew: the last one wins.
 * - A page that can't be loaded is said, and can be tried again.
 */
export const shopMachine = setup({
  types: {
    context: {} as ShopContext,
    events: {} as ShopEvent,
    emitted: {} as ShopEmitted,
    tags: {} as 'busy',
    children: {} as {
      session: 'session'
      cart: 'cart'
      menus: 'menus'
      catalogue: 'catalogue'
      search: 'search'
      newsletter: 'newsletter'
      list: 'list'
      product: 'product'
      checkout: 'checkout'
      registration: 'registration'
      login: 'login'
      forgotten: 'forgotten'
      reset: 'reset'
      profile: 'profile'
      password: 'password'
      addresses: 'addresses'
      orders: 'orders'
    },
  },
  actors: {
    session: sessionMachine,
    cart: cartMachine,
    menus: menusMachine,
    catalogue: catalogueMachine,
    search: searchMachine,
    newsletter: newsletterMachine,
    list: listMachine,
    product: later<typeof productMachine>(),
    checkout: later<typeof checkoutMachine>(),
    registration: later<typeof registrationMachine>(),
    login: later<typeof loginMachine>(),
    forgotten: later<typeof forgottenMachine>(),
    reset: later<typeof resetMachine>(),
    profile: later<typeof profileMachine>(),
    password: later<typeof passwordMachine>(),
    addresses: later<typeof addressesMachine>(),
    orders: later<typeof ordersMachine>(),
    loadPage: effect<{ page: PageName }, { page: PageName }>('loadPage'),
    reveal: effect<null, { from: Location | null; to: Location; move: Move }>('reveal'),
  },
  guards: {
    /** The code of the page is here. */
    isLoaded: ({ context }) => !isLazy(askedPage(context)) || context.loaded.includes(askedPage(context)),
    /** The page has no chart that must be ready first. */
    hasNoChart: ({ context }) => askedChart(context) === null,
    /** The page that is ready is the one that is asked for. */
    isAsked: ({ context }, page: PageName) => page === askedPage(context),
    /** The page is for customers, and nobody is logged in. */
    isForCustomers: ({ context }) => isAccountPage(askedPage(context)) && context.customer === null,
    /** The page is for visitors, and a customer is logged in. */
    isForVisitors: ({ context }) => isVisitorsPage(askedPage(context)) && context.customer !== null,
    /** The login is asked for, and a customer is logged in already. */
    isLoggedIn: ({ context }) => askedPage(context) === 'login' && context.customer !== null,
    /** The page is private: it is left when its shopper leaves. */
    isLeftWithShopper: ({ context }) => {
      const chart = askedChart(context)
      return isAccountPage(askedPage(context)) || (chart !== null && isPrivatePage(chart))
    },
  },
  actions: {
    keepFlow: assign({ flow: ({ context }, flow: string) => context.flow || flow }),
    ask: assign({
      asked: (_, { location }: { location: Location; move: Move }) => location,
      move: (_, { move }) => move,
      refusal: null,
    }),
    keepLoaded: assign({
      loaded: ({ context }, page: PageName) => [...context.loaded.filter(one => one !== page), page],
    }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    show: assign({ shown: ({ context }) => context.asked, shownBy: ({ context }) => context.move }),
    enter: enqueueActions(({ context, enqueue }) => {
      const chart = askedChart(context)
      if (chart === null) return
      if (lazyCharts.includes(chart) && !context.spawned.includes(chart)) {
        enqueue.spawnChild(chart as 'product', { id: chart as 'product' })
        enqueue.assign({ spawned: [...context.spawned, chart] })
      }
      const { flow, basket, settings, account, move } = context
      const opening = { location: context.asked!, move, flow, basket, settings, account }
      enqueue.sendTo(chart as 'checkout', { type: 'page.open', ...opening })
    }),
    tellShown: enqueueActions(({ context, enqueue }) => {
      const chart = askedChart(context)
      const page = askedPage(context)
      if (chart !== null) enqueue.sendTo(chart as 'list', { type: 'page.shown' })
      enqueue.sendTo('menus', { type: 'page.shown', page })
      if (page === 'logout') enqueue.sendTo('session', { type: 'session.logOut' })
    }),
    /** The login is shown to those who have to log in; where they were going is not forgotten. */
    goToLogin: emit(({ context }) => ({ type: 'go' as const, to: loginAddress(context.asked!), replace: true })),
    goBack: emit(({ context }) => back(context)),
    /** Whoever is let in, and sees the login, is led on. */
    leaveLogin: enqueueActions(({ context, enqueue }) => {
      if (askedPage(context) === 'login') enqueue.emit(back(context))
    }),
    keepCustomer: assign({
      customer: (_, { customer }: { customer: Customer | null; account: Account | null }) => customer,
      account: (_, { account }) => account,
    }),
    tellAccount: enqueueActions(({ context, enqueue }) => {
      for (const chart of accountCharts)
        if (context.spawned.includes(chart))
          enqueue.sendTo(chart, { type: 'account.changed', account: context.account })
    }),
    /** What a shopper has filled in goes with the shopper. */
    endPrivatePages: enqueueActions(({ context, enqueue }) => {
      const ended = context.spawned.filter(isPrivatePage)
      for (const chart of ended) enqueue.stopChild(chart as 'checkout')
      const spawned = context.spawned.filter(chart => !ended.includes(chart))
      enqueue.assign({ spawned, left: context.left + 1, flow: nextFlow(context.flow) })
    }),
    handCartOver: enqueueActions(({ context, enqueue }, { sessionId, lines }: CartOver) => {
      enqueue.sendTo('cart', { type: 'visit.started', flow: context.flow, sessionId })
      enqueue.sendTo('cart', lines ? { type: 'cart.open', lines } : { type: 'cart.read' })
    }),
    takeCartAway: sendTo('cart', (_, sessionId: string | null) => ({ type: 'cart.reset' as const, sessionId })),
    clearForms: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('search', { type: 'search.typed', value: '' })
      enqueue.sendTo('newsletter', { type: 'newsletter.typed', value: '' })
    }),
    tellSession: sendTo('session', (_, event: ForSession) => event),
    tellRefusal: enqueueActions(({ context, enqueue }, refusal: Refusal) => {
      if (context.spawned.includes('login')) enqueue.sendTo('login', { type: 'login.refused', refusal })
    }),
    tellVisit: enqueueActions(({ context, enqueue }, { sessionId, identity }: Visit) => {
      enqueue.sendTo('cart', { type: 'visit.started', flow: context.flow, sessionId })
      enqueue.sendTo('session', { type: 'visit.started', sessionId, identity })
    }),
    keepSettings: assign({ settings: (_, settings: Settings) => settings }),
    forgetSettings: assign({ settings: null }),
    openCart: sendTo('cart', (_, lines: CartLine[]) => ({ type: 'cart.open' as const, lines })),
    keepBasket: assign({ basket: (_, basket: Basket) => basket }),
    tellCheckout: enqueueActions(({ context, enqueue }) => {
      if (context.spawned.includes('checkout')) {
        enqueue.sendTo('checkout', { type: 'cart.changed', basket: context.basket })
      }
    }),
    tellSettings: enqueueActions(({ context, enqueue }, settings: Settings) => {
      for (const chart of settingsCharts)
        if (context.spawned.includes(chart)) enqueue.sendTo(chart, { type: 'settings.changed', settings })
    }),
    closeMenus: sendTo('menus', { type: 'menus.close' }),
    emptyCart: sendTo('cart', (_, sessionId: string | null) => ({ type: 'cart.clear', sessionId })),
    rereadCart: sendTo('cart', { type: 'cart.read' }),
    raiseToast: emit((_, toast: Toast) => ({ type: 'toast' as const, toast })),
    go: emit((_, { to, replace = false }: { to: string; replace?: boolean }) => ({ type: 'go' as const, to, replace })),
  },
}).createMachine({
  id: 'shop',
  description: 'The whole shop',
  context: {
    flow: '',
    asked: null,
    move: 'POP',
    shown: null,
    shownBy: 'POP',
    loaded: [],
    spawned: [],
    basket: { sessionId: null, lines: [], quantity: 0, subtotal: 0, coupon: null },
    settings: null,
    customer: null,
    account: null,
    left: 0,
    refusal: null,
  },
  invoke: [
    { id: 'session', src: 'session' },
    { id: 'cart', src: 'cart' },
    { id: 'menus', src: 'menus' },
    { id: 'catalogue', src: 'catalogue' },
    { id: 'search', src: 'search' },
    { id: 'newsletter', src: 'newsletter' },
    { id: 'list', src: 'list' },
  ],
  on: {
    'visit.started': {
      actions: [
        { type: 'keepFlow', params: ({ event }) => event.flow },
        { type: 'tellVisit', params: ({ event }) => event },
      ],
    },
    'address.changed': {
      target: '.deciding',
      actions: [{ type: 'ask', params: ({ event }) => event }, 'closeMenus'],
    },
    'address.wanted': { actions: { type: 'go', params: ({ event }) => event } },
    'session.loaded': {
      actions: [
        { type: 'keepSettings', params: ({ event }) => event.settings },
        { type: 'openCart', params: ({ event }) => event.lines },
        'tellCheckout',
        { type: 'tellSettings', params: ({ event }) => event.settings },
      ],
    },
    'session.loadFailed': { actions: 'rereadCart' },
    'session.changed': { actions: [{ type: 'keepCustomer', params: ({ event }) => event }, 'tellAccount'] },
    'session.ended': [
      {
        guard: 'isLeftWithShopper',
        target: '.deciding',
        actions: ['endPrivatePages', { type: 'takeCartAway', params: ({ event }) => event.sessionId }, 'clearForms'],
      },
      { actions: ['endPrivatePages', { type: 'takeCartAway', params: ({ event }) => event.sessionId }, 'clearForms'] },
    ],
    'settings.cleared': { actions: 'forgetSettings' },
    'session.loggedIn': {
      // a customer who registered, or logged in in another tab, may see the login page, too
      actions: [{ type: 'handCartOver', params: ({ event }) => event }, 'leaveLogin'],
    },
    'session.refused': { actions: { type: 'tellRefusal', params: ({ event }) => event.refusal } },
    'session.logIn': [
      // somebody has logged in in another tab, and the login is still shown here: it leads on all the same
      { guard: 'isLoggedIn', actions: 'goBack' },
      { actions: { type: 'tellSession', params: ({ event }) => event } },
    ],
    'session.registered': { actions: { type: 'tellSession', params: ({ event }) => event } },
    'session.renewed': { actions: { type: 'tellSession', params: ({ event }) => event } },
    'address.saved': { actions: { type: 'tellSession', params: ({ event }) => event } },
    'cart.changed': { actions: [{ type: 'keepBasket', params: ({ event }) => event.basket }, 'tellCheckout'] },
    'cart.removed': { actions: 'closeMenus' },
    'checkout.placed': { actions: { type: 'emptyCart', params: ({ event }) => event.sessionId } },
    'checkout.refused': { actions: 'rereadCart' },
    'toast.raised': { actions: { type: 'raiseToast', params: ({ event }) => event.toast } },
  },
  initial: 'waiting',
  states: {
    waiting: { description: 'No address is known yet' },
    deciding: {
      description: 'What does the page need?',
      always: [
        { guard: 'isForCustomers', target: 'turned', actions: 'goToLogin' },
        { guard: 'isForVisitors', target: 'turned', actions: 'goBack' },
        { guard: 'isLoaded', target: 'preparing' },
        { target: 'loading' },
      ],
    },
    turned: { description: 'The page is not for whoever is here: another address is on its way', tags: 'busy' },
    loading: {
      description: "The page's code is on its way",
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ page: askedPage(context) }),
        onDone: { target: 'preparing', actions: { type: 'keepLoaded', params: ({ event }) => event.output.page } },
        onError: { target: 'failed', actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) } },
      },
    },
    preparing: {
      description: "The page's chart gets what the page needs",
      tags: 'busy',
      entry: 'enter',
      always: { guard: 'hasNoChart', target: 'revealing' },
      on: {
        'page.ready': { guard: { type: 'isAsked', params: ({ event }) => event.page }, target: 'revealing' },
      },
    },
    revealing: {
      description: 'The old page makes way',
      tags: 'busy',
      invoke: {
        id: 'reveal',
        src: 'reveal',
        input: ({ context }) => ({ from: context.shown, to: context.asked!, move: context.move }),
        onDone: { target: 'showing', actions: 'show' },
        onError: { target: 'showing', actions: 'show' },
      },
    },
    showing: { description: 'The page is what the address says', entry: 'tellShown' },
    failed: {
      description: "The page's code could not be loaded",
      on: { 'address.retry': 'deciding' },
    },
  },
})

export type ShopActor = ActorRefFrom<typeof shopMachine>
