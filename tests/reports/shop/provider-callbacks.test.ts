import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { paymentWith } from '#src/effects/payment.ts'
import { createPaypalBridge, type ButtonActions } from '#src/effects/paypal-bridge.ts'
import { onlineOrder } from '../../kit/outcomes.ts'
import { settled } from '../../kit/system.ts'

/** The value of a promise, or 'open' while it is pending. */
const became = <T>(promise: Promise<T>): Promise<T | 'open'> =>
  Promise.race([promise, settled().then(() => 'open' as const)])

describe('review F15: a callback of the payment provider that never settles', () => {
  test('a second approval settles with the payment that the first one began', async () => {
    const bridge = createPaypalBridge()
    const begun: (() => void)[] = []
    const first = bridge.approve({}, () => begun.push(bridge.beginSettling()))
    const second = bridge.approve({}, () => {})
    expect(await became(first)).toBe('open')
    expect(await became(second)).toBe('open')
    begun[0]!()
    expect(await became(first)).toBeUndefined()
    expect(await became(second)).toBeUndefined()
  })

  test('a second approval does not replace the actions of the payment that is under way', async () => {
    const bridge = createPaypalBridge()
    void bridge.approve({ capture: async () => 'first' }, () => bridge.beginSettling())
    void bridge.approve({}, () => {})
    expect(await bridge.capture()).toBe('first')
  })

  test('an approval settles when its report fails', async () => {
    const bridge = createPaypalBridge()
    const fails = () => {
      throw new Error('The checkout has ended')
    }
    expect(() => bridge.approve({}, fails)).toThrow('The checkout has ended')
    expect(await became(bridge.approve({}, () => {}))).toBeUndefined()
  })

  test('a place that no payment checks is not known to be accepted', async () => {
    const bridge = createPaypalBridge()
    expect(await became(bridge.checkPlace(() => {}))).toBe('unknown')
  })

  test('an order that the machines do not begin is refused', () => {
    const bridge = createPaypalBridge()
    expect(() => bridge.requestOrder({}, () => {}, 'The order has changed')).toThrow('The order has changed')
  })
})

const never = () => new Promise<never>(() => {})

/** A payment machine with the bridge of its button. `answers` are of the gateway, by the last part of the call's path. */
async function openPayment(environment: object = {}, answers: Record<string, () => Promise<unknown>> = {}) {
  const bridge = createPaypalBridge()
  const call = (route: { method: string; path: string }) => {
    const name = route.path.split('/').at(-1)!
    const data = { id: 'PAY-1', amount: onlineOrder.total, currency: 'AUD', status: 'authorized' }
    return answers[name]?.() ?? Promise.resolve({ done: true, answer: { data } })
  }
  const page = { call, log: () => {}, writeJournalTail: () => {}, bridge, environment, currency: 'AUD' }
  const reports = { reportReleased: () => {}, reportPaid: () => {}, reportFailed: () => {}, reportAbandoned: () => {} }
  const payment = createActor(paymentWith(page as never).provide({ actions: reports })).start()
  payment.send({ type: 'payment.prepare' })
  await settled()
  bridge.buttonMounted()
  const begins = (actions: ButtonActions = {}) =>
    bridge.requestOrder(actions, () => payment.send({ type: 'payment.begin', order: onlineOrder }), 'Not begun')
  const approves = (actions: ButtonActions = {}) =>
    bridge.approve(actions, () => payment.send({ type: 'payment.approved', providerOrderId: 'PAY-1' }))
  const choosesPlace = (city: string) =>
    bridge.checkPlace(() => payment.send({ type: 'payment.placeChosen', place: { city, state: '', postCode: '1' } }))
  /** Opens the provider's window. */
  const opens = async (actions: ButtonActions = {}) => {
    await begins(actions)
    await settled()
  }
  return { bridge, payment, begins, opens, approves, choosesPlace }
}
const inBrowser = { VITE_PAYPAL_CREATE: 'client', VITE_PAYPAL_APPROVE: 'client' }

describe('review F15: a callback of the payment provider settles', () => {
  test('with the order that is created, and a second request for one is refused', async () => {
    const { begins } = await openPayment()
    const first = begins()
    expect(() => begins()).toThrow('Not begun')
    expect(await first).toBe('PAY-1')
  })

  test('with an error when the payment ends before its order is created', async () => {
    for (const ends of ['payment.cancelled', 'stop'] as const) {
      const { begins, payment } = await openPayment({}, { order: never })
      const creation = begins()
      if (ends === 'stop') payment.stop()
      else payment.send({ type: ends })
      await expect(creation).rejects.toThrow('Something bad happened')
    }
  })

  test('after an approval of an order that is not known yet', async () => {
    const { begins, approves } = await openPayment({}, { order: never })
    void begins().catch(() => {})
    expect(await became(approves())).toBeUndefined()
  })

  test('after each approval while the gateway authorises', async () => {
    const gateway = new EventTarget()
    const authorize = async () => {
      await new Promise(resolve => gateway.addEventListener('answer', resolve))
      return { done: true, answer: { data: { id: 'PAY-1', status: 'authorized' } } }
    }
    const { opens, approves } = await openPayment({}, { authorize })
    await opens()
    const approvals = [approves(), approves()]
    expect(await Promise.all(approvals.map(became))).toEqual(['open', 'open'])
    gateway.dispatchEvent(new Event('answer'))
    expect(await Promise.all(approvals.map(became))).toEqual([undefined, undefined])
  })

  test.each(['refuses', 'does not answer'])('after an approval that the gateway %s', async outcome => {
    const refusal = {
      code: outcome === 'refuses' ? 'refused' : 'lost',
      message: 'No.',
      status: outcome === 'refuses' ? 402 : 0,
    }
    const { opens, approves } = await openPayment({}, { authorize: () => Promise.reject(refusal) })
    await opens()
    expect(await became(approves())).toBeUndefined()
    expect(await became(approves())).toBeUndefined()
  })

  test('after an approval that follows the placed order', async () => {
    const { opens, approves, payment } = await openPayment()
    await opens()
    await approves()
    payment.send({ type: 'payment.finish', refusal: null })
    expect(await became(approves())).toBeUndefined()
  })

  test.each(['payment.cancelled', 'payment.failed'] as const)('after an approval that follows %s', async type => {
    const { opens, approves, payment } = await openPayment()
    await opens()
    payment.send(type === 'payment.failed' ? { type, reason: 'provider', message: 'No.' } : { type })
    expect(await became(approves())).toBeUndefined()
  })

  test('after an approval that follows the end of the checkout', async () => {
    const { begins, opens, approves, choosesPlace, payment } = await openPayment()
    await opens()
    payment.stop()
    expect(await became(approves())).toBeUndefined()
    expect(await became(choosesPlace('Eastwood'))).toBe('unknown')
    expect(() => begins()).toThrow('Not begun')
  })

  test('after an approval whose checkout ends while the gateway authorises', async () => {
    const { opens, approves, payment } = await openPayment({}, { authorize: never })
    await opens()
    const approval = approves()
    payment.stop()
    expect(await became(approval)).toBeUndefined()
    expect(await became(approves())).toBeUndefined()
  })

  test('after an approval whose capture never ends, and the next payment is captured with its own button', async () => {
    const { bridge, opens, approves, payment } = await openPayment(inBrowser)
    await opens({ create: async () => 'PAY-1' })
    const approval = approves({ capture: never })
    payment.stop()
    expect(await became(approval)).toBeUndefined()
    void bridge.approve({ capture: async () => 'next' }, () => bridge.beginSettling())
    expect(await bridge.capture()).toBe('next')
  })

  test('for each of two places, when the second is chosen first, and when the checkout ends', async () => {
    const { opens, choosesPlace, payment } = await openPayment({}, { 'delivery-fee': never })
    await opens()
    const first = choosesPlace('Perth')
    const second = choosesPlace('Darwin')
    expect(await became(first)).toBe('unknown')
    payment.stop()
    expect(await became(second)).toBe('unknown')
  })
})
