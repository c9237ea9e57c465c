import { and, eq, sql } from 'drizzle-orm'
import { toDollars } from '#contract/money'
import type { NewPayment, PaymentOrder } from '#contract/payment'
import { paymentOf } from './settle-payment.ts'
import { holdCart } from '../carts/carts.ts'
import { countUse } from '../carts/coupons.ts'
import type { Database } from '../database/database.ts'
import { takeStock, type Payment } from '../stock/reservations.ts'
import { usedKey } from '../requests/idempotency.ts'
import { acceptedFrom, giveUpOthers, soldOf } from '../orders/orders.ts'
import {
  answered,
  attendSession,
  endedPayment,
  isOver,
  isTheirs,
  orderHash,
  otherAmount,
  notOnline,
  providerOf,
} from './payments.ts'
import type { PaymentProvider, ProviderOrder, PaymentShop } from './payment-provider.ts'
import { softly, type Refused } from '../requests/refusals.ts'
import { holds, payments } from '../database/schema.ts'
import { termsOf } from '../orders/order-terms.ts'

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
  const provider = providerOf(shop)
  if (!shop.rules.receivedOnlinePayment) throw notOnline()
  const brought = body.providerOrderId === undefined ? null : await answered(provider.read(body.providerOrderId))
  const row = await shop.database.transaction(transaction => claimed(shop, transaction, body, brought, customerId))
  attendSession(shop, body.sessionId)
  const { providerOrderId, amount, currency } = await atProvider(shop, provider, row)
  return { id: providerOrderId!, amount: toDollars(amount), currency }
}

/** The payment of a key: the one that there is, or a new one with what it keeps. */
async function claimed(
  shop: PaymentShop,
  transaction: Database,
  body: NewPayment,
  brought: ProviderOrder | null,
  customerId: string | null,
): Promise<Payment> {
  const accepted = await acceptedFrom(transaction, body)
  const isKnown = await holdCart(transaction, body.sessionId, customerId) // a twin waits here for the first
  const known = await paymentOf(transaction, body.requestId)
  if (known !== null) return sameWish(known, body, customerId)
  if (isKnown) await giveUpOthers(transaction, body)
  const { lines, coupon, totals } = await termsOf(transaction, shop.rules, body, accepted, isKnown)
  if (totals.total === 0) throw softly(409, 'There is nothing to pay online. Please choose to pay on delivery.')
  const { total: amount, ...sums } = totals
  if (body.providerOrderId !== undefined && !isFit(brought, amount, shop.rules.currency)) throw unfit()
  const { email } = accepted.customer
  const couponCode = coupon?.couponCode ?? null
  const row = await insert(transaction, body, { ...sums, amount, couponCode, customerId, email }, shop.rules.currency)
  const sold = soldOf(lines)
  await countUse(transaction, coupon)
  await takeStock(transaction, sold)
  const kept = sold.map(({ id, quantity, price }) => ({ requestId: row.requestId, productId: id, quantity, price }))
  await transaction.insert(holds).values(kept)
  return row
}

/** A payment that the key was used for, if it was for the same. */
function sameWish(row: Payment, body: NewPayment, customerId: string | null): Payment {
  const isSame = isTheirs(row, body.sessionId, customerId) && row.bodyHash === orderHash(body)
  const isOtherWay = (body.intent ?? 'authorize') !== row.intent
  const isOtherOrder = body.providerOrderId !== undefined && body.providerOrderId !== row.providerOrderId
  if (!isSame || isOtherWay || isOtherOrder) throw usedKey()
  return row
}

type Kept = Pick<Payment, 'customerId' | 'amount' | 'subtotal' | 'discount' | 'couponCode' | 'deliveryFee' | 'email'>

const minutesKept = sql`now() + interval '15 minutes'`

/** A key, or an order of the provider, that is somebody else's is refused. */
async function insert(transaction: Database, body: NewPayment, kept: Kept, currency: string): Promise<Payment> {
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
      bodyHash: orderHash(body),
      state: providerOrderId === undefined ? 'creating' : 'created',
      endsAt: minutesKept,
      lookAt: minutesKept,
    })
    .onConflictDoNothing()
    .returning()
  if (row === undefined) throw usedKey()
  return row
}

/** The payment with the provider's order, which is made where it is missing. */
export async function atProvider(shop: PaymentShop, provider: PaymentProvider, row: Payment): Promise<Payment> {
  if (isOver(row)) throw endedPayment(row)
  if (row.state !== 'creating') return row
  const order = await madeOrder(provider, row)
  await shop.database
    .update(payments)
    .set({ state: 'created', providerOrderId: order.id })
    .where(and(eq(payments.requestId, row.requestId), eq(payments.state, 'creating')))
  const now = (await paymentOf(shop.database, row.requestId))!
  if (isOver(now)) throw endedPayment(now) // the cart was changed meanwhile
  return now
}

const madeOrder = (provider: PaymentProvider, { intent, amount, currency, requestId }: Payment) =>
  answered(provider.create({ intent, amount, currency, reference: requestId }, requestId))

/**
 * Whether an order that the browser has made can be taken over. One whose money was moved already pays for something else,
 * here or elsewhere: it is neither accepted nor given back.
 */
const isFit = (order: ProviderOrder | null, amount: number, currency: string): boolean =>
  (order?.status === 'created' || order?.status === 'approved') &&
  order.amount === amount &&
  order.currency === currency

const unfit = (): Refused => softly(409, `${otherAmount} We have charged nothing. Please pay again.`)
