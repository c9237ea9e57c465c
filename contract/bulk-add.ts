import { array, nullable, optional, size, string, type, type Infer } from 'superstruct'
import { quantity } from './cart.ts'
import { opaqueId, requestId, wholeId } from './ids.ts'
import { numeric } from './money.ts'
import { one, write } from './route.ts'

/** The most products that are added at once. */
export const largestBulk = 100

/** A product to add, with its quantity. */
export const bulkLine = type({ productId: wholeId, quantity })
/** The products to add. */
export const bulkLines = size(array(bulkLine), 1, largestBulk)

/** The body of POST /cart/lines. */
export const newCartLines = type({
  lines: bulkLines,
  mySessionId: nullable(string()),
  requestId: optional(requestId),
})
export type NewCartLines = Infer<typeof newCartLines>

/** A product that was not added. `left`: how many of it can still be added. */
export const refusedLine = type({ productId: wholeId, message: string(), left: numeric })
export type RefusedLine = Infer<typeof refusedLine>

/** What became of the products. Each is added with its whole quantity, or refused. `sessionId` is null if there is still no cart, because all were refused. */
export const addedLines = type({ sessionId: nullable(opaqueId), added: array(wholeId), refused: array(refusedLine) })
export type AddedLines = Infer<typeof addedLines>

/** The call that adds several products to the cart. It is not in the specification: a gateway without it answers 404. */
export const bulkAddRoutes = {
  addLines: write('POST', '/cart/lines', newCartLines, one(addedLines)),
} as const
