import type { PaymentShop } from './payment-provider.ts'
import { asc, lte, sql } from 'drizzle-orm'
import { settlePayment } from './settle-payment.ts'
import { payments } from '../database/schema.ts'

/** Settles every payment that is due. A payment that fails is logged, does not stop the others, and stays due. */
export async function settleDuePayments(shop: PaymentShop): Promise<void> {
  const { database, provider, runLater } = shop
  if (provider === null) return
  const due = await database
    .select({ requestId: payments.requestId })
    .from(payments)
    .where(lte(payments.nextCheckAt, sql`now()`))
    .orderBy(asc(payments.nextCheckAt))
  for (const { requestId } of due) {
    await runLater('Settling a payment', () => settlePayment(shop, provider, requestId))
  }
}

/** Runs a job at the start and 1 minute after each run ends, until it is stopped. */
export function runEveryMinute(): { start: (sweep: () => Promise<void>) => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const start = (sweep: () => Promise<void>) => {
    void sweep().then(() => {
      if (!isStopped) timer = setTimeout(start, 60_000, sweep).unref()
    })
  }
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
  }
  return { start, stop }
}
