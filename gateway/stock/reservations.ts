import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { largestInteger } from '../database/ids.ts'
import { productColumns, type ProductRow } from '../catalogue/products.ts'
import { cartLines, coupons, reservations, payments, products } from '../database/schema.ts'
import { hasCodeOf } from './coupon-codes.ts'
import { lockPayments, unpaidStates, type Payment } from './payment-rows.ts'

/**
 * Abandons the payments of sessions that hold no money yet. The caller has locked the carts of the sessions and changes
 * them.
 */
export async function releaseUnpaid(transaction: Database, sessions: string[]): Promise<void> {
  await releaseReservations(transaction, await lockPayments(transaction, sessions, unpaidStates))
}

interface ReleaseOptions {
  /** A coupon that the caller uses next; it is locked together with the others, in the same order. */
  couponCode?: string | null
  /** Whether the response tells the shopper; if not, they get a mail when money is returned. */
  customerNotified?: boolean
}

/**
 * Abandons locked payments: returns reserved stock and coupon uses. What the provider holds is released
 * after the transaction, or by the settlement job.
 */
export async function releaseReservations(
  transaction: Database,
  abandoned: Payment[],
  options: ReleaseOptions = {},
): Promise<void> {
  if (abandoned.length === 0) return
  const keys = abandoned.map(payment => payment.requestId)
  await lockStock(transaction, abandoned, options.couponCode ?? null)
  for (const reserved of await transaction.select().from(reservations).where(inArray(reservations.requestId, keys)))
    await returnStock(transaction, reserved)
  await transaction.delete(reservations).where(inArray(reservations.requestId, keys))
  for (const { couponCode } of abandoned) {
    if (couponCode !== null) await returnCouponUse(transaction, couponCode)
  }
  await transaction
    .update(payments)
    .set({
      state: 'ending',
      nextCheckAt: sql`now()`,
      attempts: 0,
      ...(options.customerNotified ? { email: null } : {}),
    })
    .where(inArray(payments.requestId, keys))
}

/** Locks the reserved products, those of the carts, which the caller may need next, and the coupons. */
async function lockStock(transaction: Database, abandoned: Payment[], couponCode: string | null): Promise<void> {
  const keys = abandoned.map(payment => payment.requestId)
  const sessions = abandoned.map(payment => payment.sessionId)
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
  const codes = [...abandoned.map(payment => payment.couponCode), couponCode].filter(code => code !== null)
  await transaction
    .select({ code: coupons.code })
    .from(coupons)
    .where(hasCodeOf(...codes))
    .orderBy(asc(coupons.code))
    .for('no key update')
}

/** Returns one use of a coupon. The store may have reset the count in the meantime. */
export const returnCouponUse = (transaction: Database, code: string) =>
  transaction
    .update(coupons)
    .set({ used: sql`greatest(${coupons.used} - 1, 0)` })
    .where(eq(coupons.code, code))

/** Returns units of a product to the stock, which the store may have raised to the most that the column holds. */
export const returnStock = (transaction: Database, { productId, quantity }: LineQuantity) =>
  transaction
    .update(products)
    .set({ stock: sql`least(${products.stock}::bigint + ${quantity}, ${largestInteger})` })
    .where(eq(products.id, productId))

/** A product with the quantity sold and its unit price in cents. */
export type SoldLine = ProductRow & { quantity: number; price: number }

/** Reduces the stock of locked and checked products; the table's check constraint guards against going below 0. */
export async function takeStock(transaction: Database, lines: SoldLine[]): Promise<void> {
  for (const { id, quantity } of lines) {
    await transaction
      .update(products)
      .set({ stock: sql`${products.stock} - ${quantity}` })
      .where(eq(products.id, id))
  }
}

/** The lines reserved for a payment, ordered by product id. */
export const readReservedLines = (transaction: Database, requestId: string): Promise<SoldLine[]> =>
  transaction
    .select({
      ...productColumns,
      quantity: reservations.quantity,
      price: reservations.price,
      weighed: reservations.weighed,
      multiBuy: reservations.multiBuy,
    })
    .from(reservations)
    .innerJoin(products, eq(products.id, reservations.productId))
    .where(eq(reservations.requestId, requestId))
    .orderBy(asc(products.id))

/**
 * Whether the cart still has exactly the products and quantities reserved for the payment. The caller has locked the
 * cart.
 */
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
 * Whether two lists have the same products with the same quantities, in any order.
 *
 * @param kept - has no product twice
 */
export const hasSameLines = (kept: LineQuantity[], seen: LineQuantity[]): boolean =>
  kept.length === seen.length &&
  kept.every(one => seen.some(other => other.productId === one.productId && other.quantity === one.quantity))
