import { quantityOf, subtotalOf, type CartLine } from '#contract/cart'
import type { Coupon } from '#contract/coupon'
import type { SeenLine } from '#contract/order'
import type { LineChoice } from '#contract/substitution'

/** The part of the cart that other machines need; `subtotal` is in cents, before any discount. */
export interface Basket {
  sessionId: string | null
  lines: readonly (Omit<SeenLine, keyof LineChoice> & Pick<CartLine, 'weighed' | 'multiBuy' | keyof LineChoice>)[]
  quantity: number
  subtotal: number
  coupon: Coupon | null
}

export const basketOf = ({
  sessionId,
  lines,
  coupon,
}: {
  sessionId: string | null
  lines: CartLine[]
  coupon: Coupon | null
}): Basket => ({ sessionId, lines, quantity: quantityOf(lines), subtotal: subtotalOf(lines), coupon })
