import { eq } from 'drizzle-orm'
import { carts } from '../database/schema.ts'
import { notFound, Refused } from '../requests/refusals.ts'
import { paidStates } from '../stock/payment-rows.ts'
import { releaseReservations } from '../stock/reservations.ts'
import type { PaymentServices } from './payment-provider.ts'
import { findPaymentByProviderOrder, isAbandoned, lockPayment, settlePaymentLater } from './payments.ts'

/**
 * Ends a payment whose window was closed: its reservations end at once. Repeating it changes nothing.
 *
 * @param id - the provider's order
 * @throws Refused 404 for an unknown or another customer's payment, 409 if it is authorised or captured: its order
 * may be in flight
 */
export async function endPayment(shop: PaymentServices, id: string, customerId: string | null): Promise<void> {
  const found = await findPaymentByProviderOrder(shop.database, id)
  if (found === null || (found.customerId !== null && found.customerId !== customerId))
    throw notFound('This payment does not exist.')
  const { requestId, sessionId } = found
  await shop.database.transaction(async transaction => {
    await transaction.select().from(carts).where(eq(carts.sessionId, sessionId)).for('update')
    const payment = await lockPayment(transaction, requestId)
    if (isAbandoned(payment)) return
    if (paidStates.includes(payment.state)) throw new Refused(409, 'This payment is complete.')
    await releaseReservations(transaction, [payment])
  })
  if (shop.provider !== null) void settlePaymentLater(shop, requestId)
}
