import type { NewOrder } from '#contract/order'
import { paymentRefusals, type NewPayment } from '#contract/payment'
import { Refused, wordsOf, type Cart, type Goods, type Payment, type Store, type Terms } from './state.ts'

/** Whether the caller may open a cart. */
export const opensTo = (cart: Cart | undefined, customerId: string | null): cart is Cart =>
  cart !== undefined && (cart.customerId === null || cart.customerId === customerId)

/** @throws Refused 404 for goods that there are not */
export const goodsOf = (store: Store, productId: number): Goods => {
  const goods = store.goods.find(({ id }) => id === productId)
  if (!goods) throw new Refused(404, 'This product does not exist.', 'hard')
  return goods
}

/** Whether two bodies ask for the same, apart from the session, which may have changed in the meantime. */
const isSameWish = (one: string, other: string) => {
  const [a, b] = [JSON.parse(one), JSON.parse(other)] as Record<string, unknown>[]
  return wordsOf({ ...a, mySessionId: null }) === wordsOf({ ...b, mySessionId: null })
}

/** Who sends a command with a key. */
export interface Asker {
  sessionId: string | null
  customerId: string | null
}

/** A key's answer is given to the customer, and to the session that had it before its login. */
const ownersOf = ({ sessionId, customerId }: Asker): string[] => [
  ...(customerId === null ? [] : [`customer:${customerId}`]),
  `session:${sessionId ?? ''}`,
]

/** Acts once for a key; the same key is given the same answer, other words are refused. */
export function once(store: Store, key: string, body: unknown, asker: Asker, act: () => object): object {
  const words = wordsOf(body)
  const owners = ownersOf(asker)
  const known = store.answers.get(key)
  if (known?.words === givenUp && owners.includes(known.owner)) throw known.answer
  if (known && (known.words !== words || !owners.includes(known.owner))) {
    if (!isSameWish(known.words, words)) store.broken.push(key)
    throw new Refused(409, 'This requestId was used for another request.', 'hard')
  }
  if (known) {
    if (known.answer instanceof Refused) throw known.answer
    return known.answer
  }
  try {
    const answer = act()
    store.answers.set(key, { words, answer, owner: owners[0]! })
    return answer
  } catch (error) {
    // a soft refusal is an answer, too
    if (error instanceof Refused && error.how === 'soft')
      store.answers.set(key, { words, answer: error, owner: owners[0]! })
    throw error
  }
}

/** The words of a key that was given up before it was used. */
const givenUp = ''

/**
 * Gives a key up, so that it is never acted on.
 *
 * @returns the answer that the key has
 * @throws Refused 404 for a key of another shopper
 */
export function giveKeyUp(store: Store, key: string, asker: Asker, answer: Refused): object {
  const owners = ownersOf(asker)
  const known = store.answers.get(key)
  if (known && !owners.includes(known.owner)) throw new Refused(404, 'There is nothing here.', 'hard')
  if (!known) store.answers.set(key, { words: givenUp, answer, owner: owners[0]! })
  return store.answers.get(key)!.answer
}

/** Takes what terms need out of stock and coupons; `-1` puts it back. */
export function take(store: Store, { lines, couponCode }: Terms, sign: 1 | -1 = 1): void {
  for (const { productId, quantity } of lines) goodsOf(store, productId).stock -= sign * quantity
  const voucher = store.vouchers.find(({ code }) => code === couponCode)
  if (voucher) voucher.usesLeft -= sign
}

/** What of an order has to be the same for its payment. */
export function orderWords(body: NewOrder | NewPayment): string {
  const { payment: _, intent: _intent, providerOrderId: _id, ...words } = body as NewOrder & NewPayment
  return wordsOf(words)
}

export const endedPayment = () => new Refused(paymentRefusals.ended, 'It was given up. Nothing was charged.')
export const notOnline = () => new Refused(409, 'Online payment is not available yet. Please pay on delivery.')
export const notApproved = () => new Refused(paymentRefusals.notApproved, 'It was not approved.')

/** Whether a cart is still what a payment was begun for. */
export const keptAs = (cart: Cart, { terms }: Payment): boolean =>
  cart.lines.length === terms.lines.length &&
  terms.lines.every(({ productId, quantity }) =>
    cart.lines.some(line => line.productId === productId && line.quantity === quantity),
  )

/** Whether the money of a payment is there. */
export function isPaid(store: Store, { providerOrderId, intent, state }: Payment): boolean {
  if (state === 'authorized' || state === 'captured') return true
  return state === 'created' && intent === 'capture' && store.provider.get(providerOrderId)?.status === 'captured'
}

/** A payment ends: what it held is there again, and its money goes back. */
export function giveUp(store: Store, payment: Payment): void {
  payment.state = 'ended'
  take(store, payment.terms, -1)
  const made = store.provider.get(payment.providerOrderId)!
  if (made.moved > 0) made.givenBack = 'yes'
}

const openOf = (store: Store, sessionId: string) =>
  store.payments.filter(one => one.sessionId === sessionId && one.orderId === null && one.state !== 'ended')

/** Gives up every payment of a session that has no order. */
export function giveUpOthers(store: Store, sessionId: string): void {
  for (const payment of openOf(store, sessionId)) giveUp(store, payment)
}

/** A cart that changes gives up what was not paid yet. */
export function giveUpUnpaid(store: Store, sessionId: string): void {
  for (const payment of openOf(store, sessionId)) if (payment.state === 'created') giveUp(store, payment)
}

/** A quarter of an hour passes: what was not ordered is given back, and so is what was taken for a payment that had ended. */
export function sweep(store: Store): void {
  for (const payment of store.payments.filter(({ orderId }) => orderId === null)) {
    if (payment.state !== 'ended') giveUp(store, payment)
    const made = store.provider.get(payment.providerOrderId)!
    if (made.moved > 0) made.givenBack = 'yes'
  }
}
