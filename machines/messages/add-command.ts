/** A product to add to the cart. `productPrice` is in dollars; section 3 requires price and picture in the request. */
export interface Addition {
  productId: number
  productName: string
  productPrice: number
  productImage: string
  quantity: number
}

/**
 * `order`: a line of an order that is bought again. Its lines are added one by one and announced in one toast.
 * `undo`: a line that was removed; `at` is where it was among the lines, from 0.
 */
export type AddCommand = { type: 'cart.add'; from: 'list' | 'detail' | 'undo' | 'order'; at?: number } & Addition
