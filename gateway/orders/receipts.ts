import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { openHoursText } from '#contract/opening-hours-text'
import type { Database } from '../database/database.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import { receiptMail } from '../mail/receipt-mail.ts'
import { readOrderById } from './orders.ts'
import { deliveryMethods, orders } from '../database/schema.ts'
import { listOpeningHours } from '../shop/store-settings.ts'
import type { GatewayServices } from '../shop/services.ts'

/** Mails the receipt of an order that was just placed. */
export async function sendReceipt(shop: GatewayServices, orderId: string): Promise<void> {
  deliverMailsLater(shop, await queueReceipts(shop, orderId))
}

/**
 * Queues receipts that were not mailed yet: of one order right after it is placed, and of all with every run of the job,
 * since the gateway may have crashed. Each order is marked and its mail queued in one transaction, so that several
 * gateways send it once. A receipt that fails is logged and stops no other. Orders older than a day are skipped.
 *
 * @param orderId - the order that was just placed
 * @returns the ids of the mails
 */
export async function queueReceipts(shop: GatewayServices, orderId?: string): Promise<string[]> {
  const { database } = shop
  const unsent = await database
    .select({ id: orders.id, method: deliveryMethods.name })
    .from(orders)
    .leftJoin(deliveryMethods, eq(deliveryMethods.id, orders.deliveryMethod))
    .where(
      and(
        isNull(orders.receiptSentAt),
        gt(orders.createdAt, sql`now() - interval '1 day'`),
        orderId === undefined ? undefined : eq(orders.id, orderId),
      ),
    )
  const queued: string[] = []
  for (const { id, method } of unsent) {
    await shop.runLater('Writing a receipt', async () => {
      const mail = await database.transaction(transaction => queueReceipt(transaction, shop, id, method))
      if (mail !== null) queued.push(mail)
    })
  }
  return queued
}

/** Returns null if another gateway has queued it. */
async function queueReceipt(
  transaction: Database,
  { rules, orderLinks }: GatewayServices,
  id: string,
  method: string | null,
): Promise<string | null> {
  const [claimed] = await transaction
    .update(orders)
    .set({ receiptSentAt: sql`now()` })
    .where(and(eq(orders.id, id), isNull(orders.receiptSentAt)))
    .returning()
  if (claimed === undefined) return null
  const mail = receiptMail(rules.name, await readOrderById(transaction, id), {
    delivery: method ?? 'Delivery',
    link: orderLinks.urlOf(claimed),
    place: rules.address ?? '',
    hours: openHoursText(await listOpeningHours(transaction, rules)),
  })
  return queueMail(transaction, `receipt ${claimed.number}`, mail)
}
