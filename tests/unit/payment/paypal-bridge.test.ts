import { describe, expect, test } from 'vitest'
import { createActor, type AnyActorLogic } from 'xstate'
import type { PaymentSetup, PlaceAnswer } from '#machines/payment/payment-setup'
import type { Client } from '#src/effects/client.ts'
import { paymentWith } from '#src/effects/payment.ts'
import { createPaypalBridge } from '#src/effects/paypal-bridge.ts'
import { onlineOrder as order } from '../../kit/outcomes.ts'
import { settled } from '../../kit/system.ts'

const setup: PaymentSetup = { createOn: 'server', approveOn: 'server' }
/** The payment's effects with a bridge, and a gateway that answers when the test tells it to. */
function openBridge() {
  const bridge = createPaypalBridge()
  const calls: { answers(answer: object): void; fails(): void }[] = []
  const call = (() =>
    new Promise((resolve, reject) => {
      calls.push({
        answers: data => resolve({ done: true, answer: { data } }),
        fails: () => reject({ code: 'lost', message: 'No answer', status: 0 }),
      })
    })) as unknown as Client
  const nothing = () => {}
  const page = { bridge, call, environment: {}, currency: 'AUD', log: nothing, writeJournalTail: nothing }
  const { actors } = paymentWith(page).implementations as unknown as { actors: Record<string, AnyActorLogic> }
  const begins = (name: string, input: object) => {
    const effect = createActor(actors[name]!, { input })
    effect.subscribe({ error: nothing })
    effect.start()
    return effect
  }
  return { bridge, calls, begins }
}

/** The value of a promise, or 'open' while it is pending. */
const became = <T>(promise: Promise<T>): Promise<T | 'open'> =>
  Promise.race([promise, settled().then(() => 'open' as const)])

describe('the PayPal bridge', () => {
  test('resolves a repeated request with its own order only', async () => {
    const { bridge, calls, begins } = openBridge()
    const press = () => void begins('createPayment', { order, setup })
    const first = bridge.requestOrder({}, press, 'no order')
    const second = bridge.requestOrder({}, press, 'no order')
    calls[0]!.answers({ id: 'PAY-1', amount: 25.4, currency: 'AUD' })
    expect([await became(first), await became(second)]).toEqual(['PAY-1', 'open'])
    calls[1]!.answers({ id: 'PAY-2', amount: 25.4, currency: 'AUD' })
    expect(await became(second)).toBe('PAY-2')
  })

  test('does not reject a repeated request with the failure of the previous one', async () => {
    const { bridge, calls, begins } = openBridge()
    const press = () => void begins('createPayment', { order, setup })
    const first = bridge.requestOrder({}, press, 'no order')
    const second = bridge.requestOrder({}, press, 'no order')
    calls[0]!.fails()
    await expect(first).rejects.toThrow('No answer')
    expect(await became(second)).toBe('open')
  })

  test('reports a failure to the machine before the button', async () => {
    const { bridge, calls, begins } = openBridge()
    const heard: string[] = []
    const press = () => void begins('createPayment', { order, setup }).subscribe({ error: () => heard.push('machine') })
    const asked = bridge.requestOrder({}, press, 'no order').catch(() => heard.push('button'))
    calls[0]!.fails()
    await asked
    expect(heard).toEqual(['machine', 'button'])
  })

  test('does not answer a place check with the failure of the previous one', async () => {
    const { bridge, calls, begins } = openBridge()
    const place = { city: 'Bondi', state: 'NSW', postCode: '2026' }
    const ask = () => void begins('checkPlace', { order, place })
    const first: Promise<PlaceAnswer> = bridge.checkPlace(ask)
    const second: Promise<PlaceAnswer> = bridge.checkPlace(ask)
    calls[0]!.fails()
    expect([await became(first), await became(second)]).toEqual(['unknown', 'open'])
    calls[1]!.answers({ deliveryFee: 9.5 })
    expect(await became(second)).toBe('other')
  })
})
