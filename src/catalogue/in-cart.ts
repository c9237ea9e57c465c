import { expectedLines, expectedQuantity, isAdding, type CartContext } from '#machines/cart/cart'
import type { AddCommand } from '#machines/cart/basket'
import { priceOf } from '#contract/offer'
import type { Product } from '#contract/product'

/** What the cart holds of a product, as the shopper sees it. */
export interface InCart {
  /** The line that holds it; null while none does. */
  lineId: string | null
  count: number
  /** An addition is on its way. */
  adding: boolean
}

/** Looks a product up in the cart. */
export function inCart(cart: CartContext, productId: number): InCart {
  const line = expectedLines(cart).find(held => held.productId === productId)
  return {
    lineId: line?.id ?? null,
    count: line ? expectedQuantity(cart, line) : 0,
    adding: isAdding(cart, productId),
  }
}

/** What of a product goes into the cart. */
type Addable = Pick<Product, 'id' | 'name' | 'thumbnail' | 'price' | 'specialPrice'>

/** The wish to put a product into the cart, at what it costs now. */
export const additionOf = (product: Addable, quantity: number, from: 'list' | 'detail'): AddCommand => ({
  type: 'cart.add',
  from,
  productId: product.id,
  productName: product.name,
  productPrice: priceOf(product),
  productImage: product.thumbnail,
  quantity,
})
