import type { Move } from '#machines/shop/location'
import type { Opening } from '#machines/shop/opening'
import type { Account } from '#machines/session/customer'
import { locationOf } from './open-shop.ts'

/** The event that opens a page, with or without an account. */
export const openingOf = (path: string, account: Account | null = null, move: Move = 'POP'): Opening => ({
  type: 'page.open',
  location: locationOf(path),
  move,
  flow: 'visit',
  basket: { sessionId: null, lines: [], quantity: 0, subtotal: 0, coupon: null },
  settings: null,
  account,
})
