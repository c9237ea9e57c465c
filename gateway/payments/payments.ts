import { and, eq } from 'drizzle-orm'
import type { NewOrder } from '#contract/order'
import { paymentRefusals, type NewPayment } from '#contract/payment'
import { settlePayment } from './settle-payment.ts'
import type { Database } from '../database/database.ts'
import type { Payment } from '../stock/payment-rows.ts'
import { hashBody, isHashOf } from '../requests/idempotency.ts'
import {
  Declined,
  NotApproved,
  type PaymentProvider,
  type ProviderOrder,
  type PaymentServices,
} from './payment-provider.ts'
import { Refused, softRefusal } from '../requests/refusals.ts'
import { payments } from '../database/schema.ts'

/** @throws Refused softly 409 if the shop takes no payments online */
export function requireProvider({ provider }: PaymentServices): PaymentProvider {
  if (provider === null) throw onlinePaymentUnavailable()
  return provider
}

export const onlinePaymentUnavailable = (): Refused =>
  softRefusal(409, 'Online payment is not available yet. Please pay on delivery.')

/** The parts of the request that must be the same for a payment and its order. */
const sharedParts = (body: NewOrder | NewPayment): object => ({
  ...body,
  payment: undefined,
  intent: undefined,
  providerOrderId: undefined,
})

export const hashOrder = (body: NewOrder | NewPayment): string => hashBody(sharedParts(body))

/** Whether a payment was begun for this order. */
export const isPaymentOf = ({ bodyHash }: Payment, body: NewOrder | NewPayment): boolean =>
  isHashOf(bodyHash, sharedParts(body))

/** A customer's payment is identified by their token, a guest's by its session. */
export const belongsTo = (payment: Payment, sessionId: string, customerId: string | null): boolean =>
  payment.customerId === null ? payment.sessionId === sessionId : payment.customerId === customerId

/** Refusal for an abandoned payment. With intent `capture` the browser may have taken the money by now. */
export const paymentEnded = ({ intent }: Pick<Payment, 'intent'>): Refused =>
  softRefusal(paymentRefusals.ended, `This payment has ended. ${describeMoney(intent === 'capture')} Please pay again.`)

/** The answer to a request whose key was discarded. */
export const orderDiscarded = (): Refused =>
  softRefusal(paymentRefusals.ended, 'This order was discarded. Nothing was ordered.')

/** The message about the money of an abandoned payment. */
export const describeMoney = (mayBeTaken: boolean): string =>
  mayBeTaken ? 'If you were charged, you’ll be refunded.' : 'Nothing was charged.'

export const paymentNotApproved = (): Refused =>
  softRefusal(paymentRefusals.notApproved, 'This payment has not been approved yet. Nothing was charged.')

/** Whether the payment was abandoned; its money may not be released yet (`ending`, `failed`). */
export const isAbandoned = ({ state, orderId }: Payment): boolean =>
  state === 'ending' || state === 'ended' || (state === 'failed' && orderId === null)

/** Whether the provider's order exists, and its money is neither authorised nor captured. */
export const isUndecided = ({ state }: Payment): boolean => state === 'created' || state === 'pending'

/** The outcome is open: the shopper can ask again. */
export const paymentPending = (): Refused =>
  new Refused(502, 'The payment provider is still checking this payment. Please ask again in a few minutes.')

/** Whether the provider's order pays this store exactly the payment's amount, with the agreed intent. */
export const isOrderFor = (payment: PaymentAmount, { amount, currency, intent, isOwn }: ProviderOrder): boolean =>
  isOwn && intent === payment.intent && amount === payment.amount && currency === payment.currency

type PaymentAmount = Pick<Payment, 'intent' | 'amount' | 'currency'>

/** Reads an existing payment and locks it until the transaction ends. */
export async function lockPayment(transaction: Database, requestId: string): Promise<Payment> {
  const [payment] = await transaction.select().from(payments).where(eq(payments.requestId, requestId)).for('update')
  return payment!
}

/** Settles a payment after the answer is sent. If that fails, the settlement job does it. */
export const settlePaymentLater = (shop: PaymentServices, requestId: string): Promise<void> =>
  shop.runLater('Settling a payment', () => settlePayment(shop, requireProvider(shop), requestId))

/** Settles the abandoned payments of a session after the answer is sent. */
export function settleSessionPaymentsLater(shop: PaymentServices, sessionId: string): void {
  const { database, provider } = shop
  if (provider === null) return
  void shop.runLater('Settling abandoned payments', async () => {
    const given = and(eq(payments.sessionId, sessionId), eq(payments.state, 'ending'))
    const rows = await database.select({ requestId: payments.requestId }).from(payments).where(given)
    for (const { requestId } of rows) await settlePayment(shop, provider, requestId)
  })
}

/**
 * Awaits the provider. Any error but `Declined` and `NotApproved` becomes a 502: the outcome is unknown, and a retry is
 * safe.
 */
export async function askProvider<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Declined || error instanceof NotApproved) throw error
    const unknown = new Refused(502, 'The payment provider did not answer. Please try again.')
    throw Object.assign(unknown, { cause: error })
  }
}

/** Returns null if no payment has this provider order. */
export async function findPaymentByProviderOrder(database: Database, providerOrderId: string): Promise<Payment | null> {
  const [payment] = await database.select().from(payments).where(eq(payments.providerOrderId, providerOrderId))
  return payment ?? null
}

export const amountMismatch = 'The payment is for a different order.'
