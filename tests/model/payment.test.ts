import { describe, expect, test } from 'vitest'
import type { AnyEventObject } from 'xstate'
import type { PaymentContext, PaymentSnapshot } from '#machines/payment/payment'
import { explore } from '#tools/walks/graph'
import { flowModel, said } from './payment.model.ts'

const graph = explore(flowModel)

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

describe('in every state that a payment can reach', () => {
  const states = [...graph.states.values()]

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

  test('no place is refused while it is looked at', () => {
    const looking = states.filter(state => state.matches({ flow: { approving: 'checking' } }))
    expect(looking.length).toBeGreaterThan(0)
    expect(looking.filter(({ context }) => (context as PaymentContext).placeIs !== 'accepted')).toEqual([])
  })

  test("money is asked for only by the provider's order that is at hand", () => {
    const asking = ['authorizing', 'capturing', 'reconciling', 'approved'].flatMap(isAfterApproval)
    expect(asking.length).toBeGreaterThan(0)
    expect(asking.filter(({ context }) => (context as PaymentContext).providerOrderId !== 'PAY-1')).toEqual([])
  })

  test('money is authorised or captured only after an approval, or where that is asked about', () => {
    const begun = graph.edges.filter(({ to, from }) => /"(authorizing|capturing)"/.test(to) && from !== to)
    expect(new Set(begun.map(({ event }) => event.type))).toEqual(new Set(['payment.approved']))
    const paid = graph.edges.filter(({ to, from }) => to.includes('"approved"') && from !== to)
    expect(new Set(paid.map(({ event }) => event.type))).toEqual(
      new Set(['authorizePayment', 'captureInBrowser', 'askForPayment'].map(id => `xstate.done.actor.${id}`)),
    )
  })
})
