import type { Coupon } from './coupon.ts'
import { lineCents, type PricedLine } from './cart.ts'
import { totalsOf, type Totals } from './totals.ts'
import type { Weighed } from './weighed.ts'

/* What goods by weight cost. Shop and gateway share it. Separate from the struct of answers, because the first load does not need it. */

/** The line of a cart or an order, as far as weighing matters. */
interface Line extends PricedLine {
  quantity: number
  weighed?: Weighed | null | undefined
}

/**
 * What a weight costs, in whole cents; half a cent is rounded up.
 *
 * @param cents - the price of `of` grams
 * @param grams - the weight that is paid for
 */
export function priceOfGrams(cents: number, grams: number, of: number): number {
  const doubled = 2 * cents * grams + of
  return (doubled - (doubled % (2 * of))) / (2 * of)
}

/** The price of a kilogram, in whole cents. @param cents - the price of one step or piece */
export const pricePerKilogram = (cents: number, { grams }: Weighed): number => priceOfGrams(cents, 1000, grams)

/** The most that a line can cost, in cents, however much it weighs. @param cents - what its quantity is estimated to cost */
export const mostOfLine = (cents: number, of: Weighed | null | undefined): number =>
  of ? priceOfGrams(cents, of.mostGrams, of.grams) : cents

/**
 * What a weighed line costs, in cents: the weight at the price per step or piece, rounded once, and never more than the most.
 *
 * @param cents - the price of one step or piece
 * @param grams - what was weighed
 */
export const priceOfWeighed = (cents: number, quantity: number, of: Weighed, grams: number): number =>
  Math.min(priceOfGrams(cents, grams, of.grams), mostOfLine(cents * quantity, of))

/** Whether the amount of some lines is an estimate until they are weighed. */
export const isEstimate = (lines: readonly Pick<Line, 'weighed'>[]): boolean => lines.some(line => line.weighed)

/**
 * The most that an order can cost, in cents. A coupon that applies to the estimate applies to every weight.
 *
 * @param estimate - the totals of the lines as they are
 */
export function mostTotal(lines: readonly Line[], coupon: Coupon | null, { discount, deliveryFee }: Totals): number {
  const subtotal = lines.reduce((sum, line) => sum + mostOfLine(lineCents(line), line.weighed), 0)
  return totalsOf(subtotal, discount > 0 ? withoutMinimum(coupon) : null, deliveryFee).total
}

/** A coupon that was accepted with an order: it stays, also if the order weighs less than estimated. */
export const withoutMinimum = (coupon: Coupon | null): Coupon | null => coupon && { ...coupon, minimumAmount: null }
