import type { AddressFields } from '#contract/address'
import type { Conflict } from '#contract/conflict'
import { comparableCoupon, missingForCoupon, type Coupon } from '#contract/coupon'
import { feeChange } from '#contract/fee-text'
import { lineCents } from '#contract/cart'
import { formatAmount, toCents, toDollars } from '#contract/money'
import { priceOfQuantity } from '#contract/multi-buy-price'
import type { NewOrder, Order } from '#contract/order'
import { missingForMinimum, totalsOf } from '#contract/totals'
import { isEstimate, mostTotal } from '#contract/weight-price'
import {
  endedPayment,
  releaseOpenPayments,
  requireProduct,
  isPaid,
  matchesPayment,
  notApproved,
  notOnline,
  runOnce,
  canAccess,
  orderBody,
  reserve,
} from './reservations.ts'
import { multiBuyFields, offeredMultiBuy, stockConflict } from './carts.ts'
import {
  conflictRefusal,
  newId,
  Refused,
  canonicalJson,
  type Cart,
  type Store,
  type StoredCoupon,
  type Terms,
} from './state.ts'

export const couponOf = (stored: StoredCoupon): Coupon => ({
  couponCode: stored.code,
  discountType: stored.type,
  discountValue: stored.type === 'percent' ? stored.off : toDollars(stored.off),
  minimumAmount: toDollars(stored.minimum),
})

/** The delivery fee in cents, or a conflict if the destination is outside the delivery area. */
export function feeOf(store: Store, methodId: string, to: Destination | null): number | Conflict {
  const method = store.methods.find(({ id }) => id === methodId)
  if (!method) throw new Refused(400, 'Delivery method is unknown', 'hard')
  const standard = to === null ? toCents(store.settings.deliveryFee) : store.feeFor(to.postCode)
  if (method.needsAddress && standard === null)
    return { about: 'area', message: `${to!.city} ${to!.postCode} is outside our delivery area.` }
  return method.fee === undefined ? standard! : toCents(method.fee)
}

type Destination = Pick<AddressFields, 'city' | 'postCode'>

const isConflict = (one: Conflict | Coupon | number | null): one is Conflict =>
  typeof one === 'object' && one !== null && 'about' in one

const centsOf = ({ price, quantity, multiBuy }: Terms['lines'][number]): number =>
  priceOfQuantity(price, quantity, multiBuy)

/** Conflicts if lines or prices differ from those that the shopper saw. */
function linesConflicts({ lines: seen }: Omit<NewOrder, 'payment'>, lines: Terms['lines'], store: Store): Conflict[] {
  if (seen === undefined) return []
  const quantities = (some: { productId: number; quantity: number }[]) =>
    canonicalJson(some.map(({ productId, quantity }) => [productId, quantity]).toSorted(([a], [b]) => a! - b!))
  if (quantities(seen) !== quantities(lines))
    return [{ about: 'cart', message: 'Your cart has changed in the meantime. Please check it.' }]
  return lines.flatMap((line): Conflict[] => {
    const { productId } = line
    const [was, now] = [lineCents(seen.find(one => one.productId === productId)!), centsOf(line)]
    const { name } = requireProduct(store, productId)
    const message = `${name} now costs ${formatAmount(now)}, not ${formatAmount(was)}.`
    return was === now ? [] : [{ about: 'price', productId, was: toDollars(was), now: toDollars(now), message }]
  })
}

function minimumConflict(subtotal: number, minimum: number): Conflict | null {
  const missing = missingForMinimum(subtotal, minimum)
  const message = `Add ${formatAmount(missing)} more to reach the minimum order of ${formatAmount(minimum)}.`
  return missing === 0 ? null : { about: 'minimum', now: toDollars(missing), message }
}

/** Finds a coupon by a code as typed. */
export const findCoupon = (store: Store, code: string): StoredCoupon | undefined =>
  store.coupons.find(one => one.code === comparableCoupon(code))

/** The coupon, or a conflict if it can't be used for this order. */
function couponFor(store: Store, code: string, subtotal: number): Coupon | Conflict {
  const stored = findCoupon(store, code)
  const against: Conflict = { about: 'coupon', message: 'This coupon can’t be used for this order.' }
  if (!stored || stored.hasEnded || stored.usesLeft <= 0) return against
  if (missingForCoupon(couponOf(stored), subtotal) > 0) return against
  return couponOf(stored)
}

/** Conflicts that also change the total. */
const explainsTotal: Conflict['about'][] = ['price', 'cart', 'coupon', 'fee', 'area']

/**
 * The current terms of an order.
 *
 * @throws Refused with the conflicts if they differ from what the shopper saw
 */
export function termsOf(store: Store, body: Omit<NewOrder, 'payment'>, cart: Cart | undefined): Terms {
  if (!cart || cart.lines.length === 0)
    throw conflictRefusal([{ about: 'cart', message: 'Your cart is empty, or has already been ordered.' }])
  const lines = cart.lines.map(({ productId, quantity }) => {
    const product = requireProduct(store, productId)
    const seen = body.lines?.find(line => line.productId === productId)
    // a shop that has shown no price with the multi-buy has shown price times quantity
    const multiBuy = typeof seen?.linePrice === 'number' ? offeredMultiBuy(product) : null
    // one that has shown nothing of weights has shown the estimate as the amount to pay
    const weighed = (typeof body.most === 'number' && product.weighed) || null
    return { productId, quantity, price: product.price, multiBuy, weighed }
  })
  const subtotal = lines.reduce((sum, line) => sum + centsOf(line), 0)
  const quoted = feeOf(store, body.deliveryMethod, body.deliveryAddress)
  const offered = body.couponCode ? couponFor(store, body.couponCode, subtotal) : null
  const coupon = isConflict(offered) ? null : offered
  const fee = isConflict(quoted) ? 0 : quoted
  const totals = totalsOf(subtotal, coupon, fee)
  const { discount, total } = totals
  const amounts = lines.map(line => ({ ...line, totalPrice: toDollars(centsOf(line)) }))
  const most = mostTotal(amounts, coupon, totals)
  const changed = (about: 'fee' | 'total', was: number, now: number, message: string): Conflict | null =>
    was === now ? null : { about, was: toDollars(was), now: toDollars(now), message }
  const [feeSeen, totalSeen] = [toCents(body.deliveryFee), toCents(body.total)]
  const conflicts = [
    ...lines.map(({ productId, quantity }) => stockConflict(requireProduct(store, productId), quantity)),
    ...linesConflicts(body, lines, store),
    minimumConflict(subtotal, toCents(store.settings.minimumOrderLimit)),
    isConflict(offered) ? offered : null,
    isConflict(quoted) ? quoted : changed('fee', feeSeen, fee, feeChange(fee, feeSeen)),
  ].filter(isConflict)
  const isExplained = conflicts.some(({ about }) => explainsTotal.includes(about))
  const shown = `The total is now ${formatAmount(total)}, not ${formatAmount(totalSeen)}.`
  const totalConflict = isExplained ? null : changed('total', totalSeen, total, `${shown} Please check your order.`)
  const isSame = isExplained || totalConflict !== null || typeof body.most !== 'number' || toCents(body.most) === most
  const mostConflict: Conflict = { about: 'total', message: `The most is now ${formatAmount(most)}.` }
  const all = [...conflicts, totalConflict, isSame ? null : mostConflict].filter(isConflict)
  if (all.length > 0) throw conflictRefusal(all)
  return { lines, subtotal, discount, fee, total, most, couponCode: coupon?.couponCode ?? null }
}

function storeOrder(store: Store, body: NewOrder, customerId: string | null, terms: Terms): Order {
  const { billingAddress, deliveryAddress, customer, deliveryMethod, payment, comment, substitution } = body
  const choiceOf = (id: number) => {
    const { substitution: own, note } = body.lines?.find(({ productId }) => productId === id) ?? {}
    return { ...(own && { substitution: own }), ...(note?.trim() && { note: note.trim() }) }
  }
  const order: Order = {
    orderId: newId(store, 'order'),
    orderNumber: `LL-${store.count}`,
    orderStatus: 'received',
    createdAt: new Date(store.now()).toISOString(),
    quantity: terms.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total: toDollars(terms.total),
    ...(isEstimate(terms.lines) && { isEstimate: true, most: toDollars(terms.most) }),
    lines: terms.lines.map(({ productId, quantity, price, multiBuy, weighed }) => ({
      productId,
      productName: requireProduct(store, productId).name,
      productImage: '',
      productPrice: toDollars(price),
      quantity,
      totalPrice: toDollars(price * quantity),
      ...multiBuyFields(price, quantity, multiBuy),
      ...choiceOf(productId),
      ...(weighed && { weighed }),
    })),
    subtotal: toDollars(terms.subtotal),
    discount: toDollars(terms.discount),
    couponCode: terms.couponCode,
    deliveryFee: toDollars(terms.fee),
    deliveryMethod,
    billingAddress,
    deliveryAddress,
    customer,
    payment: { method: payment.method, status: payment.method === 'online' ? 'captured' : 'pending' },
    ...(comment?.trim() && { comment: comment.trim() }),
    ...(substitution && { substitution }),
  }
  store.placed.push({ requestId: body.requestId, sessionId: body.sessionId, customerId, request: body, terms, order })
  store.carts.delete(body.sessionId)
  return order
}

function placeUnpaid(store: Store, body: NewOrder, customerId: string | null): object {
  const cart = store.carts.get(body.sessionId)
  const known = canAccess(cart, customerId) ? cart : undefined
  if (known) releaseOpenPayments(store, body.sessionId)
  const terms = termsOf(store, body, known)
  reserve(store, terms)
  return { data: storeOrder(store, body, customerId, terms) }
}

function placePaid(store: Store, body: NewOrder, customerId: string | null): object {
  const payment = store.payments.find(one => one.providerOrderId === body.payment.providerOrderId)
  if (!payment || payment.requestId !== body.requestId || payment.body !== orderBody(body))
    throw new Refused(409, 'This payment is not for this order. Please pay again.')
  if (payment.state === 'ended') throw endedPayment()
  const cart = store.carts.get(body.sessionId)
  if (!canAccess(cart, customerId) || !matchesPayment(cart, payment)) {
    releaseOpenPayments(store, body.sessionId)
    throw conflictRefusal([{ about: 'cart', message: 'Your cart has changed. Nothing was charged.' }])
  }
  const order = storeOrder(store, body, customerId, payment.terms)
  payment.orderId = order.orderId
  payment.state = 'captured'
  return { data: order }
}

/** Places an order. Idempotent by `requestId`. A refusal because of a missing payment is not stored for the key. */
export function placeOrder(store: Store, body: NewOrder, customerId: string | null): object {
  const isOnline = body.payment.method === 'online'
  const payment = store.payments.find(one => one.providerOrderId === body.payment.providerOrderId)
  if (isOnline && payment && payment.state === 'created' && !isPaid(store, payment)) throw notApproved()
  if (isOnline && !store.settings.receivedOnlinePayment && !payment) throw notOnline()
  return runOnce(store, `order ${body.requestId}`, body, { sessionId: body.sessionId, customerId }, () =>
    isOnline ? placePaid(store, body, customerId) : placeUnpaid(store, body, customerId),
  )
}
