import { unitPriceOf, type CartLine } from '#contract/cart'
import { toDollars } from '#contract/money'
import { priceOfQuantity } from '#contract/multi-buy-price'
import type { CartSnapshot } from './cart.ts'
import type { CartContext } from './cart-setup.ts'
import { expectedQuantity } from './pending-commands.ts'

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
  const cents = unitPriceOf(line)
  const changed = {
    ...line,
    quantity,
    totalPrice: toDollars(cents * quantity),
    linePrice: toDollars(priceOfQuantity(cents, quantity, line.multiBuy)),
  }
  expected.set(line, changed)
  return changed
}

/** The ids of the lines that a pending command changes or removes. */
export const changingLines = (context: CartContext): string[] =>
  context.pendingCommands.flatMap(command => ('lineId' in command ? [command.lineId] : []))

/** Whether the expected amounts follow from commands that the gateway has not confirmed. */
export const isConfirming = (context: CartContext): boolean => changingLines(context).length > 0
