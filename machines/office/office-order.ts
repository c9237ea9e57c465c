import { assign, setup } from 'xstate'
import type { OfficeOrder } from '#contract/office'
import type { OrderStatus } from '#contract/order'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { pauseAfter } from './live-parts.ts'

export interface OfficeOrderContext {
  number: string
  order: OfficeOrder | null
  /** The status that the person has chosen. */
  wanted: OrderStatus | null
  /** Why the last change was refused: another person was first, for example. */
  refusal: Refusal | null
  /** Failed reads in a row. */
  failures: number
}

export type OfficeOrderEvent =
  | { type: 'order.setStatus'; status: OrderStatus }
  | { type: 'order.confirm' }
  | { type: 'order.keep' }
  | { type: 'order.retry' }

/**
 * An order of the office.
 *
 * - It is read again every 5 seconds, less often after failures.
 * - A status is sent with the version that is shown: if another person was first, nothing changes, and the page says who it was.
 * - A cancellation is confirmed before it is sent.
 * - After a refused or lost change the order is read again.
 * - After a change the next one is accepted 600 ms later, so that a double press does not take two steps.
 */
export const officeOrderMachine = setup({
  types: {
    context: {} as OfficeOrderContext,
    events: {} as OfficeOrderEvent,
    input: {} as { number: string } | undefined,
    tags: {} as 'busy',
  },
  actors: {
    readOrder: effect<OfficeOrder, { number: string; isBackground: boolean }>('readOrder'),
    setStatus: effect<OfficeOrder, { number: string; status: OrderStatus; version: number }>('setStatus'),
  },
  guards: {
    /** The gateway has no such order. */
    isUnknown: (_, refusal: Refusal) => refusal.code === 'refused' && refusal.status === 404,
    /** The status puts goods and money back: it is confirmed first. */
    isCancellation: (_, status: OrderStatus) => status === 'cancelled',
    /** An order is shown already. */
    hasOrder: ({ context }) => context.order !== null,
  },
  actions: {
    storeOrder: assign({ order: (_, order: OfficeOrder) => order, failures: 0 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    storeWanted: assign({ wanted: (_, status: OrderStatus) => status, refusal: null }),
    clearWanted: assign({ wanted: null }),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal, wanted: null }),
  },
  delays: { pause: pauseAfter, doublePress: 600 },
}).createMachine({
  id: 'officeOrder',
  description: 'An order of the office',
  context: ({ input }) => ({ number: input?.number ?? '', order: null, wanted: null, refusal: null, failures: 0 }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The order is read because a person has opened or changed it',
      tags: 'busy',
      invoke: {
        id: 'readOrder',
        src: 'readOrder',
        input: ({ context }) => ({ number: context.number, isBackground: false }),
        onDone: { target: 'open', actions: { type: 'storeOrder', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isUnknown', params: ({ event }) => refusalIn(event.error) }, target: 'unknown' },
          { guard: 'hasOrder', target: 'open', actions: 'countFailure' },
          { target: 'unreachable' },
        ],
      },
    },
    unknown: { description: 'There is no such order', on: { 'order.retry': 'reading' } },
    unreachable: { description: 'The order could not be read', on: { 'order.retry': 'reading' } },
    open: {
      description: 'The order is shown, and its status can be set',
      initial: 'shown',
      on: {
        'order.setStatus': [
          {
            guard: { type: 'isCancellation', params: ({ event }) => event.status },
            target: 'confirming',
            actions: { type: 'storeWanted', params: ({ event }) => event.status },
          },
          { target: 'changing', actions: { type: 'storeWanted', params: ({ event }) => event.status } },
        ],
      },
      states: {
        shown: { description: 'Until the page reads the order again', after: { pause: 'updating' } },
        updating: {
          description: 'The order is read again by the page itself',
          tags: 'busy',
          invoke: {
            id: 'updateOrder',
            src: 'readOrder',
            input: ({ context }) => ({ number: context.number, isBackground: true }),
            onDone: { target: 'shown', actions: { type: 'storeOrder', params: ({ event }) => event.output } },
            onError: { target: 'shown', actions: 'countFailure' },
          },
        },
      },
    },
    confirming: {
      description: 'Asks whether the order is to be cancelled',
      on: { 'order.confirm': 'changing', 'order.keep': { target: 'open', actions: 'clearWanted' } },
    },
    changing: {
      description: 'The gateway sets the status',
      tags: 'busy',
      invoke: {
        id: 'setStatus',
        src: 'setStatus',
        input: ({ context }) => ({
          number: context.number,
          status: context.wanted!,
          version: context.order!.version,
        }),
        onDone: {
          target: 'changed',
          actions: [{ type: 'storeOrder', params: ({ event }) => event.output }, 'clearWanted'],
        },
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    changed: {
      description: 'The order has its status; the second press of a double press does nothing',
      after: { doublePress: 'open' },
    },
  },
})
