import { largestQuantity, type TypedQuantity } from './cart.ts'
import { plainText } from './typed-text.ts'

/** Reads the text of a quantity field. Returns undefined for text that is not digits, which the field ignores. */
export function parseQuantity(text: string): TypedQuantity | undefined {
  const digits = plainText(text)
  if (!/^\d*$/.test(digits)) return undefined
  return digits === '' ? null : Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}

/** Why a quantity is invalid, in the specification's words; null when it is valid. */
export function quantityError(quantity: TypedQuantity): string | null {
  if (quantity === null) return 'Quantity is required'
  if (!Number.isInteger(quantity) || quantity < 1) return 'Minimum quantity is 1'
  return quantity > largestQuantity ? `Maximum quantity is ${largestQuantity}` : null
}
