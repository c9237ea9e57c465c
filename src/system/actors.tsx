import { shallowEqual } from '@xstate/react'
import { createContext, use, useCallback } from 'react'
import { useSyncExternalStoreWithSelector } from 'use-sync-external-store/with-selector'
import type { ActorRefFrom, AnyActorRef, EventFromLogic, SnapshotFrom } from 'xstate'
import type { Vault } from '#machines/journal/vault'
import type { machinesBelowShop } from '#machines/machines'
import type { ShopActor, shopMachine } from '#machines/shop/shop'
import type { Client } from '../effects/client.ts'
import type { SilentInputWindow } from '../form/silent-input.ts'

type Machines = typeof machinesBelowShop

/** The machines that screens read and send to, by the id of their actor. */
export type ScreenMachines = Machines & {
  shop: typeof shopMachine
  billingPlaces: Machines['places']
  deliveryPlaces: Machines['places']
  registrationPlaces: Machines['places']
  addressPlaces: Machines['places']
  orderBulkAdd: Machines['bulkAdd']
  changeSlots: Machines['slots']
  usualsBulkAdd: Machines['bulkAdd']
  listBulkAdd: Machines['bulkAdd']
  sharedBulkAdd: Machines['bulkAdd']
}

/** Snapshot of a machine that screens read. */
export type SnapshotOf<K extends keyof ScreenMachines> = SnapshotFrom<ScreenMachines[K]>

/** The shop's actors, created and started outside React. */
export interface Running {
  shop: ShopActor
  /** The shop in the server's state, never started: hydration reads it. The same as `shop` without server rendering. */
  served: ShopActor
  /** Passwords while they are typed. */
  vault: Vault
  /** Calls the gateway, for machines that are started by a part of a page. Absent on the server. */
  call?: Client
  /** Records that a part of the page could not be rendered; absent on the server. */
  report?(error: unknown): void
  /** Loads the code of a page, and with `withData` what it needs. Absent on the server. */
  prefetch?(to: Pick<HTMLAnchorElement, 'pathname' | 'search'>, withData: boolean): Promise<void>
}

export const System = createContext<Running | null>(null)

/** An actor as a store that React can read. */
interface Readable<Snapshot> {
  subscribe(changed: () => void): { unsubscribe(): void }
  getSnapshot(): Snapshot
}

/** Finds an actor by its id, among an actor and all that run below it. */
function find(actor: AnyActorRef, id: string): AnyActorRef | undefined {
  if (actor.id === id) return actor
  const { children = {} } = actor.getSnapshot() as { children?: Record<string, AnyActorRef> }
  return Object.values(children)
    .map(child => find(child, id))
    .find(Boolean)
}

/** @throws if the actor does not run */
function actorAt<K extends keyof ScreenMachines>(shop: ShopActor, id: K): ActorRefFrom<ScreenMachines[K]> {
  const actor = id === 'shop' ? shop : find(shop, id)
  if (actor === undefined) throw new Error(`No actor ${id}`)
  return actor as unknown as ActorRefFrom<ScreenMachines[K]>
}

function useSystem(): Running {
  const running = use(System)
  if (running === null) throw new Error('The shop is not running here')
  return running
}

/**
 * Selects from a machine's snapshot. Renders again only when the selection changes.
 *
 * During hydration the selection is from the server's snapshot, so that it matches the server's HTML. The browser's own state
 * (a returning shopper's cart, early input) is rendered right after.
 *
 * @param select - picks from the snapshot; a new object is compared field by field
 */
export function useActor<K extends keyof ScreenMachines, T>(
  id: K,
  select: (snapshot: SnapshotFrom<ScreenMachines[K]>) => T,
): T {
  const { shop, served } = useSystem()
  const actor = actorAt(shop, id) as Readable<SnapshotFrom<ScreenMachines[K]>>
  const subscribe = useCallback(
    (changed: () => void) => {
      const { unsubscribe } = actor.subscribe(() => {
        ;(window as SilentInputWindow).silentInput?.()
        changed()
      })
      return unsubscribe
    },
    [actor],
  )
  return useSyncExternalStoreWithSelector(
    subscribe,
    () => actor.getSnapshot(),
    () => (actorAt(served, id) as Readable<SnapshotFrom<ScreenMachines[K]>>).getSnapshot(),
    select,
    shallowEqual as (a: T, b: T) => boolean,
  )
}

/** The vault for a form's passwords: its machine holds only their handles. */
export const useVault = (): Vault => useSystem().vault

/** Sends a machine its events, synchronously. */
export function useSend<K extends keyof ScreenMachines>(id: K): (event: EventFromLogic<ScreenMachines[K]>) => void {
  const actor = actorAt(useSystem().shop, id)
  return useCallback(event => (actor as unknown as { send(event: unknown): void }).send(event), [actor])
}
