import { createHmac } from 'node:crypto'
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import { toDollars } from '#contract/money'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { orderDeliveries, orderLines, orders } from '../database/schema.ts'
import type { GatewayServices, OrderWebhook } from '../shop/services.ts'

/** Milliseconds that the receiver may take. */
const timeLimit = 10_000
/** Deliveries of a round at most. */
const most = 50

/** Queues the report of an order in the transaction that places it: it is sent if that is committed, also after a crash. */
export async function queueOrderReport(transaction: Database, orderNumber: number): Promise<void> {
  await transaction.insert(orderDeliveries).values({ id: newId(), orderNumber })
}

/**
 * Sends the reports of new orders that are due, one after another. One that is not answered with a success is sent again after 1, 5 and 30 minutes,
 * then every 2 hours for 3 days, with the same id: it can arrive twice if the answer is lost.
 */
export async function deliverOrderReports(shop: GatewayServices, webhook: OrderWebhook): Promise<void> {
  const due = await shop.database
    .select({ id: orderDeliveries.id })
    .from(orderDeliveries)
    .where(lte(orderDeliveries.dueAt, sql`now()`))
    .orderBy(asc(orderDeliveries.dueAt))
    .limit(most)
  for (const { id } of due) {
    if (shop.closing.aborted) return
    await deliver(shop, webhook, id)
  }
}

async function deliver(shop: GatewayServices, webhook: OrderWebhook, id: string): Promise<void> {
  const { database } = shop
  const delivery = await claim(database, id)
  if (delivery === null) return
  const { orderNumber, attempts } = delivery
  const problem = await send(shop, webhook, id, await reportOf(shop, id, orderNumber))
  if (problem === null) {
    await database.delete(orderDeliveries).where(eq(orderDeliveries.id, id))
    return
  }
  const isTooOld = lt(orderDeliveries.createdAt, sql`now() - interval '3 days'`)
  const given = await database
    .update(orderDeliveries)
    .set({ dueAt: null })
    .where(and(eq(orderDeliveries.id, id), isTooOld))
    .returning({ id: orderDeliveries.id })
  shop.logProblem(
    { event: 'webhook.failed', order: orderNumber, problem, attempts, isGivenUp: given.length > 0 },
    'Reporting an order failed',
  )
}

/**
 * Claims a delivery for this gateway by setting the time of its next attempt: if the gateway crashes now, it is sent then.
 *
 * @returns null if another gateway has claimed it
 */
async function claim(database: Database, id: string) {
  const minutes = sql`(array[1, 5, 30])[${orderDeliveries.attempts} + 1]`
  const [claimed] = await database
    .update(orderDeliveries)
    .set({
      attempts: sql`${orderDeliveries.attempts} + 1`,
      dueAt: sql`now() + coalesce(${minutes}, 120) * interval '1 minute'`,
    })
    .where(and(eq(orderDeliveries.id, id), lte(orderDeliveries.dueAt, sql`now()`)))
    .returning()
  return claimed ?? null
}

/** What is reported of an order. Of the customer it has the post code only: name, street, phone, email and notes stay in the office. */
async function reportOf({ database, rules }: GatewayServices, id: string, orderNumber: number): Promise<string> {
  const [order] = await database.select().from(orders).where(eq(orders.number, orderNumber))
  const lines = await database
    .select({
      productId: orderLines.productId,
      productName: orderLines.productName,
      quantity: orderLines.quantity,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, order!.id))
    .orderBy(asc(orderLines.position))
  const { status, createdAt, total, paymentMethod, paymentStatus, deliveryMethod, deliveryAddress, slot } = order!
  return JSON.stringify({
    id,
    type: 'order.placed',
    order: {
      orderNumber: String(orderNumber),
      orderStatus: status,
      createdAt: createdAt.toISOString(),
      total: toDollars(total),
      currency: rules.currency,
      payment: { method: paymentMethod, status: paymentStatus },
      deliveryMethod,
      postCode: deliveryAddress?.postCode ?? null,
      slot,
      lines,
    },
  })
}

/** The signature of a report: HMAC-SHA256 over its timestamp, a full stop and its body. @param timestamp - seconds since 1970 */
export const signatureOf = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`

/** @returns null after a success, else why there was none, without what the receiver has said */
async function send(
  { closing }: GatewayServices,
  { url, secret }: OrderWebhook,
  id: string,
  body: string,
): Promise<string | null> {
  const timestamp = Math.floor(Date.now() / 1000)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(secret, timestamp, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(timeLimit)]),
    })
    await answer.body?.cancel()
    return answer.ok ? null : String(answer.status)
  } catch (error) {
    const { name, cause } = error as Error
    return (cause as { code?: string } | undefined)?.code ?? name
  }
}

/** Deletes reports that were given up 30 days ago. */
export async function deleteOldOrderReports(database: Database): Promise<void> {
  await database.delete(orderDeliveries).where(lt(orderDeliveries.createdAt, sql`now() - interval '30 days'`))
}
