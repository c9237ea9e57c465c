import { and, eq, inArray, sql } from 'drizzle-orm'
import { paymentRefusals, type PaidPayment } from '#contract/payment'
import { paymentOf } from './settle-payment.ts'
import { atProvider } from './begin-payment.ts'
import type { Database } from '../database/database.ts'
import { giveUp, isCartAsKept, unpaid, type Payment } from '../stock/reservations.ts'
import {
  answered,
  attendLater,
  endedPayment,
  heldPayment,
  isAmountOf,
  isOver,
  otherAmount,
  paymentAt,
  providerOf,
  unapproved,
  wordsOnMoney,
} from './payments.ts'
import {
  Declined,
  NotApproved,
  type PaymentProvider,
  type ProviderOrder,
  type PaymentShop,
} from './payment-provider.ts'
import { conflicting, notFound, softly, type Refused } from '../requests/refusals.ts'
import { carts, payments } from '../database/schema.ts'
import { otherCart } from '../orders/order-terms.ts'

/**
 * Sets the money of an approved payment aside, or, where the browser takes it, looks whether it has. The cart must still
 * be what the payment was begun for.
 *
 * @param id - the provider's order
 * @throws Refused 404, softly 402, 409, 410 or 412 (`paymentRefusals`), 502 where the provider does not answer
 */
export async function authorizePayment(shop: PaymentShop, id: string, customerId: string | null): Promise<PaidPayment> {
  const provider = providerOf(shop)
  const found = await paymentAt(shop.database, id)
  if (found === null || (found.customerId !== null && found.customerId !== customerId))
    throw notFound('This payment does not exist.')
  if (isOver(found)) throw endedNow(shop, found)
  const row = await atProvider(shop, provider, found)
  const current = row.state === 'created' ? await withItsCart(shop, row) : row
  const { state } = current.state === 'created' ? await paidNow(shop, provider, current) : current
  return { id, status: state === 'captured' ? 'captured' : 'authorized' }
}

/** Whoever approved a payment that has ended is told so, and what may have been taken is looked for at once. */
function endedNow(shop: PaymentShop, row: Payment): Refused {
  void attendLater(shop, row.requestId)
  return endedPayment(row)
}

/** The payment as it is now; a cart that is no longer what it keeps ends it. */
async function withItsCart(shop: PaymentShop, { requestId, sessionId, intent }: Payment): Promise<Payment> {
  const { row, isSame } = await shop.database.transaction(async transaction => {
    await transaction.select().from(carts).where(eq(carts.sessionId, sessionId)).for('update')
    const row = await heldPayment(transaction, requestId)
    const isSame = isOver(row) || row.orderId !== null || (await isCartAsKept(transaction, row))
    if (!isSame) await giveUp(transaction, [row], { isTold: true })
    return { row, isSame }
  })
  if (isSame && !isOver(row)) return row
  void attendLater(shop, requestId)
  throw isSame ? endedPayment(row) : conflicting([otherCart], wordsOnMoney(intent === 'capture'))
}

/**
 * The payment with its money, once the shopper has approved.
 *
 * @throws Refused softly 402, 409, 410 or 412, 502
 */
export async function paidNow(shop: PaymentShop, provider: PaymentProvider, row: Payment): Promise<Payment> {
  const order = await paidOrder(shop, provider, row)
  const paid = row.intent === 'capture' ? order?.status === 'captured' : order?.status === 'authorized'
  if (order === null || !paid) throw unapproved()
  if (!isAmountOf(row, order)) throw await giveUpTelling(shop, row, otherAmount)
  await notePaid(shop.database, row, order)
  const now = (await paymentOf(shop.database, row.requestId))!
  if (isOver(now)) throw endedNow(shop, now)
  return now
}

/** Gives a payment up at once, and lets go of its money after the answer; what is paid for an order stays. */
async function giveUpTelling(shop: PaymentShop, row: Payment, why: string): Promise<Refused> {
  await shop.database.transaction(async transaction => {
    const held = await heldPayment(transaction, row.requestId)
    if (held.orderId === null && !isOver(held)) await giveUp(transaction, [held], { isTold: true })
  })
  void attendLater(shop, row.requestId)
  return softly(409, `${why} ${wordsOnMoney(row.intent === 'capture')} Please pay again.`)
}

async function paidOrder(
  { database }: PaymentShop,
  provider: PaymentProvider,
  row: Payment,
): Promise<ProviderOrder | null> {
  const { requestId, intent, declines } = row
  const id = row.providerOrderId!
  // a provider answers the same question the same: after a no, another card is another question
  const key = `authorize/${requestId}${declines > 0 ? `/${declines}` : ''}`
  try {
    return await answered(intent === 'capture' ? provider.read(id) : provider.authorize(id, key))
  } catch (error) {
    if (error instanceof NotApproved) throw unapproved()
    if (!(error instanceof Declined)) throw error
    const counted = { declines: sql`${payments.declines} + 1` }
    await database.update(payments).set(counted).where(eq(payments.requestId, requestId))
    const message = 'Your payment was declined, and nothing was charged. Please choose another way to pay.'
    throw softly(paymentRefusals.declined, message)
  }
}

/** Notes the money; where the payment was given up meanwhile, what there is of it is to be let go. */
async function notePaid(database: Database, row: Payment, order: ProviderOrder): Promise<void> {
  const { authorizationId, captureId } = order
  await database
    .update(payments)
    .set({
      authorizationId,
      captureId,
      state: sql`case ${payments.state} when 'created' then ${row.intent === 'capture' ? 'captured' : 'authorized'} else 'ending' end`,
      lookAt: sql`case ${payments.state} when 'created' then ${payments.lookAt} else now() end`,
    })
    .where(and(eq(payments.requestId, row.requestId), inArray(payments.state, [...unpaid, 'ending', 'ended'])))
}
