import type { ActorRefFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { requestedPage, shopSetup } from './shop-setup.ts'

/**
 * The whole shop: the shown page, and the machines that outlive a page.
 *
 * - A page is shown once its code and its data are loaded; until then the previous page stays.
 * - A navigation cancels the one in progress.
 * - A page whose code cannot be loaded shows an error and can be retried.
 */
export const shopMachine = shopSetup.createMachine({
  id: 'shop',
  description: 'The whole shop',
  context: {
    visitId: '',
    requestedLocation: null,
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
        { type: 'storeVisitId', params: ({ event }) => event.visitId },
        { type: 'sendVisit', params: ({ event }) => event },
        'sendListLocation',
      ],
    },
    'location.changed': {
      target: '.requested',
      actions: [{ type: 'storeRequested', params: ({ event }) => event }, 'closeMenus'],
    },
    'location.go': {
      guard: { type: 'isStillThere', params: ({ event }) => event.from },
      actions: { type: 'emitGo', params: ({ event }) => event },
    },
    'session.loaded': {
      actions: [
        { type: 'storeSettings', params: ({ event }) => event.settings },
        { type: 'openCart', params: ({ event }) => event.lines },
        { type: 'sendBasket', params: { isOwn: false } },
        { type: 'sendSettings', params: ({ event }) => event.settings },
      ],
    },
    'session.loadFailed': { actions: 'readCart' },
    'session.changed': { actions: [{ type: 'storeCustomer', params: ({ event }) => event }, 'sendAccount'] },
    'session.ended': [
      {
        guard: 'isPrivate',
        target: '.requested',
        actions: ['stopPrivatePages', { type: 'resetCart', params: ({ event }) => event.sessionId }, 'clearForms'],
      },
      { actions: ['stopPrivatePages', { type: 'resetCart', params: ({ event }) => event.sessionId }, 'clearForms'] },
    ],
    'settings.cleared': { actions: 'clearSettings' },
    'session.loggedIn': {
      // also after a registration or a login in another tab, while the login page is shown here
      actions: [{ type: 'handCartOver', params: ({ event }) => event }, 'goBackFromLogin'],
    },
    'session.refused': [
      {
        guard: { type: 'mayHaveMovedCart', params: ({ event }) => event.refusal },
        actions: [{ type: 'sendLoginRefusal', params: ({ event }) => event.refusal }, 'readCart'],
      },
      { actions: { type: 'sendLoginRefusal', params: ({ event }) => event.refusal } },
    ],
    'registration.refused': {
      guard: { type: 'mayHaveMovedCart', params: ({ event }) => event.refusal },
      actions: 'readCart',
    },
    'session.logIn': [
      // another tab has logged in while the login page is shown here
      { guard: 'isLoggedInOnLogin', actions: 'goBack' },
      { actions: { type: 'forwardToSession', params: ({ event }) => event } },
    ],
    'session.registered': { actions: { type: 'forwardToSession', params: ({ event }) => event } },
    'session.renewed': { actions: { type: 'forwardToSession', params: ({ event }) => event } },
    'address.saved': { actions: { type: 'forwardToSession', params: ({ event }) => event } },
    'cart.changed': {
      actions: [
        { type: 'storeBasket', params: ({ event }) => event.basket },
        { type: 'sendBasket', params: ({ event }) => event },
      ],
    },
    'cart.removed': { actions: 'closeMenus' },
    'cart.added': {
      actions: {
        type: 'handCartOver',
        params: ({ context, event }) => ({ sessionId: event.sessionId ?? context.basket.sessionId, lines: null }),
      },
    },
    'machine.start': { actions: { type: 'startMachine', params: ({ event }) => event } },
    'checkout.placed': {
      actions: [
        { type: 'clearCart', params: ({ event }) => event.sessionId },
        { type: 'emitOutcome', params: ({ event }) => event.toast },
      ],
    },
    'checkout.refused': { actions: ['readCart', { type: 'emitOutcome', params: ({ event }) => event.toast }] },
    'toast.raised': { actions: { type: 'emitToast', params: ({ event }) => event.toast } },
  },
  initial: 'unopened',
  states: {
    unopened: { description: 'No page was requested yet' },
    requested: {
      description: 'Chooses what the page needs',
      always: [
        { guard: 'isLoginRequired', target: 'redirected', actions: 'goToLogin' },
        { guard: 'isLogoutRequired', target: 'redirected', actions: 'goBack' },
        { guard: 'isPageLoaded', target: 'opened' },
        { target: 'loading' },
      ],
    },
    redirected: {
      description: 'The browser is redirected',
      tags: 'busy',
    },
    loading: {
      description: "The page's code is being loaded",
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ page: requestedPage(context) }),
        onDone: { target: 'opened', actions: { type: 'storeLoaded', params: ({ event }) => event.output.page } },
        onError: { target: 'failed', actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) } },
      },
    },
    opened: {
      description: 'The page reads its data',
      tags: 'busy',
      entry: 'openPage',
      always: { guard: 'needsNoMachine', target: 'revealing' },
      on: {
        'page.ready': { guard: { type: 'isRequestedPage', params: ({ event }) => event.page }, target: 'revealing' },
      },
    },
    revealing: {
      description: 'The previous page is being replaced',
      tags: 'busy',
      invoke: {
        id: 'reveal',
        src: 'reveal',
        input: ({ context }) => ({ from: context.shown, to: context.requestedLocation!, move: context.move }),
        onDone: { target: 'shown', actions: 'storeShown' },
        onError: { target: 'shown', actions: 'storeShown' },
      },
    },
    shown: { description: 'The requested page is shown', entry: 'sendShown' },
    failed: {
      description: "The page's code could not be loaded",
      on: { 'page.retry': 'requested' },
    },
  },
})

export type ShopActor = ActorRefFrom<typeof shopMachine>
