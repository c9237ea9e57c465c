import { assign, sendParent, setup } from 'xstate'
import type { CartLine } from '#contract/cart'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { Settings } from '#contract/settings'
import { effect } from './effect.ts'

/** What a visit starts with: the shop's settings, and the cart of the stored session. */
export interface Start {
  settings: Settings
  lines: CartLine[]
}

export type SessionEvent = { type: 'visit.began'; sessionId: string | null } | { type: 'session.retry' }

/**
 * Who is shopping, and with which settings.
 *
 * - Every start of a visit asks the gateway for settings and cart, visitors too.
 * - When that fails the shop can still be browsed, and 'Try again' asks once more.
 */
export const sessionMachine = setup({
  types: {
    context: {} as { sessionId: string | null; settings: Settings | null; refusal: Refusal | null },
    events: {} as SessionEvent,
  },
  actors: { begin: effect<Start, { sessionId: string | null }>('begin') },
  actions: {
    keepSession: assign({ sessionId: (_, sessionId: string | null) => sessionId }),
    keepSettings: assign({ settings: (_, settings: Settings) => settings, refusal: null }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    tellBegun: sendParent((_, start: Start) => ({ type: 'session.began', ...start })),
    tellUnreachable: sendParent({ type: 'session.unreached' }),
  },
}).createMachine({
  id: 'session',
  description: 'Who is shopping',
  context: { sessionId: null, settings: null, refusal: null },
  on: {
    'visit.began': {
      target: '.starting',
      actions: { type: 'keepSession', params: ({ event }) => event.sessionId },
    },
  },
  initial: 'unopened',
  states: {
    unopened: { description: 'The visit has not begun: this is what the server draws' },
    starting: {
      description: 'Settings and cart are asked for',
      tags: 'busy',
      invoke: {
        id: 'begin',
        src: 'begin',
        input: ({ context }) => ({ sessionId: context.sessionId }),
        onDone: {
          target: 'anonymous',
          actions: [
            { type: 'keepSettings', params: ({ event }) => event.output.settings },
            { type: 'tellBegun', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'unreachable',
          actions: [{ type: 'explain', params: ({ event }) => refusalIn(event.error) }, 'tellUnreachable'],
        },
      },
    },
    anonymous: { description: 'A visitor without an account' },
    unreachable: { description: 'The gateway did not answer', on: { 'session.retry': 'starting' } },
  },
})
