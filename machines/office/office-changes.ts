import { assign, setup } from 'xstate'
import { changesPageSize, type OfficeChange } from '#contract/office-change'
import { effect } from '../parts/effect.ts'

export interface OfficeChangesContext {
  changes: readonly OfficeChange[]
  /** Whether there may be older ones: the last page was full. */
  hasMore: boolean
}

export type OfficeChangesEvent = { type: 'changes.readMore' } | { type: 'changes.retry' }

/**
 * The list of changes, newest first.
 *
 * - Older ones are read when they are asked for, until there are none.
 */
export const officeChangesMachine = setup({
  types: { context: {} as OfficeChangesContext, events: {} as OfficeChangesEvent, tags: {} as 'busy' },
  actors: { readChanges: effect<OfficeChange[], { before: number | null }>('readChanges') },
  actions: {
    addChanges: assign({
      changes: ({ context }, more: OfficeChange[]) => [...context.changes, ...more],
      hasMore: (_, more: OfficeChange[]) => more.length === changesPageSize,
    }),
  },
}).createMachine({
  id: 'officeChanges',
  description: 'The list of changes',
  context: { changes: [], hasMore: true },
  initial: 'reading',
  states: {
    reading: {
      description: 'Changes are read',
      tags: 'busy',
      invoke: {
        id: 'readChanges',
        src: 'readChanges',
        input: ({ context }) => ({ before: context.changes.at(-1)?.changeId ?? null }),
        onDone: { target: 'ready', actions: { type: 'addChanges', params: ({ event }) => event.output } },
        onError: 'unreachable',
      },
    },
    ready: { description: 'The changes are shown', on: { 'changes.readMore': 'reading' } },
    unreachable: { description: 'The changes could not be read', on: { 'changes.retry': 'reading' } },
  },
})
