import { lineCents, subtotalOf } from '#contract/cart'
import { toCents } from '#contract/money'
import { missingForMinimum, totalsOf } from '#contract/totals'
import { isEstimate, mostTotal } from '#contract/weight-price'
import type { NewOrder } from '#contract/order'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { checkoutTotals } from '#machines/checkout/order-rules'
import { orderRoutes } from '#contract/order'
import { orderKeyPrefix } from '#src/effects/order-keys.ts'
import { storedFor } from '#src/effects/outbox.ts'
import { storageKeys } from '#src/effects/storage.ts'
import { identityIn } from '#src/effects/token.ts'
import { longestUnattended } from '#machines/parts/resumed'
import { paymentRoutes } from '#contract/payment'
import { isOrderEnded, isUncharged, paymentProgress } from '#machines/payment/selectors'
import { couponOf, findCoupon } from '../gateway/orders.ts'
import { isPaid, requireProduct } from '../gateway/reservations.ts'
import type { Store } from '../gateway/state.ts'
import { isAtSeenPrice } from '../seen-amounts.ts'
import type { Page, Pending, World } from '../world.ts'
import { checkoutIn, inEachTab, orderIn, paymentIn, stepIn, type Invariant } from './invariant.ts'

const isPlacement = ({ route }: Pending) => route === orderRoutes.placeOrder
const isOrder = (one: Pending) => isPlacement(one) || one.route === paymentRoutes.beginPayment

const asks = ['checkout.place', 'checkout.pay']
const filling = ['details', 'delivery', 'payment', 'review']

/** Whether the amount of the payment for an order is authorized or captured, and not returned. */
function isTaken({ store }: World, requestId: string): boolean {
  const payment = store.payments.find(one => one.requestId === requestId)
  return payment !== undefined && payment.state !== 'ended' && isPaid(store, payment)
}

/** Whether the outcome of an order of the current shopper is unknown, and the order is stored. */
export function hasRecoverableOrder({ storage, storageStatus, unsettledOrders, now }: World): boolean {
  if (storageStatus !== 'open') return false
  const identity = identityIn(storage.get(storageKeys.token) ?? null, now)
  const customerId = identity.is === 'customer' ? identity.customer.customerId : null
  return [...unsettledOrders.keys()].some(requestId => {
    const stored = JSON.parse(storage.get(`${orderKeyPrefix}${requestId}`) ?? 'null') as StoredOrder | null
    return stored !== null && stored.customerId === customerId && Math.abs(now - stored.sentAt) < storedFor
  })
}

interface StoredOrder {
  customerId: string | null
  sentAt: number
}

/** The amounts of an order as they are sent, in cents, and those that follow from its lines. Null for one without lines. */
function amountsSent(store: Store, { lines: seen, couponCode, deliveryFee, total, most }: NewOrder) {
  if (seen === undefined) return null
  const lines = seen.map(line => ({ ...line, weighed: requireProduct(store, line.productId).weighed }))
  const stored = couponCode === null ? undefined : findCoupon(store, couponCode)
  const coupon = stored ? couponOf(stored) : null
  const totals = totalsOf(subtotalOf(lines), coupon, toCents(deliveryFee))
  return { lines, coupon, totals, total: toCents(total), most: typeof most === 'number' ? toCents(most) : null }
}

/** Whether the page says that nothing was charged for the last order, as `ReviewNews` and `PaymentPanel` do. */
function saysUncharged(page: Page): boolean {
  const [checkout, payment] = [checkoutIn(page), paymentIn(page)]
  if (!checkout || !payment || stepIn(checkout) !== 'review') return false
  const { attempt } = paymentProgress(payment)
  const isPaidOnline = checkout.context.payment === 'online'
  if (isPaidOnline && attempt === 'cancelled') return true
  const isFailed = isPaidOnline && attempt === 'failed' && !isOrderEnded(payment.context)
  return (checkout.context.refusal !== null || isFailed) && (!isPaidOnline || isUncharged(payment.context))
}

/** Invariants of the checkout and of payments. */
export const checkoutInvariants: Invariant[] = [
  {
    name: 'K1a',
    holds: 'A page has at most one order request in flight.',
    when: 'call',
    check: ({ pending }, call) => {
      if (!isPlacement(call)) return null
      const others = pending.filter(
        one => one !== call && isPlacement(one) && one.page === call.page && one.logouts === call.logouts,
      )
      return others.length > 0 ? `${others.length} other requests` : null
    },
  },
  {
    name: 'K1b',
    holds: 'An order is begun only in the tab that has the checkout lock.',
    when: 'act',
    check: (_, { page }, { event }, before) => {
      if (!asks.includes(event.type)) return null
      const [was, is] = [before as CheckoutSnapshot, checkoutIn(page)!]
      const isBegun = stepIn(was) === 'review' && stepIn(is) !== 'review'
      return isBegun && was.value.tab === 'otherTab' ? 'another tab holds the lock' : null
    },
  },
  {
    name: 'K2',
    holds: 'An idempotency key of an order is never sent with another body.',
    when: 'always',
    check: ({ store }) => {
      const key = store.keyConflicts.find(one => !one.startsWith('add '))
      return key ? `${key} was sent with another body` : null
    },
  },
  {
    name: 'K2b',
    holds: 'After a settled refusal the next order has another key.',
    when: 'call',
    check: ({ store }, call) => {
      if (call.route !== orderRoutes.placeOrder || call.body === null) return null
      const { requestId } = call.body as NewOrder
      const isRefused = store.answers.get(`order ${requestId}`)?.answer instanceof Error
      const isKnown = isRefused && call.page.refusedKeys.includes(requestId)
      return isKnown ? `${requestId} was refused already` : null
    },
  },
  {
    name: 'K2c',
    holds: 'A key, and a cart’s session, has at most one order.',
    when: 'always',
    check: ({ store: { placed } }) =>
      new Set(placed.map(({ requestId }) => requestId)).size < placed.length ||
      new Set(placed.map(({ sessionId }) => sessionId)).size < placed.length
        ? 'it has two'
        : null,
  },
  {
    name: 'K10',
    holds:
      'No order is sent by itself more than 10 minutes after the shopper asked for it, unless its payment was taken.',
    when: 'call',
    check: ({ activePage, clockStatus, now, orderRequestedAt, store }, call) => {
      if (!isPlacement(call) || activePage === call.page || clockStatus === 'set') return null
      const { requestId, payment } = call.body as NewOrder
      if (payment.method === 'online' && store.provider.get(payment.providerOrderId ?? '')?.status === 'captured')
        return null
      const age = now - (orderRequestedAt.get(requestId) ?? -Infinity)
      return age > longestUnattended ? `${requestId} is sent after ${age} ms` : null
    },
  },
  {
    name: 'K12',
    holds:
      'Once every response has arrived and pages were loaded again, the outcome of every order of the shopper is known.',
    when: 'atRest',
    check: world => (hasRecoverableOrder(world) ? 'an order is stored whose outcome is unknown' : null),
  },
  {
    name: 'K4a',
    holds: 'What is placed is what was shown: the total at the click, and in the machine, is the one that is sent.',
    when: 'act',
    check: (_, { page }, { event }, before) => {
      if (!asks.includes(event.type) || stepIn(before as CheckoutSnapshot) !== 'review') return null
      const { pendingOrder } = orderIn(page)!.context
      if (stepIn(checkoutIn(page)!) === 'review' || pendingOrder === null) return null
      const sent = toCents(pendingOrder.total)
      const shown = checkoutTotals((before as CheckoutSnapshot).context).total
      return sent === event.total && sent === shown ? null : `${sent} is sent, ${shown} is shown`
    },
  },
  {
    name: 'K4c',
    holds: 'A price that changed after the review was opened is ordered only once the shopper has accepted it.',
    when: 'act',
    check: (_, { page, seenPrices }, { event }, before) => {
      if (!asks.includes(event.type) || stepIn(before as CheckoutSnapshot) !== 'review') return null
      const checkout = checkoutIn(page)!
      if (stepIn(checkout) === 'review') return null
      for (const line of orderIn(page)!.context.pendingOrder?.lines ?? []) {
        const seen = seenPrices.get(line.productId)
        if (seen && !isAtSeenPrice(line, seen))
          return `${line.quantity} of product ${line.productId} are ordered for ${lineCents(line)}, ${JSON.stringify(seen)} is seen`
      }
      return null
    },
  },
  {
    name: 'K4d',
    holds:
      'A product or a quantity that another tab changed after the review was opened is ordered only once the shopper has accepted it.',
    when: 'act',
    check: (_, { page, seenQuantities, changedHere }, { event }, before) => {
      if (!asks.includes(event.type) || stepIn(before as CheckoutSnapshot) !== 'review') return null
      const checkout = checkoutIn(page)!
      if (stepIn(checkout) === 'review' || seenQuantities.size === 0) return null
      const ordered = new Map(
        (orderIn(page)!.context.pendingOrder?.lines ?? []).map(line => [line.productId, line.quantity]),
      )
      for (const productId of new Set([...ordered.keys(), ...seenQuantities.keys()])) {
        const [seen, now] = [seenQuantities.get(productId) ?? 0, ordered.get(productId) ?? 0]
        if (seen !== now && !changedHere.has(productId))
          return `${now} of product ${productId} are ordered, ${seen} are seen`
      }
      return null
    },
  },
  {
    name: 'K4e',
    holds: 'The total that is sent is the sum of the lines that are sent, less the discount, plus the fee.',
    when: 'call',
    check: ({ store }, call) => {
      const sent = isOrder(call) ? amountsSent(store, call.body as NewOrder) : null
      return sent && sent.total !== sent.totals.total ? `${sent.total} in place of ${sent.totals.total}` : null
    },
  },
  {
    name: 'K4f',
    holds:
      'The most that is sent is what the lines cost at their greatest weight, and at least the total; without goods by weight none is sent.',
    when: 'call',
    check: ({ store }, call) => {
      const sent = isOrder(call) ? amountsSent(store, call.body as NewOrder) : null
      if (sent === null) return null
      const most = isEstimate(sent.lines) ? mostTotal(sent.lines, sent.coupon, sent.totals) : null
      if (sent.most !== most) return `${sent.most} in place of ${most}`
      return most !== null && most < sent.total ? `${most} for a total of ${sent.total}` : null
    },
  },
  {
    name: 'K5a',
    holds: 'An order shown as placed is placed.',
    when: 'always',
    check: ({ store, ...world }) =>
      inEachTab({ store, ...world }, page => {
        const checkout = checkoutIn(page)
        if (!checkout || stepIn(checkout) !== 'placed') return null
        const { orderId } = orderIn(page)!.context.receipt!
        return !store.placed.some(({ order }) => order.orderId === orderId) && `${orderId} is not placed`
      }),
  },
  {
    name: 'K5b',
    holds: 'A placed order is never shown as not placed.',
    when: 'always',
    check: ({ store, ...world }) =>
      inEachTab({ store, ...world }, page => {
        const checkout = checkoutIn(page)
        if (!checkout || !filling.includes(stepIn(checkout))) return null
        const { lastOrderKey } = page
        const isPlaced = lastOrderKey !== null && store.placed.some(({ requestId }) => requestId === lastOrderKey)
        return isPlaced && !page.placedKeys.includes(lastOrderKey) && `${lastOrderKey} is shown as not placed`
      }),
  },
  {
    name: 'K5c',
    holds: 'Once every response has arrived, no order is in flight and its outcome is shown.',
    when: 'atRest',
    check: world =>
      inEachTab(world, page => {
        const checkout = checkoutIn(page)
        return checkout !== undefined && ![...filling, 'placed'].includes(stepIn(checkout)) && stepIn(checkout)
      }),
  },
  {
    name: 'K6a',
    holds: 'An empty cart, or one below the minimum, is never ordered.',
    when: 'call',
    check: (_, call) => {
      if (!isOrder(call)) return null
      const { lines } = call.body as NewOrder
      const { basket, settings } = checkoutIn(call.page)?.context ?? {}
      if (!lines || lines.length === 0) return 'there are no lines'
      if (!basket || !settings || orderIn(call.page)!.value !== 'placing') return null
      const subtotal = subtotalOf(lines)
      const isNew = subtotal === basket.subtotal && call.page.lastOrderKey !== (call.body as NewOrder).requestId
      return isNew && missingForMinimum(subtotal, toCents(settings.minimumOrderLimit)) > 0 ? `${subtotal}` : null
    },
  },
  {
    name: 'K7a',
    holds: 'Checkout fields show exactly what was typed.',
    when: 'act',
    check: (_, { page }, { event }, before) => {
      if (event.type !== 'checkout.typed') return null
      const step = stepIn(before as CheckoutSnapshot)
      if (step !== 'details' && step !== 'delivery') return null
      const { form, field, value } = event as unknown as { form: 'person'; field: 'email'; value: string }
      return checkoutIn(page)!.context[form][field] === value ? null : `${form}.${field} shows another value`
    },
  },
  {
    name: 'P1c',
    holds: 'No shopper is charged while the shop still offers the same order for payment.',
    when: 'atRest',
    check: ({ store, ...world }) =>
      inEachTab({ store, ...world }, page => {
        const checkout = checkoutIn(page)
        const order = orderIn(page)?.context.pendingOrder ?? null
        if (!checkout || stepIn(checkout) !== 'review' || order === null) return null
        const { requestId } = order
        const paid = store.payments.find(one => one.requestId === requestId && one.state !== 'ended')
        return paid !== undefined && paid.state !== 'created' && `${requestId} is ${paid.state}`
      }),
  },
  {
    name: 'P1d',
    holds: 'A payment whose amount is authorised or captured is not shown as failed or cancelled.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const payment = paymentIn(page)
        const requestId = payment?.context.order?.requestId
        if (!requestId || !['failed', 'cancelled'].includes(paymentProgress(payment).attempt)) return null
        return isTaken(world, requestId) && `${requestId} is ${paymentProgress(payment).attempt}`
      }),
  },
  {
    name: 'P8',
    holds: 'That nothing was charged is said only when it is certain.',
    when: 'always',
    check: world =>
      inEachTab(world, (page, { paidKey, placedKeys }) => {
        if (paidKey === null || [...placedKeys, ...page.placedKeys].includes(paidKey)) return null
        return saysUncharged(page) && isTaken(world, paidKey) && `the shop says so for ${paidKey}`
      }),
  },
  {
    name: 'P4b',
    holds: 'At most one payment is authorised at a time.',
    when: 'always',
    check: world =>
      inEachTab(world, page => {
        const asked = world.pending.filter(
          one => one.page === page && one.route === paymentRoutes.authorizePayment && one.logouts === page.logouts,
        )
        return new Set(asked.map(({ params }) => params.id)).size > 1 && 'two payments are authorised at once'
      }),
  },
  {
    name: 'P5',
    holds: 'A cancelled or failed payment leaves no order.',
    when: 'always',
    check: ({ store, ...world }) =>
      inEachTab({ store, ...world }, page => {
        const checkout = checkoutIn(page)
        const order = orderIn(page)?.context.pendingOrder ?? null
        if (!checkout || stepIn(checkout) !== 'review' || order === null) return null
        const { requestId } = order
        // a tab shows the order that it sent until it is settled, even after another tab has taken the checkout over
        const isShownElsewhere = world.tabs.some(
          tab => tab.page !== page && [...tab.placedKeys, ...(tab.page?.placedKeys ?? [])].includes(requestId),
        )
        return store.placed.some(one => one.requestId === requestId) && !isShownElsewhere && `${requestId} is placed`
      }),
  },
  {
    name: 'P6',
    holds: 'The provider’s order is created on one side only: the one that the settings name.',
    when: 'call',
    check: ({ paypalSides }, call) => {
      if (call.name === 'createAtProvider')
        return paypalSides.create === 'client' ? null : 'the browser creates the order'
      if (call.route !== paymentRoutes.beginPayment) return null
      const isBrought = 'providerOrderId' in (call.body as object)
      return isBrought === (paypalSides.create === 'client') ? null : 'the order is created on the other side'
    },
  },
  {
    name: 'P7',
    holds: 'Reports of the provider about another payment change nothing.',
    when: 'act',
    check: (_, { page }, { event }, before) => {
      if (event.type !== 'payment.approved') return null
      const was = before as { context: { providerOrderId: string | null }; value: unknown }
      if (event.providerOrderId === was.context.providerOrderId) return null
      return JSON.stringify(paymentIn(page)?.value) === JSON.stringify(was.value)
        ? null
        : 'the state of the payment changes'
    },
  },
]
