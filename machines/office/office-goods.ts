import { assign, setup } from 'xstate'
import type { OfficeProductRow } from '#contract/office'
import { effect } from '../parts/effect.ts'

export interface OfficeGoodsContext {
  goods: readonly OfficeProductRow[]
  /** What is searched for, as typed. */
  search: string
}

export type OfficeGoodsEvent = { type: 'goods.search'; text: string } | { type: 'goods.retry' }

/**
 * The goods: those with the fewest in stock, or those that a search finds.
 *
 * - Typing waits for a pause of 300 ms; the answer to an earlier text is dropped.
 */
export const officeGoodsMachine = setup({
  types: { context: {} as OfficeGoodsContext, events: {} as OfficeGoodsEvent, tags: {} as 'busy' },
  actors: { readGoods: effect<OfficeProductRow[], { search: string }>('readGoods') },
  actions: {
    storeSearch: assign({ search: (_, text: string) => text }),
    storeGoods: assign({ goods: (_, goods: OfficeProductRow[]) => goods }),
  },
  delays: { typingPause: 300 },
}).createMachine({
  id: 'officeGoods',
  description: 'The goods, or those that a search finds',
  context: { goods: [], search: '' },
  initial: 'reading',
  on: { 'goods.search': { target: '.typing', actions: { type: 'storeSearch', params: ({ event }) => event.text } } },
  states: {
    reading: {
      description: 'The goods are read',
      tags: 'busy',
      invoke: {
        id: 'readGoods',
        src: 'readGoods',
        input: ({ context }) => ({ search: context.search }),
        onDone: { target: 'shown', actions: { type: 'storeGoods', params: ({ event }) => event.output } },
        onError: 'unreachable',
      },
    },
    typing: {
      description: 'A text is typed: the goods are read when it stays the same',
      after: { typingPause: 'reading' },
    },
    shown: { description: 'The goods are shown' },
    unreachable: { description: 'The goods could not be read', on: { 'goods.retry': 'reading' } },
  },
})
