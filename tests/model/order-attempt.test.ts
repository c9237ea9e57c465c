import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import type { OrderAttemptContext } from '#machines/orders/order-attempt-setup'
import { explore } from '#tools/walks/graph'
import { attemptModel, saidOfOrders, stateOf } from './order-attempt.model.ts'

const order = explore(attemptModel)

const contextOf = (state: AnyMachineSnapshot) => state.context as OrderAttemptContext

const whenSettled = [
  'order.place',
  'order.place',
  'order.recover',
  'order.choosePayment',
  'order.choosePayment',
  'order.dismiss',
]

/** The events that each state accepts, written by hand: all others are refused. */
const takes: Record<string, string[]> = {
  idle: whenSettled,
  placed: whenSettled,
  paying: ['payment.paid', 'payment.ended', 'payment.ended', 'payment.ended'],
  placing: ['order.resumed', 'order.resumed'],
  'unknown.pausing': ['order.ask', 'order.abandon'],
  'unknown.looking': [],
  'unknown.unanswered': ['order.ask', 'order.abandon'],
  'unknown.unplaced': ['order.resend', 'order.abandon'],
  'unknown.abandoning': [],
}

describe('in every state that an order attempt can reach', () => {
  const states = [...order.states.values()]
  const under = (...names: string[]) => states.filter(state => names.some(name => stateOf(state).startsWith(name)))

  test('late and repeated events about an order are refused', () => {
    expect(new Set(states.map(stateOf))).toEqual(new Set(Object.keys(takes)))
    const wrong = states.filter(state => {
      const taken = saidOfOrders.filter(event => state.can(event)).map(({ type }) => type)
      return taken.toString() !== takes[stateOf(state)]!.toString()
    })
    expect(wrong.map(stateOf)).toEqual([])
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
    expect(under('placed').filter(state => contextOf(state).receipt === null)).toEqual([])
  })

  test('an order whose outcome is not known is sent only if it is recent or the shopper says so', () => {
    const left = order.edges.filter(({ from, to }) => from.startsWith('["unknown.') && to.startsWith('["placing"'))
    const causes = left.map(({ event }) => (event.type.endsWith('findOrder') ? event.output : event.type))
    expect(causes.length).toBeGreaterThan(1)
    for (const cause of causes)
      if (cause !== 'order.resend') expect(cause).toMatchObject({ order: null, isRecent: true })
  })

  test('an order whose outcome is not known can be discarded, except while a request is in flight', () => {
    const stuck = under('unknown').filter(state => !state.hasTag('busy') && !state.can({ type: 'order.abandon' }))
    expect(stuck.map(stateOf)).toEqual([])
    expect(under('unknown.unanswered').length).toBeGreaterThan(0)
  })
})
