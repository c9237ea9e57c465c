import { quantityOf, subtotalOf, type CartLine } from '#contract/cart'
import type { CheckoutContext } from './context.ts'

/**
 * The checkout with the amounts of the cart once its pending changes are confirmed. Its lines stay the confirmed ones: a
 * change settles a conflict when the gateway has confirmed it, and no order can be placed before.
 */
export const withExpectedCart = (context: CheckoutContext, lines: CartLine[]): CheckoutContext => ({
  ...context,
  basket: { ...context.basket, quantity: quantityOf(lines), subtotal: subtotalOf(lines) },
})

/** The expected lines, and those that are being removed because too few are left: their conflict holds until then. */
export const linesShown = (
  { conflicts }: CheckoutContext,
  held: readonly CartLine[],
  expected: readonly CartLine[],
): CartLine[] =>
  held.flatMap(line => {
    const isRefused = conflicts.some(({ about, productId }) => about === 'stock' && productId === line.productId)
    return expected.find(({ id }) => id === line.id) ?? (isRefused ? line : [])
  })
