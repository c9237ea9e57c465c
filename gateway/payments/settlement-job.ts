import type { PaymentServices } from './payment-provider.ts'
import { and, asc, lte, sql } from 'drizzle-orm'
import { isOf } from './payment-owner.ts'
import { settlePayment } from './settle-payment.ts'
import { settleDueRefunds } from './settle-refunds.ts'
import { payments } from '../database/schema.ts'

/** Payments settled at once: one that waits for the provider's time-out does not stop the others. */
const atOnce = 4

/** Settles every payment and refund that is due. A payment that fails is logged, does not stop the others, and is tried again later. */
export async function settleDuePayments(shop: PaymentServices): Promise<void> {
  const { database, provider, runLater, closing } = shop
  if (provider === null) return
  const due = await database
    .select({ requestId: payments.requestId })
    .from(payments)
    .where(and(lte(payments.nextCheckAt, sql`now()`), isOf(provider.name)))
    .orderBy(asc(payments.nextCheckAt))
  const work = async () => {
    for (let next = due.shift(); next !== undefined && !closing.aborted; next = due.shift()) {
      const { requestId } = next
      await runLater('Settling a payment', () => settlePayment(shop, provider, requestId))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await runLater('Settling refunds', () => settleDueRefunds(shop))
}
