import type { Navigator } from 'react-router-dom'
import type { AnyStateMachine } from 'xstate'
import type { ShopActor } from '#machines/shop/shop'
import type { Environment } from '../effects/environment.ts'
import type { PageReader } from '../effects/list-pages.ts'
import type { LinkTarget } from './link-navigation.ts'
import type { Served } from './server-state.ts'

/** The running shop, and what connects it with the page. */
export interface StartedShop {
  shop: ShopActor
  machine: AnyStateMachine
  environment: Environment
  /** The state that the server rendered; null if it rendered none. */
  served: Served | null
  navigator: Navigator
  /** Loads the page of a link before it is followed. */
  prefetch(to: LinkTarget, withData: boolean): Promise<void>
  /** Loads what reads pages of lists. */
  openPages(): Promise<PageReader>
  /** Sends the shop the identity that the storage has. */
  startVisit(): void
  /** Looks up orders whose outcome is not known. */
  recoverOrders(): void
}
