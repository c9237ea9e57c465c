/** A product to add to the cart. `productPrice` is in dollars; section 3 requires price and picture in the request. */
export interface Addition {
  productId: number
  productName: string
  productPrice: number
  productImage: string
  quantity: number
}

/**
 * `undo`: a line that was removed; `at` is where it was among the lines, from 0.
 * `quantityBefore`: how many the cart held when the addition failed. It is dropped if the cart holds another quantity by now: the
 * response was lost, not the addition.
 */
export type AddCommand = {
  type: 'cart.add'
  from: 'list' | 'detail' | 'undo'
  at?: number
  quantityBefore?: number
} & Addition
