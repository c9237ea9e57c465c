import { enums, number, optional, string, type, type Infer } from 'superstruct'
import { orderLine } from './order.ts'
import { numeric } from './money.ts'

/** What becomes of a line when it is packed. */
export const pickings = ['picked', 'out-of-stock', 'substitute'] as const
export type Picking = (typeof pickings)[number]

/** The outcomes in words. */
export const pickingNames: Readonly<Record<Picking, string>> = {
  picked: 'Picked',
  'out-of-stock': 'Out of stock',
  substitute: 'Substitute',
}

/**
 * What a substitute costs, in cents: its own price, and never more than what the replaced line would have cost.
 *
 * @param own - what its quantity costs
 * @param replaced - what the replaced line would have cost
 */
export const priceOfSubstitute = (own: number, replaced: number): number => Math.min(own, replaced)

/** What is packed instead of a line. `totalPrice` is what is charged, in dollars. */
export const substitute = type({ productId: number(), productName: string(), quantity: numeric, totalPrice: numeric })

/** A line of an order in the office: as it was ordered, and what becomes of it; absent until that is decided. */
export const officeLine = type({
  ...orderLine.schema,
  /** The aisle that the product is in now; absent at a gateway that does not name it. */
  aisle: optional(string()),
  picking: optional(enums(pickings)),
  /** Only with `substitute`. */
  substitute: optional(substitute),
})

/** A product that can replace a line. `price` is in dollars. */
export const substituteOption = type({ productId: number(), productName: string(), price: numeric, left: number() })
export type SubstituteOption = Infer<typeof substituteOption>

/** Decides what becomes of a line, if the order still has the version that was shown. `substitute` and `quantity` only for a substitute. */
export const linePicking = type({
  productId: number(),
  picking: enums(pickings),
  substituteId: optional(number()),
  quantity: optional(number()),
  version: number(),
})
