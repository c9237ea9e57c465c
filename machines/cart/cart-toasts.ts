import { unitPriceOf, type CartLine } from '#contract/cart'
import { toDollars } from '#contract/money'
import type { Toast } from '../messages/toast.ts'

/** @param what - a product's name, or how many products */
export const addedToast = (what: string): Toast => ({
  kind: 'success',
  text: `Success: You have added ${what} to your shopping cart!`,
  offer: { kind: 'viewCart' },
})

/** Offers to add the line again. @param at - where it was among the lines, from 0 */
export function removedToast(line: CartLine, at: number): Toast {
  const { productId, productName, productImage, quantity } = line
  const addition = { productId, productName, productImage, quantity, productPrice: toDollars(unitPriceOf(line)) }
  return {
    kind: 'success',
    text: `Success: Remove ${productName} from your shopping cart!`,
    offer: { kind: 'undo', add: { type: 'cart.add', from: 'undo', at, ...addition } },
  }
}
