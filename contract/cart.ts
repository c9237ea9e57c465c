import { integer, max, min, nullable, optional, string, type, type Infer } from 'superstruct'
import { opaqueId, requestId, wholeId } from './ids.ts'
import { numeric, toCents } from './money.ts'
import { optionalMultiBuy } from './multi-buy.ts'
import { listOf, one, read, remove, write } from './route.ts'
import type { LineChoice } from './substitution.ts'
import { optionalWeighed } from './weighed.ts'

/** The most of one product that a line can hold. */
export const largestQuantity = 999

/** How many of a product: a whole number from 1 to 999. */
export const quantity = max(min(integer(), 1), largestQuantity)

/** One product in the cart; `totalPrice` is price times quantity, in dollars. */
export const cartLine = type({
  id: opaqueId,
  productId: wholeId,
  productName: string(),
  productImage: string(),
  quantity: numeric,
  totalPrice: numeric,
  sessionId: opaqueId,
  productPrice: optional(nullable(numeric)),
  /** Unit price in dollars without the special price; only while there is one. Not in the specification, so optional. */
  regularPrice: optional(nullable(numeric)),
  /** What the line costs with `multiBuy`, in dollars; absent without one, and then it costs `totalPrice`. */
  linePrice: optional(nullable(numeric)),
  /** If the product is sold by weight; `totalPrice` is then an estimate. */
  weighed: optionalWeighed,
  multiBuy: optionalMultiBuy,
})
/** A line of a cart. Its choices are not validated, so that the first load contains no validation of them. */
export type CartLine = Infer<typeof cartLine> & LineChoice

/** The body of POST /cart. Name, price and picture are part of the shape; a gateway uses its own. */
export const newCartLine = type({
  productId: wholeId,
  productName: string(),
  productPrice: numeric,
  productImage: string(),
  quantity,
  mySessionId: nullable(string()),
  requestId: optional(requestId),
})
export type NewCartLine = Infer<typeof newCartLine>

/**
 * The body of PUT /cart/{id}; the quantity is a target, not a change. The gateway accepts `lineChoice` too (`line-choice.ts`), of which the
 * first load contains no validation.
 */
export const cartLineChange = type({ productPrice: numeric, quantity })

/** The line that was removed from the cart. */
export const removedLine = type({ id: opaqueId, quantity: numeric, totalPrice: numeric })
export type RemovedLine = Infer<typeof removedLine>

/** The total quantity of the lines. */
export const quantityOf = (lines: readonly Pick<CartLine, 'quantity'>[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

/** The part of a line of a cart or an order that says what it costs. */
export type PricedLine = Pick<CartLine, 'totalPrice' | 'linePrice'>

/** What a line costs, in cents. */
export const lineCents = ({ totalPrice, linePrice }: PricedLine): number => toCents(linePrice ?? totalPrice)

/** The subtotal of the lines, in cents, before any discount. */
export const subtotalOf = (lines: readonly PricedLine[]): number =>
  lines.reduce((sum, line) => sum + lineCents(line), 0)

/** The unit price of a line, in cents. */
export const unitPriceOf = (line: Pick<CartLine, 'quantity' | 'totalPrice' | 'productPrice'>): number =>
  toCents(line.productPrice ?? (line.quantity > 0 ? line.totalPrice / line.quantity : 0))

/** The value of a quantity field: a whole number, which may be out of range; null when the field is empty. */
export type TypedQuantity = number | null

/** Whether a line may have this quantity. */
export const isQuantity = (quantity: TypedQuantity): quantity is number =>
  Number.isInteger(quantity) && quantity! >= 1 && quantity! <= largestQuantity

/** The API calls of the cart. */
export const cartRoutes = {
  addLine: write('POST', '/cart', newCartLine, one(cartLine)),
  cart: read('/cart/{sessionId}', listOf(cartLine)),
  changeLine: write('PUT', '/cart/{id}', cartLineChange, one(cartLine)),
  removeLine: remove('/cart/{id}', one(removedLine)),
} as const
