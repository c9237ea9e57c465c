import { createActor, waitFor, type AnyActorRef, type SnapshotFrom } from 'xstate'
import type { catalogueMachine } from '#machines/catalogue/catalogue'
import { withInertEffects } from '#machines/journal/inert-effects'
import { register, registered } from '#machines/journal/registry'
import { initialCheckpoint } from '#machines/journal/resume'
import { createVault } from '#machines/journal/vault'
import { timersIn } from '#machines/journal/timers'
import type { Listing, listMachine } from '#machines/catalogue/list'
import { pageOf } from '#contract/paths'
import type { Location } from '#contract/location'
import type { productMachine, ProductView } from '#machines/product/product'
import type { ShopActor } from '#machines/shop/shop'
import { privateMachineIds, type ShopContext } from '#machines/shop/shop-setup'
import type { Client } from '../effects/client.ts'
import { createShopStorage } from '../effects/storage.ts'
import type { Served } from '../start/server-state.ts'
import { assemble } from '../start/assemble.ts'

/** The shop with no busy machine. */
export interface SettledShop {
  shop: ShopActor
  /** Whether all data has loaded; only then can the page be cached. */
  isWhole: boolean
  served: Served
  catalogue: SnapshotFrom<typeof catalogueMachine>['context']
  listing: Listing | null
  product: ProductView | null
}

/**
 * Runs the shop's machines for one page until none is busy. The shopper's own machines stay in their initial state, so that
 * the page is the same for all shoppers.
 *
 * @param location - null: the page is not known; the shop is not opened
 * @param isOpened - whether the page is opened; otherwise the shop only knows its location, and the browser opens it
 * @param call - calls the gateway as a guest
 * @param dataTimeout - milliseconds to wait for the gateway; the browser repeats unanswered calls
 * @param read - reads the shop before it is stopped
 * @throws any error of a machine
 */
export async function runFor<Out>(
  location: Location | null,
  isOpened: boolean,
  call: Client,
  dataTimeout: number,
  read: (settled: SettledShop) => Out,
): Promise<Out> {
  const shop = open(call, isOpened ? null : location)
  const failures: unknown[] = []
  shop.subscribe({ error: error => failures.push(error) }) // without this, XState would end the process
  try {
    shop.start()
    if (isOpened && location) shop.send({ type: 'location.changed', move: 'POP', location })
    const { catalogue, list } = shop.getSnapshot().children
    const isWhole = (await Promise.all([shop, catalogue!, list!].map(actor => untilIdle(actor, dataTimeout)))).every(
      Boolean,
    )
    if (failures.length > 0) throw failures[0]
    return read(settledShop(shop, isOpened && pageOf(location?.pathname ?? '') === 'list', isWhole))
  } finally {
    shop.stop()
  }
}

/**
 * The shop on the server: the same machines, with effects that need no browser.
 *
 * @param location - the browser's location before a page is opened
 */
function open(call: Client, location: Location | null): ShopActor {
  const { machine } = assemble({
    call,
    storage: createShopStorage(() => {
      throw new Error('There is no storage on the server')
    }),
    reveal: async () => {},
    vault: createVault(),
    now: () => Date.now(),
    log: () => {},
    writeJournalTail: () => {},
    trimJournal: () => {},
    deleteJournals: async () => {},
    forgetOrders: () => [],
    raiseToast: () => {},
    startVisit: () => {},
    reload: () => {},
    notifyTabs: () => {},
    checkout: () => undefined,
  })
  for (const name of privateMachineIds) {
    const logic = registered(machine, name)
    if (logic) register(machine, name, withInertEffects(logic))
  }
  if (location === null) return createActor(machine, { id: 'shop' })
  const { snapshot } = initialCheckpoint(machine, 0)
  const { context } = snapshot as { context: ShopContext }
  return createActor(machine, {
    id: 'shop',
    snapshot: { ...(snapshot as object), context: { ...context, requestedLocation: location } } as never,
  })
}

/** Resolves when an actor is not busy: to whether that was in time. */
const untilIdle = (actor: AnyActorRef, timeout: number): Promise<boolean> =>
  waitFor(actor, snapshot => !(snapshot as { hasTag(tag: string): boolean }).hasTag('busy'), { timeout }).then(
    () => true,
    () => false,
  )

function settledShop(shop: ShopActor, isList: boolean, isWhole: boolean): SettledShop {
  const { catalogue, list, product } = shop.getSnapshot().children
  const listed = list!.getSnapshot() as SnapshotFrom<typeof listMachine>
  const detailed = product?.getSnapshot() as SnapshotFrom<typeof productMachine> | undefined
  const timers = timersIn(shop)
  return {
    shop,
    isWhole,
    // 0 unless a timer needs the time, so that the same page has the same bytes
    served: { at: timers.length > 0 ? Date.now() : 0, snapshot: shop.getPersistedSnapshot(), timers },
    catalogue: catalogue!.getSnapshot().context,
    listing: isList ? listed.context.shown : null,
    product: detailed?.context.shown ?? null,
  }
}
