import { largestQuantity } from '#contract/cart'
import { formatAmount } from '#contract/money'
import type { SeedProduct } from './goods.ts'
import type { StoredMultiBuy } from './schema.ts'

/**
 * Why a product can't have a multi-buy; null if it can. It has to be lower than the price of its quantity, and with one more in the cart no line
 * may cost less than before: so it costs at least as much as one less without it.
 */
export function multiBuyProblem(
  { price, weighed }: Pick<SeedProduct, 'price'> & { weighed?: object | null },
  multiBuy: StoredMultiBuy,
): string | null {
  const { quantity, price: together } = multiBuy
  if (weighed) return 'a product that is sold by weight has no multi-buy'
  if (!Number.isInteger(quantity) || quantity < 2 || quantity > largestQuantity)
    return `the quantity of a multi-buy is ${quantity}, not a whole number from 2 to ${largestQuantity}`
  if (!Number.isInteger(together)) return `the price of a multi-buy is ${together}, not a whole number of cents`
  const [least, without] = [(quantity - 1) * price, quantity * price]
  if (together >= least && together < without) return null
  return `${quantity} for ${formatAmount(together)} is not from ${formatAmount(least)}, the price of ${quantity - 1}, to below ${formatAmount(without)}`
}
