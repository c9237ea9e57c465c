import type { CartLine } from '#contract/cart'
import type { NewOrder } from '#contract/order'
import type { Settings } from '#contract/settings'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import type { CheckoutContext } from '#machines/checkout/context'
import { checkoutTotals } from '#machines/checkout/order-rules'
import { initialCheckpoint } from '#machines/journal/resume'
import { startingPoint } from '#machines/shop/resume'
import { schema, type Checkpoint } from '#machines/journal/entry'
import { actorAt } from '#machines/journal/actor-at'
import { fingerprints } from '#machines/journal/fingerprints'
import { restoreTimers, timeLeft } from '#machines/journal/timers'
import type { PaymentSnapshot } from '#machines/payment/payment'
import { checkoutProgress } from '#machines/checkout/selectors'
import type { OrderAttemptSnapshot } from '#machines/orders/order-attempt'
import { orderProgress } from '#machines/orders/selectors'
import { paymentProgress } from '#machines/payment/selectors'
import type { Identity } from '#machines/messages/customer'
import { fillDetails } from './checkout-forms.ts'
import { accountFor, mai, riceLine, settings } from './outcomes.ts'
import { locationOf, openShop, type OpenShop } from './open-shop.ts'

/** A shop with a payment in progress, and its journal's checkpoint. */
export interface Payer extends OpenShop {
  checkpoint: Checkpoint | null
}

/** Fills in the steps, up to the payment. */
async function fillIn(shop: OpenShop) {
  fillDetails(shop)
  shop.send('checkout', { type: 'checkout.continue' })
  await shop.settled()
  await shop.answers('readFee')
}

export interface CheckoutOptions {
  /** A guest by default. */
  identity?: Identity | undefined
  visitId?: string
  settings?: Settings
  /** Rice by default. */
  lines?: CartLine[]
  /** Whether the delivery methods are read; true by default. */
  hasMethods?: boolean
}

/** A shopper opens the checkout; the test settles the request for the checkout lock. */
export async function openCheckout(options: CheckoutOptions = {}): Promise<Payer> {
  const { identity = { is: 'guest' }, visitId = 'visit', lines = [riceLine], hasMethods = true } = options
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId, sessionId: 'session-1', identity })
  const account = identity.is === 'customer' ? accountFor(mai) : null
  await shop.answers('begin', { settings: options.settings ?? settings, lines, account })
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf('/check-out') })
  await shop.answers('loadPage')
  await shop.answers('reveal')
  if (hasMethods) await shop.answers('readMethods')
  return { ...shop, checkpoint: null }
}

/** A checkout of this tab that is filled in up to the payment. */
export async function openAtPayment(identity?: Identity): Promise<Payer> {
  const shop = await openCheckout({ identity })
  await shop.answers('requestLock')
  await fillIn(shop)
  return shop
}

/** A checkout at its review step, to be paid online. */
export async function openAtReview(identity?: Identity, setup?: object): Promise<Payer> {
  const shop = await openAtPayment(identity)
  shop.send('checkout', { type: 'checkout.choosePayment', method: 'online' })
  await shop.answers('readSetup', setup)
  shop.send('checkout/orderAttempt/payment', { type: 'payment.loaded' })
  shop.send('checkout', { type: 'checkout.continue' })
  return shop
}

/** The state of a reloaded page; effects that can't start again are interrupted. */
export function pointOf(shop: Payer): Checkpoint {
  const { checkpoint, entries } = shop
  const journal = { schema, fingerprints, checkpoint, entries }
  const others = initialCheckpoint(shop.logic, shop.host.now())
  return startingPoint(shop.logic, journal, { others })!.state
}

/** A page that resumes where another ended. */
export async function openFrom(point: Checkpoint): Promise<Payer> {
  const shop = openShop(point.snapshot, point.seq)
  shop.root.start()
  restoreTimers(shop.root, point.timers, timer => timeLeft(timer, point.at))
  await shop.settled()
  // the test's clock restarts with each page
  const at = shop.host.now()
  const timers = point.timers.map(timer => ({ ...timer, dueAt: timer.dueAt - point.at + at }))
  return { ...shop, checkpoint: { ...point, at, timers } }
}

/** Reloads the page: the journal is resumed; the provider's script starts from scratch. */
export function reload(shop: Payer): Promise<Payer> {
  shop.root.stop()
  return openFrom(pointOf(shop))
}

/** The checkout machine's context. */
export const checkoutOf = (shop: OpenShop): CheckoutContext => shop.at<CheckoutSnapshot>('checkout').context
/** The context of the machine of the order attempt. */
export const orderOf = (shop: OpenShop) => shop.at<OrderAttemptSnapshot>('checkout/orderAttempt').context
/** The payment machine's context. */
export const paymentOf = (shop: OpenShop) => shop.at<PaymentSnapshot>('checkout/orderAttempt/payment').context
/** The step of the checkout or the state of its order: its name, or `{ unknown }` with the nested state. */
export function stepOf(shop: OpenShop) {
  const order = orderProgress(shop.at<OrderAttemptSnapshot>('checkout/orderAttempt'))
  const { step, unknown } = checkoutProgress(shop.at<CheckoutSnapshot>('checkout'), order)
  return unknown === null ? step : { unknown }
}
/** The payment's state: a name, or `{ approving }` and `{ reconciling }` with the nested state. */
export function attemptOf(shop: OpenShop) {
  const snapshot = shop.at<PaymentSnapshot>('checkout/orderAttempt/payment')
  const { attempt, reconciling } = paymentProgress(snapshot)
  if (reconciling !== null) return { reconciling }
  return attempt === 'approving' ? snapshot.value.attempt : attempt
}
/** The state of the provider's button. */
export const buttonOf = (shop: OpenShop) => shop.at<PaymentSnapshot>('checkout/orderAttempt/payment').value.button

/** Sends an event to the payment's machine, as the provider's button does. */
export async function reports(shop: OpenShop, event: { type: string; [field: string]: unknown }) {
  shop.send('checkout/orderAttempt/payment', event)
  await shop.settled()
}

/** The provider's button is pressed. */
export async function press(shop: OpenShop) {
  shop.send('checkout', { type: 'checkout.pay', total: checkoutTotals(checkoutOf(shop)).total })
  await shop.settled()
}

/** The provider's button is pressed, and the window opens. */
export async function openWindow(shop: OpenShop) {
  await press(shop)
  await shop.answers('createPayment')
}

/** The shopper approves in the provider's window. */
export const approve = (shop: OpenShop, providerOrderId = 'PAY-1') =>
  reports(shop, { type: 'payment.approved', providerOrderId })

/** The order is paid, and in flight. */
export async function pay(shop: OpenShop) {
  await openWindow(shop)
  await approve(shop)
  await shop.answers('authorizePayment')
}

/** Advances the clock until a condition holds. Returns the elapsed milliseconds. */
export async function passesUntil(shop: OpenShop, holds: () => boolean): Promise<number> {
  const from = shop.host.now()
  for (;;) {
    if (holds()) break
    // an order is looked up before it is sent again
    if (shop.waiting('findOrder').length > 0) await shop.answers('findOrder')
    else if (!shop.host.fireNext()) break
    await shop.settled()
  }
  return shop.host.now() - from
}

/** Every order in flight, to be paid or to be placed. */
export const ordersUnderWay = (shop: OpenShop): NewOrder[] => [
  ...shop.waiting('createPayment').map(({ input }) => (input as { order: NewOrder }).order),
  ...shop.waiting('placeOrder').map(({ input }) => input as NewOrder),
]

/** The actor of the payment machine; the reference outlives it. */
export const paymentActor = (shop: OpenShop) => actorAt(shop.root, 'shop/checkout/orderAttempt/payment')!
