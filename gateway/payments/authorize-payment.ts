import { and, eq, inArray, sql } from 'drizzle-orm'
import { paymentRefusals, type PaidPayment } from '#contract/payment'
import { findPayment } from './settle-payment.ts'
import { ensureProviderOrder } from './begin-payment.ts'
import type { Database } from '../database/database.ts'
import { releaseReservations, isCartAsReserved, unpaidStates, type Payment } from '../stock/reservations.ts'
import {
  askProvider,
  settlePaymentLater,
  paymentEnded,
  lockPayment,
  hasAmountOf,
  isAbandoned,
  amountMismatch,
  findPaymentByProviderOrder,
  requireProvider,
  paymentNotApproved,
  describeMoney,
} from './payments.ts'
import {
  Declined,
  NotApproved,
  type PaymentProvider,
  type ProviderOrder,
  type PaymentShop,
} from './payment-provider.ts'
import { conflictRefusal, notFound, softRefusal, type Refused } from '../requests/refusals.ts'
import { carts, payments } from '../database/schema.ts'
import { changedCartConflict } from '../orders/order-terms.ts'

/**
 * Sets the money of an approved payment aside, or, where the browser takes it, looks whether it has. The cart must still
 * be what the payment was begun for.
 *
 * @param id - the provider's order
 * @throws Refused 404, softly 402, 409, 410 or 412 (`paymentRefusals`), 502 where the provider does not answer
 */
export async function authorizePayment(shop: PaymentShop, id: string, customerId: string | null): Promise<PaidPayment> {
  const provider = requireProvider(shop)
  const found = await findPaymentByProviderOrder(shop.database, id)
  if (found === null || (found.customerId !== null && found.customerId !== customerId))
    throw notFound('This payment does not exist.')
  if (isAbandoned(found)) throw abandonedPayment(shop, found)
  const row = await ensureProviderOrder(shop, provider, found)
  const current = row.state === 'created' ? await checkCart(shop, row) : row
  const { state } = current.state === 'created' ? await confirmPaid(shop, provider, current) : current
  return { id, status: state === 'captured' ? 'captured' : 'authorized' }
}

/** Whoever approved a payment that has ended is told so, and what may have been taken is looked for at once. */
function abandonedPayment(shop: PaymentShop, row: Payment): Refused {
  void settlePaymentLater(shop, row.requestId)
  return paymentEnded(row)
}

/** The payment as it is now; a cart that is no longer what it keeps ends it. */
async function checkCart(shop: PaymentShop, { requestId, sessionId, intent }: Payment): Promise<Payment> {
  const { row, isSame } = await shop.database.transaction(async transaction => {
    await transaction.select().from(carts).where(eq(carts.sessionId, sessionId)).for('update')
    const row = await lockPayment(transaction, requestId)
    const isSame = isAbandoned(row) || row.orderId !== null || (await isCartAsReserved(transaction, row))
    if (!isSame) await releaseReservations(transaction, [row], { customerNotified: true })
    return { row, isSame }
  })
  if (isSame && !isAbandoned(row)) return row
  void settlePaymentLater(shop, requestId)
  throw isSame ? paymentEnded(row) : conflictRefusal([changedCartConflict], describeMoney(intent === 'capture'))
}

/**
 * The payment with its money, once the shopper has approved.
 *
 * @throws Refused softly 402, 409, 410 or 412, 502
 */
export async function confirmPaid(shop: PaymentShop, provider: PaymentProvider, row: Payment): Promise<Payment> {
  const order = await readPaidOrder(shop, provider, row)
  const paid = row.intent === 'capture' ? order?.status === 'captured' : order?.status === 'authorized'
  if (order === null || !paid) throw paymentNotApproved()
  if (!hasAmountOf(row, order)) throw await refuseAndRelease(shop, row, amountMismatch)
  await storePaid(shop.database, row, order)
  const now = (await findPayment(shop.database, row.requestId))!
  if (isAbandoned(now)) throw abandonedPayment(shop, now)
  return now
}

/** Gives a payment up at once, and lets go of its money after the answer; what is paid for an order stays. */
async function refuseAndRelease(shop: PaymentShop, row: Payment, why: string): Promise<Refused> {
  await shop.database.transaction(async transaction => {
    const held = await lockPayment(transaction, row.requestId)
    if (held.orderId === null && !isAbandoned(held))
      await releaseReservations(transaction, [held], { customerNotified: true })
  })
  void settlePaymentLater(shop, row.requestId)
  return softRefusal(409, `${why} ${describeMoney(row.intent === 'capture')} Please pay again.`)
}

async function readPaidOrder(
  { database }: PaymentShop,
  provider: PaymentProvider,
  row: Payment,
): Promise<ProviderOrder | null> {
  const { requestId, intent, declines } = row
  const id = row.providerOrderId!
  // a provider answers the same question the same: after a no, another card is another question
  const key = `authorize/${requestId}${declines > 0 ? `/${declines}` : ''}`
  try {
    return await askProvider(intent === 'capture' ? provider.read(id) : provider.authorize(id, key))
  } catch (error) {
    if (error instanceof NotApproved) throw paymentNotApproved()
    if (!(error instanceof Declined)) throw error
    const counted = { declines: sql`${payments.declines} + 1` }
    await database.update(payments).set(counted).where(eq(payments.requestId, requestId))
    const message = 'Your payment was declined, and nothing was charged. Please choose another way to pay.'
    throw softRefusal(paymentRefusals.declined, message)
  }
}

/** Notes the money; where the payment was given up meanwhile, what there is of it is to be let go. */
async function storePaid(database: Database, row: Payment, order: ProviderOrder): Promise<void> {
  const { authorizationId, captureId } = order
  await database
    .update(payments)
    .set({
      authorizationId,
      captureId,
      state: sql`case ${payments.state} when 'created' then ${row.intent === 'capture' ? 'captured' : 'authorized'} else 'ending' end`,
      nextCheckAt: sql`case ${payments.state} when 'created' then ${payments.nextCheckAt} else now() end`,
    })
    .where(and(eq(payments.requestId, row.requestId), inArray(payments.state, [...unpaidStates, 'ending', 'ended'])))
}
