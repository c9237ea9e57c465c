import type { AddressFields } from '#contract/address'
import type { Conflict } from '#contract/conflict'
import { missingForCoupon, type Coupon } from '#contract/coupon'
import { formatAmount, toCents, toDollars } from '#contract/money'
import type { NewOrder, Order } from '#contract/order'
import { missingForMinimum, totalsOf } from '#contract/totals'
import {
  endedPayment,
  giveUpOthers,
  goodsOf,
  isPaid,
  keptAs,
  notApproved,
  notOnline,
  once,
  opensTo,
  orderWords,
  take,
} from './holds.ts'
import { stockConflict } from './carts.ts'
import { conflicting, newId, Refused, wordsOf, type Cart, type Store, type Terms, type Voucher } from './state.ts'

export const couponOf = (voucher: Voucher): Coupon => ({
  couponCode: voucher.code,
  discountType: voucher.type,
  discountValue: voucher.type === 'percent' ? voucher.off : toDollars(voucher.off),
  minimumAmount: toDollars(voucher.minimum),
})

/** What delivery costs, in cents; outside the delivery area a conflict. */
export function feeOf(store: Store, methodId: string, to: Destination | null): number | Conflict {
  const method = store.methods.find(({ id }) => id === methodId)
  if (!method) throw new Refused(400, 'Delivery method is unknown', 'hard')
  const standard = to === null ? toCents(store.settings.deliveryFee) : store.feeFor(to.postCode)
  if (method.needsAddress && standard === null)
    return { about: 'area', message: `We do not deliver to ${to!.city} ${to!.postCode} yet.` }
  return method.fee === undefined ? standard! : toCents(method.fee)
}

/** Where goods go. */
type Destination = Pick<AddressFields, 'city' | 'postCode'>

const isConflict = (one: Conflict | Coupon | number | null): one is Conflict =>
  typeof one === 'object' && one !== null && 'about' in one

/** Lines other than the shopper saw, or at another price. */
function linesConflicts({ lines: seen }: Omit<NewOrder, 'payment'>, lines: Terms['lines'], store: Store): Conflict[] {
  if (seen === undefined) return []
  const quantities = (some: { productId: number; quantity: number }[]) =>
    wordsOf(some.map(({ productId, quantity }) => [productId, quantity]).toSorted(([a], [b]) => a! - b!))
  if (quantities(seen) !== quantities(lines))
    return [{ about: 'cart', message: 'Your cart has changed in the meantime. Please look at it again.' }]
  return lines.flatMap(({ productId, quantity, price }): Conflict[] => {
    const [was, now] = [toCents(seen.find(one => one.productId === productId)!.totalPrice), price * quantity]
    const { name } = goodsOf(store, productId)
    const message = `${name} costs ${formatAmount(now)} now, not ${formatAmount(was)}.`
    return was === now ? [] : [{ about: 'price', productId, was: toDollars(was), now: toDollars(now), message }]
  })
}

function minimumConflict(subtotal: number, minimum: number): Conflict | null {
  const missing = missingForMinimum(subtotal, minimum)
  const message = `Add ${formatAmount(missing)} more to reach the minimum order of ${formatAmount(minimum)}.`
  return missing === 0 ? null : { about: 'minimum', now: toDollars(missing), message }
}

/** Finds a coupon, however its code is written. */
export const voucherOf = (store: Store, code: string): Voucher | undefined =>
  store.vouchers.find(one => one.code === code.trim().toUpperCase())

/** What a coupon does for an order; a conflict if it does not hold. */
function couponFor(store: Store, code: string, subtotal: number): Coupon | Conflict {
  const voucher = voucherOf(store, code)
  const against = (message: string): Conflict => ({ about: 'coupon', message })
  if (!voucher) return against('This coupon is not valid.')
  if (voucher.hasEnded) return against(`The coupon ${voucher.code} has ended.`)
  if (voucher.usesLeft <= 0) return against(`The coupon ${voucher.code} has been used up.`)
  const missing = missingForCoupon(couponOf(voucher), subtotal)
  if (missing > 0) return against(`Add ${formatAmount(missing)} more to use the coupon ${voucher.code}.`)
  return couponOf(voucher)
}

/** Conflicts that explain another total. */
const explaining: Conflict['about'][] = ['price', 'cart', 'coupon', 'fee', 'area']

/**
 * What an order comes to now.
 *
 * @throws Refused with conflicts where that is not what the shopper saw
 */
export function termsOf(store: Store, body: Omit<NewOrder, 'payment'>, cart: Cart | undefined): Terms {
  if (!cart || cart.lines.length === 0)
    throw conflicting([{ about: 'cart', message: 'Your cart is empty, or was ordered already.' }])
  const lines = cart.lines.map(({ productId, quantity }) => {
    const { price } = goodsOf(store, productId)
    return { productId, quantity, price }
  })
  const subtotal = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const quoted = feeOf(store, body.deliveryMethod, body.deliveryAddress)
  const offered = body.couponCode ? couponFor(store, body.couponCode, subtotal) : null
  const coupon = isConflict(offered) ? null : offered
  const fee = isConflict(quoted) ? 0 : quoted
  const { discount, total } = totalsOf(subtotal, coupon, fee)
  const changed = (about: 'fee' | 'total', was: number, now: number, message: string): Conflict | null =>
    was === now ? null : { about, was: toDollars(was), now: toDollars(now), message }
  const [feeSeen, totalSeen] = [toCents(body.deliveryFee), toCents(body.total)]
  const conflicts = [
    ...lines.map(({ productId, quantity }) => stockConflict(goodsOf(store, productId), quantity)),
    ...linesConflicts(body, lines, store),
    minimumConflict(subtotal, toCents(store.settings.minimumOrderLimit)),
    isConflict(offered) ? offered : null,
    isConflict(quoted)
      ? quoted
      : changed('fee', feeSeen, fee, `Delivery costs ${formatAmount(fee)} now, not ${formatAmount(feeSeen)}.`),
  ].filter(isConflict)
  const isExplained = conflicts.some(({ about }) => explaining.includes(about))
  const shown = `The total is now ${formatAmount(total)}, not ${formatAmount(totalSeen)}.`
  const totalConflict = isExplained
    ? null
    : changed('total', totalSeen, total, `${shown} Please look at your order again.`)
  const all = [...conflicts, totalConflict].filter(isConflict)
  if (all.length > 0) throw conflicting(all)
  return { lines, subtotal, discount, fee, total, couponCode: coupon?.couponCode ?? null }
}

function record(store: Store, body: NewOrder, customerId: string | null, terms: Terms): Order {
  const { billingAddress, deliveryAddress, customer, deliveryMethod, payment, comment } = body
  const order: Order = {
    orderId: newId(store, 'order'),
    orderNumber: `LL-${store.count}`,
    orderStatus: 'received',
    createdAt: new Date(store.now()).toISOString(),
    quantity: terms.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total: toDollars(terms.total),
    lines: terms.lines.map(({ productId, quantity, price }) => ({
      productId,
      productName: goodsOf(store, productId).name,
      productImage: '',
      productPrice: toDollars(price),
      quantity,
      totalPrice: toDollars(price * quantity),
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
  }
  store.placed.push({ requestId: body.requestId, sessionId: body.sessionId, customerId, asked: body, terms, order })
  store.carts.delete(body.sessionId)
  return order
}

function placeUnpaid(store: Store, body: NewOrder, customerId: string | null): object {
  const cart = store.carts.get(body.sessionId)
  const known = opensTo(cart, customerId) ? cart : undefined
  if (known) giveUpOthers(store, body.sessionId)
  const terms = termsOf(store, body, known)
  take(store, terms)
  return { data: record(store, body, customerId, terms) }
}

function placePaid(store: Store, body: NewOrder, customerId: string | null): object {
  const payment = store.payments.find(one => one.providerOrderId === body.payment.providerOrderId)
  if (!payment || payment.requestId !== body.requestId || payment.words !== orderWords(body))
    throw new Refused(409, 'This payment is not for this order. Please pay again.')
  if (payment.state === 'ended') throw endedPayment()
  const cart = store.carts.get(body.sessionId)
  if (!opensTo(cart, customerId) || !keptAs(cart, payment)) {
    giveUpOthers(store, body.sessionId)
    throw conflicting([{ about: 'cart', message: 'Your cart has changed. Nothing was charged.' }])
  }
  const order = record(store, body, customerId, payment.terms)
  payment.orderId = order.orderId
  payment.state = 'captured'
  return { data: order }
}

/** Places an order, once a key; what is not paid yet settles nothing. */
export function placeOrder(store: Store, body: NewOrder, customerId: string | null): object {
  const isOnline = body.payment.method === 'online'
  const payment = store.payments.find(one => one.providerOrderId === body.payment.providerOrderId)
  if (isOnline && payment && payment.state === 'created' && !isPaid(store, payment)) throw notApproved()
  if (isOnline && !store.settings.receivedOnlinePayment && !payment) throw notOnline()
  return once(store, `order ${body.requestId}`, body, { sessionId: body.sessionId, customerId }, () =>
    isOnline ? placePaid(store, body, customerId) : placeUnpaid(store, body, customerId),
  )
}
