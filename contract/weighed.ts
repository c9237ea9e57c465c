import { enums, nullable, optional, type, type Infer } from 'superstruct'
import { numeric } from './money.ts'

/* Goods that are weighed when the order is packed. Their quantity is a whole number of steps or pieces, and their price that of one. */

/**
 * How a product is sold by weight. One unit of its quantity, a step of loose goods or a piece, weighs about `grams`; of it at most `mostGrams`
 * are paid for. Both are whole numbers from 1.
 */
export const weighed = type({ by: enums(['step', 'piece']), grams: numeric, mostGrams: numeric })
export type Weighed = Infer<typeof weighed>

/** Of products and lines; absent or null for goods that are not weighed. Not in the specification, so optional. */
export const optionalWeighed = optional(nullable(weighed))
