import type { CartContext } from '#machines/cart/cart-setup'
import type { AddCommand } from '#machines/messages/add-command'
import { expectedQuantity, isAdding } from '#machines/cart/pending-commands'
import { expectedLines } from '#machines/cart/selectors'
import { priceOf } from '#contract/offer'
import type { Product } from '#contract/product'

/** The state of a product in the cart, including pending commands. */
export interface InCart {
  /** Null when no line holds the product. */
  lineId: string | null
  count: number
  /** An addition is in flight or queued. */
  adding: boolean
}

/** Selects that state. */
export function inCart(cart: CartContext, productId: number): InCart {
  const line = expectedLines(cart).find(held => held.productId === productId)
  return {
    lineId: line?.id ?? null,
    count: line ? expectedQuantity(cart, line) : 0,
    adding: isAdding(cart, productId),
  }
}

/** The part of a product that goes into the cart. */
type Addable = Pick<Product, 'id' | 'name' | 'thumbnail' | 'price' | 'specialPrice'>

/** The command that adds a product at its current price. */
export const additionOf = (product: Addable, quantity: number, from: 'list' | 'detail'): AddCommand => ({
  type: 'cart.add',
  from,
  productId: product.id,
  productName: product.name,
  productPrice: priceOf(product),
  productImage: product.thumbnail,
  quantity,
})
