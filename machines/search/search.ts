import { plainText } from '#contract/typed-text'
import { assign, setup } from 'xstate'
import { listPath } from '#contract/list-paths'
import { isBlank } from '#contract/visible-text'
import { tellShop } from '../messages/tell-shop.ts'

export type SearchEvent = { type: 'search.typed'; value: string } | { type: 'search.submit' }

/**
 * The search box of the header.
 *
 * - A blank search is ignored; a search clears the box.
 */
export const searchMachine = setup({
  types: { context: {} as { text: string }, events: {} as SearchEvent, tags: {} as 'busy' },
  guards: {
    /** The text is not blank. */
    hasWords: (_, text: string) => !isBlank(text),
  },
  actions: {
    storeText: assign({ text: (_, text: string) => text }),
    clearText: assign({ text: '' }),
    requestResults: tellShop(({ context }) => ({
      type: 'location.go',
      to: listPath({ criteria: 'search', categoryId: 0, brandId: 0, searchCriteria: plainText(context.text) }),
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
        actions: { type: 'storeText', params: ({ event }) => event.value },
      },
      { target: '.empty', actions: { type: 'storeText', params: ({ event }) => event.value } },
    ],
  },
  states: {
    empty: { description: 'Blank: Search is disabled' },
    filled: {
      description: 'There is text to search for',
      on: { 'search.submit': { target: 'empty', actions: ['requestResults', 'clearText'] } },
    },
  },
})
