import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { toCents } from '#contract/money'
import { priceOf } from '#contract/offer'
import { cartMachine, type CartContext, type Wish } from '#machines/cart/cart'
import { after, alone, done, fails, type Model } from '#tools/walks/graph'
import { gone, lost, refused, rice, riceLine, tea, teaLine } from '../kit/outcomes.ts'

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

/** The session of the cart, or of the next one once that was ordered. */
const sessionOf = ({ ordered }: CartContext) => (ordered === null ? 'session-1' : 'session-3')

/** Of the next cart there is no more than its beginning. */
const casesOfNext = (context: CartContext): AnyEventObject[] => [
  ...(context.waiting.length > 1 ? [] : [{ type: 'cart.reread' }, adding(rice, 1)]),
  // what was asked for before the order
  { type: 'cart.opened', lines: [riceLine] },
  { type: 'cart.left', sessionId: null },
  ...outcomesOf(context),
]

/** What the gateway would answer to the wish that is under way. */
function outcomesOf(context: CartContext): AnyEventObject[] {
  const { waiting, lines, sessionId, unanswered } = context
  const [riceIn, teaIn] = [riceLine, teaLine].map(line => ({ ...line, sessionId: sessionOf(context) })) as [
    typeof riceLine,
    typeof teaLine,
  ]
  const wish: Wish | undefined = waiting[0]
  const line = wish && 'lineId' in wish ? lines.find(one => one.id === wish.lineId) : undefined
  const isTea = wish?.kind === 'add' && wish.productId === tea.id
  return [
    ...(wish?.kind === 'add' ? [done('addLine', isTea ? withQuantity(teaIn, 1) : riceIn)] : []),
    ...(unanswered.length === 0 && !isTea ? [fails('addLine', lost)] : []),
    fails('addLine', refused),
    ...(wish?.kind === 'change' && line ? [done('changeLine', withQuantity(riceIn, wish.quantity))] : []),
    fails('changeLine', lost),
    fails('removeLine', refused),
    done('removeLine', { id: line?.id ?? '', quantity: line?.quantity ?? 0, totalPrice: line?.totalPrice ?? 0 }),
    fails('removeLine', lost),
    fails('removeLine', gone),
    ...(sessionId === null ? [] : [done('readCart', [riceIn]), fails('readCart', lost)]),
  ]
}

const reports = ['tellBasket', 'complain', 'celebrateAddition', 'celebrateRemoval']

/** The cart is read, and nothing else is going on: there another tab may have begun another one. */
const isReadAlone = (state: AnyMachineSnapshot) => {
  const { lines, waiting, unanswered } = state.context as CartContext
  const isLoading = (state.value as { lines: string }).lines === 'loading'
  return isLoading && [lines, waiting, unanswered].every(one => one.length === 0)
}

/** The lines of the cart, with two products and at most two wishes waiting. */
export const linesModel: Model = {
  machine: alone(cartMachine, reports),
  cases(state: AnyMachineSnapshot) {
    const context = state.context as CartContext
    if (context.ordered !== null) return casesOfNext(context)
    // of the other cart no more than that it is read
    if (context.sessionId === 'session-2') return [done('readCart', [riceLine])]
    return [
      { type: 'visit.began', flow: 'visit', sessionId: 'session-1' },
      ...(isReadAlone(state) ? [{ type: 'visit.began', flow: 'visit', sessionId: 'session-2' }] : []),
      ...(context.waiting.length > 1
        ? []
        : [
            { type: 'cart.opened', lines: [riceLine] },
            { type: 'cart.reread' },
            adding(rice, 1),
            ...(context.lines.length > 1 ? [] : [adding(tea, 1)]),
            { type: 'cart.setQuantity', lineId: 'line-1', value: '2' },
            { type: 'cart.setQuantity', lineId: 'line-1', value: '' },
            { type: 'cart.remove', lineId: 'line-1' },
          ]),
      { type: 'cart.reload' },
      { type: 'cart.ordered', sessionId: 'session-1' },
      { type: 'cart.ordered', sessionId: 'session-0' },
      { type: 'cart.left', sessionId: null },
      ...outcomesOf(context),
      after('typingPause', 'cart.lines.pausing'),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { waiting, lines, typed, sessionId, ordered, unanswered } = state.context as CartContext
    return JSON.stringify([
      (state.value as { lines: string }).lines,
      lines.map(line => [line.productId, line.quantity]).toSorted(),
      waiting.map(wish => [wish.kind, 'lineId' in wish ? wish.lineId : 'productId' in wish ? wish.productId : 0]),
      waiting.map(wish => ('quantity' in wish ? wish.quantity : 0)),
      typed,
      sessionId,
      ordered,
      unanswered.map(wish => [wish.sessionId, wish.held]),
    ])
  },
}

/** The coupon of the cart, with a session that is there or not. */
export const couponModel: Model = {
  machine: alone(cartMachine, reports),
  cases({ context }: AnyMachineSnapshot) {
    const { ordered } = context as CartContext
    if (ordered !== null)
      return [{ type: 'cart.left', sessionId: null }, { type: 'coupon.typed', value: 'TEN' }, { type: 'coupon.apply' }]
    return [
      { type: 'visit.began', flow: 'visit', sessionId: 'session-1' },
      { type: 'cart.opened', lines: [riceLine] },
      { type: 'cart.reread' },
      { type: 'cart.reload' },
      { type: 'cart.ordered', sessionId: 'session-1' },
      { type: 'cart.left', sessionId: null },
      { type: 'coupon.typed', value: 'TEN' },
      { type: 'coupon.apply' },
      { type: 'coupon.remove' },
      done('readCart', [riceLine]),
      done('validateCoupon', coupon),
      fails('validateCoupon', refused),
      done('removeCoupon', null),
      fails('removeCoupon', lost),
    ]
  },
  key(state: AnyMachineSnapshot) {
    const { lines, coupon: applied, code, couponRefusal, sessionId, ordered, waiting } = state.context as CartContext
    return JSON.stringify([
      state.value,
      lines.length,
      waiting.length,
      applied !== null,
      code,
      couponRefusal !== null,
      sessionId,
      ordered,
    ])
  },
}
