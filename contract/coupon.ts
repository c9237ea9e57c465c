import { enums, nullable, optional, string, type, type Infer } from 'superstruct'
import { numeric, toCents } from './money.ts'
import { nothing, one, read, remove } from './route.ts'
import { plainText } from './typed-text.ts'

/** A discount that the gateway has validated; `discountValue` is a percentage or an amount in dollars. */
export const coupon = type({
  couponCode: string(),
  discountType: enums(['percent', 'amount']),
  discountValue: numeric,
  minimumAmount: optional(nullable(numeric)),
  description: optional(nullable(string())),
})
export type Coupon = Infer<typeof coupon>

/**
 * A coupon code in the form in which codes are compared: case, width, spaces and invisible characters do not matter.
 *
 * @param code - as typed
 * @returns '' if it has no visible character
 */
export const comparableCoupon = (code: string): string =>
  plainText(code).replaceAll(' ', '').toUpperCase().normalize('NFKC')

/**
 * The discount of a coupon.
 *
 * @param coupon - null without one
 * @param subtotal - cents, before any discount
 * @returns cents, at most the subtotal; 0 while the subtotal is below the coupon's minimum. Percentages round half up.
 */
export function discountOf(coupon: Coupon | null, subtotal: number): number {
  if (coupon === null || missingForCoupon(coupon, subtotal) > 0) return 0
  const off =
    coupon.discountType === 'percent'
      ? Math.floor((subtotal * Math.round(coupon.discountValue * 100) + 5_000) / 10_000)
      : toCents(coupon.discountValue)
  return Math.min(Math.max(off, 0), subtotal)
}

/** Cents that a cart still lacks before its coupon takes anything off; 0 when it has enough. */
export const missingForCoupon = (coupon: Coupon, subtotal: number): number =>
  Math.max(toCents(coupon.minimumAmount ?? 0) - subtotal, 0)

/** The API calls about coupons. */
export const couponRoutes = {
  validateCoupon: read('/coupon/validate/{code}', one(coupon)),
  removeCoupon: remove('/coupon/{sessionId}', nothing),
} as const
