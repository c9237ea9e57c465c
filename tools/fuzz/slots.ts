import type { AnyActorLogic, AnyStateMachine } from 'xstate'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { Claim } from '#machines/checkout/context'
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
import * as lookups from '#src/effects/lookups.ts'
import { newsletterWith } from '#src/effects/newsletter.ts'
import { forgetOrders } from '#src/effects/order-keys.ts'
import { createOutbox } from '#src/effects/outbox.ts'
import { ordersWith } from '#src/effects/orders.ts'
import { forgottenWith, resetWith } from '#src/effects/passwords.ts'
import { productWith } from '#src/effects/product.ts'
import { registrationWith } from '#src/effects/registration.ts'
import { sessionWith } from '#src/effects/session.ts'
import type { ShopStorage } from '#src/effects/storage.ts'
import type { PaypalBridge } from '#src/payment/paypal-bridge.ts'
import type { Environment } from '#src/effects/environment.ts'
import { atProvider, moveMoney } from './gateway/payments.ts'
import { stateOf, type Page, type Tab, type World } from './world.ts'
import { clientOf, waitsFor } from './wire.ts'

/** A shop with its real effects, in the place of one tab; it is made once, and serves tab after tab, run after run. */
export interface Slot {
  machine: AnyStateMachine
  world: World
  tab: Tab
}

type Find = () => { world: World; tab: Tab; page: Page }

/** The code that the shop brings with the first coupon is here: how long a module takes is the machine's, not the seed's. */
const withCoupons = (cart: ReturnType<typeof cartWith>, call: Client) =>
  cart.provide({
    actors: {
      validateCoupon: liveEffect(({ code }, signal) => validated(call, code, signal)),
      removeCoupon: liveEffect(({ sessionId }) => removed(call, sessionId)),
    },
  })

/** Storage and vault of whichever page load there is. */
function memoryOf(find: Find): Pick<Environment, 'keep' | 'vault'> {
  const keep = () => find().page.keep
  const vault = () => find().page.vault
  const kept: ShopStorage = {
    sessionId: () => keep().sessionId(),
    storeSessionId: id => keep().storeSessionId(id),
    clearSessionId: () => keep().clearSessionId(),
    token: () => keep().token(),
    storeToken: token => keep().storeToken(token),
    clearToken: () => keep().clearToken(),
  }
  return {
    keep: kept,
    vault: {
      keep: (handle, secret) => vault().keep(handle, secret),
      read: handle => vault().read(handle),
      forget: handle => vault().forget(handle),
      clear: () => vault().clear(),
    },
  }
}

function surroundingsOf(find: Find): Environment {
  return {
    ...memoryOf(find),
    call: clientOf(find),
    now: () => find().world.now,
    log: (...words) => void find().world.logs.push(words.map(String).join(' ')),
    remember: () => find().page.keeper.writeTail(),
    trimJournal: () => find().page.trim(),
    forgetJournal: async () => {
      forgetOrders(() => find().page.browserPage.window.localStorage)
      await find().page.deleteJournals()
    },
    reload: () => {
      const { page, tab } = find()
      tab.refused = page.refused?.amid ?? ''
      page.wants = 'reload'
    },
    tellOthers: () => {
      const { world, tab } = find()
      for (const other of world.tabs) if (other !== tab && other.page) other.inbox.push('cart.changed')
    },
    checkout: () => stateOf<CheckoutSnapshot>(find().page, 'checkout'),
    reveal: async () => {},
  }
}

/** The bridge without a button: the run decides what the button's actions return. */
function bridgeOf(find: Find): PaypalBridge {
  const at = (name: string, body: unknown, signal: AbortSignal | undefined, bring: () => unknown) => {
    const { world, tab } = find()
    return waitsFor(world, tab, name, body, signal, bring)
  }
  const nothing = () => undefined
  const bridge: Partial<PaypalBridge> = {
    setLog: nothing,
    beginOrder: () => ({ created: nothing, failed: nothing }),
    settleApproval: nothing,
    placeResponder: () => nothing,
    buttonRemoved: signal => at('windowLeft', null, signal, () => undefined),
    createOrder: purchase =>
      at('createAtProvider', purchase, undefined, () => {
        const { store } = find().world
        return atProvider(store, Math.round(Number(purchase.amount) * 100)).id
      }),
    capture: () =>
      at('captureAtProvider', null, undefined, () => {
        const { world, page } = find()
        const payment = stateOf<{ context: { providerOrderId: string } }>(page, 'checkout/payment')
        const made = world.store.provider.get(payment?.context.providerOrderId ?? '')
        if (made && made.status !== 'created') moveMoney(made, 'captured')
      }),
  }
  return bridge as PaypalBridge
}

/** Tabs agree on one that holds the checkout. */
function claimWith(find: Find) {
  const claim = (by: 'waiting' | 'stealing'): Claim => {
    const { world, page } = find()
    const holder = world.claim !== null && world.claim.is !== 'gone' ? world.claim : null
    if (by === 'waiting' && holder !== null && holder !== page) return { is: 'elsewhere', handed: null }
    const theirs =
      by === 'stealing' && holder?.is === 'running' ? stateOf<CheckoutSnapshot>(holder, 'checkout') : undefined
    world.claim = page
    const handed =
      theirs && holder !== page ? handedBy(theirs, ownerOf(stateOf<CheckoutSnapshot>(page, 'checkout'))) : null
    return { is: 'held', handed: handed && (JSON.parse(JSON.stringify(handed)) as Claim['handed']) }
  }
  return {
    claimCheckout: liveEffect<Claim, { by: 'waiting' | 'stealing' }>(({ by }, signal) => {
      const { world, tab } = find()
      return waitsFor(world, tab, 'claimCheckout', by, signal, () => claim(by))
    }),
    watchClaim: liveEffect<null, void>((_, signal) => {
      const { world, tab, page } = find()
      const letGo = () => void (world.claim === page && page.is !== 'aside' && (world.claim = null))
      signal.addEventListener('abort', letGo)
      return waitsFor(
        world,
        tab,
        'watchClaim',
        null,
        signal,
        () => null,
        () => world.claim !== page,
      )
    }),
  }
}

/** As the session's own; the code of going comes with it, since modules that come later come at no known moment. */
const logOutWith = ({ call, keep, vault, forgetJournal }: Environment) =>
  liveEffect(async () => {
    const token = keep.token()
    keep.clearToken()
    keep.clearSessionId()
    vault.clear()
    await Promise.allSettled([forgetJournal(), token === null ? null : revokeToken(call, token)])
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

const listWith = (call: Client) =>
  listMachine.provide({
    actors: { readProducts: liveLookup((filter, signal) => lookups.readProducts(call, signal, filter)) },
  })

function checkoutOf(find: Find, surroundings: Environment) {
  const environment = {
    get VITE_PAYPAL_CREATE() {
      return find().world.payOn.create
    },
    get VITE_PAYPAL_APPROVE() {
      return find().world.payOn.approve
    },
  }
  const channel = () => ({ close: () => {}, postMessage: () => {} }) as unknown as BroadcastChannel
  const outbox = createOutbox(
    () => find().page.browserPage.window.localStorage,
    () => find().world.now,
  )
  const place = { bridge: bridgeOf(find), outbox, environment, currency: 'AUD', locks: undefined, channel }
  return checkoutWith({ ...surroundings, ...place }).provide({
    actors: { lock: lockMachine.provide({ actors: claimWith(find) }) },
  })
}

function machineOf(find: Find): AnyStateMachine {
  const surroundings = surroundingsOf(find)
  const { call, keep, tellOthers } = surroundings
  const waiting = (name: string, bring: (input: never) => unknown) =>
    liveEffect((input: unknown, signal) => {
      const { world, tab } = find()
      return waitsFor(world, tab, name, input, signal, () => bring(input as never))
    })
  const session = sessionWith(surroundings).provide({
    actors: {
      logIn: liveEffect((asked: { email: string; password: string }, signal) => logIn(surroundings, asked, signal)),
      logOut: logOutWith(surroundings) as never,
    },
  })
  const machine = shopMachine.provide({
    actors: {
      session,
      cart: withCoupons(cartWith(call, keep, tellOthers, surroundings.remember), call),
      newsletter: newsletterWith(call),
      catalogue: catalogueWith(call),
      list: listWith(call),
      loadPage: waiting('loadPage', input => input) as never,
      reveal: waiting('reveal', () => null) as never,
    },
  }) as unknown as AnyStateMachine
  const later: Record<string, AnyActorLogic> = {
    product: productWith(call),
    checkout: checkoutOf(find, surroundings),
    registration: registrationWith(surroundings),
    login: loginMachine,
    forgotten: forgottenWith(call),
    reset: resetWith(surroundings),
    profile: profileWith(surroundings),
    password: passwordWith(surroundings),
    addresses: addressesWith(surroundings),
    orders: ordersWith(surroundings),
  }
  for (const [name, logic] of Object.entries(later)) register(machine, name, logic)
  return machine
}

const slots: Slot[] = []

/** The shop for the n-th tab of a run. */
export function slotFor(world: World, tab: Tab): Slot {
  const known = slots[tab.number]
  if (known) return Object.assign(known, { world, tab })
  const slot = { world, tab } as Slot
  slot.machine = machineOf(() => ({ world: slot.world, tab: slot.tab, page: slot.tab.page! }))
  slots[tab.number] = slot
  return slot
}
