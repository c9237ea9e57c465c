import type { Account } from '#machines/messages/customer'
import { registered, settings } from './outcomes.ts'
import { locationOf, openShop, type OpenShop } from './open-shop.ts'

/** The account of the customer in tests. */
export const account: Account = registered.account

/** The claims of a renewed token. */
export const renewal = {
  customer: { ...registered.customer, firstName: 'May' },
  validFor: 7_200_000,
  info: { ...account.info, firstName: 'May' },
}

/** The start of a customer's visit. */
export const start = { settings, lines: [], account }

const { customer, validFor } = registered
export const identity = { is: 'customer', customer, validFor } as const

/** Navigates to another page. */
export async function goesTo(shop: OpenShop, path: string, move: 'PUSH' | 'POP' = 'PUSH') {
  shop.send('shop', { type: 'location.changed', move, location: locationOf(path) })
  if (shop.waiting('loadPage').length > 0) await shop.answers('loadPage')
  await shop.answers('reveal')
}

/**
 * A customer opens a page.
 *
 * @param beginning - the answer to the first request of the visit; null if it is pending
 */
export async function openAsCustomer(path: string, beginning: object | null = start) {
  const shop = openShop()
  shop.root.start()
  const said: { kind: string; text: string }[] = []
  const { on } = shop.root as unknown as {
    on(type: string, hear: (event: { toast: { kind: string; text: string } }) => void): void
  }
  on.call(shop.root, 'toast', ({ toast: { kind, text } }) => said.push({ kind, text }))
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity })
  if (beginning) await shop.answers('begin', beginning)
  await goesTo(shop, path)
  return { ...shop, said, account: () => shop.at<{ context: { account: Account } }>('session').context.account }
}
