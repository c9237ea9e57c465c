import { expect } from 'vitest'
import type { AnyEventObject, AnyMachineSnapshot, StateValue } from 'xstate'
import type { NewOrder } from '#contract/order'
import type { HandedCheckout } from '#machines/checkout/context'
import { orderAttemptMachine, type OrderAttemptSnapshot } from '#machines/orders/order-attempt'
import type { DiscardedOrder, FoundOrder, OrderAttemptContext } from '#machines/orders/order-attempt-setup'
import { orderProgress } from '#machines/orders/selectors'
import { only, type PageWalk, type WalkedMachine } from '#tools/walks/page-walk'
import { lost, placedOrder, refused } from '../../kit/outcomes.ts'
import type { ModelPage } from '../../kit/page-model.ts'
import { handed } from '../../model/checkout.model.ts'
import { attemptModel, handoverModel } from '../../model/order-attempt.model.ts'
import {
  asksNoFee,
  chooses,
  comes,
  continues,
  fillsCart,
  goesToCheckout,
  isAt,
  lines,
  looks,
  missed,
  opensCheckout,
  seesAll,
  type Look,
} from './counter.ts'
import { handsOver, takesInOtherTab } from './other-tab.ts'
import { opensFor, payButton, provider, scriptAddress, standInScript } from './provider.ts'

const actorPath = 'shop/checkout/orderAttempt'
const contextOf = (state: AnyMachineSnapshot) => state.context as OrderAttemptContext
const progressOf = (state: AnyMachineSnapshot) => orderProgress(state as unknown as OrderAttemptSnapshot)

const button = ({ page }: ModelPage, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

const paymentTitles = { 'on-delivery': 'Pay on delivery', online: 'Pay online' } as const
type Method = keyof typeof paymentTitles

/** Goes to a step before the review, or stays there. The next order begins at the first step. */
async function comesToPayment(page: ModelPage) {
  const look = await looks(page)
  if (look.headings[0] === 'Thank you for your order') {
    await fillsCart(page, asksNoFee)
    await goesToCheckout(page)
    await isAt(page, 'Your Details')
  }
  const { open } = await looks(page)
  if (open === 'Review') await button(page, 'Edit Payment').click()
  for (const [step, next] of [
    ['Your Details', 'Delivery'],
    ['Delivery', 'Payment'],
  ] as const)
    if ((await looks(page)).open === step) {
      await continues(page)
      await isAt(page, next)
    }
  return isAt(page, 'Payment')
}

/** Chooses how to pay; the other way first if it is chosen already. */
async function choosesPayment(page: ModelPage, method: Method) {
  await comesToPayment(page)
  const title = paymentTitles[method]
  const other = paymentTitles[method === 'online' ? 'on-delivery' : 'online']
  if ((await looks(page)).chosen.includes(title)) await chooses(page, other)
  return chooses(page, title)
}

const buttonFor = (page: ModelPage, method: Method) =>
  method === 'online' ? payButton(page) : button(page, /^Place Order/)

/** Goes to the review of an order that is paid in this way. */
async function comesToReview(page: ModelPage, method: Method) {
  const { open } = await looks(page)
  if (open === 'Review' && (await buttonFor(page, method).isVisible())) return
  await comesToPayment(page)
  if (!(await looks(page)).chosen.includes(paymentTitles[method])) await chooses(page, paymentTitles[method])
  await continues(page)
  await isAt(page, 'Review')
  return buttonFor(page, method).waitFor()
}

async function places(page: ModelPage, { payment: { method } }: Pick<NewOrder, 'payment'>) {
  await comesToReview(page, method)
  if (method === 'online') return provider(page, 'asksForOrder')
  return button(page, /^Place Order/).click()
}

/** Pays the order in the provider's window. */
async function pays(page: ModelPage, id: string) {
  await page.answers('beginPayment', { data: { id, amount: 25.4, currency: 'AUD' } })
  await opensFor(page, id)
  await provider(page, 'approves', id)
  return page.answers('authorizePayment', { data: { id, status: 'authorized' } })
}

/** The payment of the order ends. */
async function paymentEnds(page: ModelPage, event: AnyEventObject) {
  if (event.type === 'payment.paid') return pays(page, event.providerOrderId as string)
  if (event.key === 'released') {
    await provider(page, 'cancels')
    return (await page.taken('beginPayment')).abort()
  }
  if (event.key === 'reusable') {
    await page.loses('beginPayment')
    return page.page.clock.runFor(1) // the provider's button also receives it
  }
  const { status, message } = event.refusal as typeof lost
  await page.refuses('beginPayment', status, message)
  return page.answers('cart', { listData: lines })
}

const isSame = (one: NewOrder, other: NewOrder) =>
  (['deliveryMethod', 'deliveryFee', 'couponCode', 'comment', 'total'] as const).every(
    name => one[name] === other[name],
  ) && JSON.stringify(one.payment) === JSON.stringify(other.payment)

/** The outcome of a sent order: it equals the order that was shown. */
async function answersOrder(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot) {
  const { pendingOrder } = contextOf(before)
  const call = await page.taken('placeOrder')
  const sent = call.body as NewOrder
  expect(isSame(sent, pendingOrder!), `${JSON.stringify(sent)} is ${JSON.stringify(pendingOrder)}`).toBe(true)
  if (event.output) return call.fulfill({ json: { statusCode: 200, data: placedOrder } })
  const { code, status, message } = event.error as typeof lost
  if (code === 'lost') return call.abort()
  await call.fulfill({ json: { statusCode: status, message } })
  // the cart is read again, because it may be the reason
  return page.answers('cart', { listData: lines })
}

/** Runs in the page. */
function keepOrder(body: NewOrder) {
  const stored = { version: 1, sentAt: Date.now(), customerId: null, body }
  localStorage.setItem(`shop.order/${body.requestId}`, JSON.stringify(stored))
}

/** Stores an order of an earlier visit in the outbox. */
export const storeOrder = ({ page }: ModelPage, order: NewOrder) => page.evaluate(keepOrder, order)

/** Sets how many milliseconds ago the order was sent. Runs in the page. */
function ageOrders(age: number) {
  for (const key of Object.keys(localStorage).filter(one => one.startsWith('shop.order/'))) {
    const order = JSON.parse(localStorage.getItem(key)!) as object
    localStorage.setItem(key, JSON.stringify({ ...order, sentAt: Date.now() - age }))
  }
}

/** The gateway's response to a lookup of an order: placed, not placed, or none. */
async function findsOrder(page: ModelPage, event: AnyEventObject) {
  if (event.error) return page.loses('findOrder', 2)
  const { order, isRecent } = event.output as FoundOrder
  if (order) return page.answers('findOrder', { data: order })
  // the page's clock is 20 minutes ahead if the path has returned to the page
  await page.page.evaluate(ageOrders, isRecent ? 60_000 : 20 * 60_000)
  return (await page.taken('findOrder')).fulfill({ status: 404, json: { statusCode: 404, message: 'No order' } })
}

/** Answers whether the order can still be placed, or loses the response. */
async function discards(page: ModelPage, event: AnyEventObject) {
  const call = await page.taken('discardOrder')
  if (event.error) return call.abort()
  const { isPlaced } = event.output as DiscardedOrder
  const statusCode = isPlaced ? 409 : 200
  return call.fulfill({ status: statusCode, json: { statusCode, message: 'It was placed' } })
}

/** Ends the order in flight, whatever the state of the attempt is; an order that can't be looked up again first is asked about. */
export async function ends(page: ModelPage, how: 'placed' | 'unpaid' | 'refused' | 'discarded') {
  const value = (await page.valueOf(actorPath)) as StateValue
  if (value === 'paying') {
    if (how === 'unpaid') return paymentEnds(page, { type: 'payment.ended', key: 'released' })
    await pays(page, 'PAY-1')
  }
  const isUnknown = typeof value === 'object'
  if (how === 'discarded') {
    if (!isUnknown) await (await page.taken('placeOrder')).abort()
    await button(page, 'Discard it').click()
    return (await page.taken('discardOrder')).fulfill({ json: { statusCode: 200 } })
  }
  if (isUnknown) {
    await button(page, 'Ask again').click()
    if (how === 'placed') return page.answers('findOrder', { data: placedOrder })
    await findsOrder(page, { type: '', output: { order: null, isRecent: true } })
  }
  if (how === 'placed') return page.answers('placeOrder', { data: placedOrder })
  return page.refuses('placeOrder', refused.status, refused.message)
}

/** Another tab has the checkout. */
async function movesToOtherTab(page: ModelPage) {
  const way = button(page, 'Continue here')
  if (await way.isVisible()) return
  await takesInOtherTab(page)
  return way.waitFor()
}

/** How each event of the models is caused on the real page. */
async function causeEvent(page: ModelPage, event: AnyEventObject, before: AnyMachineSnapshot): Promise<unknown> {
  switch (event.type) {
    case 'order.place':
      return places(page, event.order as NewOrder)
    case 'order.choosePayment':
      return choosesPayment(page, event.method as Method)
    case 'order.dismiss':
      await comesToReview(page, contextOf(before).pendingOrder?.payment.method ?? 'on-delivery')
      return button(page, 'Edit Payment').click()
    case 'order.recover':
      // the shop sends it at the start of a visit, for an order in the outbox
      await storeOrder(page, event.order as NewOrder)
      return page.sends('shop/checkout', { ...event, type: 'checkout.recover' })
    case 'order.moved':
      return takesInOtherTab(page)
    case 'order.clear':
      await movesToOtherTab(page)
      await page.receivesCartChange('order.placed')
      return page.answers('cart', { listData: lines })
    case 'order.takeOver': {
      await movesToOtherTab(page)
      await button(page, 'Continue here').click()
      return handsOver(
        page,
        handed(event.isSent ? 'placing' : 'review', event.order as object | null) as HandedCheckout,
      )
    }
    case 'payment.paid':
    case 'payment.ended':
      return paymentEnds(page, event)
    case 'xstate.after.retryPause.orderAttempt.unknown.pausing':
      return page.letsPass('findOrder', 500)
  }
  switch (event.actorId) {
    case 'placeOrder':
      return answersOrder(page, event, before)
    case 'findOrder':
      return findsOrder(page, event)
    case 'discardOrder':
      return discards(page, event)
    default:
      return control(page, event)!.first().click()
  }
}

/** The control for an event, if the page has it. */
function control(page: ModelPage, event: AnyEventObject) {
  switch (event.type) {
    case 'order.place':
      return (event.order as NewOrder).payment.method === 'online' ? null : button(page, /^Place Order/)
    case 'order.ask':
      return button(page, 'Ask again')
    case 'order.resend':
      return button(page, 'Place it now')
    case 'order.abandon':
      return button(page, 'Discard it')
    default:
      return null
  }
}

/** The differences between page and state for an order whose answer was lost. */
function missedOfUnknown(state: AnyMachineSnapshot, { headings, buttons, statuses }: Look): string[] {
  const [asking, { retries }] = [progressOf(state).unknown, contextOf(state)]
  const words = {
    pausing: `Attempt ${retries + 1}, in a moment`,
    asking: `Attempt ${retries}`,
    unanswered: contextOf(state).refusal
      ? 'Your order is not discarded yet.'
      : 'Check your connection, then ask again.',
    unplaced: 'Place it now, or discard it.',
    abandoning: 'Discarding your order',
  }[asking!]
  const isOld = asking === 'unplaced'
  const isWaiting = asking === 'asking' || asking === 'abandoning'
  return missed({
    'that the order is looked for': headings.includes('We are checking your order') === !isOld,
    'that the order was not confirmed':
      headings.some(one => /^Your order.* was never confirmed\.$/.test(one)) === isOld,
    [words]: statuses.some(one => one.includes(words)),
    'the button to ask': buttons.includes('Ask again') === (asking === 'pausing' || asking === 'unanswered'),
    'the button to place it': buttons.includes('Place it now') === isOld,
    'the button to discard it': buttons.includes('Discard it') === !isWaiting,
  })
}

/** The differences between page and state. */
function missing(state: AnyMachineSnapshot, look: Look, { type }: AnyEventObject): string[] {
  const { at } = progressOf(state)
  const isOnline = contextOf(state).pendingOrder?.payment.method === 'online'
  switch (at) {
    case 'unknown':
      return missedOfUnknown(state, look)
    case 'paying':
      return missed({ 'that the window is opening': look.statuses.includes('The payment window is opening…') })
    case 'placing':
      return missed({
        'that it is being placed': isOnline
          ? look.statuses.includes('Paid. Your order is being placed…')
          : look.buttons.every(name => !name.startsWith('Place Order')),
      })
    case 'placed':
      // the next order is being filled in after these
      return type.startsWith('order.')
        ? []
        : missed({ 'that the order is placed': look.headings[0] === 'Thank you for your order' })
    case 'idle':
      return missed({
        'that no order is in flight': !look.headings.some(one => one.includes('your order')),
      })
  }
}

const walkOf = (name: string, model: PageWalk['model']): PageWalk => ({
  name,
  model,
  actorPath,
  answeredCalls: ['begin', 'cart', 'placeOrder', 'findOrder', 'discardOrder', 'beginPayment', 'authorizePayment'],
  cap: 100,
  async prepare(page) {
    await page.page.route(scriptAddress, route => route.fulfill(standInScript))
    await comes(page, asksNoFee)
    await opensCheckout(page)
  },
  causeEvent,
  checkPage: (page, state, event) => seesAll(page, look => missing(state, look, event)),
  control,
})

/** The events that the page or its environment can cause in a state. */
function isOffered(state: AnyMachineSnapshot, { type, method }: AnyEventObject): boolean {
  const { pendingOrder, receipt } = contextOf(state)
  const { at } = progressOf(state)
  // the browser ends the request before it unloads the page, which counts as a lost response: retries continue from it
  if (type === 'order.resumed') return false
  // an order that was not paid has its way to pay chosen
  if (type === 'order.choosePayment') return pendingOrder?.payment.method !== method
  // one path is enough: an order of an earlier visit exists at the start
  if (type === 'order.recover') return at === 'idle' && pendingOrder === null && receipt === null
  if (type === 'order.dismiss') return at === 'idle'
  return true
}

export const orderAttemptWalks: WalkedMachine = {
  machine: orderAttemptMachine,
  walks: [
    walkOf('its way', only(attemptModel, isOffered)),
    walkOf(
      // an order in flight is shown to its end in the tab that sent it, and a placed one has no form to hand over
      'its way from tab to tab',
      only(handoverModel, (state, { type }) => !type.startsWith('order.') || progressOf(state).at === 'idle'),
    ),
  ],
  untaken: {
    'orderAttempt.placing | order.resumed | orderAttempt.unknown.looking':
      'The browser ends the request before the page is gone, so that the journal ends with the pause after it',
  },
}
