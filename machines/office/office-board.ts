import { assign, setup } from 'xstate'
import type { BoardOrder } from '#contract/office'
import { effect } from '../parts/effect.ts'
import { pauseAfter } from './live-parts.ts'

export interface OfficeBoardContext {
  orders: readonly BoardOrder[]
  /** What is searched for, as typed. */
  search: string
  /** Failed reads in a row. */
  failures: number
}

export type OfficeBoardEvent = { type: 'board.search'; text: string } | { type: 'board.refresh' }

/**
 * The orders of today, or those that a search finds.
 *
 * - They are read again every 5 seconds; after failures the pause doubles, up to a minute.
 * - A failure keeps the orders that are shown.
 * - Typing waits for a pause of 300 ms; the answer to an earlier text is dropped.
 */
export const officeBoardMachine = setup({
  types: { context: {} as OfficeBoardContext, events: {} as OfficeBoardEvent, tags: {} as 'busy' },
  actors: { readBoard: effect<BoardOrder[], { search: string; isBackground: boolean }>('readBoard') },
  actions: {
    storeSearch: assign({ search: (_, text: string) => text }),
    storeOrders: assign({ orders: (_, orders: BoardOrder[]) => orders, failures: 0 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
  delays: { pause: pauseAfter, typingPause: 300 },
}).createMachine({
  id: 'officeBoard',
  description: 'The orders of today, or those that a search finds',
  context: { orders: [], search: '', failures: 0 },
  initial: 'reading',
  on: {
    'board.search': { target: '.typing', actions: { type: 'storeSearch', params: ({ event }) => event.text } },
    'board.refresh': '.reading',
  },
  states: {
    reading: {
      description: 'The orders are read because a person has asked for them',
      tags: 'busy',
      invoke: {
        id: 'readBoard',
        src: 'readBoard',
        input: ({ context }) => ({ search: context.search, isBackground: false }),
        onDone: { target: 'shown', actions: { type: 'storeOrders', params: ({ event }) => event.output } },
        onError: { target: 'shown', actions: 'countFailure' },
      },
    },
    typing: {
      description: 'A text is typed: the orders are read when it stays the same',
      after: { typingPause: 'reading' },
    },
    shown: {
      description: 'The orders are shown',
      after: { pause: 'updating' },
    },
    updating: {
      description: 'The orders are read again by the page itself',
      tags: 'busy',
      invoke: {
        id: 'updateBoard',
        src: 'readBoard',
        input: ({ context }) => ({ search: context.search, isBackground: true }),
        onDone: { target: 'shown', actions: { type: 'storeOrders', params: ({ event }) => event.output } },
        onError: { target: 'shown', actions: 'countFailure' },
      },
    },
  },
})
