import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import type { CheckoutContext } from '#machines/checkout/context'
import { reasonsAgainst } from '#machines/checkout/order-rules'
import { leaves, orderModel, saidOfOrders, stepOf, tabModel } from './checkout.model.ts'
import { explore } from '#tools/walks/graph'

const order = explore(orderModel)
const tab = explore(tabModel)

const contextOf = (state: AnyMachineSnapshot) => state.context as CheckoutContext

/** The events that the states after the review accept, written by hand: all others are refused. */
const takes: Record<string, string[]> = {
  ordering: ['order.placed', 'order.unpaid', 'order.refused', 'order.discarded'],
  placed: [],
}

describe('in every state that a checkout can reach', () => {
  const states = [...order.states.values()]

  test('nothing can be edited or ordered while an order is in flight, and reports of one are refused at any other time', () => {
    const after = states.filter(state => stepOf(state) in takes)
    expect(new Set(after.map(stepOf))).toEqual(new Set(Object.keys(takes)))
    const wrong = after.filter(state => {
      const taken = saidOfOrders.filter(event => state.can(event)).map(({ type }) => type)
      return taken.toString() !== takes[stepOf(state)]!.toString()
    })
    expect(wrong.map(stepOf)).toEqual([])
    const reports = saidOfOrders.filter(({ type }) => type.startsWith('order.'))
    const before = states.filter(state => !(stepOf(state) in takes))
    expect(before.filter(state => reports.some(event => state.can(event))).map(stepOf)).toEqual([])
  })

  test('an order becomes placed only by a report of the attempt', () => {
    const ways = order.edges.filter(({ from, to }) => to.startsWith('["placed"') && !from.startsWith('["placed"'))
    expect(new Set(ways.map(({ event }) => event.type))).toEqual(new Set(['order.placed']))
  })

  test('an order is sent to the gateway only if there is no obstacle', () => {
    const left = order.edges.filter(
      ({ from, to, event }) =>
        from.startsWith('["review"') && to.startsWith('["ordering"') && event.type !== 'checkout.recover',
    )
    expect(left.length).toBeGreaterThan(0)
    const against = left.map(({ from }) => reasonsAgainst(contextOf(order.states.get(from)!)))
    expect(against.filter(reasons => reasons.length > 0)).toEqual([])
  })

  test('a tab that does not hold the checkout sends no order and no payment', () => {
    const inOtherTab = [...tab.states.values()].filter(
      state => state.matches({ tab: 'otherTab' }) && stepOf(state) === 'review',
    )
    expect(inOtherTab.length).toBeGreaterThan(0)
    expect(inOtherTab.filter(state => leaves.some(event => state.can(event)))).toEqual([])
  })
})
