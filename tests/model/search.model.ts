import type { AnyMachineSnapshot } from 'xstate'
import { searchMachine } from '#machines/search/search'
import { withoutParent, type Model } from '#tools/walks/graph'

/** The search box, with and without text. */
export const searchModel: Model = {
  machine: withoutParent(searchMachine, ['requestResults']),
  cases: () => [
    { type: 'search.typed', value: 'rice' },
    { type: 'search.typed', value: ' ' },
    { type: 'search.submit' },
  ],
  key: (state: AnyMachineSnapshot) => JSON.stringify([state.value, state.context]),
}
