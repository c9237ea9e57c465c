import { largestQuantity } from '#contract/cart'

/**
 * What is wrong with a quantity, in the words of section 5.
 *
 * @param text - as typed
 * @returns null when nothing is wrong
 */
export function quantityMistake(text: string): string | null {
  if (text.trim() === '') return 'Quantity is required'
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) return 'Minimum quantity is 1'
  return value > largestQuantity ? `Maximum quantity is ${largestQuantity}` : null
}
