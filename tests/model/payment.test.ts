import { describe, expect, test } from 'vitest'
import type { AnyEventObject } from 'xstate'
import type { PaymentSnapshot } from '#machines/payment/payment'
import type { PaymentContext } from '#machines/payment/payment-setup'
import { paymentProgress } from '#machines/payment/selectors'
import { explore } from '#tools/walks/graph'
import { flowModel, said } from './payment.model.ts'

const graph = explore(flowModel)

/** The events that each state accepts, written by hand: all others are refused. `approved:PAY-1` is the current order. */
const takes: Record<string, string[]> = {
  ready: ['begin', 'failed', 'clicked', 'finish:placed'],
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

  test('reports that are late, repeated, or about another order are refused', () => {
    const wrong = states
      .filter(({ context }) => (context as PaymentContext).setup !== null)
      .filter(state => {
        const { flow, reconciling } = paymentProgress(state as unknown as PaymentSnapshot)
        const { approving } = (state.value as { flow: { approving?: string } }).flow
        const name = [flow, reconciling ?? approving ?? []].flat().join('.')
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

  test('no place is refused while it is being checked', () => {
    const looking = states.filter(state => state.matches({ flow: { approving: 'checking' } }))
    expect(looking.length).toBeGreaterThan(0)
    expect(looking.filter(({ context }) => (context as PaymentContext).placeAnswer !== 'accepted')).toEqual([])
  })

  test("money moves only with the current provider's order", () => {
    const asking = ['capturing', 'confirming', 'approved'].flatMap(isAfterApproval)
    expect(asking.length).toBeGreaterThan(0)
    expect(asking.filter(({ context }) => (context as PaymentContext).providerOrderId !== 'PAY-1')).toEqual([])
  })

  test('money is authorised or captured only after an approval or for an unknown outcome', () => {
    const begun = graph.edges.filter(
      ({ to, from }) => /"(authorizing|capturing)"/.test(to) && !/"(confirming|capturing)"/.test(from),
    )
    expect(new Set(begun.map(({ event }) => event.type))).toEqual(
      new Set(['payment.approved', 'xstate.done.actor.watchWindow', 'xstate.error.actor.watchWindow']),
    )
    const paid = graph.edges.filter(({ to, from }) => to.includes('"approved"') && from !== to)
    expect(new Set(paid.map(({ event }) => event.type))).toEqual(
      new Set(['authorizePayment', 'captureInBrowser'].map(id => `xstate.done.actor.${id}`)),
    )
  })
})
