import { expect, test } from 'vitest'
import { orderFrom, orderOutcome } from '#src/effects/order-outcome.ts'
import { unpaidMethod } from '#src/effects/logout-notice.ts'
import type { CheckoutSnapshot } from '#machines/checkout/checkout'
import { approve, openAtReview, openWindow } from '../../kit/open-payment.ts'
import { lost, newOrder, placedOrder } from '../../kit/outcomes.ts'
import { createRecordingClient, type Asked } from '../../kit/recorded-calls.ts'

const outline = { requestId: newOrder.requestId, sessionId: newOrder.sessionId, customerId: 'customer-1', sentAt: 1 }
const found = { statusCode: 200, data: placedOrder }
const missing = { statusCode: 404, message: 'There is no such order.' }

/** Looks the order up at a gateway with these answers, in turn. */
async function lookUp(...answers: object[]) {
  const { call, requests } = createRecordingClient(() => answers.shift()!)
  const outcome = await orderOutcome(call, outline).catch((refusal: unknown) => ({ refusal }))
  return { outcome, methods: requests.map(({ method }: Asked) => method) }
}

test('an order is named by the day on which it was sent at the store', () => {
  expect(orderFrom(Date.UTC(2026, 10, 2, 20))).toBe('Your order from 3 November')
  expect(orderFrom(null)).toBe('Your order')
})

test('an order that was placed is found by its outline', async () => {
  expect(await lookUp(found)).toMatchObject({ outcome: { orderNumber: placedOrder.orderNumber }, methods: ['GET'] })
})

test('the key of an order that was not placed is discarded', async () => {
  expect(await lookUp(missing, { statusCode: 200 })).toEqual({ outcome: null, methods: ['GET', 'DELETE'] })
  expect(await lookUp(missing, missing)).toEqual({ outcome: null, methods: ['GET', 'DELETE'] })
})

test('an order that is placed between lookup and discard is found', async () => {
  const placed = { statusCode: 409, message: 'It was placed.' }
  expect(await lookUp(missing, placed, found)).toMatchObject({
    outcome: { orderNumber: placedOrder.orderNumber },
    methods: ['GET', 'DELETE', 'GET'],
  })
})

test('an outcome that the gateway can’t say is not known', async () => {
  const limited = { statusCode: 429, message: 'Too many attempts.' }
  expect(await lookUp(limited)).toMatchObject({ outcome: { refusal: { status: 429 } } })
  expect(await lookUp(missing, limited)).toMatchObject({ outcome: { refusal: { status: 429 } } })
})

test('an order in flight counts as unpaid only before its payment is approved', async () => {
  const shop = await openAtReview()
  const method = () => unpaidMethod(shop.at<CheckoutSnapshot>('checkout'))
  await openWindow(shop)
  expect(method()).toBe('online')
  await approve(shop)
  expect(method()).toBe('')
  await shop.refuses('authorizePayment', lost)
  expect(method()).toBe('')
  expect(unpaidMethod(undefined)).toBe('')
})
