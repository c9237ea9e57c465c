import { describe, expect, test } from 'vitest'
import { createActor, type AnyActorLogic } from 'xstate'
import type { NewOrder } from '#contract/order'
import type { PaymentSetup, PlaceAnswer } from '#machines/payment/payment'
import type { Client } from '#src/effects/client.ts'
import { paymentWith } from '#src/effects/payment.ts'
import { createDesk } from '#src/payment/paypal-bridge.ts'
import { address, placedOrder } from '../../kit/outcomes.ts'
import { settled } from '../../kit/system.ts'

const order: NewOrder = {
  requestId: 'visit/order/1',
  sessionId: 'session-1',
  customer: placedOrder.customer,
  billingAddress: address,
  deliveryAddress: address,
  deliveryMethod: 'home',
  deliveryFee: 9.5,
  couponCode: null,
  payment: { method: 'online' },
  total: 25.4,
}
const setup: PaymentSetup = { createOn: 'server', approveOn: 'server' }
/** The payment's effects at a desk, with a gateway that answers when the test says so. */
function openDesk() {
  const desk = createDesk()
  const calls: { answers(answer: object): void; fails(): void }[] = []
  const call = (() =>
    new Promise((resolve, reject) => {
      calls.push({
        answers: data => resolve({ done: true, answer: { data } }),
        fails: () => reject({ code: 'lost', message: 'Nobody answered', status: 0 }),
      })
    })) as unknown as Client
  const nothing = () => {}
  const cashier = { desk, call, environment: {}, currency: 'AUD', log: nothing, remember: nothing }
  const { actors } = paymentWith(cashier).implementations as unknown as { actors: Record<string, AnyActorLogic> }
  const begins = (name: string, input: object) => {
    const effect = createActor(actors[name]!, { input })
    effect.subscribe({ error: nothing })
    effect.start()
    return effect
  }
  return { desk, calls, begins }
}

/** What has become of a promise by now. */
const became = <T>(promise: Promise<T>): Promise<T | 'open'> =>
  Promise.race([promise, settled().then(() => 'open' as const)])

describe('the desk where the button meets the effects', () => {
  test('tells a button that asked again nothing of the order before', async () => {
    const { desk, calls, begins } = openDesk()
    const press = () => void begins('createPayment', { order, setup })
    const first = desk.asks({}, press, 'no order')
    const second = desk.asks({}, press, 'no order')
    calls[0]!.answers({ id: 'PAY-1', amount: 25.4, currency: 'AUD' })
    expect([await became(first), await became(second)]).toEqual(['PAY-1', 'open'])
    calls[1]!.answers({ id: 'PAY-2', amount: 25.4, currency: 'AUD' })
    expect(await became(second)).toBe('PAY-2')
  })

  test('ends no button’s new try with the failure of the one before', async () => {
    const { desk, calls, begins } = openDesk()
    const press = () => void begins('createPayment', { order, setup })
    const first = desk.asks({}, press, 'no order')
    const second = desk.asks({}, press, 'no order')
    calls[0]!.fails()
    await expect(first).rejects.toThrow('Nobody answered')
    expect(await became(second)).toBe('open')
  })

  test('lets the chart hear of a failure before the button does', async () => {
    const { desk, calls, begins } = openDesk()
    const heard: string[] = []
    const press = () => void begins('createPayment', { order, setup }).subscribe({ error: () => heard.push('chart') })
    const asked = desk.asks({}, press, 'no order').catch(() => heard.push('button'))
    calls[0]!.fails()
    await asked
    expect(heard).toEqual(['chart', 'button'])
  })

  test('refuses no place for the failure of the one before', async () => {
    const { desk, calls, begins } = openDesk()
    const place = { city: 'Bondi', state: 'NSW', postCode: '2026' }
    const ask = () => void begins('checkPlace', { order, place })
    const first: Promise<PlaceAnswer> = desk.places(ask)
    const second: Promise<PlaceAnswer> = desk.places(ask)
    calls[0]!.fails()
    expect([await became(first), await became(second)]).toEqual(['unknown', 'open'])
    calls[1]!.answers({ deliveryFee: 9.5 })
    expect(await became(second)).toBe('other')
  })
})
