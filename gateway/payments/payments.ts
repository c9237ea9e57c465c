import { and, eq } from 'drizzle-orm'
import type { NewOrder } from '#contract/order'
import { paymentRefusals, type NewPayment } from '#contract/payment'
import { attend } from './settle-payment.ts'
import type { Database } from '../database/database.ts'
import type { Payment } from '../stock/reservations.ts'
import { hashOf } from '../requests/idempotency.ts'
import {
  Declined,
  NotApproved,
  type PaymentProvider,
  type ProviderOrder,
  type PaymentShop,
} from './payment-provider.ts'
import { Refused, softly } from '../requests/refusals.ts'
import { payments } from '../database/schema.ts'

/** @throws Refused softly where nobody takes payments */
export function providerOf({ provider }: PaymentShop): PaymentProvider {
  if (provider === null) throw notOnline()
  return provider
}

/** The shop takes no payments online. */
export const notOnline = (): Refused => softly(409, 'Online payment is not available yet. Please pay on delivery.')

/** What a payment and its order must agree about. */
export const orderHash = (body: NewOrder | NewPayment): string =>
  hashOf({ ...body, payment: undefined, intent: undefined, providerOrderId: undefined })

/** Whether a payment is of whoever asks: a customer's comes with their token, a guest's with its session. */
export const isTheirs = (row: Payment, sessionId: string, customerId: string | null): boolean =>
  row.customerId === null ? row.sessionId === sessionId : row.customerId === customerId

/** What is said of a payment that was given up; a browser that takes money by itself may have done so by now. */
export const endedPayment = ({ intent }: Pick<Payment, 'intent'>): Refused =>
  softly(paymentRefusals.ended, `This payment has ended. ${wordsOnMoney(intent === 'capture')} Please pay again.`)

/** What becomes of the money of a payment that is given up. */
export const wordsOnMoney = (mayBeTaken: boolean): string =>
  mayBeTaken ? 'What was charged, if anything, is given back.' : 'Nothing was charged.'

/** What is said while the shopper has not approved. */
export const unapproved = (): Refused =>
  softly(paymentRefusals.notApproved, 'This payment has not been approved yet. Nothing was charged.')

/** Whether a payment was given up. */
export const isOver = ({ state }: Payment): boolean => state === 'ending' || state === 'ended'

/** Whether an order at the provider is about what the payment is. */
export const isAmountOf = (row: Payment, { amount, currency }: ProviderOrder): boolean =>
  amount === row.amount && currency === row.currency

/** A payment that is there, held until the transaction ends. */
export async function heldPayment(transaction: Database, requestId: string): Promise<Payment> {
  const [row] = await transaction.select().from(payments).where(eq(payments.requestId, requestId)).for('update')
  return row!
}

/** Attends to a payment after the answer; where that fails, the sweep does. */
export const attendLater = (shop: PaymentShop, requestId: string): Promise<void> =>
  shop.later('What is left to do about a payment', () => attend(shop, providerOf(shop), requestId))

/** Attends, after the answer, to the payments of a session that were given up for something else. */
export function attendSession(shop: PaymentShop, sessionId: string): void {
  const { database, provider } = shop
  if (provider === null) return
  void shop.later('What is left to do about given up payments', async () => {
    const given = and(eq(payments.sessionId, sessionId), eq(payments.state, 'ending'))
    const rows = await database.select({ requestId: payments.requestId }).from(payments).where(given)
    for (const { requestId } of rows) await attend(shop, provider, requestId)
  })
}

/** What the provider answers; where it fails, nobody knows what happened, and asking again is safe. */
export async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Declined || error instanceof NotApproved) throw error
    const unknown = new Refused(502, 'The payment provider did not answer. Please try again.')
    throw Object.assign(unknown, { cause: error })
  }
}

/** A payment by the provider's order; null where there is none. */
export async function paymentAt(database: Database, providerOrderId: string): Promise<Payment | null> {
  const [row] = await database.select().from(payments).where(eq(payments.providerOrderId, providerOrderId))
  return row ?? null
}

/** What is wrong with a payment of another amount. */
export const otherAmount = 'The payment is about something else than this order.'
