import type { AnyMachineSnapshot } from 'xstate'
import { rowsMachine, type RowsContext } from '#machines/catalogue/rows'
import type { RowQuery } from '#machines/messages/row-opening'
import { effect } from '#machines/parts/effect'
import { done, type Model } from '#tools/walks/graph'
import { answers, refused } from '../kit/outcomes.ts'

const special: RowQuery = { kind: 'special' }
const season: RowQuery = { kind: 'season' }

/** Two rows of the home page: waiting, being read, read, and not read. The lookup has its own model. */
export const rowsModel: Model = {
  machine: rowsMachine.provide({ actors: { readRow: effect('readRow') } } as never),
  cases: () => [
    { type: 'rows.open', row: special },
    { type: 'rows.open', row: season },
    done('readRow', { answer: answers.readRow }),
    done('readRow', { refusal: refused }),
  ],
  key(state: AnyMachineSnapshot) {
    const { rows, queue } = state.context as RowsContext
    const read = Object.values(rows).flatMap(({ query, products }) => (products ? query.kind : []))
    return JSON.stringify([state.value, queue.map(({ kind }) => kind), read.toSorted()])
  },
}
