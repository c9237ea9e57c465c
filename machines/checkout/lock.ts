import { setup } from 'xstate'
import { effect } from '../parts/effect.ts'
import { tellParent } from '../parts/tell-parent.ts'
import type { LockAnswer, HandedCheckout, LockReport } from './context.ts'

export type LockEvent =
  /** The checkout is opened again. */
  | { type: 'lock.request' }
  /** The shopper continues the checkout of another tab here. */
  | { type: 'lock.takeOver' }

const tellCheckout = tellParent<LockReport>()

/**
 * The lock of the checkout: one tab at a time holds it.
 *
 * - A tab that opens the checkout claims the lock. If another tab holds it, the shopper can take it over.
 * - Taking over brings the checkout of the other tab along.
 * - Where the browser has no locks, every tab holds the checkout; the gateway then distinguishes orders by their keys.
 */
export const lockMachine = setup({
  types: { events: {} as LockEvent, tags: {} as 'busy' },
  actors: {
    requestLock: effect<LockAnswer, { mode: 'ifAvailable' | 'steal' }>('requestLock'),
    watchLock: effect<null>('watchLock'),
  },
  guards: {
    /** The checkout belongs to this tab. */
    isHeld: (_, { is }: LockAnswer) => is === 'held',
  },
  actions: {
    reportTaken: tellCheckout((_, handed: HandedCheckout | null) => ({ type: 'lock.taken', handed })),
    reportLost: tellCheckout({ type: 'lock.lost' }),
  },
}).createMachine({
  id: 'lock',
  description: 'Which tab holds the checkout',
  initial: 'requesting',
  states: {
    requesting: {
      description: 'The lock is requested',
      tags: 'busy',
      invoke: {
        id: 'requestLock',
        src: 'requestLock',
        input: { mode: 'ifAvailable' },
        onDone: [
          {
            guard: { type: 'isHeld', params: ({ event }) => event.output },
            target: 'holding',
            actions: { type: 'reportTaken', params: null },
          },
          { target: 'otherTab' },
        ],
        onError: { target: 'holding', actions: { type: 'reportTaken', params: null } },
      },
    },
    holding: {
      description: 'This tab holds the lock',
      invoke: { id: 'watchLock', src: 'watchLock', onDone: 'otherTab', onError: 'requesting' },
    },
    otherTab: {
      description: 'Another tab holds the lock; the shopper can take over',
      entry: 'reportLost',
      on: { 'lock.request': 'requesting', 'lock.takeOver': 'taking' },
    },
    taking: {
      description: 'The lock and the checkout of the other tab are being taken over',
      tags: 'busy',
      invoke: {
        id: 'takeLockOver',
        src: 'requestLock',
        input: { mode: 'steal' },
        onDone: { target: 'holding', actions: { type: 'reportTaken', params: ({ event }) => event.output.handed } },
        onError: 'otherTab',
      },
    },
  },
})
