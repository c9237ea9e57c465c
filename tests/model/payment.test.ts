import { describe, expect, test } from 'vitest'
import type { AnyEventObject } from 'xstate'
import type { PaymentSnapshot } from '#machines/payment/payment'
import type { PaymentContext } from '#machines/payment/payment-setup'
import { paymentProgress } from '#machines/payment/selectors'
import { explore } from '#tools/walks/graph'
import { attemptModel, said } from './payment.model.ts'

const graph = explore(attemptModel)

/** The events that each state accepts, written by hand: all others are refused. `approved:PAY-1` is the current order. */
const takes: Record<string, string[]> = {
  ready: ['begin', 'failed'],
  // the id of the current order is not known yet: the approval is compared with it later
  creating: ['approved:PAY-1', 'approved:PAY-2', 'cancelled', 'failed'],
  'approving.waiting': ['approved:PAY-1', 'cancelled', 'failed', 'placeChosen'],
  'approving.checking': ['approved:PAY-1', 'cancelled', 'failed', 'placeChosen'],
  authorizing: [],
  capturing: [],
  'reconciling.pausing': ['ask'],
  'reconciling.asking': [],
  'reconciling.unanswered': ['ask', 'abandon'],
  approved: ['finish:placed', 'finish:refused'],
  cancelled: ['begin', 'clicked', 'dismiss', 'finish:placed'],
  abandoned: ['begin', 'clicked', 'dismiss', 'finish:placed'],
  failed: ['begin', 'clicked', 'dismiss', 'finish:placed'],
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
        const { attempt, reconciling } = paymentProgress(state as unknown as PaymentSnapshot)
        const { approving } = (state.value as { attempt: { approving?: string } }).attempt
        const name = [attempt, reconciling ?? approving ?? []].flat().join('.')
        return (
          said
            .filter(event => state.can(event))
            .map(spoken)
            .toString() !== takes[name]?.toString()
        )
      })
    expect(wrong.map(({ value }) => value)).toEqual([])
  })

  const isAfterApproval = (name: string) => states.filter(state => state.matches({ attempt: name }))

  test('no place is refused while it is being checked', () => {
    const looking = states.filter(state => state.matches({ attempt: { approving: 'checking' } }))
    expect(looking.length).toBeGreaterThan(0)
    expect(looking.filter(({ context }) => (context as PaymentContext).placeAnswer !== 'accepted')).toEqual([])
  })

  test("money moves only with the current provider's order", () => {
    const asking = ['capturing', 'confirming', 'approved'].flatMap(isAfterApproval)
    expect(asking.length).toBeGreaterThan(0)
    expect(asking.filter(({ context }) => (context as PaymentContext).providerOrderId !== 'PAY-1')).toEqual([])
  })

  const progressOf = (key: string) => paymentProgress(graph.states.get(key)! as unknown as PaymentSnapshot)
  const isCapturing = (key: string) => progressOf(key).attempt === 'capturing'
  /** The first authorization request, or a later one. */
  const entering = (attempt: string, reconciling: string | null) =>
    graph.edges.filter(({ from, to }) => {
      const [was, is] = [progressOf(from), progressOf(to)]
      const isThere = (one: typeof is) => one.attempt === attempt && one.reconciling === reconciling
      return isThere(is) && !isThere(was)
    })
  const causes = (edges: typeof graph.edges) => new Set(edges.map(({ event }) => event.type))

  test('money is first authorised or captured only after an approval', () => {
    const begun = [
      ...entering('authorizing', null),
      ...graph.edges.filter(one => isCapturing(one.to) && !isCapturing(one.from)),
    ]
    expect(causes(begun)).toEqual(new Set(['payment.approved', 'xstate.done.actor.createPayment']))
    // the response to the creation, if the approval arrived first
    const created = begun.filter(({ event }) => event.actorId === 'createPayment')
    const early = created.map(({ from }) => (graph.states.get(from)!.context as PaymentContext).approvedEarly)
    expect(new Set(early)).toEqual(new Set(['PAY-1']))
  })

  test('an authorisation is requested again only if an outcome is unknown', () => {
    expect(causes(entering('reconciling', 'asking'))).toEqual(
      new Set([
        'payment.ask',
        'xstate.after.retryPause.payment.attempt.confirming.pausing',
        'xstate.done.actor.watchWindow',
        'xstate.error.actor.watchWindow',
      ]),
    )
  })

  test('a payment becomes paid only by an answer', () => {
    const paid = graph.edges.filter(({ to, from }) => to.includes('"approved"') && from !== to)
    expect(causes(paid)).toEqual(new Set(['authorizePayment', 'captureInBrowser'].map(id => `xstate.done.actor.${id}`)))
  })
})
