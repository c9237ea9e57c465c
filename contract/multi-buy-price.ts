import { toCents } from './money.ts'
import type { MultiBuy } from './multi-buy.ts'

/* What several of a product cost. Shop and gateway share it. Separate from the struct of answers and from the words. */

/**
 * What a quantity costs, in cents: as many times the multi-buy as it contains, and the unit price for the rest. Never more than without it.
 *
 * @param cents - the current unit price
 */
export function priceOfQuantity(cents: number, quantity: number, multiBuy: MultiBuy | null | undefined): number {
  const without = cents * quantity
  if (!multiBuy) return without
  const rest = quantity % multiBuy.quantity
  return Math.min(without, ((quantity - rest) / multiBuy.quantity) * toCents(multiBuy.price) + rest * cents)
}
