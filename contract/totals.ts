import { discountOf, type Coupon } from './coupon.ts'

/** The amounts of an order, in whole cents. */
export interface Totals {
  subtotal: number
  discount: number
  deliveryFee: number
  total: number
}

/**
 * Calculates the amounts of an order. Shop and gateway share it, so that the amount shown is the amount charged.
 *
 * @param subtotal - cents, the sum of the lines
 * @param coupon - the coupon that is applied, or null
 * @param deliveryFee - cents
 */
export function totalsOf(subtotal: number, coupon: Coupon | null, deliveryFee: number): Totals {
  const discount = discountOf(coupon, subtotal)
  return { subtotal, discount, deliveryFee, total: subtotal - discount + deliveryFee }
}

/** Cents that a cart still lacks to reach the minimum order, compared before any discount; 0 when it has enough. */
export const missingForMinimum = (subtotal: number, minimum: number): number => Math.max(minimum - subtotal, 0)
