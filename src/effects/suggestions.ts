import { longestQuery, suggestionRoutes } from '#contract/suggestions'
import { suggestionsMachine } from '#machines/suggestions/suggestions'
import { requireSuccess, type Client } from './client.ts'
import { liveEffect } from './live.ts'

/** The machine of the search field's suggestions with its effect. */
export const suggestionsWith = (call: Client) =>
  suggestionsMachine.provide({
    actors: {
      readSuggestions: liveEffect(async ({ text }, signal) => {
        const q = [...text].slice(0, longestQuery).join('')
        return (await requireSuccess(call(suggestionRoutes.suggestions, { params: { q }, signal }))).data
      }),
    },
  })
