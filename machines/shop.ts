import { assign, emit, enqueueActions, sendTo, setup, type ActorRefFrom, type AnyActorLogic } from 'xstate'
import type { CartLine } from '#contract/cart'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import { cartMachine, type Basket } from './cart.ts'
import { catalogueMachine } from './catalogue.ts'
import type { checkoutMachine } from './checkout.ts'
import { effect } from './effect.ts'
import { listMachine } from './list.ts'
import { isCharted, isLazy, pageOf, type ChartedPage, type Location, type Move, type PageName } from './location.ts'
import { menusMachine } from './menus.ts'
import { newsletterMachine } from './newsletter.ts'
import type { productMachine } from './product.ts'
import { searchMachine } from './search.ts'
import { sessionMachine } from './session.ts'
import type { Toast } from './toast.ts'

/** Charts that belong to the shopper alone: a browser's journal is their truth, no server fills them. */
export const privateCharts: readonly string[] = ['session', 'cart', 'search', 'newsletter', 'checkout']

/** Charts that come with a page's code and are registered before they are started or restored. */
export const lazyCharts: readonly string[] = ['product', 'checkout']

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
  spawned: ChartedPage[]
  basket: Basket
  settings: Settings | null
  refusal: Refusal | null
}

export type ShopEvent =
  | { type: 'visit.began'; flow: string; sessionId: string | null }
  | { type: 'address.changed'; location: Location; move: Move }
  | { type: 'address.wanted'; to: string; replace?: boolean }
  | { type: 'address.retry' }
  | { type: 'page.ready'; page: PageName }
  | { type: 'session.began'; settings: Settings; lines: CartLine[] }
  | { type: 'session.unreached' }
  | { type: 'cart.became'; basket: Basket }
  | { type: 'cart.removed' }
  | { type: 'checkout.placed' }
  | { type: 'checkout.refused' }
  | { type: 'toast.raised'; toast: Toast }

/** What the shop tells whoever listens; a replay has no listeners. */
export type ShopEmitted = { type: 'toast'; toast: Toast } | { type: 'go'; to: string; replace: boolean }

/** A chart whose module is not in the first load: its type is known, its logic is registered later. */
const later = <L extends AnyActorLogic>(): L => ({ ...effect('later') }) as unknown as L

const askedPage = (context: ShopContext): PageName => (context.asked ? pageOf(context.asked.pathname) : 'lost')

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
    loadPage: effect<{ page: PageName }, { page: PageName }>('loadPage'),
    reveal: effect<null, { from: Location | null; to: Location; move: Move }>('reveal'),
  },
  guards: {
    isLoaded: ({ context }) => !isLazy(askedPage(context)) || context.loaded.includes(askedPage(context)),
    hasNoChart: ({ context }) => !isCharted(askedPage(context)),
    isAsked: ({ context }, page: PageName) => page === askedPage(context),
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
      const page = askedPage(context)
      if (!isCharted(page)) return
      if (lazyCharts.includes(page) && !context.spawned.includes(page)) {
        enqueue.spawnChild(page as 'product', { id: page as 'product' })
        enqueue.assign({ spawned: [...context.spawned, page] })
      }
      const { flow, basket, settings, move } = context
      enqueue.sendTo(page as 'checkout', { type: 'page.open', location: context.asked!, move, flow, basket, settings })
    }),
    tellShown: enqueueActions(({ context, enqueue }) => {
      const page = askedPage(context)
      if (isCharted(page)) enqueue.sendTo(page as 'list', { type: 'page.shown' })
      enqueue.sendTo('menus', { type: 'page.shown', page })
    }),
    tellVisit: enqueueActions(({ context, enqueue }, sessionId: string | null) => {
      enqueue.sendTo('cart', { type: 'visit.began', flow: context.flow, sessionId })
      enqueue.sendTo('session', { type: 'visit.began', sessionId })
    }),
    keepSettings: assign({ settings: (_, settings: Settings) => settings }),
    openCart: sendTo('cart', (_, lines: CartLine[]) => ({ type: 'cart.opened' as const, lines })),
    keepBasket: assign({ basket: (_, basket: Basket) => basket }),
    tellCheckout: enqueueActions(({ context, enqueue }) => {
      if (!context.spawned.includes('checkout')) return
      enqueue.sendTo('checkout', { type: 'cart.became', basket: context.basket })
      if (context.settings) enqueue.sendTo('checkout', { type: 'settings.became', settings: context.settings })
    }),
    closeMenus: sendTo('menus', { type: 'menus.close' }),
    emptyCart: sendTo('cart', { type: 'cart.ordered' }),
    rereadCart: sendTo('cart', { type: 'cart.reread' }),
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
    basket: { sessionId: null, quantity: 0, subtotal: 0, coupon: null },
    settings: null,
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
    'visit.began': {
      actions: [
        { type: 'keepFlow', params: ({ event }) => event.flow },
        { type: 'tellVisit', params: ({ event }) => event.sessionId },
      ],
    },
    'address.changed': {
      target: '.deciding',
      actions: [{ type: 'ask', params: ({ event }) => event }, 'closeMenus'],
    },
    'address.wanted': { actions: { type: 'go', params: ({ event }) => event } },
    'session.began': {
      actions: [
        { type: 'keepSettings', params: ({ event }) => event.settings },
        { type: 'openCart', params: ({ event }) => event.lines },
        'tellCheckout',
      ],
    },
    'session.unreached': { actions: 'rereadCart' },
    'cart.became': { actions: [{ type: 'keepBasket', params: ({ event }) => event.basket }, 'tellCheckout'] },
    'cart.removed': { actions: 'closeMenus' },
    'checkout.placed': { actions: 'emptyCart' },
    'checkout.refused': { actions: 'rereadCart' },
    'toast.raised': { actions: { type: 'raiseToast', params: ({ event }) => event.toast } },
  },
  initial: 'waiting',
  states: {
    waiting: { description: 'No address is known yet' },
    deciding: {
      description: 'What does the page need?',
      always: [{ guard: 'isLoaded', target: 'preparing' }, { target: 'loading' }],
    },
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
