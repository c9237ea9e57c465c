import { optional, string, type, type Infer } from 'superstruct'
import { requestId, wholeId } from './ids.ts'
import { nothing, write } from './route.ts'

/** Days after which a request for a mail ends. */
export const noticeDays = 90

/** The body of POST /stock-notices: a mail is asked for when the product is in stock again. */
export const newStockNotice = type({ productId: wholeId, email: string(), requestId: optional(requestId) })
export type NewStockNotice = Infer<typeof newStockNotice>

/**
 * The API call of mails about products that are in stock again. It is not in the specification: a gateway that has it says so with `stockNotice`
 * of a product. Its answer is the same for every address.
 */
export const stockNoticeRoutes = {
  requestStockNotice: write('POST', '/stock-notices', newStockNotice, nothing),
} as const
