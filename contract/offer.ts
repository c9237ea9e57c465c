import type { Product } from './product.ts'

/* What cards and lists reckon with; apart from the shapes of answers, so that a first load needs none of those. */

/** Stock states of section 4; every other number shows neither control nor notice. */
export const stockStatus = { outOfStock: 2, inStock: 3 } as const

/** What one unit costs now, in dollars: the special price where there is one. */
export const priceOf = (of: Pick<Product, 'price' | 'specialPrice'>): number => of.specialPrice ?? of.price
