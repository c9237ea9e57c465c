import { and, eq, inArray, sql } from 'drizzle-orm'
import { toDollars } from '#contract/money'
import type { NewOrder } from '#contract/order'
import { paymentRefusals, type NewPayment, type PaidPayment, type PaymentOrder } from '#contract/payment'
import { attend, paymentOf } from './attending.ts'
import { holdCart } from './carts.ts'
import { countUse } from './coupons.ts'
import type { Database } from './database.ts'
import { giveUp, isCartAsKept, takeStock, unpaid, type Payment } from './holds.ts'
import { hashOf, usedKey } from './once.ts'
import { acceptedFrom, giveUpOthers, soldOf } from './orders.ts'
import { Declined, NotApproved, type PaymentProvider, type ProviderOrder } from './provider.ts'
import { conflicting, notFound, Refused, softly } from './refused.ts'
import { carts, holds, payments } from './schema.ts'
import type { Shop } from './shop.ts'
import { otherCart, termsOf } from './terms.ts'

/** @throws Refused softly where nobody takes payments */
export function providerOf({ provider }: Shop): PaymentProvider {
  if (provider === null) throw softly(409, 'Online payment is not available yet. Please pay on delivery.')
  return provider
}

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

/**
 * Begins a payment: keeps stock, coupon and prices of the cart for 15 minutes, and has the provider make an order of the
 * amount, or takes over the one that the browser has made. Asked again with the same key it finishes what is missing.
 *
 * @throws Refused as an order would be; softly 410 for a key whose payment has ended, 409 for one that was used otherwise
 */
export async function beginPayment(shop: Shop, body: NewPayment, customerId: string | null): Promise<PaymentOrder> {
  const provider = providerOf(shop)
  const brought = body.providerOrderId === undefined ? null : await answered(provider.read(body.providerOrderId))
  const row = await shop.database.transaction(transaction => claimed(shop, transaction, body, brought, customerId))
  attendSession(shop, body.sessionId)
  const { providerOrderId, amount, currency } = await atProvider(shop, provider, row)
  return { id: providerOrderId!, amount: toDollars(amount), currency }
}

/** The payment of a key: the one that there is, or a new one with what it keeps. */
async function claimed(
  shop: Shop,
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
async function atProvider(shop: Shop, provider: PaymentProvider, row: Payment): Promise<Payment> {
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

/** Whether a payment was given up. */
export const isOver = ({ state }: Payment): boolean => state === 'ending' || state === 'ended'

const madeOrder = (provider: PaymentProvider, { intent, amount, currency, requestId }: Payment) =>
  answered(provider.create({ intent, amount, currency, reference: requestId }, requestId))

const isAmountOf = (row: Payment, { amount, currency }: ProviderOrder): boolean =>
  amount === row.amount && currency === row.currency

const otherAmount = 'The payment is about something else than this order.'

/**
 * Whether an order that the browser has made can be taken over. One whose money was moved already pays for something else,
 * here or elsewhere: it is neither accepted nor given back.
 */
const isFit = (order: ProviderOrder | null, amount: number, currency: string): boolean =>
  (order?.status === 'created' || order?.status === 'approved') &&
  order.amount === amount &&
  order.currency === currency

const unfit = (): Refused => softly(409, `${otherAmount} We have charged nothing. Please pay again.`)

/** Gives a payment up at once, and lets go of its money after the answer; what is paid for an order stays. */
async function giveUpTelling(shop: Shop, row: Payment, why: string): Promise<Refused> {
  await shop.database.transaction(async transaction => {
    const held = await heldPayment(transaction, row.requestId)
    if (held.orderId === null && !isOver(held)) await giveUp(transaction, [held], { isTold: true })
  })
  void attendLater(shop, row.requestId)
  return softly(409, `${why} ${wordsOnMoney(row.intent === 'capture')} Please pay again.`)
}

/** A payment that is there, held until the transaction ends. */
export async function heldPayment(transaction: Database, requestId: string): Promise<Payment> {
  const [row] = await transaction.select().from(payments).where(eq(payments.requestId, requestId)).for('update')
  return row!
}

/** Attends to a payment after the answer; where that fails, the sweep does. */
export const attendLater = (shop: Shop, requestId: string): Promise<void> =>
  shop.later('What is left to do about a payment', () => attend(shop, providerOf(shop), requestId))

/** Attends, after the answer, to the payments of a session that were given up for something else. */
export function attendSession(shop: Shop, sessionId: string): void {
  const { database, provider } = shop
  if (provider === null) return
  void shop.later('What is left to do about given up payments', async () => {
    const given = and(eq(payments.sessionId, sessionId), eq(payments.state, 'ending'))
    const rows = await database.select({ requestId: payments.requestId }).from(payments).where(given)
    for (const { requestId } of rows) await attend(shop, provider, requestId)
  })
}

/** What the provider answers; where it fails, nobody knows what happened, and asking again is safe. */
async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Declined || error instanceof NotApproved) throw error
    const unknown = new Refused(502, 'The payment provider did not answer. Please try again.')
    throw Object.assign(unknown, { cause: error })
  }
}

/**
 * Sets the money of an approved payment aside, or, where the browser takes it, looks whether it has. The cart must still
 * be what the payment was begun for.
 *
 * @param id - the provider's order
 * @throws Refused 404, softly 402, 409, 410 or 412 (`paymentRefusals`), 502 where the provider does not answer
 */
export async function authorizePayment(shop: Shop, id: string, customerId: string | null): Promise<PaidPayment> {
  const provider = providerOf(shop)
  const found = await paymentAt(shop.database, id)
  if (found === null || (found.customerId !== null && found.customerId !== customerId))
    throw notFound('This payment does not exist.')
  if (isOver(found)) throw endedNow(shop, found)
  const row = await atProvider(shop, provider, found)
  if (row.state === 'created') await refuseOtherCart(shop, row)
  const { state } = row.state === 'created' ? await paidNow(shop, provider, row) : row
  return { id, status: state === 'captured' ? 'captured' : 'authorized' }
}

/** A payment by the provider's order; null where there is none. */
export async function paymentAt(database: Database, providerOrderId: string): Promise<Payment | null> {
  const [row] = await database.select().from(payments).where(eq(payments.providerOrderId, providerOrderId))
  return row ?? null
}

/** Whoever approved a payment that has ended is told so, and what may have been taken is looked for at once. */
function endedNow(shop: Shop, row: Payment): Refused {
  void attendLater(shop, row.requestId)
  return endedPayment(row)
}

/** A cart that is no longer what the payment keeps ends it. */
async function refuseOtherCart(shop: Shop, { requestId, sessionId, intent }: Payment): Promise<void> {
  const isSame = await shop.database.transaction(async transaction => {
    await transaction.select().from(carts).where(eq(carts.sessionId, sessionId)).for('update')
    const row = await heldPayment(transaction, requestId)
    if (row.state !== 'created' || (await isCartAsKept(transaction, row))) return true
    await giveUp(transaction, [row], { isTold: true })
    return false
  })
  if (isSame) return
  void attendLater(shop, requestId)
  throw conflicting([otherCart], wordsOnMoney(intent === 'capture'))
}

/**
 * The payment with its money, once the shopper has approved.
 *
 * @throws Refused softly 402, 409, 410 or 412, 502
 */
export async function paidNow(shop: Shop, provider: PaymentProvider, row: Payment): Promise<Payment> {
  const order = await paidOrder(provider, row)
  const paid = row.intent === 'capture' ? order?.status === 'captured' : order?.status === 'authorized'
  if (order === null || !paid) throw unapproved()
  if (!isAmountOf(row, order)) throw await giveUpTelling(shop, row, otherAmount)
  await notePaid(shop.database, row, order)
  const now = (await paymentOf(shop.database, row.requestId))!
  if (isOver(now)) throw endedNow(shop, now)
  return now
}

async function paidOrder(provider: PaymentProvider, row: Payment): Promise<ProviderOrder | null> {
  const { requestId, intent } = row
  const id = row.providerOrderId!
  try {
    return await answered(intent === 'capture' ? provider.read(id) : provider.authorize(id, `authorize/${requestId}`))
  } catch (error) {
    if (error instanceof NotApproved) throw unapproved()
    if (!(error instanceof Declined)) throw error
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
