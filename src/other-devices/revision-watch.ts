import { assign, emit, fromPromise, setup } from 'xstate'
import { refusalIn, type Refusal } from '#contract/refusal'
import type { Revisions } from '#contract/revisions'

interface WatchContext {
  /** How often in a row the revisions could not be read. */
  failures: number
  /** Milliseconds that the gateway demands before the next request. */
  retryAfter: number
}

/**
 * Watches what a customer has at the gateway, which another device may change.
 *
 * - It is read every four seconds while the shopper uses the page.
 * - Nothing is read while the page is hidden or was not used for some minutes; at the next use it is read at once.
 * - After failures it waits longer, up to a minute, and at least as long as the gateway demands.
 * - A gateway that does not have the call is not asked again.
 *
 * It is not part of the shop's journal: what it finds is sent to machines as events, which are.
 */
export const revisionWatch = setup({
  types: {
    context: {} as WatchContext,
    emitted: {} as { type: 'revisions.read'; revisions: Revisions },
  },
  actors: {
    readRevisions: fromPromise<Revisions>(() => new Promise(() => {})),
    /** Resolves when the shopper uses the page; at once while it is in use. */
    untilUsed: fromPromise<null>(() => new Promise(() => {})),
  },
  guards: {
    isMissing: (_, refusal: Refusal) => refusal.status === 404,
  },
  actions: {
    reportRevisions: emit((_, revisions: Revisions) => ({ type: 'revisions.read', revisions })),
    storeSuccess: assign({ failures: 0, retryAfter: 0 }),
    storeFailure: assign({
      failures: ({ context }, _refusal: Refusal) => context.failures + 1,
      retryAfter: (_, { retryAfter = 0 }) => retryAfter,
    }),
  },
  delays: {
    pause: ({ context: { failures, retryAfter } }) => Math.max(Math.min(4_000 * 2 ** failures, 60_000), retryAfter),
  },
}).createMachine({
  context: { failures: 0, retryAfter: 0 },
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        src: 'readRevisions',
        onDone: {
          target: 'pausing',
          actions: ['storeSuccess', { type: 'reportRevisions', params: ({ event }) => event.output }],
        },
        onError: [
          { guard: { type: 'isMissing', params: ({ event }) => refusalIn(event.error) }, target: 'notOffered' },
          { target: 'pausing', actions: { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) } },
        ],
      },
    },
    pausing: { after: { pause: 'unused' } },
    unused: { invoke: { src: 'untilUsed', onDone: 'reading' } },
    notOffered: { type: 'final' },
  },
})
