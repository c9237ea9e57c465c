import type { Settings } from '#contract/settings'
import type { Basket } from '../cart/basket.ts'
import type { Location, Move } from './location.ts'
import type { Account } from '../session/customer.ts'

/** Sent to a page's machine when its page is requested. */
export interface Opening {
  type: 'page.open'
  location: Location
  move: Move
  /** Prefix of the idempotency keys of this visit. */
  flow: string
  basket: Basket
  settings: Settings | null
  /** Null for guests, and until it is read. */
  account: Account | null
}

/** Sent to a page's machine when the account was read or has changed. */
export interface AccountNews {
  type: 'account.changed'
  account: Account | null
}
