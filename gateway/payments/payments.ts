import { and, eq } from 'drizzle-orm'
import type { NewOrder } from '#contract/order'
import { paymentRefusals, type NewPayment } from '#contract/payment'
import { settlePayment } from './settle-payment.ts'
import type { Database } from '../database/database.ts'
import type { Payment } from '../stock/reservations.ts'
import { hashBody } from '../requests/idempotency.ts'
import {
  Declined,
  NotApproved,
  type PaymentProvider,
  type ProviderOrder,
  type PaymentShop,
} from './payment-provider.ts'
import { Refused, softRefusal } from '../requests/refusals.ts'
import { payments } from '../database/schema.ts'

/** @throws Refused softly where nobody takes payments */
export function requireProvider({ provider }: PaymentShop): PaymentProvider {
  if (provider === null) throw onlinePaymentUnavailable()
  return provider
}

/** The shop takes no payments online. */
export const onlinePaymentUnavailable = (): Refused =>
  softRefusal(409, 'Online payment is not available yet. Please pay on delivery.')

/** What a payment and its order must agree about. */
export const hashOrder = (body: NewOrder | NewPayment): string =>
  hashBody({ ...body, payment: undefined, intent: undefined, providerOrderId: undefined })

/** Whether a payment is of whoever asks: a customer's comes with their token, a guest's with its session. */
export const belongsTo = (row: Payment, sessionId: string, customerId: string | null): boolean =>
  row.customerId === null ? row.sessionId === sessionId : row.customerId === customerId

/** What is said of a payment that was given up; a browser that takes money by itself may have done so by now. */
export const paymentEnded = ({ intent }: Pick<Payment, 'intent'>): Refused =>
  softRefusal(paymentRefusals.ended, `This payment has ended. ${describeMoney(intent === 'capture')} Please pay again.`)

/** What becomes of the money of a payment that is given up. */
export const describeMoney = (mayBeTaken: boolean): string =>
  mayBeTaken ? 'What was charged, if anything, is given back.' : 'Nothing was charged.'

/** What is said while the shopper has not approved. */
export const paymentNotApproved = (): Refused =>
  softRefusal(paymentRefusals.notApproved, 'This payment has not been approved yet. Nothing was charged.')

/** Whether a payment was given up. */
export const isAbandoned = ({ state }: Payment): boolean => state === 'ending' || state === 'ended'

/** Whether an order at the provider is about what the payment is. */
export const hasAmountOf = (row: Payment, { amount, currency }: ProviderOrder): boolean =>
  amount === row.amount && currency === row.currency

/** A payment that is there, held until the transaction ends. */
export async function lockPayment(transaction: Database, requestId: string): Promise<Payment> {
  const [row] = await transaction.select().from(payments).where(eq(payments.requestId, requestId)).for('update')
  return row!
}

/** Attends to a payment after the answer; where that fails, the sweep does. */
export const settlePaymentLater = (shop: PaymentShop, requestId: string): Promise<void> =>
  shop.runLater('What is left to do about a payment', () => settlePayment(shop, requireProvider(shop), requestId))

/** Attends, after the answer, to the payments of a session that were given up for something else. */
export function settleSessionPaymentsLater(shop: PaymentShop, sessionId: string): void {
  const { database, provider } = shop
  if (provider === null) return
  void shop.runLater('What is left to do about given up payments', async () => {
    const given = and(eq(payments.sessionId, sessionId), eq(payments.state, 'ending'))
    const rows = await database.select({ requestId: payments.requestId }).from(payments).where(given)
    for (const { requestId } of rows) await settlePayment(shop, provider, requestId)
  })
}

/** What the provider answers; where it fails, nobody knows what happened, and asking again is safe. */
export async function askProvider<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Declined || error instanceof NotApproved) throw error
    const unknown = new Refused(502, 'The payment provider did not answer. Please try again.')
    throw Object.assign(unknown, { cause: error })
  }
}

/** A payment by the provider's order; null where there is none. */
export async function findPaymentByProviderOrder(database: Database, providerOrderId: string): Promise<Payment | null> {
  const [row] = await database.select().from(payments).where(eq(payments.providerOrderId, providerOrderId))
  return row ?? null
}

/** What is wrong with a payment of another amount. */
export const amountMismatch = 'The payment is about something else than this order.'
