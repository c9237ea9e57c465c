import type { Coupon } from '#contract/coupon'
import type { SeenLine } from '#contract/order'

/** What a shopper asks to put into the cart. Price, in dollars, and picture go along as section 3 says. */
export interface Addition {
  productId: number
  productName: string
  productPrice: number
  productImage: string
  quantity: number
}
/** `order`: a line of an order that is bought again; its lines are asked for one after the other, and told of together. */
export type AddCommand = { type: 'cart.add'; from: 'list' | 'detail' | 'undo' | 'order' } & Addition

/** What other charts need to know of the cart; `subtotal` in cents. */
export interface Basket {
  sessionId: string | null
  lines: readonly SeenLine[]
  quantity: number
  subtotal: number
  coupon: Coupon | null
}
