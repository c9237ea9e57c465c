import { assign, setup } from 'xstate'
import { listAddress } from '../shop/location.ts'
import { tellShop } from '../parts/tell-shop.ts'

export type SearchEvent = { type: 'search.typed'; value: string } | { type: 'search.submit' }

/**
 * The search box of the header.
 *
 * - An empty search is ignored; after a search the box is empty again.
 */
export const searchMachine = setup({
  types: { context: {} as { text: string }, events: {} as SearchEvent, tags: {} as 'busy' },
  guards: {
    /** Something is typed, apart from blanks. */
    hasWords: (_, text: string) => text.trim() !== '',
  },
  actions: {
    keepText: assign({ text: (_, text: string) => text }),
    clear: assign({ text: '' }),
    goToResults: tellShop(({ context }) => ({
      type: 'address.wanted',
      to: listAddress({ criteria: 'search', categoryId: 0, brandId: 0, searchCriteria: context.text.trim() }),
    })),
  },
}).createMachine({
  id: 'search',
  description: 'The search box',
  context: { text: '' },
  initial: 'empty',
  on: {
    'search.typed': [
      {
        guard: { type: 'hasWords', params: ({ event }) => event.value },
        target: '.filled',
        actions: { type: 'keepText', params: ({ event }) => event.value },
      },
      { target: '.empty', actions: { type: 'keepText', params: ({ event }) => event.value } },
    ],
  },
  states: {
    empty: { description: 'No words: Search is disabled' },
    filled: {
      description: 'There are words to search for',
      on: { 'search.submit': { target: 'empty', actions: ['goToResults', 'clear'] } },
    },
  },
})
