import { shallowEqual } from '@xstate/react'
import { createContext, use, useCallback } from 'react'
import { useSyncExternalStoreWithSelector } from 'use-sync-external-store/with-selector'
import type { ActorRefFrom, AnyActorRef, EventFromLogic, SnapshotFrom } from 'xstate'
import type { Vault } from '#machines/journal/vault'
import type { officeArrivalsMachine } from '#machines/office/office-arrivals'
import type { officeBoardMachine } from '#machines/office/office-board'
import type { officeChangesMachine } from '#machines/office/office-changes'
import type { officeFiguresMachine } from '#machines/office/office-figures'
import type { officeGoodsMachine } from '#machines/office/office-goods'
import type { officeImportMachine } from '#machines/office/office-import'
import type { officeLoginMachine } from '#machines/office/office-login'
import type { officeOrderMachine } from '#machines/office/office-order'
import type { officeProductMachine } from '#machines/office/office-product'
import type { officeSettingMachine } from '#machines/office/office-setting'
import type { officeSettingsMachine } from '#machines/office/office-settings'
import type { officeMachine } from '#machines/office/office'
import type { SilentInputWindow } from '../form/silent-input.ts'

/** The machines of the office by the id of their actor. */
interface Machines {
  office: typeof officeMachine
  officeLogin: typeof officeLoginMachine
  officeArrivals: typeof officeArrivalsMachine
  officeBoard: typeof officeBoardMachine
  officeOrder: typeof officeOrderMachine
  officeGoods: typeof officeGoodsMachine
  officeProduct: typeof officeProductMachine
  officeSettings: typeof officeSettingsMachine
  officeSetting: typeof officeSettingMachine
  officeImport: typeof officeImportMachine
  officeFigures: typeof officeFiguresMachine
  officeChanges: typeof officeChangesMachine
}

/** Snapshot of a machine of the office. */
export type OfficeSnapshot<K extends keyof Machines> = SnapshotFrom<Machines[K]>

interface Running {
  office: ActorRefFrom<typeof officeMachine>
  /** Passwords while they are typed. */
  vault: Vault
}

/** The office's actors, created and started outside React. */
export const System = createContext<Running | null>(null)

function useSystem(): Running {
  const running = use(System)
  if (running === null) throw new Error('The office is not running here')
  return running
}

/** @throws if the actor does not run */
function useActorRef<K extends keyof Machines>(id: K): ActorRefFrom<Machines[K]> {
  const { office } = useSystem()
  const { children } = office.getSnapshot() as { children: Record<string, AnyActorRef | undefined> }
  const actor = id === 'office' ? office : children[id]
  if (actor === undefined) throw new Error(`No actor ${id}`)
  return actor as unknown as ActorRefFrom<Machines[K]>
}

interface Readable<Snapshot> {
  subscribe(changed: () => void): { unsubscribe(): void }
  getSnapshot(): Snapshot
}

/**
 * Selects from a machine's snapshot. Renders again only when the selection changes.
 *
 * @param select - picks from the snapshot; a new object is compared field by field
 */
export function useOffice<K extends keyof Machines, T>(id: K, select: (snapshot: OfficeSnapshot<K>) => T): T {
  const actor = useActorRef(id) as unknown as Readable<OfficeSnapshot<K>>
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
  const read = () => actor.getSnapshot()
  return useSyncExternalStoreWithSelector(subscribe, read, read, select, shallowEqual as (a: T, b: T) => boolean)
}

/** Sends a machine its events, synchronously. */
export function useOfficeSend<K extends keyof Machines>(id: K): (event: EventFromLogic<Machines[K]>) => void {
  const actor = useActorRef(id)
  return useCallback(event => (actor as unknown as { send(event: unknown): void }).send(event), [actor])
}

/** The vault for passwords: the machine holds only their handles. */
export const useOfficeVault = (): Vault => useSystem().vault
