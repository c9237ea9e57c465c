import { shallowEqual, useSelector } from '@xstate/react'
import { createContext, use, useCallback } from 'react'
import type { ActorRefFrom, EventFromLogic, SnapshotFrom } from 'xstate'
import type { cartMachine } from '#machines/cart'
import type { catalogueMachine } from '#machines/catalogue'
import type { checkoutMachine } from '#machines/checkout'
import type { listMachine } from '#machines/list'
import type { menusMachine } from '#machines/menus'
import type { newsletterMachine } from '#machines/newsletter'
import type { placesMachine } from '#machines/places'
import type { productMachine } from '#machines/product'
import type { searchMachine } from '#machines/search'
import type { sessionMachine } from '#machines/session'
import type { ShopActor, shopMachine } from '#machines/shop'

/** The charts that screens read and send to, by the id of their actor. */
export interface Charts {
  shop: typeof shopMachine
  session: typeof sessionMachine
  cart: typeof cartMachine
  menus: typeof menusMachine
  catalogue: typeof catalogueMachine
  search: typeof searchMachine
  newsletter: typeof newsletterMachine
  list: typeof listMachine
  product: typeof productMachine
  checkout: typeof checkoutMachine
  billingPlaces: typeof placesMachine
  deliveryPlaces: typeof placesMachine
}

const parents: Partial<Record<keyof Charts, 'checkout'>> = { billingPlaces: 'checkout', deliveryPlaces: 'checkout' }

/** The running shop; it is created and started outside React. */
export const System = createContext<ShopActor | null>(null)

function actorAt<K extends keyof Charts>(shop: ShopActor, id: K): ActorRefFrom<Charts[K]> {
  if (id === 'shop') return shop as unknown as ActorRefFrom<Charts[K]>
  const parent = parents[id] ? actorAt(shop, parents[id]) : shop
  const { children } = parent.getSnapshot() as { children: Record<string, unknown> }
  const actor = children[id]
  if (actor === undefined) throw new Error(`No actor at ${parents[id] ? `shop/${parents[id]}` : 'shop'}/${id}`)
  return actor as ActorRefFrom<Charts[K]>
}

/** The actor itself, for the few places that need more than a selection. */
function useActorRef<K extends keyof Charts>(id: K): ActorRefFrom<Charts[K]> {
  const shop = use(System)
  if (shop === null) throw new Error('The shop is not running here')
  return actorAt(shop, id)
}

/**
 * What a screen shows of a chart. Renders again only when the selection changes.
 *
 * @param select - picks from the snapshot; a new object is compared field by field
 */
export function useActor<K extends keyof Charts, T>(id: K, select: (snapshot: SnapshotFrom<Charts[K]>) => T): T {
  return useSelector(
    useActorRef(id) as never,
    select as (snapshot: never) => T,
    shallowEqual as (a: T, b: T) => boolean,
  )
}

/** Sends a chart its events, synchronously. */
export function useSend<K extends keyof Charts>(id: K): (event: EventFromLogic<Charts[K]>) => void {
  const actor = useActorRef(id)
  return useCallback(event => (actor as unknown as { send(event: unknown): void }).send(event), [actor])
}
