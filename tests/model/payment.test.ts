import { describe, expect, test } from 'vitest'
import type { AnyEventObject } from 'xstate'
import type { PaymentContext, PaymentSnapshot } from '#machines/payment'
import { cover, everyPair, everyTransition, explore, transitionsOf, unsoundSteps, type Model } from './graph.ts'
import { buttonModel, flowModel, said } from './payment.model.ts'
import { wrongOnRunning } from './running.ts'

const walk = (model: Model) => {
  const graph = explore(model)
  return { model, graph, byTransition: cover(graph, everyTransition, 40), byPair: cover(graph, everyPair, 60) }
}
const button = walk(buttonModel)
const flow = walk(flowModel)

describe('the payment chart', () => {
  test('takes every one of its transitions in the walks of its two models', () => {
    const walked = new Set([...button.byTransition.goals, ...flow.byTransition.goals])
    expect([...transitionsOf(flowModel.machine).values()].filter(name => !walked.has(name))).toEqual([])
    expect([button, flow].flatMap(({ byTransition, byPair }) => [...byTransition.left, ...byPair.left])).toEqual([])
  })

  describe.each([
    ['its button', button],
    ['its flow', flow],
  ])('with %s', (_name, { model, graph, byTransition, byPair }) => {
    const paths = [...byTransition.paths, ...byPair.paths]

    test('leads where its graph says, for every transition and every pair', () => {
      expect(unsoundSteps(model, graph, paths)).toEqual([])
    })
    test('does so running, refuses what its graph refuses, and replays to the same state', async () => {
      expect(await wrongOnRunning(model, graph, paths)).toEqual([])
    })
  })
})

/** What may be said in each state, written by hand: all else is refused. `approved:PAY-1` is the order at hand. */
const takes: Record<string, string[]> = {
  ready: ['begin', 'failed'],
  creating: ['cancelled', 'failed'],
  'approving.waiting': ['approved:PAY-1', 'cancelled', 'failed', 'placeChosen'],
  'approving.checking': ['approved:PAY-1', 'cancelled', 'failed', 'placeChosen'],
  authorizing: [],
  capturing: [],
  'reconciling.pausing': ['ask'],
  'reconciling.asking': [],
  'reconciling.silent': ['ask', 'abandon'],
  approved: ['finish:placed', 'finish:refused'],
  cancelled: ['begin', 'clicked', 'finish:placed'],
  abandoned: ['begin', 'clicked', 'finish:placed'],
  failed: ['begin', 'clicked', 'finish:placed'],
}

const spoken = (event: AnyEventObject) => {
  const [, verb] = event.type.split('.')
  if (verb === 'approved') return `approved:${event.providerOrderId}`
  return verb === 'finish' ? `finish:${event.refusal ? 'refused' : 'placed'}` : verb!
}

describe('in every state the walks reach', () => {
  const states = [...flow.graph.states.values()]

  test('what is said too late, twice, or of another order is refused', () => {
    const wrong = states
      .filter(({ context }) => (context as PaymentContext).setup !== null)
      .filter(state => {
        const at = (state.value as PaymentSnapshot['value']).flow
        const name = typeof at === 'string' ? at : Object.entries(at)[0]!.join('.')
        return (
          said
            .filter(event => state.can(event))
            .map(spoken)
            .toString() !== takes[name]?.toString()
        )
      })
    expect(wrong.map(({ value }) => value)).toEqual([])
  })

  const isAfterApproval = (name: string) => states.filter(state => state.matches({ flow: name }))

  test("money is asked for only by the provider's order that is at hand", () => {
    const asking = ['authorizing', 'capturing', 'reconciling', 'approved'].flatMap(isAfterApproval)
    expect(asking.length).toBeGreaterThan(0)
    expect(asking.filter(({ context }) => (context as PaymentContext).providerOrderId !== 'PAY-1')).toEqual([])
  })

  test('money is authorised or captured only after an approval, or where that is asked about', () => {
    const begun = flow.graph.edges.filter(({ to, from }) => /"(authorizing|capturing)"/.test(to) && from !== to)
    expect(new Set(begun.map(({ event }) => event.type))).toEqual(new Set(['payment.approved']))
    const paid = flow.graph.edges.filter(({ to, from }) => to.includes('"approved"') && from !== to)
    expect(new Set(paid.map(({ event }) => event.type))).toEqual(
      new Set(['authorizePayment', 'captureInBrowser', 'askForPayment'].map(id => `xstate.done.actor.${id}`)),
    )
  })
})
