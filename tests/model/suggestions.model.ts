import type { AnyMachineSnapshot } from 'xstate'
import type { Suggestions } from '#contract/suggestions'
import { suggestionsMachine } from '#machines/suggestions/suggestions'
import { after, done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { gone, lost } from '../kit/outcomes.ts'

/** What the gateway suggests for 'rice'. */
export const suggested: Suggestions = {
  products: [
    {
      id: 1,
      name: 'Jasmine Rice 5 kg 金穗香米',
      thumbnail: '/pictures/rice.svg',
      price: 18.9,
      specialPrice: 15.9,
      stockStatusId: 3,
    },
  ],
  aisles: [{ id: 1, title: 'Rice' }],
  brands: [],
}

/** A gateway without the call. */
export const unknownCall = { ...gone, status: 404 }

/** The list below the search field: with and without a text, recent searches and suggestions. */
export const suggestionsModel: Model = {
  machine: withoutParent(suggestionsMachine, ['openChosen']),
  cases: () => [
    { type: 'suggestions.open', text: '', recent: ['tea'] },
    { type: 'suggestions.open', text: 'rice', recent: ['tea'] },
    { type: 'suggestions.type', text: 'rice' },
    { type: 'suggestions.type', text: '' },
    { type: 'suggestions.compose' },
    { type: 'suggestions.move', by: 1 },
    { type: 'suggestions.choose', optionId: 'product-1' },
    { type: 'suggestions.choose', optionId: 'search-0' },
    { type: 'suggestions.remember', text: 'tea' },
    { type: 'suggestions.remove', text: 'tea' },
    { type: 'suggestions.close' },
    done('readSuggestions', suggested),
    fails('readSuggestions', lost),
    fails('readSuggestions', unknownCall),
    after('typingPause', 'suggestions.shown.waiting'),
  ],
  key(state: AnyMachineSnapshot) {
    const { text, answer, recent, activeId } = state.context as {
      text: string
      answer: Suggestions | null
      recent: string[]
      activeId: string | null
    }
    return JSON.stringify([state.value, text, answer !== null, recent, activeId])
  },
}
