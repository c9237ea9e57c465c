import type { Move } from '#contract/location'
import type { PageOpening } from '#machines/messages/page-opening'
import type { Account } from '#machines/messages/customer'
import { locationOf } from './open-shop.ts'

/** The event that opens a page, with or without an account. */
export const openingOf = (path: string, account: Account | null = null, move: Move = 'POP'): PageOpening => ({
  type: 'page.open',
  location: locationOf(path),
  move,
  shown: null,
  visitId: 'visit',
  basket: { sessionId: null, lines: [], quantity: 0, subtotal: 0, coupon: null },
  settings: null,
  account,
})
