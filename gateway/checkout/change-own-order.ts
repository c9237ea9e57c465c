import { eq } from 'drizzle-orm'
import type { Order } from '#contract/order'
import type { OrderChange } from '#contract/order-change'
import type { Database } from '../database/database.ts'
import { orders } from '../database/schema.ts'
import { deliverMailsLater } from '../mail/outbox.ts'
import { changeOrder, previewChange, type ChangedOrder } from '../orders/change-order.ts'
import { readOrderById, toOrder } from '../orders/orders.ts'
import type { PaymentServices } from '../payments/payment-provider.ts'
import { settlePaymentLater } from '../payments/payments.ts'
import { runOnce } from '../requests/idempotency.ts'
import { Refused } from '../requests/refusals.ts'
import { readRules } from '../shop/store-settings.ts'
import type { Client } from './order-limits.ts'
import { checkAccess } from './own-order.ts'

/** Finds an order that may be changed by who asks. @throws Refused as `checkAccess` */
async function findOwn(shop: PaymentServices, orderId: string, key: string | undefined, client: Client) {
  const [found] = await shop.database.select().from(orders).where(eq(orders.id, orderId))
  return checkAccess(shop, found, key, client)
}

/**
 * The order as a change would make it, for its customer or with the key of its link. Nothing is changed or reserved.
 *
 * @throws Refused as `checkAccess` and `changeTerms`
 */
export async function previewOwnOrder(
  shop: PaymentServices,
  orderId: string,
  { key, ...change }: OrderChange,
  client: Client,
): Promise<{ data: Order }> {
  const { number } = await findOwn(shop, orderId, key, client)
  return shop.database.transaction(async transaction => {
    const context = { pictures: shop.pictures, rules: await readRules(transaction, shop.rules) }
    const { order, lines } = await previewChange(transaction, context, number, change)
    return { data: toOrder(order, lines) }
  })
}

/**
 * Changes an order for its customer, or with the key of its link: once for each idempotency key.
 *
 * @throws Refused as `checkAccess` and `changeTerms`
 */
export async function changeOwnOrder(
  shop: PaymentServices,
  orderId: string,
  { requestId, key, ...change }: OrderChange,
  client: Client,
): Promise<{ data: Order } | object> {
  const { database, orderLinks, pictures } = shop
  const { id, number } = await findOwn(shop, orderId, key, client)
  const done: ChangedOrder[] = []
  const act = async (transaction: Database) => {
    const context = { pictures, orderLinks, rules: await readRules(transaction, shop.rules) }
    const changed = await changeOrder(transaction, context, number, change)
    if (changed !== null) done.push(changed)
    return {}
  }
  // the answer that is stored has no personal data: the order is read below
  const requester = { sessionId: `order:${id}`, customerId: null }
  const answer = await (
    requestId === undefined
      ? database.transaction(act)
      : runOnce(database, { call: 'POST /order/change', requestId, requester, body: { ...change, id } }, unstored(act))
  ).catch((error: unknown) => {
    throw error instanceof Unstored ? error.refusal : error
  })
  for (const { payment, mail } of done) {
    shop.reportEvent('order.changed', { orderNumber: String(number) })
    deliverMailsLater(shop, [mail])
    if (payment !== null && shop.provider !== null) void settlePaymentLater(shop, payment)
  }
  return Object.hasOwn(answer, 'statusCode') ? answer : { data: await readOrderById(database, id) }
}

/** A refusal that is not stored for its key. */
class Unstored extends Error {
  constructor(readonly refusal: Refused) {
    super(refusal.message)
  }
}

/** Keeps a refusal about an address from being stored with its key: it repeats what was typed. The change was not made, so it can be tried again. */
const unstored =
  (act: (transaction: Database) => Promise<object>) =>
  (transaction: Database): Promise<object> =>
    act(transaction).catch((error: unknown) => {
      const isTyped = error instanceof Refused && error.conflicts.some(({ about }) => about === 'area')
      throw isTyped ? new Unstored(error) : error
    })
