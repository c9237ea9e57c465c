import type { Location, Move } from '#contract/location'
import type { Settings } from '#contract/settings'
import type { Basket } from './basket.ts'
import type { Account } from './customer.ts'

/** The shop's message to a page's machine when the page is opened. The machine answers with `page.ready`. */
export interface PageOpening {
  type: 'page.open'
  location: Location
  move: Move
  /** The location of the page that is shown; null before the first one. */
  shown: Location | null
  /** Begins every idempotency key of this visit. */
  visitId: string
  basket: Basket
  settings: Settings | null
  /** Null for visitors, and until the gateway has answered. */
  account: Account | null
}

/** The shop's message to the machines of pages that show the account, when it was loaded or has changed. */
export interface AccountChange {
  type: 'account.changed'
  account: Account | null
}
