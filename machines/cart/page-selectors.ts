import type { CartLine, TypedQuantity } from '#contract/cart'
import type { LineChoice } from '#contract/substitution'
import type { CartSnapshot } from './cart.ts'
import type { CartContext } from './cart-setup.ts'
import { expectedQuantity, isAdding, type PendingAddition } from './pending-commands.ts'
import { changingLines } from './selectors.ts'

/* Selectors of pages that load later. Those of `selectors.ts` are in the first load: the header and the cards need them. */

/** The content of a line's quantity field: an invalid quantity as it was typed, else the expected one. */
export function fieldQuantity(context: CartContext, line: CartLine): TypedQuantity {
  const invalid = context.invalidQuantities[line.id]
  return invalid === undefined ? expectedQuantity(context, line) : invalid
}

/** What the shopper has chosen for a line, after its pending changes; null if the gateway knows no choices. */
export function lineChoice(context: CartContext, line: CartLine): Required<LineChoice> | null {
  const { substitution, note = null } = line
  if (substitution === undefined) return null
  const changes = context.pendingCommands.map(
    command => command.kind === 'change' && command.lineId === line.id && command.choice,
  )
  return Object.assign({ substitution, note }, ...changes)
}

/** The ids of the products that are being added. */
export const addingProducts = (context: CartContext): number[] =>
  context.pendingCommands.flatMap(command => (command.kind === 'add' ? [command.productId] : []))

const isWaiting = ({ value }: CartSnapshot): boolean => value.lines === 'waiting'

/** Whether a line's change waits for a connection. */
export const isLineWaiting = (snapshot: CartSnapshot, lineId: string): boolean =>
  isWaiting(snapshot) && changingLines(snapshot.context).includes(lineId)

/** The products whose addition waits for a connection. */
export const waitingAdditions = (snapshot: CartSnapshot): PendingAddition[] =>
  isWaiting(snapshot)
    ? snapshot.context.pendingCommands.flatMap(command => (command.kind === 'add' ? [command] : []))
    : []

/** What 'Add to Cart' says while a product is being added; false while it is not. */
export function addingText(snapshot: CartSnapshot, productId: number): string | false {
  if (!isAdding(snapshot.context, productId)) return false
  return isWaiting(snapshot) ? 'Waiting for connection' : 'Adding...'
}

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
