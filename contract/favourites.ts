import { array, max, min, size, integer, optional, type, type Infer } from 'superstruct'
import { requestId, wholeId } from './ids.ts'
import { product } from './product.ts'
import { listOf, nothing, one, read, remove, write } from './route.ts'

/** The most products that a customer can save. */
export const largestSaved = 500

/** The most products that a guest can save: they are kept on the device. */
export const largestOnDevice = 200

/** The most products that are read by one request. */
export const largestReading = 50

/** A product that a customer has saved. */
export const favourite = type({ productId: wholeId })

/** The products to save: one that was pressed, or those that a guest had saved before the login. The newest is the first. */
export const newFavouriteIds = size(array(max(min(integer(), 1), 2 ** 31 - 1)), 1, largestOnDevice)

/** The body of POST /favourites. */
export const newFavourites = type({ productIds: newFavouriteIds, requestId: optional(requestId) })
export type NewFavourites = Infer<typeof newFavourites>

/** The ids of saved products, as the body of POST /favourites has them. */
const productIds = array(wholeId)

/** The requested products that are saved now; those that are beyond the limit, or not sold, are left out. */
export const savedFavourites = type({ productIds })

/** The API calls of favourites. They are not in the specification: a gateway without them answers 404. */
export const favouriteRoutes = {
  favourites: read('/favourites', listOf(favourite)),
  saveFavourites: write('POST', '/favourites', newFavourites, one(savedFavourites)),
  removeFavourite: remove('/favourites/{productId}', nothing),
  /** The products with these ids, separated by commas. */
  productsById: read('/products/{ids}', listOf(product)),
} as const
