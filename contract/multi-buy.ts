import { nullable, optional, type, type Infer } from 'superstruct'
import { numeric } from './money.ts'

/** A price for several of a product, '2 for $9': `quantity` is a whole number from 2, `price` in dollars. */
export const multiBuy = type({ quantity: numeric, price: numeric })
export type MultiBuy = Infer<typeof multiBuy>

/** Of products and lines, while it is offered. Not in the specification, so optional. */
export const optionalMultiBuy = optional(nullable(multiBuy))
