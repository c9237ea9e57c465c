import type { Product } from './product.ts'

/* Prices and stock states for cards and lists. Separate from the structs of answers, which the first load does not need. */

/** Stock states of section 4; every other number shows neither control nor notice. */
export const stockStatus = { outOfStock: 2, inStock: 3 } as const

/** The current unit price in dollars: the special price, if there is one. */
export const priceOf = (of: Pick<Product, 'price' | 'specialPrice'>): number => of.specialPrice ?? of.price
