import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { NewOrder } from '#contract/order'
import { paymentWith } from '#src/effects/payment.ts'
import type { PaymentEnvironment } from '#src/effects/payment-settings.ts'
import { createPaypalBridge } from '#src/effects/paypal-bridge.ts'
import { onlineOrder } from '../../kit/outcomes.ts'
import { createRecordingClient } from '../../kit/recorded-calls.ts'

/** A payment whose order is being created; its calls to the gateway. */
async function beginsPayment(order: NewOrder = onlineOrder, environment: PaymentEnvironment = {}) {
  const { call, requests } = createRecordingClient(({ method }) =>
    method === 'DELETE'
      ? { statusCode: 200 }
      : { statusCode: 200, data: { id: 'PAY-1', amount: order.most ?? order.total, currency: 'AUD' } },
  )
  const page = {
    call,
    log: () => {},
    writeJournalTail: () => {},
    bridge: createPaypalBridge(),
    environment,
    currency: 'AUD',
  }
  const alone = paymentWith(page).provide({ actions: { reportReleased: () => {} } })
  const payment = createActor(alone).start()
  payment.send({ type: 'payment.prepare' })
  await vi.waitFor(() => expect(payment.getSnapshot().matches({ button: 'loading' })).toBe(true))
  page.bridge.buttonMounted()
  payment.send({ type: 'payment.begin', order })
  return { payment, requests, calls: () => requests.map(({ method, path }) => `${method} ${path}`) }
}

const both = ['POST /payment/order', 'DELETE /payment/order/PAY-1']

test('closing the window before its order is known ends the order once the response arrives', async () => {
  const { payment, calls } = await beginsPayment()
  payment.send({ type: 'payment.cancelled' })
  await vi.waitFor(() => expect(calls()).toEqual(both))
})

test('closing the window later ends its order once', async () => {
  const { payment, calls } = await beginsPayment()
  await vi.waitFor(() => expect(payment.getSnapshot().matches({ attempt: 'approving' })).toBe(true))
  payment.send({ type: 'payment.cancelled' })
  await vi.waitFor(() => expect(payment.getSnapshot().matches({ release: 'idle' })).toBe(true))
  payment.send({ type: 'payment.release' })
  expect(payment.getSnapshot().matches({ release: 'idle' })).toBe(true)
  expect(calls()).toEqual(both)
})

test.each([
  ['goods by weight by the gateway', { ...onlineOrder, most: 30 }, 'authorize', 'confirming'],
  ['other goods by the browser', onlineOrder, 'capture', 'capturing'],
] as const)('a shop that captures in the browser has %s', async (_what, order, intent, attempt) => {
  const { payment, requests } = await beginsPayment(order, { VITE_PAYPAL_APPROVE: 'client' })
  await vi.waitFor(() => expect(payment.getSnapshot().matches({ attempt: 'approving' })).toBe(true))
  expect(requests[0]!.body).toMatchObject({ intent })
  payment.send({ type: 'payment.approved', providerOrderId: 'PAY-1' })
  expect(payment.getSnapshot().matches({ attempt })).toBe(true)
})
