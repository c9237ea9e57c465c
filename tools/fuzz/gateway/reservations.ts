import type { NewOrder } from '#contract/order'
import { paymentRefusals, type NewPayment } from '#contract/payment'
import { Refused, canonicalJson, type Cart, type Payment, type Store, type StoredProduct, type Terms } from './state.ts'

/** Whether the caller may access a cart. */
export const canAccess = (cart: Cart | undefined, customerId: string | null): cart is Cart =>
  cart !== undefined && (cart.customerId === null || cart.customerId === customerId)

/** @throws Refused 404 for an unknown product */
export const requireProduct = (store: Store, productId: number): StoredProduct => {
  const product = store.products.find(({ id }) => id === productId)
  if (!product) throw new Refused(404, 'This product does not exist.', 'hard')
  return product
}

/** Whether two bodies are the same request. The session may have changed in between. */
const isSameRequest = (one: string, other: string) => {
  const [a, b] = [JSON.parse(one), JSON.parse(other)] as Record<string, unknown>[]
  return canonicalJson({ ...a, mySessionId: null }) === canonicalJson({ ...b, mySessionId: null })
}

/** The sender of a request with an idempotency key. */
export interface Caller {
  sessionId: string | null
  customerId: string | null
}

/** The response to a key may be read by the customer, and by the session that sent it before the login. */
const ownersOf = ({ sessionId, customerId }: Caller): string[] => [
  ...(customerId === null ? [] : [`customer:${customerId}`]),
  `session:${sessionId ?? ''}`,
]

/** Runs a command once per idempotency key and stores its response. @throws Refused 409 for a key with another body */
export function runOnce(store: Store, key: string, body: unknown, caller: Caller, act: () => object): object {
  const json = canonicalJson(body)
  const owners = ownersOf(caller)
  const known = store.answers.get(key)
  if (known?.body === discardedKey && owners.includes(known.owner)) throw known.answer
  if (known && (known.body !== json || !owners.includes(known.owner))) {
    if (known.body !== discardedKey && !isSameRequest(known.body, json)) store.keyConflicts.push(key)
    throw new Refused(409, 'This requestId was used for another request.', 'hard')
  }
  if (known) {
    if (known.answer instanceof Refused) throw known.answer
    return known.answer
  }
  try {
    const answer = act()
    store.answers.set(key, { body: json, answer, owner: owners[0]! })
    return answer
  } catch (error) {
    // a soft refusal is stored as the response
    if (error instanceof Refused && error.kind === 'soft')
      store.answers.set(key, { body: json, answer: error, owner: owners[0]! })
    throw error
  }
}

/** Marks a key that was discarded before it was used. */
const discardedKey = ''

/**
 * Discards a key, so that no command runs for it.
 *
 * @returns the response stored for the key
 * @throws Refused 404 for a key of another shopper
 */
export function discardKey(store: Store, key: string, caller: Caller, answer: Refused): object {
  const owners = ownersOf(caller)
  const known = store.answers.get(key)
  if (known && !owners.includes(known.owner)) throw new Refused(404, 'There is nothing here.', 'hard')
  if (!known) store.answers.set(key, { body: discardedKey, answer, owner: owners[0]! })
  return store.answers.get(key)!.answer
}

/** Reserves stock and a coupon use; a `sign` of `-1` releases them. */
export function reserve(store: Store, { lines, couponCode }: Terms, sign: 1 | -1 = 1): void {
  for (const { productId, quantity } of lines) requireProduct(store, productId).stock -= sign * quantity
  const coupon = store.coupons.find(({ code }) => code === couponCode)
  if (coupon) coupon.usesLeft -= sign
}

/** The part of an order that has to equal that of its payment. */
export function orderBody(body: NewOrder | NewPayment): string {
  const { payment: _, intent: _intent, providerOrderId: _id, ...compared } = body as NewOrder & NewPayment
  return canonicalJson(compared)
}

export const endedPayment = () => new Refused(paymentRefusals.ended, 'The payment was abandoned. Nothing was charged.')
export const notOnline = () => new Refused(409, 'Online payment is not available yet. Please pay on delivery.')
export const notApproved = () => new Refused(paymentRefusals.notApproved, 'It was not approved.')

/** Whether a cart has the lines that a payment was created for. */
export const matchesPayment = (cart: Cart, { terms }: Payment): boolean =>
  cart.lines.length === terms.lines.length &&
  terms.lines.every(({ productId, quantity }) =>
    cart.lines.some(line => line.productId === productId && line.quantity === quantity),
  )

/** Whether the amount of a payment is authorized or captured. */
export function isPaid(store: Store, { providerOrderId, intent, state }: Payment): boolean {
  if (state === 'authorized' || state === 'captured') return true
  return state === 'created' && intent === 'capture' && store.provider.get(providerOrderId)?.status === 'captured'
}

/** Ends a payment: releases its reservations and refunds it. */
export function releasePayment(store: Store, payment: Payment): void {
  payment.state = 'ended'
  reserve(store, payment.terms, -1)
  const made = store.provider.get(payment.providerOrderId)!
  if (made.transfers > 0) made.isRefunded = true
}

const openPayments = (store: Store, sessionId: string) =>
  store.payments.filter(one => one.sessionId === sessionId && one.orderId === null && one.state !== 'ended')

/** Ends every payment of a session that has no order. */
export function releaseOpenPayments(store: Store, sessionId: string): void {
  for (const payment of openPayments(store, sessionId)) releasePayment(store, payment)
}

/** Ends the unpaid payments of a session. A change of the cart calls this. */
export function releaseUnpaidPayments(store: Store, sessionId: string): void {
  for (const payment of openPayments(store, sessionId)) if (payment.state === 'created') releasePayment(store, payment)
}

/** Simulates 15 minutes: ends payments without an order, and refunds what was captured after a payment had ended. */
export function expirePayments(store: Store): void {
  for (const payment of store.payments.filter(({ orderId }) => orderId === null)) {
    if (payment.state !== 'ended') releasePayment(store, payment)
    const made = store.provider.get(payment.providerOrderId)!
    if (made.transfers > 0) made.isRefunded = true
  }
}
