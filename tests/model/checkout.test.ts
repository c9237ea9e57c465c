import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import type { CheckoutContext } from '#machines/checkout/context'
import { reasonsAgainst } from '#machines/checkout/order-rules'
import { leaves, orderModel, saidOfOrders, stepOf, tabModel } from './checkout.model.ts'
import { explore } from '#tools/walks/graph'

const order = explore(orderModel)
const tab = explore(tabModel)

const contextOf = (state: AnyMachineSnapshot) => state.context as CheckoutContext

/** The events that each state after the review accepts, written by hand: all others are refused. */
const takes: Record<string, string[]> = {
  paying: ['payment.paid', 'payment.ended', 'payment.ended', 'payment.ended'],
  placing: ['checkout.resumed', 'checkout.resumed'],
  'unknown.pausing': ['checkout.ask', 'checkout.abandon'],
  'unknown.looking': [],
  'unknown.unanswered': ['checkout.ask', 'checkout.abandon'],
  'unknown.unplaced': ['checkout.resend', 'checkout.abandon'],
  'unknown.abandoning': [],
  placed: [],
}

describe('in every state that a checkout can reach', () => {
  const states = [...order.states.values()]
  const under = (...steps: string[]) => states.filter(state => steps.some(step => stepOf(state).startsWith(step)))

  test('late and repeated events about an order are refused', () => {
    const wrong = states
      .filter(state => stepOf(state) in takes)
      .filter(state => {
        const taken = saidOfOrders.filter(event => state.can(event)).map(({ type }) => type)
        return taken.toString() !== takes[stepOf(state)]!.toString()
      })
    expect(wrong.map(stepOf)).toEqual([])
  })

  test('an order in flight has its pending order, and one that is paid online has its payment', () => {
    const sent = under('placing', 'unknown').map(state => contextOf(state).pendingOrder?.payment)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.filter(payment => !payment || (payment.method === 'online' && !payment.providerOrderId))).toEqual([])
  })

  test('an order becomes placed only by an answer of the gateway', () => {
    const ways = order.edges.filter(({ from, to }) => to.startsWith('["placed"') && !from.startsWith('["placed"'))
    const answers = ['xstate.done.actor.placeOrder', 'xstate.done.actor.findOrder']
    expect(new Set(ways.map(({ event }) => event.type))).toEqual(new Set(answers))
    expect(under('placed').filter(state => contextOf(state).order === null)).toEqual([])
  })

  test('an order whose outcome is not known is sent only if it is recent or the shopper says so', () => {
    const left = order.edges.filter(({ from, to }) => from.startsWith('["unknown.') && to.startsWith('["placing"'))
    const causes = left.map(({ event }) => (event.type.endsWith('findOrder') ? event.output : event.type))
    expect(causes.length).toBeGreaterThan(1)
    for (const cause of causes)
      if (cause !== 'checkout.resend') expect(cause).toMatchObject({ order: null, isRecent: true })
  })

  test('an order whose outcome is not known can be discarded, except while a request is in flight', () => {
    const stuck = under('unknown').filter(state => !state.hasTag('busy') && !state.can({ type: 'checkout.abandon' }))
    expect(stuck.map(stepOf)).toEqual([])
    expect(under('unknown.unanswered').length).toBeGreaterThan(0)
  })

  test('an order is sent to the gateway only if there is no obstacle', () => {
    const left = order.edges.filter(({ from, to }) => from.startsWith('["review"') && /^\["(placing|paying)"/.test(to))
    expect(left.length).toBeGreaterThan(0)
    const against = left.map(({ from }) => reasonsAgainst(contextOf(order.states.get(from)!)))
    expect(against.filter(reasons => reasons.length > 0)).toEqual([])
  })

  test('a tab that does not hold the checkout sends no order and no payment', () => {
    const inOtherTab = [...tab.states.values()].filter(
      state => contextOf(state).isInOtherTab && stepOf(state) === 'review',
    )
    expect(inOtherTab.length).toBeGreaterThan(0)
    expect(inOtherTab.filter(state => leaves.some(event => state.can(event)))).toEqual([])
  })
})
