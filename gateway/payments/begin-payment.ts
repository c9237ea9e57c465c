import { and, eq, sql } from 'drizzle-orm'
import { toDollars } from '#contract/money'
import { isEstimate } from '#contract/weight-price'
import type { NewPayment, PaymentOrder } from '#contract/payment'
import { findPayment } from './settle-payment.ts'
import { lockCart } from '../carts/carts.ts'
import { countCouponUse } from '../carts/coupons.ts'
import type { Database } from '../database/database.ts'
import type { Payment } from '../stock/payment-rows.ts'
import { takeStock } from '../stock/reservations.ts'
import { keyReused, readDiscarded } from '../requests/idempotency.ts'
import { checkOrder, releaseSessionPayments, toSoldLines } from '../orders/orders.ts'
import {
  askProvider,
  settleSessionPaymentsLater,
  paymentEnded,
  isAbandoned,
  isOrderFor,
  isPaymentOf,
  belongsTo,
  hashOrder,
  amountMismatch,
  onlinePaymentUnavailable,
  orderDiscarded,
  requireProvider,
} from './payments.ts'
import type { ProviderName } from '../database/provider-name.ts'
import type { PaymentProvider, ProviderOrder, PaymentServices } from './payment-provider.ts'
import { refuseLargeShare } from '../stock/reservation-limits.ts'
import { softRefusal, type Refused } from '../requests/refusals.ts'
import { readRules } from '../shop/store-settings.ts'
import { reservations, payments } from '../database/schema.ts'
import { checkTerms } from '../orders/order-terms.ts'

/**
 * Begins a payment: reserves stock, coupon, slot and prices of the cart for 5 minutes, and creates an order at the provider
 * or, if the settings allow that, adopts the one the browser has created. A repeated key continues where the first request stopped.
 *
 * @param network - hash of the network whose share of the stock is limited; null for no limit
 * @throws Refused as an order would be; softly 410 if the key's payment was abandoned, 409 if the key was used for
 * another request
 */
export async function beginPayment(
  shop: PaymentServices,
  body: NewPayment,
  customerId: string | null,
  network: string | null = null,
): Promise<PaymentOrder> {
  const provider = requireProvider(shop)
  if (body.providerOrderId !== undefined && !shop.acceptsBrowserOrders) throw unusableOrder()
  if (!shop.rules.receivedOnlinePayment) throw onlinePaymentUnavailable()
  const brought = body.providerOrderId === undefined ? null : await askProvider(provider.read(body.providerOrderId))
  const payment = await shop.database.transaction(transaction =>
    findOrInsertPayment(shop, transaction, body, brought, { customerId, network, provider: provider.name }),
  )
  settleSessionPaymentsLater(shop, body.sessionId)
  const { providerOrderId, amount, currency } = await ensureProviderOrder(shop, provider, payment)
  return { id: providerOrderId!, amount: toDollars(amount), currency }
}

/** Returns the payment of the key, or inserts a new one and reserves what it needs. */
async function findOrInsertPayment(
  shop: PaymentServices,
  transaction: Database,
  body: NewPayment,
  brought: ProviderOrder | null,
  owner: { customerId: string | null; network: string | null; provider: ProviderName },
): Promise<Payment> {
  const { customerId, network } = owner
  const rules = await readRules(transaction, shop.rules)
  const accepted = await checkOrder(transaction, rules, body)
  const isKnown = await lockCart(transaction, body.sessionId, customerId) // A concurrent request with the same key waits here.
  if ((await readDiscarded(transaction, { call: 'POST /order', requestId: body.requestId })) !== null)
    throw orderDiscarded()
  const known = await findPayment(transaction, body.requestId)
  if (known !== null) return refuseOtherRequest(known, body, customerId)
  if (isKnown) await releaseSessionPayments(transaction, body)
  const terms = await checkTerms(transaction, rules, body, accepted, isKnown)
  const { lines, coupon, totals, slot, most: amount } = terms
  if (amount === 0) throw softRefusal(409, 'There is nothing to pay online. Please choose to pay on delivery.')
  const { total, ...sums } = totals
  const weighing = { estimate: isEstimate(lines) ? total : null, coupon }
  if (body.intent === 'capture' && isEstimate(lines)) throw notCaptured()
  const wanted = { intent: body.intent ?? 'authorize', amount, currency: shop.rules.currency }
  if (body.providerOrderId !== undefined && !isUsable(brought, wanted)) throw unusableOrder()
  const sold = toSoldLines(lines)
  if (network !== null) await refuseLargeShare(transaction, shop.limits, network, { lines: sold, coupon, slot })
  const { email } = accepted.customer
  const couponCode = coupon?.couponCode ?? null
  const payment = await insertPayment(
    transaction,
    body,
    { ...sums, ...weighing, amount, couponCode, slot, email, ...owner },
    shop.rules.currency,
  )
  await countCouponUse(transaction, coupon)
  await takeStock(transaction, sold)
  const kept = sold.map(({ id, quantity, price, weighed, multiBuy }) => ({
    requestId: payment.requestId,
    productId: id,
    quantity,
    price,
    weighed,
    multiBuy,
  }))
  await transaction.insert(reservations).values(kept)
  return payment
}

/** What a browser captures is taken before anything is weighed. */
const notCaptured = (): Refused =>
  softRefusal(409, 'Some products are weighed after you order, so they can’t be paid for now. Please pay on delivery.')

/** Returns the payment of a repeated key, if the request is the same. */
function refuseOtherRequest(payment: Payment, body: NewPayment, customerId: string | null): Payment {
  const isSame = belongsTo(payment, body.sessionId, customerId) && isPaymentOf(payment, body)
  const isOtherWay = (body.intent ?? 'authorize') !== payment.intent
  const isOtherOrder = body.providerOrderId !== undefined && body.providerOrderId !== payment.providerOrderId
  if (!isSame || isOtherWay || isOtherOrder) throw keyReused()
  return payment
}

type PaymentTerms = Pick<
  Payment,
  | 'customerId'
  | 'network'
  | 'provider'
  | 'amount'
  | 'subtotal'
  | 'discount'
  | 'couponCode'
  | 'coupon'
  | 'slot'
  | 'estimate'
  | 'deliveryFee'
  | 'email'
>

const in5Minutes = sql`now() + interval '5 minutes'`

/** @throws Refused if the key or the provider's order belongs to another payment */
async function insertPayment(
  transaction: Database,
  body: NewPayment,
  kept: PaymentTerms,
  currency: string,
): Promise<Payment> {
  const { requestId, sessionId, intent = 'authorize', providerOrderId } = body
  const [payment] = await transaction
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
      expiresAt: in5Minutes,
      nextCheckAt: in5Minutes,
    })
    .onConflictDoNothing()
    .returning()
  if (payment === undefined) throw keyReused()
  return payment
}

/** Creates the provider's order unless the payment has one. */
export async function ensureProviderOrder(
  shop: PaymentServices,
  provider: PaymentProvider,
  payment: Payment,
): Promise<Payment> {
  if (isAbandoned(payment)) throw paymentEnded(payment)
  if (payment.state !== 'creating') return payment
  const order = await createProviderOrder(provider, payment)
  await shop.database
    .update(payments)
    .set({ state: 'created', providerOrderId: order.id })
    .where(and(eq(payments.requestId, payment.requestId), eq(payments.state, 'creating')))
  const now = (await findPayment(shop.database, payment.requestId))!
  if (isAbandoned(now)) throw paymentEnded(now) // The cart was changed meanwhile.
  return now
}

const createProviderOrder = (provider: PaymentProvider, { intent, amount, currency, requestId }: Payment) =>
  askProvider(provider.create({ intent, amount, currency, reference: requestId }, requestId))

/**
 * Whether an order created by the browser can be adopted. If its money has already moved, it belongs to another purchase:
 * it is neither accepted nor refunded.
 */
const isUsable = (order: ProviderOrder | null, wanted: Pick<Payment, 'intent' | 'amount' | 'currency'>): boolean =>
  (order?.status === 'created' || order?.status === 'approved') && isOrderFor(wanted, order)

const unusableOrder = (): Refused => softRefusal(409, `${amountMismatch} You haven’t been charged. Please pay again.`)
