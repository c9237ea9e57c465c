import type { CartLine, TypedQuantity } from '#contract/cart'
import type { CartSnapshot } from './cart.ts'
import type { CartContext } from './cart-setup.ts'
import { isReorder } from './pending-commands.ts'

/** The lines without those that are being removed. */
export const expectedLines = (context: CartContext): CartLine[] =>
  context.lines.filter(
    line => !context.pendingCommands.some(command => command.kind === 'remove' && command.lineId === line.id),
  )

/** A line's quantity after its pending changes. */
export function expectedQuantity(context: CartContext, line: CartLine): number {
  const change = context.pendingCommands.findLast(command => command.kind === 'change' && command.lineId === line.id)
  return change?.kind === 'change' ? change.quantity : line.quantity
}

/** What the quantity field of a line holds: an invalid quantity as it was typed, else the expected one. */
export function fieldQuantity(context: CartContext, line: CartLine): TypedQuantity {
  const invalid = context.invalidQuantities[line.id]
  return invalid === undefined ? expectedQuantity(context, line) : invalid
}

/** Whether the lines of an order that is bought again are being added. */
export const isReordering = (context: CartContext): boolean => context.pendingCommands.some(isReorder)

/** The ids of the lines that a pending command changes or removes. */
export const changingLines = (context: CartContext): string[] =>
  context.pendingCommands.flatMap(command => ('lineId' in command ? [command.lineId] : []))

/** Whether nothing in the cart is being read or changed, so that its amounts are final. */
export const isSettled = ({ value }: CartSnapshot): boolean => value.lines === 'idle' && value.coupon !== 'validating'

/** `dropped`: the gateway no longer accepts the coupon, and the cart goes without it. */
export type CouponStatus = 'kept' | 'checking' | 'dropped'

export function couponStatus({ value, context }: CartSnapshot): CouponStatus {
  if (value.coupon === 'validating') return 'checking'
  return context.couponRefusal === null ? 'kept' : 'dropped'
}
