import type { Settings } from '#contract/settings'
import type { Basket } from '../cart/basket.ts'
import type { Location, Move } from './location.ts'
import type { Account } from '../session/customer.ts'

/** What the shop tells a page's chart when its page is asked for. */
export interface Opening {
  type: 'page.open'
  location: Location
  move: Move
  /** Begins every key of this visit. */
  flow: string
  basket: Basket
  settings: Settings | null
  /** Null for visitors, and while the gateway has not told yet. */
  account: Account | null
}

/** What the shop tells a page's chart when the customer's data has come or changed. */
export interface AccountNews {
  type: 'account.changed'
  account: Account | null
}
