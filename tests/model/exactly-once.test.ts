import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import type { Checkpoint } from '#machines/journal/entry'
import { checkoutTotals } from '#machines/checkout/order-rules'
import { createFakeGateway, type FakeGateway, type Outcome } from '../kit/fake-gateway.ts'
import { answerFor, lost } from '../kit/outcomes.ts'
import { seed } from '../kit/seed.ts'
import {
  checkoutOf,
  attemptOf,
  openAtReview,
  openFrom,
  orderOf,
  paymentOf,
  pointOf,
  press,
  reload,
  reports,
  stepOf,
  type Payer,
} from '../kit/open-payment.ts'
import type { Pending } from '../kit/system.ts'

/** A random step. `dice` chooses among the possibilities. */
interface Step {
  kind: keyof typeof actions
  dice: number
}

interface Visit {
  shop: Payer
  gateway: FakeGateway
}

const ofPayments = ['createPayment', 'authorizePayment', 'captureInBrowser', 'placeOrder', 'findOrder', 'discardOrder']
const others = ['readCart', 'readFee', 'requestLock', 'checkPlace', 'readSetup', 'endPayment']
const nameOf = ({ name }: Pending) => name.split('/').at(-1)!
const callsOf = ({ shop }: Visit) => shop.pending.filter(one => ofPayments.includes(nameOf(one)))
const idOf = ({ shop }: Visit) => paymentOf(shop).providerOrderId ?? 'none'

/** The gateway's response to a call. */
const outcomeOf = ({ gateway }: Visit, one: Pending): Outcome =>
  gateway.calls[nameOf(one)]?.(one.input as never) ?? { answer: answerFor(one.name, one.input) }

async function place({ shop }: Visit) {
  shop.send('checkout', { type: 'checkout.place', total: checkoutTotals(checkoutOf(shop)).total })
  await shop.settled()
}

/** Everything that can happen to a payment. A step that is not possible does nothing. */
const actions = {
  press: ({ shop }: Visit) => press(shop),
  place,
  async answers(visit: Visit, dice: number) {
    const known = visit.shop.pending.filter(one => [...ofPayments, ...others].includes(nameOf(one)))
    const one = known[dice % known.length]
    if (one) await visit.shop.settle(one, outcomeOf(visit, one))
  },
  /** The request or its response is lost. */
  async loses(visit: Visit, dice: number) {
    const one = callsOf(visit)[dice % 2]
    if (!one) return
    if (dice % 3 > 0) outcomeOf(visit, one)
    await visit.shop.settle(one, { refusal: lost })
  },
  /** Every automatic retry fails. */
  async staysUnanswered(visit: Visit, dice: number) {
    for (let count = 0; count < 6; count += 1) {
      await actions.loses(visit, dice)
      if (callsOf(visit).length === 0) await actions.time(visit)
    }
  },
  async declines({ shop, gateway }: Visit) {
    const one = shop.pending.find(({ name }) => /authorizePayment|captureInBrowser/.test(name))
    if (one && gateway.store.provider.get(idOf({ shop, gateway }))?.status === 'approved')
      await shop.settle(one, gateway.declines())
  },
  async refusesOrder({ shop, gateway }: Visit) {
    const [one] = shop.waiting('placeOrder')
    if (one) await shop.settle(one, gateway.refusesOrder(one.input as NewOrder))
  },
  async approves(visit: Visit, dice: number) {
    if (attemptOf(visit.shop) instanceof Object && 'approving' in (attemptOf(visit.shop) as object))
      visit.gateway.approves(idOf(visit))
    // the window can close before it reports the approval
    if (dice % 4 > 0) await reports(visit.shop, { type: 'payment.approved', providerOrderId: idOf(visit) })
    else await actions.closes(visit)
  },
  async closes({ shop }: Visit) {
    if (shop.waiting('watchWindow').length > 0) await shop.answers('watchWindow')
  },
  cancels: ({ shop }: Visit) => reports(shop, { type: 'payment.cancelled' }),
  fails: ({ shop }: Visit) =>
    reports(shop, { type: 'payment.failed', reason: 'provider', message: 'Something went wrong' }),
  abandons: ({ shop }: Visit) => reports(shop, { type: 'payment.abandon' }),
  async asks({ shop }: Visit) {
    await reports(shop, { type: 'payment.ask' })
    shop.send('checkout/orderAttempt', { type: 'order.ask' })
    await shop.settled()
  },
  async givesUp({ shop }: Visit) {
    shop.send('checkout/orderAttempt', { type: 'order.abandon' })
    await shop.settled()
  },
  async edits({ shop }: Visit, dice: number) {
    shop.send('checkout', { type: 'checkout.typedComment', value: `Door ${dice % 3}` })
  },
  async chooses({ shop }: Visit, dice: number) {
    shop.send('checkout', { type: 'checkout.edit', step: 'payment' })
    const method = dice % 3 === 0 ? 'on-delivery' : 'online'
    shop.send('checkout', { type: 'checkout.choosePayment', method })
    shop.send('checkout', { type: 'checkout.continue' })
    await shop.settled()
  },
  async time({ shop }: Visit) {
    shop.host.fireNext()
    await shop.settled()
  },
  async runsJob({ gateway }: Visit) {
    gateway.runsJob()
  },
  async reloads(visit: Visit) {
    visit.shop = await reload(visit.shop)
  },
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constant('press' as const), weight: 4 },
    { arbitrary: fc.constant('answers' as const), weight: 6 },
    { arbitrary: fc.constant('approves' as const), weight: 4 },
    { arbitrary: fc.constant('loses' as const), weight: 3 },
    { arbitrary: fc.constant('time' as const), weight: 3 },
    { arbitrary: fc.constantFrom(...(Object.keys(actions) as Step['kind'][])), weight: 14 },
  ),
  dice: fc.nat(1_000),
})

/** Checks the invariants. */
function holds({ shop, gateway }: Visit) {
  const { keyConflicts, placed } = gateway.store
  expect(keyConflicts).toEqual([])
  expect(placed.length).toBeLessThanOrEqual(1)
  expect(gateway.paid().length).toBeLessThanOrEqual(1)
  const { receipt } = orderOf(shop)
  const made = placed.map(one => one.order)
  if (stepOf(shop) === 'placed') expect(made).toEqual([receipt])
  const { lines } = shop.at<{ context: { lines: unknown[] } }>('cart').context
  if (lines.length === 0) expect(made).toHaveLength(1)
  const mine = callsOf({ shop, gateway })
  expect(mine.length).toBeLessThanOrEqual(1)
}

/** Ends the faults: every call is answered, the shopper retries what is unknown and closes the window. */
async function comesToRest(visit: Visit) {
  for (let turn = 0; turn < 40; turn += 1) {
    await actions.closes(visit)
    await actions.asks(visit)
    while (visit.shop.pending.some(one => [...ofPayments, ...others].includes(nameOf(one))))
      await actions.answers(visit, 0)
    if (stepOf(visit.shop) === 'review' || stepOf(visit.shop) === 'placed') return
  }
}

describe('a payment with faults, reloads and abandoned attempts, in any order', () => {
  const points: Checkpoint[] = []
  beforeAll(async () => {
    for (const where of ['server', 'client'])
      points.push(await pointOf(await openAtReview(undefined, { createOn: where, approveOn: where })))
  })

  test('leads to at most one order and one charge, and an order is shown as placed only if it is', async () => {
    const reached = { placed: 0, paidOnline: 0, lostAndFound: 0, refunded: 0 }
    await fc.assert(
      fc.asyncProperty(fc.nat(1), fc.array(step, { minLength: 25, maxLength: 45, size: 'max' }), async (at, steps) => {
        const visit: Visit = { shop: await openFrom(points[at]!), gateway: createFakeGateway() }
        for (const { kind, dice } of steps) {
          await actions[kind](visit, dice)
          holds(visit)
        }
        const wasUnknown =
          JSON.stringify(stepOf(visit.shop)).includes('unknown') && visit.gateway.store.placed.length === 1
        await comesToRest(visit)
        holds(visit)
        const { shop, gateway } = visit
        // a placed order is shown, and an order shown as open can be paid
        expect(stepOf(shop)).toBe(gateway.store.placed.length === 1 ? 'placed' : 'review')
        expect(['ready', 'cancelled', 'failed']).toContain(attemptOf(shop))
        gateway.runsJob()
        const paid = gateway.paid()
        expect(paid.map(({ orderId }) => orderId)).toEqual(paid.map(() => orderOf(shop).receipt?.orderId))
        // what the provider keeps is what an order was paid with
        const charged = [...gateway.store.provider.values()].filter(({ transfers }) => transfers > 0)
        const kept = charged.filter(({ isRefunded }) => !isRefunded)
        expect(kept.map(made => made.id)).toEqual(paid.map(({ providerOrderId }) => providerOrderId))
        expect(kept.filter(({ transfers }) => transfers > 1)).toEqual([])
        reached.placed += gateway.store.placed.length
        reached.paidOnline += gateway.paid().length
        reached.lostAndFound += wasUnknown ? 1 : 0
        reached.refunded += charged.length - kept.length
        shop.root.stop()
      }),
      { seed, numRuns: 300 },
    )
    // guards against visits in which nothing happens
    for (const times of Object.values(reached)) expect(times).toBeGreaterThan(0)
  })
})
