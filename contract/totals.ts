import { discountOf, type Coupon } from './coupon.ts'

/** What a shopper pays, in whole cents. */
export interface Totals {
  subtotal: number
  discount: number
  deliveryFee: number
  total: number
}

/**
 * Adds up an order; shop and gateway share it, so that what is shown is what is charged.
 *
 * @param subtotal - cents, the sum of the lines
 * @param coupon - the coupon that is applied, or null
 * @param deliveryFee - cents
 */
export function totalsOf(subtotal: number, coupon: Coupon | null, deliveryFee: number): Totals {
  const discount = discountOf(coupon, subtotal)
  return { subtotal, discount, deliveryFee, total: subtotal - discount + deliveryFee }
}

/** Cents that a cart still lacks to reach the minimum order, looked at before any discount; 0 when it has enough. */
export const missingForMinimum = (subtotal: number, minimum: number): number => Math.max(minimum - subtotal, 0)
