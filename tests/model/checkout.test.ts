import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import { reasonsAgainst, type CheckoutContext, type CheckoutSnapshot } from '#machines/checkout'
import { choicesModel, feeModel, leaves, orderModel, saidOfOrders, stepsModel, tabModel } from './checkout.model.ts'
import { cover, everyPair, everyTransition, explore, transitionsOf, unsoundSteps, type Model } from './graph.ts'
import { wrongOnRunning } from './running.ts'

const walk = (model: Model) => {
  const graph = explore(model)
  return { model, graph, byTransition: cover(graph, everyTransition, 40), byPair: cover(graph, everyPair, 60) }
}
const order = walk(orderModel)
const tab = walk(tabModel)
const walks = {
  'its steps': walk(stepsModel),
  'its choices': walk(choicesModel),
  'its order': order,
  'its tab': tab,
  'its fee': walk(feeModel),
}

describe('the checkout chart', () => {
  test('takes every one of its transitions in the walks of its models', () => {
    const walked = new Set(Object.values(walks).flatMap(({ byTransition }) => [...byTransition.goals]))
    const refusing = ['place', 'pay'].map(verb => `checkout.step.review | checkout.${verb} | (stays) #0`)
    const left = [...transitionsOf(orderModel.machine).values()].filter(name => !walked.has(name))
    // the two that do nothing are what a tab says that does not hold the checkout
    expect(left).toEqual(refusing)
    expect(Object.values(walks).flatMap(({ byTransition, byPair }) => [...byTransition.left, ...byPair.left])).toEqual(
      [],
    )
  })

  describe.each(Object.entries(walks))('with %s', (_name, { model, graph, byTransition, byPair }) => {
    const paths = [...byTransition.paths, ...byPair.paths]

    test('leads where its graph says, for every transition and every pair', () => {
      expect(unsoundSteps(model, graph, paths)).toEqual([])
    })
    test('does so running, refuses what its graph refuses, and replays to the same state', async () => {
      expect(await wrongOnRunning(model, graph, paths)).toEqual([])
    })
  })
})

const contextOf = (state: AnyMachineSnapshot) => state.context as CheckoutContext
const stepOf = (state: AnyMachineSnapshot) => {
  const { step } = (state as unknown as CheckoutSnapshot).value
  return typeof step === 'string' ? step : Object.entries(step)[0]!.join('.')
}

/** What may be said of an order in each state after the review, written by hand: all else is refused. */
const takes: Record<string, string[]> = {
  paying: ['payment.paid', 'payment.ended', 'payment.ended'],
  placing: [],
  'unknown.pausing': ['checkout.ask'],
  'unknown.asking': [],
  'unknown.silent': ['checkout.ask'],
  placed: [],
}

describe('in every state the walks reach', () => {
  const states = [...order.graph.states.values()]
  const under = (...steps: string[]) => states.filter(state => steps.some(step => stepOf(state).startsWith(step)))

  test('what is said too late, or twice, of an order is refused', () => {
    const wrong = states
      .filter(state => stepOf(state) in takes)
      .filter(state => {
        const taken = saidOfOrders.filter(event => state.can(event)).map(({ type }) => type)
        return taken.toString() !== takes[stepOf(state)]!.toString()
      })
    expect(wrong.map(stepOf)).toEqual([])
  })

  test('an order is under way with its wish, and one that is paid online with its payment', () => {
    const sent = under('placing', 'unknown').map(state => contextOf(state).wish?.payment)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.filter(payment => !payment || (payment.method === 'online' && !payment.providerOrderId))).toEqual([])
  })

  test('an order is placed by an answer alone', () => {
    const ways = order.graph.edges.filter(({ from, to }) => to.startsWith('["placed"') && !from.startsWith('["placed"'))
    expect(new Set(ways.map(({ event }) => event.type))).toEqual(
      new Set(['xstate.done.actor.placeOrder', 'xstate.done.actor.askForOrder']),
    )
    expect(under('placed').filter(state => contextOf(state).order === null)).toEqual([])
  })

  test('an order leaves for the gateway only where nothing stands against it', () => {
    const left = order.graph.edges.filter(
      ({ from, to }) => from.startsWith('["review"') && /^\["(placing|paying)"/.test(to),
    )
    expect(left.length).toBeGreaterThan(0)
    const against = left.map(({ from }) => reasonsAgainst(contextOf(order.graph.states.get(from)!)))
    expect(against.filter(reasons => reasons.length > 0)).toEqual([])
  })

  test('nothing leaves from a tab that does not hold the checkout', () => {
    const elsewhere = [...tab.graph.states.values()].filter(
      state =>
        (state.matches({ tab: 'elsewhere' }) || state.matches({ tab: 'taking' })) && state.matches({ step: 'review' }),
    )
    expect(elsewhere.length).toBeGreaterThan(1)
    expect(elsewhere.filter(state => leaves.some(event => state.can(event)))).toEqual([])
  })
})
