import { and, eq, sql } from 'drizzle-orm'
import { toDollars } from '#contract/money'
import type { NewPayment, PaymentOrder } from '#contract/payment'
import { findPayment } from './settle-payment.ts'
import { lockCart } from '../carts/carts.ts'
import { countCouponUse } from '../carts/coupons.ts'
import type { Database } from '../database/database.ts'
import { takeStock, type Payment } from '../stock/reservations.ts'
import { keyReused } from '../requests/idempotency.ts'
import { checkOrder, releaseSessionPayments, toSoldLines } from '../orders/orders.ts'
import {
  askProvider,
  settleSessionPaymentsLater,
  paymentEnded,
  isAbandoned,
  belongsTo,
  hashOrder,
  amountMismatch,
  onlinePaymentUnavailable,
  requireProvider,
} from './payments.ts'
import type { PaymentProvider, ProviderOrder, PaymentShop } from './payment-provider.ts'
import { softRefusal, type Refused } from '../requests/refusals.ts'
import { reservations, payments } from '../database/schema.ts'
import { checkTerms } from '../orders/order-terms.ts'

/**
 * Begins a payment: keeps stock, coupon and prices of the cart for 15 minutes, and has the provider make an order of the
 * amount, or takes over the one that the browser has made. Asked again with the same key it finishes what is missing.
 *
 * @throws Refused as an order would be; softly 410 for a key whose payment has ended, 409 for one that was used otherwise
 */
export async function beginPayment(
  shop: PaymentShop,
  body: NewPayment,
  customerId: string | null,
): Promise<PaymentOrder> {
  const provider = requireProvider(shop)
  if (!shop.rules.receivedOnlinePayment) throw onlinePaymentUnavailable()
  const brought = body.providerOrderId === undefined ? null : await askProvider(provider.read(body.providerOrderId))
  const row = await shop.database.transaction(transaction =>
    findOrInsertPayment(shop, transaction, body, brought, customerId),
  )
  settleSessionPaymentsLater(shop, body.sessionId)
  const { providerOrderId, amount, currency } = await ensureProviderOrder(shop, provider, row)
  return { id: providerOrderId!, amount: toDollars(amount), currency }
}

/** The payment of a key: the one that there is, or a new one with what it keeps. */
async function findOrInsertPayment(
  shop: PaymentShop,
  transaction: Database,
  body: NewPayment,
  brought: ProviderOrder | null,
  customerId: string | null,
): Promise<Payment> {
  const accepted = await checkOrder(transaction, body)
  const isKnown = await lockCart(transaction, body.sessionId, customerId) // a twin waits here for the first
  const known = await findPayment(transaction, body.requestId)
  if (known !== null) return refuseOtherRequest(known, body, customerId)
  if (isKnown) await releaseSessionPayments(transaction, body)
  const { lines, coupon, totals } = await checkTerms(transaction, shop.rules, body, accepted, isKnown)
  if (totals.total === 0) throw softRefusal(409, 'There is nothing to pay online. Please choose to pay on delivery.')
  const { total: amount, ...sums } = totals
  if (body.providerOrderId !== undefined && !isUsable(brought, amount, shop.rules.currency)) throw unusableOrder()
  const { email } = accepted.customer
  const couponCode = coupon?.couponCode ?? null
  const row = await insertPayment(
    transaction,
    body,
    { ...sums, amount, couponCode, customerId, email },
    shop.rules.currency,
  )
  const sold = toSoldLines(lines)
  await countCouponUse(transaction, coupon)
  await takeStock(transaction, sold)
  const kept = sold.map(({ id, quantity, price }) => ({ requestId: row.requestId, productId: id, quantity, price }))
  await transaction.insert(reservations).values(kept)
  return row
}

/** A payment that the key was used for, if it was for the same. */
function refuseOtherRequest(row: Payment, body: NewPayment, customerId: string | null): Payment {
  const isSame = belongsTo(row, body.sessionId, customerId) && row.bodyHash === hashOrder(body)
  const isOtherWay = (body.intent ?? 'authorize') !== row.intent
  const isOtherOrder = body.providerOrderId !== undefined && body.providerOrderId !== row.providerOrderId
  if (!isSame || isOtherWay || isOtherOrder) throw keyReused()
  return row
}

type PaymentTerms = Pick<
  Payment,
  'customerId' | 'amount' | 'subtotal' | 'discount' | 'couponCode' | 'deliveryFee' | 'email'
>

const in15Minutes = sql`now() + interval '15 minutes'`

/** A key, or an order of the provider, that is somebody else's is refused. */
async function insertPayment(
  transaction: Database,
  body: NewPayment,
  kept: PaymentTerms,
  currency: string,
): Promise<Payment> {
  const { requestId, sessionId, intent = 'authorize', providerOrderId } = body
  const [row] = await transaction
    .insert(payments)
    .values({
      ...kept,
      requestId,
      sessionId,
      intent,
      providerOrderId,
      currency,
      bodyHash: hashOrder(body),
      state: providerOrderId === undefined ? 'creating' : 'created',
      expiresAt: in15Minutes,
      nextCheckAt: in15Minutes,
    })
    .onConflictDoNothing()
    .returning()
  if (row === undefined) throw keyReused()
  return row
}

/** The payment with the provider's order, which is made where it is missing. */
export async function ensureProviderOrder(
  shop: PaymentShop,
  provider: PaymentProvider,
  row: Payment,
): Promise<Payment> {
  if (isAbandoned(row)) throw paymentEnded(row)
  if (row.state !== 'creating') return row
  const order = await createProviderOrder(provider, row)
  await shop.database
    .update(payments)
    .set({ state: 'created', providerOrderId: order.id })
    .where(and(eq(payments.requestId, row.requestId), eq(payments.state, 'creating')))
  const now = (await findPayment(shop.database, row.requestId))!
  if (isAbandoned(now)) throw paymentEnded(now) // the cart was changed meanwhile
  return now
}

const createProviderOrder = (provider: PaymentProvider, { intent, amount, currency, requestId }: Payment) =>
  askProvider(provider.create({ intent, amount, currency, reference: requestId }, requestId))

/**
 * Whether an order that the browser has made can be taken over. One whose money was moved already pays for something else,
 * here or elsewhere: it is neither accepted nor given back.
 */
const isUsable = (order: ProviderOrder | null, amount: number, currency: string): boolean =>
  (order?.status === 'created' || order?.status === 'approved') &&
  order.amount === amount &&
  order.currency === currency

const unusableOrder = (): Refused => softRefusal(409, `${amountMismatch} We have charged nothing. Please pay again.`)
