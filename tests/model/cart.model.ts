import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { toCents } from '#contract/money'
import { priceOf } from '#contract/offer'
import { cartMachine } from '#machines/cart/cart'
import type { CartContext } from '#machines/cart/cart-setup'
import type { PendingCommand } from '#machines/cart/pending-commands'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { gone, lost, offline, refused, rice, riceLine, tea, teaLine, twoLeft } from '../kit/outcomes.ts'

const adding = (product: typeof rice, quantity: number): AnyEventObject => ({
  type: 'cart.add',
  from: 'list',
  productId: product.id,
  productName: product.name,
  productPrice: priceOf(product),
  productImage: product.thumbnail,
  quantity,
})

export const coupon = { couponCode: 'TEN', discountType: 'percent' as const, discountValue: 10 }

const withQuantity = (line: typeof riceLine, quantity: number) => ({
  ...line,
  quantity,
  totalPrice: (toCents(line.productPrice ?? 0) * quantity) / 100,
})

/** The session id of the cart, or of the next cart after an order. */
const sessionOf = ({ orderedSessionId: ordered }: CartContext) => (ordered === null ? 'session-1' : 'session-3')

/** The next cart is modelled up to its first line. */
const casesOfNext = (context: CartContext): AnyEventObject[] => [
  ...(context.pendingCommands.length > 1 ? [] : [{ type: 'cart.read' }, adding(rice, 1)]),
  // lines that were requested before the order
  { type: 'cart.open', lines: [riceLine] },
  { type: 'cart.reset', sessionId: null },
  ...outcomesOf(context),
]

/** The possible responses to the command in flight. */
function outcomesOf(context: CartContext): AnyEventObject[] {
  const { pendingCommands, lines, sessionId, unanswered } = context
  const [riceIn, teaIn] = [riceLine, teaLine].map(line => ({ ...line, sessionId: sessionOf(context) })) as [
    typeof riceLine,
    typeof teaLine,
  ]
  const command: PendingCommand | undefined = pendingCommands[0]
  const line = command && 'lineId' in command ? lines.find(one => one.id === command.lineId) : undefined
  const isTea = command?.kind === 'add' && command.productId === tea.id
  // only a command that is alone waits: with two, the states would be too many
  const isAlone = pendingCommands.length === 1 && unanswered.length === 0 && !isTea
  return [
    ...(isAlone ? ['addLine', 'changeLine', 'removeLine'].map(effect => fails(effect, offline)) : []),
    ...(command?.kind === 'add' ? [done('addLine', isTea ? withQuantity(teaIn, 1) : riceIn)] : []),
    ...(unanswered.length === 0 && !isTea ? [fails('addLine', lost)] : []),
    fails('addLine', refused),
    ...(command?.kind === 'change' && line ? [done('changeLine', withQuantity(riceIn, command.quantity))] : []),
    fails('changeLine', lost),
    ...(command?.kind === 'change' && command.quantity === 3 ? [fails('changeLine', twoLeft)] : []),
    fails('removeLine', refused),
    done('removeLine', { id: line?.id ?? '', quantity: line?.quantity ?? 0, totalPrice: line?.totalPrice ?? 0 }),
    fails('removeLine', lost),
    fails('removeLine', gone),
    ...(sessionId === null ? [] : [done('readCart', [riceIn]), fails('readCart', lost)]),
  ]
}

const reports = [
  'reportCart',
  'reportOwnChange',
  'announceFailure',
  'announceFailedAddition',
  'announceAddition',
  'announceRemoval',
]

/** The cart is being read and no command is pending: another tab may have created another cart. */
const isReadAlone = (state: AnyMachineSnapshot) => {
  const { lines, pendingCommands, unanswered } = state.context as CartContext
  const isLoading = (state.value as { lines: string }).lines === 'loading'
  return isLoading && [lines, pendingCommands, unanswered].every(one => one.length === 0)
}

/** Only one change is pending, to this quantity, and it is not sent yet. */
const isPausingAt = ({ value, context }: AnyMachineSnapshot, quantity: number) => {
  const [command, ...others] = (context as CartContext).pendingCommands
  const isAlone = command?.kind === 'change' && command.quantity === quantity && others.length === 0
  return isAlone && (value as { lines: string }).lines === 'pausing'
}

/** The lines of the cart, with two products and at most two pending commands. */
export const linesModel: Model = {
  machine: withoutParent(cartMachine, reports),
  cases(state: AnyMachineSnapshot) {
    const context = state.context as CartContext
    if (context.orderedSessionId !== null) return casesOfNext(context)
    // the other cart is modelled until it is read
    if (context.sessionId === 'session-2') return [done('readCart', [riceLine])]
    if ((state.value as { lines: string }).lines === 'waiting')
      return [
        { type: 'connection.returned' },
        after('connectionPause', 'cart.lines.waiting'),
        ...(context.pendingCommands.length > 1 ? [] : [{ type: 'cart.remove', lineId: 'line-1' }]),
      ]
    return [
      { type: 'visit.started', visitId: 'visit', sessionId: 'session-1' },
      ...(isReadAlone(state) ? [{ type: 'visit.started', visitId: 'visit', sessionId: 'session-2' }] : []),
      ...(context.pendingCommands.length > 1
        ? []
        : [
            { type: 'cart.open', lines: [riceLine] },
            { type: 'cart.read' },
            adding(rice, 1),
            ...(context.lines.length > 1 ? [] : [adding(tea, 1)]),
            { type: 'cart.setQuantity', lineId: 'line-1', quantity: 2 },
            { type: 'cart.setQuantity', lineId: 'line-1', quantity: null },
            { type: 'cart.remove', lineId: 'line-1' },
            ...(isPausingAt(state, 2) ? [{ type: 'cart.setQuantity', lineId: 'line-1', quantity: 3 }] : []),
          ]),
      { type: 'cart.reload' },
      { type: 'cart.clear', sessionId: 'session-1' },
      { type: 'cart.clear', sessionId: 'session-0' },
      { type: 'cart.reset', sessionId: null },
      ...outcomesOf(context),
      after('typingPause', 'cart.lines.pausing'),
      ...((state.value as { lines: string }).lines === 'unreachable' ? [{ type: 'connection.returned' }] : []),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const {
      pendingCommands,
      lines,
      invalidQuantities,
      sessionId,
      orderedSessionId: ordered,
      unanswered,
    } = state.context as CartContext
    return JSON.stringify([
      (state.value as { lines: string }).lines,
      lines.map(line => [line.productId, line.quantity]).toSorted(),
      pendingCommands.map(command => [
        command.kind,
        'lineId' in command ? command.lineId : 'productId' in command ? command.productId : 0,
      ]),
      pendingCommands.map(command => ('quantity' in command ? command.quantity : 0)),
      invalidQuantities,
      sessionId,
      ordered,
      unanswered.map(command => [command.sessionId, command.quantityBefore]),
    ])
  },
}

/** The coupon of the cart, with and without a session. */
export const couponModel: Model = {
  machine: withoutParent(cartMachine, reports),
  cases({ context }: AnyMachineSnapshot) {
    const { orderedSessionId: ordered } = context as CartContext
    if (ordered !== null)
      return [{ type: 'cart.reset', sessionId: null }, { type: 'coupon.typed', value: 'TEN' }, { type: 'coupon.apply' }]
    return [
      { type: 'visit.started', visitId: 'visit', sessionId: 'session-1' },
      { type: 'cart.open', lines: [riceLine] },
      { type: 'cart.read' },
      { type: 'cart.reload' },
      { type: 'cart.clear', sessionId: 'session-1' },
      { type: 'cart.reset', sessionId: null },
      { type: 'coupon.typed', value: 'TEN' },
      { type: 'coupon.apply' },
      { type: 'coupon.recheck' },
      { type: 'coupon.remove' },
      done('readCart', [riceLine]),
      done('validateCoupon', coupon),
      fails('validateCoupon', refused),
      fails('validateCoupon', lost),
      done('removeCoupon', null),
      fails('removeCoupon', lost),
      after('recheckPause', 'cart.coupon.applied.unchecked'),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const {
      lines,
      coupon: applied,
      code,
      couponRefusal,
      couponFailure,
      sessionId,
      orderedSessionId: ordered,
      pendingCommands,
    } = state.context as CartContext
    return JSON.stringify([
      state.value,
      lines.length,
      pendingCommands.length,
      applied !== null,
      code,
      couponRefusal !== null,
      couponFailure !== null,
      sessionId,
      ordered,
    ])
  },
}
