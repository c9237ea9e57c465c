import type { Account } from '#machines/session/customer'
import { registered, settings } from './outcomes.ts'
import { locationOf, openShop, type OpenShop } from './open-shop.ts'

/** What the gateway keeps of the tests' customer. */
export const account: Account = registered.account

/** The claims of a token that was renewed. */
export const renewal = {
  customer: { ...registered.customer, firstName: 'May' },
  validFor: 7_200_000,
  info: { ...account.info, firstName: 'May' },
}

/** The beginning of a customer's visit. */
export const start = { settings, lines: [], account }

const { customer, validFor } = registered
export const identity = { is: 'customer', customer, validFor } as const

/** Goes to another page of a shop. */
export async function goesTo(shop: OpenShop, path: string, move: 'PUSH' | 'POP' = 'PUSH') {
  shop.send('shop', { type: 'address.changed', move, location: locationOf(path) })
  if (shop.waiting('loadPage').length > 0) await shop.answers('loadPage')
  await shop.answers('reveal')
}

/**
 * A customer opens a page.
 *
 * @param beginning - the answer to the visit's beginning; null where it is still on its way
 */
export async function openAsCustomer(path: string, beginning: object | null = start) {
  const shop = openShop()
  shop.root.start()
  const said: { kind: string; text: string }[] = []
  const { on } = shop.root as unknown as {
    on(type: string, hear: (event: { toast: { kind: string; text: string } }) => void): void
  }
  on.call(shop.root, 'toast', ({ toast: { kind, text } }) => said.push({ kind, text }))
  shop.send('shop', { type: 'visit.started', flow: 'visit', sessionId: 'session-1', identity })
  if (beginning) await shop.answers('begin', beginning)
  await goesTo(shop, path)
  return { ...shop, said, account: () => shop.at<{ context: { account: Account } }>('session').context.account }
}
