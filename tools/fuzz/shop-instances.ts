import type { AnyActorLogic, AnyStateMachine } from 'xstate'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { LockAnswer } from '#machines/checkout/context'
import { handedBy, ownerOf } from '#machines/checkout/handover'
import { catalogueMachine } from '#machines/catalogue/catalogue'
import { register } from '#machines/journal/registry'
import { listMachine } from '#machines/catalogue/list'
import { loginMachine } from '#machines/session/login'
import { shopMachine } from '#machines/shop/shop'
import { addressesWith, passwordWith, profileWith } from '#src/effects/account.ts'
import { cartWith } from '#src/effects/cart.ts'
import { lockMachine } from '#machines/checkout/lock'
import { checkoutWith } from '#src/effects/checkout.ts'
import type { Client } from '#src/effects/client.ts'
import { removed, validated } from '#src/effects/coupon.ts'
import { logIn, revokeToken } from '#src/effects/login-calls.ts'
import { liveLookup, liveEffect } from '#src/effects/live.ts'
import { createPageReader, type PageReader } from '#src/effects/list-pages.ts'
import * as lookups from '#src/effects/lookups.ts'
import { newsletterWith } from '#src/effects/newsletter.ts'
import { forgetOrders } from '#src/effects/order-keys.ts'
import { createOutbox } from '#src/effects/outbox.ts'
import { ordersWith } from '#src/effects/orders.ts'
import { forgottenWith, resetWith } from '#src/effects/passwords.ts'
import { createProductReader, productWith } from '#src/effects/product.ts'
import { registrationWith } from '#src/effects/registration.ts'
import { shippingWith } from '#src/effects/shipping.ts'
import { sessionWith } from '#src/effects/session.ts'
import { rowsWith } from '#src/effects/rows.ts'
import { suggestionsWith } from '#src/effects/suggestions.ts'
import { ownOrderWith } from '#src/effects/own-order.ts'
import { usualsWith } from '#src/effects/usuals.ts'
import * as unreadableValues from '#src/effects/unreadable-values.ts'
import type { ShopStorage } from '#src/effects/storage.ts'
import type { PaypalBridge } from '#src/effects/paypal-bridge.ts'
import { createDeviceFavourites } from '#src/effects/device-favourites.ts'
import type { Environment } from '#src/effects/environment.ts'
import { favouritesWith } from '#src/effects/favourites.ts'
import { createDevicePlace, deliveryPlaceWith } from '#src/effects/delivery-place.ts'
import { createDeviceLists } from '#src/effects/device-lists.ts'
import { shoppingListsWith } from '#src/effects/shopping-lists.ts'
import { createProviderOrder, transferAmount } from './gateway/payments.ts'
import { stateOf, type Page, type Tab, type World } from './world.ts'
import { answer, clientOf, pendingEffect } from './network.ts'

/** A shop with its real effects, for one tab. It is created once and reused by later runs. */
export interface ShopInstance {
  machine: AnyStateMachine
  world: World
  tab: Tab
}

type Current = () => { world: World; tab: Tab; page: Page }

/** Includes the coupon effects without a lazy import: how long an import takes does not depend on the seed. */
const withCoupons = (cart: ReturnType<typeof cartWith>, call: Client) =>
  cart.provide({
    actors: {
      validateCoupon: liveEffect(({ code }, signal) => validated(call, code, signal)),
      removeCoupon: liveEffect(({ sessionId }) => removed(call, sessionId)),
    },
  })

/** Storage and vault of the tab's current page. */
function storageOf(current: Current): Pick<Environment, 'storage' | 'vault'> {
  const storage = () => current().page.shopStorage
  const vault = () => current().page.vault
  const kept: ShopStorage = {
    sessionId: () => storage().sessionId(),
    storeSessionId: id => storage().storeSessionId(id),
    clearSessionId: () => storage().clearSessionId(),
    token: () => storage().token(),
    storeToken: token => storage().storeToken(token),
    clearToken: () => storage().clearToken(),
  }
  return {
    storage: kept,
    vault: {
      keep: (handle, secret) => vault().keep(handle, secret),
      read: handle => vault().read(handle),
      forget: handle => vault().forget(handle),
      clear: () => vault().clear(),
    },
  }
}

function environmentOf(current: Current): Environment {
  return {
    ...storageOf(current),
    call: clientOf(current),
    now: () => current().world.now,
    log: (...words) => void current().world.logs.push(words.map(String).join(' ')),
    writeJournalTail: () => current().page.journalBuffer.writeTail(),
    trimJournal: earlier => current().page.trim(earlier),
    deleteJournals: async scope => void (await current().page.deleteJournals(scope)),
    forgetOrders: () => forgetOrders(() => current().page.browserPage.window.localStorage),
    raiseToast: () => {},
    startVisit: () => void current().tab.inbox.push('storage'),
    reload: () => {
      const { page, tab } = current()
      tab.refused = page.refused?.paymentMethod ?? ''
      page.requested = 'reload'
    },
    notifyTabs: (what = 'cart.changed') => {
      const { world, tab } = current()
      for (const other of world.tabs) if (other !== tab && other.page) other.inbox.push(what)
    },
    checkout: () => stateOf<CheckoutSnapshot>(current().page, 'checkout'),
    reveal: async () => {},
  }
}

/** A PayPal bridge without a button: the run decides the results. */
function bridgeOf(current: Current): PaypalBridge {
  const at = (name: string, body: unknown, signal: AbortSignal | undefined, bring: () => unknown) => {
    const { world, tab } = current()
    return pendingEffect(world, tab, name, body, signal, bring)
  }
  const nothing = () => undefined
  const bridge: Partial<PaypalBridge> = {
    setLog: nothing,
    beginOrder: () => ({ created: nothing, failed: nothing }),
    beginSettling: () => nothing,
    placeResponder: () => nothing,
    buttonRemoved: signal => at('windowLeft', null, signal, () => undefined),
    createOrder: purchase =>
      at('createAtProvider', purchase, undefined, () => {
        const { store } = current().world
        return createProviderOrder(store, Math.round(Number(purchase.amount) * 100)).id
      }),
    capture: () =>
      at('captureAtProvider', null, undefined, () => {
        const { world, page } = current()
        const payment = stateOf<{ context: { providerOrderId: string } }>(page, 'checkout/orderAttempt/payment')
        const made = world.store.provider.get(payment?.context.providerOrderId ?? '')
        if (made && made.status !== 'created') transferAmount(made, 'captured')
      }),
  }
  return bridge as PaypalBridge
}

/** A lock that simulates the browser's lock between tabs. */
function lockEffects(current: Current) {
  const requestLock = (mode: 'ifAvailable' | 'steal'): LockAnswer => {
    const { world, page } = current()
    const holder = world.lockHolder !== null && world.lockHolder.status !== 'ended' ? world.lockHolder : null
    if (mode === 'ifAvailable' && holder !== null && holder !== page) return { is: 'otherTab', handed: null }
    const theirs =
      mode === 'steal' && holder?.status === 'running' ? stateOf<CheckoutSnapshot>(holder, 'checkout') : undefined
    world.lockHolder = page
    const handed =
      theirs && holder !== page ? handedBy(theirs, ownerOf(stateOf<CheckoutSnapshot>(page, 'checkout'))) : null
    // a tab that hands its checkout over loses the lock immediately
    if (handed !== null)
      for (const one of world.pending.filter(({ name, page }) => name === 'watchLock' && page === holder))
        answer(world, one)
    return { is: 'held', handed: handed && (JSON.parse(JSON.stringify(handed)) as LockAnswer['handed']) }
  }
  return {
    requestLock: liveEffect<LockAnswer, { mode: 'ifAvailable' | 'steal' }>(({ mode }, signal) => {
      const { world, tab } = current()
      return pendingEffect(world, tab, 'requestLock', mode, signal, () => requestLock(mode))
    }),
    watchLock: liveEffect<null, void>((_, signal) => {
      const { world, tab, page } = current()
      const release = () => void (world.lockHolder === page && page.status !== 'frozen' && (world.lockHolder = null))
      signal.addEventListener('abort', release)
      return pendingEffect(
        world,
        tab,
        'watchLock',
        null,
        signal,
        () => null,
        () => world.lockHolder !== page,
      )
    }),
  }
}

/** The session's logout without a lazy import. */
const logOutWith = ({ call, storage, vault, deleteJournals, forgetOrders }: Environment) =>
  liveEffect(async () => {
    const token = storage.token()
    storage.clearToken()
    storage.clearSessionId()
    vault.clear()
    forgetOrders()
    await Promise.allSettled([deleteJournals('all'), token === null ? null : revokeToken(call, token)])
    return null
  })

const catalogueWith = (call: Client) =>
  catalogueMachine.provide({
    actors: {
      readCategories: liveLookup((_, signal) => lookups.readCategories(call, signal, null)),
      readTopBrands: liveLookup((_, signal) => lookups.readTopBrands(call, signal, null)),
      readBrands: liveLookup((_, signal) => lookups.readBrands(call, signal, null)),
      readBanners: liveLookup((_, signal) => lookups.readBanners(call, signal, null)),
    },
  })

/** Each page of a tab has its own pages of lists, as it does in a browser. */
function listWith(call: Client, current: Current) {
  const readers = new WeakMap<Page, PageReader>()
  const readerOf = (page: Page) => {
    const reader = readers.get(page) ?? createPageReader(call, () => current().world.monotonic)
    readers.set(page, reader)
    return reader
  }
  return listMachine.provide({
    actors: { readProducts: liveLookup((query, signal) => readerOf(current().page).read(query, signal)) },
  })
}

function checkoutOf(current: Current, shared: Environment) {
  const paymentEnvironment = {
    get VITE_PAYPAL_CREATE() {
      return current().world.paypalSides.create
    },
    get VITE_PAYPAL_APPROVE() {
      return current().world.paypalSides.approve
    },
  }
  const channel = () => ({ close: () => {}, postMessage: () => {} }) as unknown as BroadcastChannel
  const outbox = createOutbox(
    () => current().page.browserPage.window.localStorage,
    () => current().world.now,
  )
  const place = {
    bridge: bridgeOf(current),
    outbox,
    environment: paymentEnvironment,
    currency: 'AUD',
    locks: undefined,
    channel,
  }
  return checkoutWith({ ...shared, ...place }).provide({
    actors: { lock: lockMachine.provide({ actors: lockEffects(current) }) },
  })
}

/** Tabs learn of each other's favourites when they read them. */
function favouritesOf(current: Current, environment: Environment) {
  const listened = { addEventListener: () => {}, removeEventListener: () => {} }
  return favouritesWith(environment, {
    window: listened,
    device: createDeviceFavourites(() => current().page.browserPage.window.localStorage),
    tabs: { ...listened, postMessage: () => {} },
  })
}

/** Tabs learn of each other's place when they read it. */
const deliveryPlaceOf = (current: Current, call: Client) =>
  deliveryPlaceWith(call, {
    window: { addEventListener: () => {}, removeEventListener: () => {} },
    device: createDevicePlace(() => current().page.browserPage.window.localStorage),
  })

/** Tabs learn of each other's shopping lists when they read them. */
function shoppingListsOf(current: Current, environment: Environment) {
  const listened = { addEventListener: () => {}, removeEventListener: () => {} }
  return shoppingListsWith(environment, {
    window: {
      ...listened,
      get document() {
        return current().page.browserPage.window.document
      },
      get location() {
        return current().page.browserPage.window.location
      },
      get history() {
        return current().page.browserPage.window.history
      },
    },
    device: createDeviceLists(() => current().page.browserPage.window.localStorage),
    tabs: { ...listened, postMessage: () => {} },
  })
}

function machineOf(current: Current): AnyStateMachine {
  const environment = environmentOf(current)
  const { call, storage, notifyTabs } = environment
  const waiting = (name: string, bring: (input: never) => unknown) =>
    liveEffect((input: unknown, signal) => {
      const { world, tab } = current()
      return pendingEffect(world, tab, name, input, signal, () => bring(input as never))
    })
  const session = sessionWith(environment, async () => unreadableValues).provide({
    actors: {
      logIn: liveEffect((credentials: { email: string; password: string }, signal) =>
        logIn(environment, credentials, signal),
      ),
      logOut: logOutWith(environment) as never,
    },
  })
  const machine = shopMachine.provide({
    actors: {
      session,
      cart: withCoupons(
        cartWith(call, storage, notifyTabs, environment.writeJournalTail, async () => unreadableValues),
        call,
      ),
      newsletter: newsletterWith(call),
      catalogue: catalogueWith(call),
      list: listWith(call, current),
      loadPage: waiting('loadPage', input => input) as never,
      reveal: waiting('reveal', () => null) as never,
    },
  }) as unknown as AnyStateMachine
  const later: Record<string, AnyActorLogic> = {
    shipping: shippingWith(call),
    product: productWith(createProductReader({ call, now: Date.now }), call),
    checkout: checkoutOf(current, environment),
    registration: registrationWith(environment),
    login: loginMachine,
    forgotten: forgottenWith(call),
    reset: resetWith(environment),
    profile: profileWith(environment),
    password: passwordWith(environment),
    addresses: addressesWith(environment),
    orders: ordersWith(environment),
    ownOrder: ownOrderWith(environment),
    suggestions: suggestionsWith(call),
    rows: rowsWith(call),
    deliveryPlace: deliveryPlaceOf(current, call),
    usuals: usualsWith(environment),
    favourites: favouritesOf(current, environment),
    shoppingLists: shoppingListsOf(current, environment),
  }
  for (const [name, logic] of Object.entries(later)) register(machine, name, logic)
  return machine
}

const instances: ShopInstance[] = []

/** The shop for a tab of a run. */
export function shopFor(world: World, tab: Tab): ShopInstance {
  const known = instances[tab.number]
  if (known) return Object.assign(known, { world, tab })
  const instance = { world, tab } as ShopInstance
  instance.machine = machineOf(() => ({ world: instance.world, tab: instance.tab, page: instance.tab.page! }))
  instances[tab.number] = instance
  return instance
}
