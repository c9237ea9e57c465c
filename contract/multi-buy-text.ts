import { priceOfQuantity } from './multi-buy-price.ts'
import { formatAmount, toCents } from './money.ts'
import type { MultiBuy } from './multi-buy.ts'

/** A multi-buy in words: '2 for $9', '3 for $10.50'. */
export const multiBuyText = ({ quantity, price }: MultiBuy): string =>
  `${quantity} for ${formatAmount(toCents(price)).replace('.00', '')}`

/** A line of a cart or an order, as far as its multi-buy matters; amounts in dollars. */
interface Line {
  quantity: number
  totalPrice: number
  linePrice?: number | null | undefined
  multiBuy?: MultiBuy | null | undefined
}

/** What a multi-buy saves on a line, 'You save $1.00 with 2 for $9'; null if it saves nothing. */
export function multiBuySaving({ totalPrice, linePrice, multiBuy }: Line): string | null {
  const saved = multiBuy ? toCents(totalPrice) - toCents(linePrice ?? totalPrice) : 0
  return saved > 0 ? `You save ${formatAmount(saved)} with ${multiBuyText(multiBuy!)}` : null
}

/**
 * What the shopper gets for one more, 'Add 1 more: 2 for $9'; null if more than one is missing, or the multi-buy is not lower.
 *
 * @param cents - the unit price
 */
export function multiBuyHint({ quantity, multiBuy }: Line, cents: number): string | null {
  if (!multiBuy || (quantity + 1) % multiBuy.quantity !== 0) return null
  const isLower = priceOfQuantity(cents, quantity + 1, multiBuy) < cents * (quantity + 1)
  return isLower ? `Add 1 more: ${multiBuyText(multiBuy)}` : null
}
