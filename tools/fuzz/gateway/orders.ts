import type { Conflict } from '#contract/conflict'
import type { Coupon } from '#contract/coupon'
import { toCents, toDollars } from '#contract/money'
import type { NewOrder, Order } from '#contract/order'
import { paymentRefusals } from '#contract/payment'
import { missingForMinimum, totalsOf } from '#contract/totals'
import {
  endedPayment,
  giveUpOthers,
  goodsOf,
  isPaid,
  keptAs,
  notApproved,
  once,
  opensTo,
  orderWords,
  take,
} from './holds.ts'
import { conflicting, newId, Refused, type Cart, type Store, type Terms, type Voucher } from './state.ts'

/** The ways of delivery. */
export const methods = [
  { id: 'home', name: 'Home delivery', description: 'To your door', needsAddress: true },
  { id: 'pickup', name: 'Pick up', description: 'At the shop', fee: 0, needsAddress: false },
]

export const couponOf = (voucher: Voucher): Coupon => ({
  couponCode: voucher.code,
  discountType: voucher.type,
  discountValue: voucher.type === 'percent' ? voucher.off : toDollars(voucher.off),
  minimumAmount: toDollars(voucher.minimum),
})

/** What delivery costs, in cents; post codes that begin with 9 are far away. */
export function feeOf({ settings }: Store, methodId: string, postCode: string | null): number {
  const method = methods.find(({ id }) => id === methodId)
  if (!method) throw new Refused(400, 'Delivery method is unknown', 'hard')
  if (!method.needsAddress || postCode === null) return toCents(method.fee ?? settings.deliveryFee)
  if (settings.limitAreaShipping && postCode.startsWith('9'))
    throw conflicting([{ about: 'area', message: 'We do not deliver there.' }])
  return settings.calculateDeliveyFee && postCode.startsWith('8') ? 1_500 : toCents(settings.deliveryFee)
}

function stockConflicts(store: Store, cart: Cart): Conflict[] {
  return cart.lines.flatMap(({ productId, quantity }) => {
    const { stock, name } = goodsOf(store, productId)
    return stock < quantity ? [{ about: 'stock', productId, left: stock, message: `Only ${stock} of ${name}.` }] : []
  })
}

function seenConflicts(body: Pick<NewOrder, 'lines'>, lines: Terms['lines']): Conflict[] {
  const seen = body.lines ?? []
  if (seen.length !== lines.length || seen.some(one => !lines.some(line => line.productId === one.productId)))
    return [{ about: 'cart', message: 'Your cart has changed.' }]
  return lines.flatMap(({ productId, quantity, price }): Conflict[] => {
    const { totalPrice, quantity: shown } = seen.find(one => one.productId === productId)!
    if (shown !== quantity) return [{ about: 'cart', message: 'Your cart has changed.' }]
    const now = toDollars(price * quantity)
    return toCents(totalPrice) === price * quantity
      ? []
      : [{ about: 'price', productId, was: totalPrice, now, message: 'A price has changed.' }]
  })
}

/**
 * What an order comes to now.
 *
 * @throws Refused with conflicts where that is not what the shopper saw
 */
export function termsOf(store: Store, body: Omit<NewOrder, 'payment'>, cart: Cart | undefined): Terms {
  if (!cart || cart.lines.length === 0) throw conflicting([{ about: 'cart', message: 'Your cart is empty.' }])
  const lines = cart.lines.map(({ productId, quantity }) => {
    const { price } = goodsOf(store, productId)
    return { productId, quantity, price }
  })
  const subtotal = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const missing = missingForMinimum(subtotal, toCents(store.settings.minimumOrderLimit))
  const voucher = store.vouchers.find(({ code }) => code === body.couponCode)
  const isGood = body.couponCode === null || (voucher && voucher.usesLeft > 0 && voucher.minimum <= subtotal)
  const fee = feeOf(store, body.deliveryMethod, body.deliveryAddress?.postCode ?? null)
  const totals = totalsOf(subtotal, voucher ? couponOf(voucher) : null, fee)
  const against: Conflict[] = [
    ...(missing > 0 ? [{ about: 'minimum' as const, now: toDollars(missing), message: 'Order a little more.' }] : []),
    ...stockConflicts(store, cart),
    ...seenConflicts(body, lines),
    ...(isGood ? [] : [{ about: 'coupon' as const, message: 'This coupon has ended.' }]),
    ...(toCents(body.deliveryFee) === fee
      ? []
      : [{ about: 'fee' as const, message: 'Delivery costs something else.' }]),
    ...(toCents(body.total) === totals.total ? [] : [{ about: 'total' as const, message: 'The total is another.' }]),
  ]
  if (against.length > 0) throw conflicting(against)
  return { lines, subtotal, discount: totals.discount, fee, total: totals.total, couponCode: body.couponCode }
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
    ...(comment && { comment }),
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
  if (isOnline && !store.settings.receivedOnlinePayment && !payment)
    throw new Refused(paymentRefusals.ended, 'There is no paying online.')
  return once(store, `order ${body.requestId}`, body, () =>
    isOnline ? placePaid(store, body, customerId) : placeUnpaid(store, body, customerId),
  )
}
