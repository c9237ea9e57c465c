import { assign, emit, setup, type SnapshotFrom } from 'xstate'
import type { Suggestions } from '#contract/suggestions'
import { plainText } from '#contract/typed-text'
import { isBlank } from '#contract/visible-text'
import { refusalIn, type Refusal } from '#contract/refusal'
import { tellShop } from '../messages/tell-shop.ts'
import { effect } from '../parts/effect.ts'
import { neighbourOf, optionsOf, withSearch, type SuggestionOption, type Suggested } from './suggestion-options.ts'

export type SuggestionsEvent =
  /** The field gets the focus, or an arrow key opens the list. `recent`: the searches that the device keeps. */
  | { type: 'suggestions.open'; text: string; recent: readonly string[] }
  /** The text of the field has changed, or a composition has ended with it. */
  | { type: 'suggestions.type'; text: string }
  /** An input method begins to compose a text. */
  | { type: 'suggestions.compose' }
  | { type: 'suggestions.move'; by: 1 | -1 }
  | { type: 'suggestions.choose'; optionId: string }
  | { type: 'suggestions.remember'; text: string }
  | { type: 'suggestions.remove'; text: string }
  | { type: 'suggestions.close' }

/** Events for the page, outside the machines. */
export type SuggestionsEmitted = { type: 'recent.changed'; recent: readonly string[] } | { type: 'suggestion.chosen' }

interface SuggestionsContext extends Suggested {
  /** The option that Enter chooses, by its key; null if Enter searches. */
  activeId: string | null
}

/**
 * The list below the search field: products, aisles and brands for the text, and recent searches.
 *
 * - The gateway is asked 200 ms after the last change of the text; a change drops the request before it.
 * - A blank text asks for nothing: the list has the recent searches.
 * - While an input method composes a text nothing is asked for, and nothing can be chosen.
 * - Options are shown until those of the next text arrive; the choice among them ends with each change.
 * - If the request fails, the list has the recent searches only, and the next change of the text asks again.
 * - A gateway without suggestions is asked once each time the list is opened.
 * - A choice opens its page, and closes the list.
 * - The last five searches are kept, each once.
 */
export const suggestionsMachine = setup({
  types: {
    context: {} as SuggestionsContext,
    events: {} as SuggestionsEvent,
    emitted: {} as SuggestionsEmitted,
    tags: {} as 'busy',
  },
  actors: { readSuggestions: effect<Suggestions, { text: string }>('readSuggestions') },
  guards: {
    /** The text is not blank. */
    hasText: (_, text: string) => !isBlank(text),
    /** The list has the option. */
    isOption: ({ context }, key: string) => optionsOf(context).some(option => option.key === key),
    /** The gateway has no such call. */
    isUnknownCall: (_, refusal: Refusal) => refusal.status === 404,
  },
  actions: {
    storeText: assign({ text: (_, text: string) => text, activeId: null }),
    storeRecent: assign({ recent: (_, recent: readonly string[]) => recent }),
    storeAnswer: assign({ answer: (_, answer: Suggestions) => answer, activeId: null }),
    clearAnswer: assign({ answer: null, activeId: null }),
    clearActive: assign({ activeId: null }),
    moveActive: assign({
      activeId: ({ context }, by: 1 | -1) => neighbourOf(optionsOf(context), context.activeId, by),
    }),
    openChosen: tellShop(({ context }, key: string) => ({
      type: 'location.go',
      to: optionsOf(context).find(option => option.key === key)!.path,
    })),
    rememberChosen: assign({
      recent({ context }, key: string) {
        const chosen = optionsOf(context).find(option => option.key === key)!
        return chosen.kind === 'search' ? withSearch(context.recent, chosen.text) : context.recent
      },
    }),
    rememberSearch: assign({
      recent: ({ context }, text: string) =>
        isBlank(text) ? context.recent : withSearch(context.recent, plainText(text)),
    }),
    removeSearch: assign({
      recent: ({ context }, text: string) => context.recent.filter(one => one !== text),
      activeId: null,
    }),
    emitRecent: emit(({ context }) => ({ type: 'recent.changed' as const, recent: context.recent })),
    emitChosen: emit({ type: 'suggestion.chosen' as const }),
  },
  delays: { typingPause: 200 },
}).createMachine({
  id: 'suggestions',
  description: 'The suggestions below the search field',
  context: { text: '', answer: null, recent: [], activeId: null },
  initial: 'closed',
  on: {
    'suggestions.type': [
      {
        guard: { type: 'hasText', params: ({ event }) => event.text },
        // a changed text starts the pause again
        target: '.shown.waiting',
        actions: { type: 'storeText', params: ({ event }) => event.text },
      },
      {
        target: '.shown.open',
        actions: ['clearAnswer', { type: 'storeText', params: ({ event }) => event.text }],
      },
    ],
    'suggestions.compose': '.composing',
    'suggestions.remember': {
      target: '.closed',
      actions: [{ type: 'rememberSearch', params: ({ event }) => event.text }, 'emitRecent'],
    },
    'suggestions.close': '.closed',
  },
  states: {
    closed: {
      description: 'Nothing is shown',
      entry: 'clearAnswer',
      on: {
        'suggestions.open': [
          {
            guard: { type: 'hasText', params: ({ event }) => event.text },
            target: 'shown.waiting',
            actions: [
              { type: 'storeText', params: ({ event }) => event.text },
              { type: 'storeRecent', params: ({ event }) => event.recent },
            ],
          },
          {
            target: 'shown.open',
            actions: [
              { type: 'storeText', params: ({ event }) => event.text },
              { type: 'storeRecent', params: ({ event }) => event.recent },
            ],
          },
        ],
      },
    },
    composing: {
      description: 'An input method composes a text: nothing is asked for or chosen',
      entry: 'clearActive',
    },
    shown: {
      description: 'The list is shown if it has an option',
      initial: 'waiting',
      on: {
        'suggestions.move': { actions: { type: 'moveActive', params: ({ event }) => event.by } },
        'suggestions.choose': {
          guard: { type: 'isOption', params: ({ event }) => event.optionId },
          target: 'closed',
          actions: [
            { type: 'openChosen', params: ({ event }) => event.optionId },
            { type: 'rememberChosen', params: ({ event }) => event.optionId },
            'emitRecent',
            'emitChosen',
          ],
        },
        'suggestions.remove': {
          actions: [{ type: 'removeSearch', params: ({ event }) => event.text }, 'emitRecent'],
        },
      },
      states: {
        waiting: {
          description: 'The shopper is typing',
          tags: 'busy',
          after: { typingPause: 'reading' },
        },
        reading: {
          description: 'Suggestions for the text are read',
          tags: 'busy',
          invoke: {
            id: 'readSuggestions',
            src: 'readSuggestions',
            input: ({ context }) => ({ text: context.text }),
            onDone: { target: 'open', actions: { type: 'storeAnswer', params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: 'isUnknownCall', params: ({ event }) => refusalIn(event.error) },
                target: 'unserved',
                actions: 'clearAnswer',
              },
              { target: 'failed', actions: 'clearAnswer' },
            ],
          },
        },
        open: { description: 'The options are those of the text' },
        failed: { description: 'The suggestions could not be read: recent searches only' },
        unserved: {
          description: 'The gateway has no suggestions: recent searches only',
          on: {
            'suggestions.type': { actions: { type: 'storeText', params: ({ event }) => event.text } },
            'suggestions.compose': { actions: 'clearActive' },
          },
        },
      },
    },
  },
})

/** The options that are shown, also while an input method composes a text. */
export const shownOptions = (snapshot: SnapshotFrom<typeof suggestionsMachine>): SuggestionOption[] =>
  snapshot.matches('closed') ? [] : optionsOf(snapshot.context)
