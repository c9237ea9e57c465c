import { unitPriceOf, type CartLine, type TypedQuantity } from '#contract/cart'
import { toDollars } from '#contract/money'
import type { CartSnapshot } from './cart.ts'
import type { CartContext } from './cart-setup.ts'

/** The lines after the pending commands: without those that are being removed, with the quantities of the others. */
export const expectedLines = (context: CartContext): CartLine[] =>
  context.lines.flatMap(line =>
    context.pendingCommands.some(command => command.kind === 'remove' && command.lineId === line.id)
      ? []
      : expectedLine(context, line),
  )

/** The expected lines; null until the cart was read. */
export const knownLines = ({ value, context }: CartSnapshot): CartLine[] | null =>
  context.lines.length > 0 || !['unopened', 'loading', 'unreachable'].includes(value.lines)
    ? expectedLines(context)
    : null

const expected = new WeakMap<CartLine, CartLine>()

/** A line with its quantity and total after the pending changes; the same object while both stay the same. */
function expectedLine(context: CartContext, line: CartLine): CartLine {
  const quantity = expectedQuantity(context, line)
  if (quantity === line.quantity) return line
  const known = expected.get(line)
  if (known?.quantity === quantity) return known
  const changed = { ...line, quantity, totalPrice: toDollars(unitPriceOf(line) * quantity) }
  expected.set(line, changed)
  return changed
}

/** A line's quantity after its pending changes. */
export function expectedQuantity(context: CartContext, line: CartLine): number {
  const change = context.pendingCommands.findLast(command => command.kind === 'change' && command.lineId === line.id)
  return change?.kind === 'change' ? change.quantity : line.quantity
}

/** The content of a line's quantity field: an invalid quantity as it was typed, else the expected one. */
export function fieldQuantity(context: CartContext, line: CartLine): TypedQuantity {
  const invalid = context.invalidQuantities[line.id]
  return invalid === undefined ? expectedQuantity(context, line) : invalid
}

/** The ids of the products that are being added. */
export const addingProducts = (context: CartContext): number[] =>
  context.pendingCommands.flatMap(command => (command.kind === 'add' ? [command.productId] : []))

/** The ids of the lines that a pending command changes or removes. */
export const changingLines = (context: CartContext): string[] =>
  context.pendingCommands.flatMap(command => ('lineId' in command ? [command.lineId] : []))

/** Whether the expected amounts follow from commands that the gateway has not confirmed. */
export const isConfirming = (context: CartContext): boolean => changingLines(context).length > 0

/** Whether nothing in the cart is being read or changed, so that its amounts are final. */
export const isSettled = (snapshot: CartSnapshot): boolean =>
  snapshot.value.lines === 'idle' && couponStatus(snapshot) !== 'checking'

/** `unchecked`: applied, but the gateway could not check it again. */
export type CouponState = 'none' | 'validating' | 'applied' | 'unchecked' | 'withdrawing'

export function couponState({ value: { coupon } }: CartSnapshot): CouponState {
  if (typeof coupon === 'string') return coupon
  return coupon.applied === 'unchecked' ? 'unchecked' : 'applied'
}

/** `dropped`: the gateway no longer accepts the coupon, and it was removed from the cart. */
export type CouponStatus = 'kept' | 'checking' | 'dropped'

export function couponStatus({ value, context }: CartSnapshot): CouponStatus {
  const { coupon } = value
  if (coupon === 'validating' || (typeof coupon === 'object' && coupon.applied === 'rechecking')) return 'checking'
  return context.couponRefusal === null ? 'kept' : 'dropped'
}
