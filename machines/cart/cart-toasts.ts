import { unitPriceOf, type CartLine } from '#contract/cart'
import { isTransient, type Refusal } from '#contract/refusal'
import { toDollars } from '#contract/money'
import type { Toast } from '../messages/toast.ts'
import type { PendingAddition } from './pending-commands.ts'

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

/**
 * Names the product, unless the gateway's reason does, and offers to send the addition again if that may succeed.
 *
 * @param quantityBefore - how many of the product the cart holds
 */
export function failedAdditionToast(addition: PendingAddition, refusal: Refusal, quantityBefore: number): Toast {
  const { kind: _, requestId: __, ...rest } = addition
  const isExplained = refusal.code === 'refused' && !refusal.isUnexplained
  const text = isExplained ? refusal.message : `${refusal.message} ${addition.productName} may not be in your cart.`
  if (!isTransient(refusal)) return { kind: 'error', text }
  const add = { type: 'cart.add', ...rest, quantityBefore } as const
  return { kind: 'error', text, offer: { kind: 'retry', add } }
}
