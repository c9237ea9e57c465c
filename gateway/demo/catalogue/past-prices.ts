import type { SeedProduct } from '../../database/goods.ts'

/** Of this many products on special, one was sold for less in the month before. */
const soldForLess = 4

/**
 * The changes of the price of a product on special, which began some days ago. Some had another special before it: for them the lowest price of the
 * month before is not the regular price.
 *
 * @param price - cents
 * @param special - cents
 */
export function pastPrices(id: number, price: number, special: number): SeedProduct['priceChanges'] {
  const daysAgo = 1 + (id % 12)
  const begun = { before: price, after: special, daysAgo }
  if (id % soldForLess !== 0) return [begun]
  const earlier = price - Math.round((price - special) / 20) * 10
  return [
    { before: price, after: earlier, daysAgo: daysAgo + 20 },
    { before: earlier, after: price, daysAgo: daysAgo + 13 },
    begun,
  ]
}
