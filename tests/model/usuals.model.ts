import type { AnyMachineSnapshot } from 'xstate'
import { usualsMachine, type UsualProduct, type UsualsContext } from '#machines/usuals/usuals'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { lost, rice, tea } from '../kit/outcomes.ts'
import { locationOf } from '../kit/open-shop.ts'

/** What a customer orders most often. */
export const usuals: UsualProduct[] = [
  { product: rice, quantity: 2 },
  { product: tea, quantity: 1 },
]

/** The page of a customer's usuals, and the reports of an addition. */
export const usualsModel: Model = {
  machine: withoutParent(usualsMachine, ['reportReady', 'reportAdded', 'announceAdded']),
  cases: () => [
    { type: 'page.open', location: locationOf('/account/usuals'), move: 'PUSH', visitId: 'visit' },
    { type: 'page.open', location: locationOf('/account/usuals'), move: 'POP', visitId: 'visit' },
    done('readUsuals', usuals),
    fails('readUsuals', lost),
    { type: 'usuals.retry' },
    { type: 'usuals.addAll', sessionId: null },
    { type: 'bulk.added', sessionId: 'session-1', count: 2 },
    { type: 'bulk.abandoned' },
  ],
  key(state: AnyMachineSnapshot) {
    const { usuals: known } = state.context as UsualsContext
    return JSON.stringify([state.value, known.length])
  },
}
