import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { productColumns, type ProductRow } from '../catalogue/products.ts'
import { cartLines, coupons, reservations, payments, products } from '../database/schema.ts'

/** A payment as it is kept. */
export type Payment = typeof payments.$inferSelect

/** How a payment stands. */
export type PaymentState = Payment['state']

/** Nothing has been set aside or taken for them, as far as the gateway knows. */
export const unpaidStates: readonly PaymentState[] = ['creating', 'created']

/** The money is there, set aside or taken. */
export const paidStates: readonly PaymentState[] = ['authorized', 'captured']

/**
 * Payments of sessions that have no order, held until the transaction ends. Everywhere the cart is held first, then
 * payments, then products, then coupons, so that no two wait for one another.
 *
 * @param states - those that are meant
 */
export const lockPayments = (
  transaction: Database,
  sessions: string[],
  states: readonly PaymentState[],
): Promise<Payment[]> =>
  transaction
    .select()
    .from(payments)
    .where(and(inArray(payments.sessionId, sessions), inArray(payments.state, states), isNull(payments.orderId)))
    .orderBy(asc(payments.requestId))
    .for('update')

/** Gives up payments that nothing was set aside for yet; the caller holds the carts of the sessions, and changes them. */
export async function releaseUnpaid(transaction: Database, sessions: string[]): Promise<void> {
  await releaseReservations(transaction, await lockPayments(transaction, sessions, unpaidStates))
}

/** What is beside the payments that are given up. */
interface ReleaseOptions {
  /** A coupon that is to be counted afterwards: coupons are held in one order, too. */
  couponCode?: string | null
  /** Whether the answer says so; else a letter will, where money comes back. */
  customerNotified?: boolean
}

/**
 * Gives payments up that are held: what they kept is on the shelf again, their coupon counts for others. What they have at
 * the provider is let go after the transaction, or by the sweep.
 */
export async function releaseReservations(
  transaction: Database,
  rows: Payment[],
  beside: ReleaseOptions = {},
): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.map(row => row.requestId)
  await lockStock(transaction, rows, beside.couponCode ?? null)
  for (const held of await transaction.select().from(reservations).where(inArray(reservations.requestId, keys))) {
    await transaction
      .update(products)
      .set({ stock: sql`${products.stock} + ${held.quantity}` })
      .where(eq(products.id, held.productId))
  }
  await transaction.delete(reservations).where(inArray(reservations.requestId, keys))
  for (const { couponCode } of rows) {
    if (couponCode !== null) await uncountCouponUse(transaction, couponCode)
  }
  await transaction
    .update(payments)
    .set({ state: 'ending', nextCheckAt: sql`now()`, ...(beside.customerNotified ? { email: null } : {}) })
    .where(inArray(payments.requestId, keys))
}

/** Their products together with those of the carts, which the caller may want next, and the coupons. */
async function lockStock(transaction: Database, rows: Payment[], couponCode: string | null): Promise<void> {
  const keys = rows.map(row => row.requestId)
  const sessions = rows.map(row => row.sessionId)
  const theirs = transaction
    .select({ id: reservations.productId })
    .from(reservations)
    .where(inArray(reservations.requestId, keys))
  const carts = transaction
    .select({ id: cartLines.productId })
    .from(cartLines)
    .where(inArray(cartLines.sessionId, sessions))
  await transaction
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, theirs.union(carts)))
    .orderBy(asc(products.id))
    .for('no key update')
  const codes = [...rows.map(row => row.couponCode), couponCode?.trim().toUpperCase() ?? null]
  await transaction
    .select({ code: coupons.code })
    .from(coupons)
    .where(
      inArray(
        coupons.code,
        codes.filter(code => code !== null),
      ),
    )
    .orderBy(asc(coupons.code))
    .for('no key update')
}

/** A grocer may have counted anew in the meantime. */
const uncountCouponUse = (transaction: Database, code: string) =>
  transaction
    .update(coupons)
    .set({ used: sql`greatest(${coupons.used} - 1, 0)` })
    .where(eq(coupons.code, code))

/** A product that is sold, as many as are sold, and what one costs, in cents. */
export type SoldLine = ProductRow & { quantity: number; price: number }

/** Takes goods from the shelf. The rows are held and were looked at; the table's own check is the last word. */
export async function takeStock(transaction: Database, lines: SoldLine[]): Promise<void> {
  for (const { id, quantity } of lines) {
    await transaction
      .update(products)
      .set({ stock: sql`${products.stock} - ${quantity}` })
      .where(eq(products.id, id))
  }
}

/** What a payment keeps, in the order of the products. */
export const readReservedLines = (transaction: Database, requestId: string): Promise<SoldLine[]> =>
  transaction
    .select({ ...productColumns, quantity: reservations.quantity, price: reservations.price })
    .from(reservations)
    .innerJoin(products, eq(products.id, reservations.productId))
    .where(eq(reservations.requestId, requestId))
    .orderBy(asc(products.id))

/** Whether a cart holds what a payment keeps for it, product by product; the caller holds the cart. */
export async function isCartAsReserved(transaction: Database, { requestId, sessionId }: Payment): Promise<boolean> {
  const kept = await transaction.select().from(reservations).where(eq(reservations.requestId, requestId))
  const lines = await transaction.select().from(cartLines).where(eq(cartLines.sessionId, sessionId))
  return hasSameLines(kept, lines)
}

interface LineQuantity {
  productId: number
  quantity: number
}

/**
 * Whether two lists hold the same products, as often, in whatever order.
 *
 * @param kept - names no product twice
 */
export const hasSameLines = (kept: LineQuantity[], said: LineQuantity[]): boolean =>
  kept.length === said.length &&
  kept.every(one => said.some(other => other.productId === one.productId && other.quantity === one.quantity))
