import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { paymentWith } from '#src/effects/payment.ts'
import { createPaypalBridge } from '#src/effects/paypal-bridge.ts'
import { onlineOrder } from '../../kit/outcomes.ts'
import { createRecordingClient } from '../../kit/recorded-calls.ts'

/** A payment whose order is being created; its calls to the gateway. */
async function beginsPayment() {
  const { call, requests } = createRecordingClient(({ method }) =>
    method === 'DELETE'
      ? { statusCode: 200 }
      : { statusCode: 200, data: { id: 'PAY-1', amount: onlineOrder.total, currency: 'AUD' } },
  )
  const page = {
    call,
    log: () => {},
    writeJournalTail: () => {},
    bridge: createPaypalBridge(),
    environment: {},
    currency: 'AUD',
  }
  const alone = paymentWith(page).provide({ actions: { reportReleased: () => {} } })
  const payment = createActor(alone).start()
  payment.send({ type: 'payment.prepare' })
  await vi.waitFor(() => expect(payment.getSnapshot().matches({ button: 'loading' })).toBe(true))
  page.bridge.buttonMounted()
  payment.send({ type: 'payment.begin', order: onlineOrder })
  return { payment, calls: () => requests.map(({ method, path }) => `${method} ${path}`) }
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
