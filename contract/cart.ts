import { integer, max, min, nullable, optional, size, string, type, type Infer } from 'superstruct'
import { opaqueId, wholeId } from './ids.ts'
import { numeric, toCents } from './money.ts'
import { listOf, one, read, remove, write } from './route.ts'

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
})
export type CartLine = Infer<typeof cartLine>

/** The body of POST /cart. Name, price and picture are part of the shape; a gateway uses its own. */
export const newCartLine = type({
  productId: wholeId,
  productName: string(),
  productPrice: numeric,
  productImage: string(),
  quantity,
  mySessionId: nullable(string()),
  requestId: optional(size(string(), 1, 200)),
})
export type NewCartLine = Infer<typeof newCartLine>

/** The body of PUT /cart/{id}; the quantity is a target, not a change. */
export const cartLineChange = type({ productPrice: numeric, quantity })

/** What was taken out of the cart. */
export const removedLine = type({ id: opaqueId, quantity: numeric, totalPrice: numeric })
export type RemovedLine = Infer<typeof removedLine>

/** How many items the lines hold together. */
export const quantityOf = (lines: readonly Pick<CartLine, 'quantity'>[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

/** What the lines cost together, in cents, before any discount. */
export const subtotalOf = (lines: readonly Pick<CartLine, 'totalPrice'>[]): number =>
  lines.reduce((sum, line) => sum + toCents(line.totalPrice), 0)

/** What one unit of a line costs, in cents. */
export const unitPriceOf = (line: Pick<CartLine, 'quantity' | 'totalPrice' | 'productPrice'>): number =>
  toCents(line.productPrice ?? (line.quantity > 0 ? line.totalPrice / line.quantity : 0))

/**
 * What is wrong with a quantity, in the specification's words; null when nothing is.
 *
 * @param text - as typed
 */
export function quantityMistake(text: string): string | null {
  if (text.trim() === '') return 'Quantity is required'
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) return 'Minimum quantity is 1'
  return value > largestQuantity ? `Maximum quantity is ${largestQuantity}` : null
}

/** What the cart asks the gateway. */
export const cartRoutes = {
  addLine: write('POST', '/cart', newCartLine, one(cartLine)),
  cart: read('/cart/{sessionId}', listOf(cartLine)),
  changeLine: write('PUT', '/cart/{id}', cartLineChange, one(cartLine)),
  removeLine: remove('/cart/{id}', one(removedLine)),
} as const
