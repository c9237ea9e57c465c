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
  /** The weights that are typed, in grams, by product. */
  weights: Readonly<Record<number, string>>
  /** The product whose weight is being stored. */
  weighed: number | null
  /** Why the last change was refused: another person was first, for example. */
  refusal: Refusal | null
  /** Failed reads in a row. */
  failures: number
}

export type OfficeOrderEvent =
  | { type: 'order.setStatus'; status: OrderStatus }
  | { type: 'order.typeWeight'; productId: number; text: string }
  | { type: 'order.saveWeight'; productId: number }
  | { type: 'order.confirm' }
  | { type: 'order.keep' }
  | { type: 'order.retry' }

/** The weight that is typed for a product; null for text that is no whole number of grams. */
const gramsIn = ({ weights }: Pick<OfficeOrderContext, 'weights'>, productId: number): number | null =>
  /^\d{1,7}$/.test(weights[productId]?.trim() ?? '') ? Number(weights[productId]) : null

/**
 * An order of the office.
 *
 * - It is read again every 5 seconds, less often after failures.
 * - A status is sent with the version that is shown: if another person was first, nothing changes, and the page says who it was.
 * - A weight is sent in the same way, once it is a whole number of grams.
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
    weigh: effect<OfficeOrder, { number: string; productId: number; grams: number; version: number }>('weigh'),
    setStatus: effect<OfficeOrder, { number: string; status: OrderStatus; version: number }>('setStatus'),
  },
  guards: {
    /** The gateway has no such order. */
    isUnknown: (_, refusal: Refusal) => refusal.code === 'refused' && refusal.status === 404,
    /** The status puts goods and money back: it is confirmed first. */
    isCancellation: (_, status: OrderStatus) => status === 'cancelled',
    /** A whole number of grams is typed for a product. */
    isWeight: ({ context }, productId: number) => gramsIn(context, productId) !== null,
    /** An order is shown already. */
    hasOrder: ({ context }) => context.order !== null,
  },
  actions: {
    storeOrder: assign({ order: (_, order: OfficeOrder) => order, failures: 0 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    storeWanted: assign({ wanted: (_, status: OrderStatus) => status, refusal: null }),
    clearWanted: assign({ wanted: null }),
    storeWeight: assign({
      weights: ({ context }, { productId, text }: { productId: number; text: string }) => ({
        ...context.weights,
        [productId]: text,
      }),
    }),
    startWeighing: assign({ weighed: (_, productId: number) => productId, refusal: null }),
    endWeighing: assign({ weighed: null }),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal, wanted: null, weighed: null }),
  },
  delays: { pause: pauseAfter, doublePress: 600 },
}).createMachine({
  id: 'officeOrder',
  description: 'An order of the office',
  context: ({ input }) => ({
    number: input?.number ?? '',
    order: null,
    wanted: null,
    weights: {},
    weighed: null,
    refusal: null,
    failures: 0,
  }),
  initial: 'reading',
  // in every state: an answer can arrive while the person types
  on: { 'order.typeWeight': { actions: { type: 'storeWeight', params: ({ event }) => event } } },
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
        'order.saveWeight': {
          guard: { type: 'isWeight', params: ({ event }) => event.productId },
          target: 'weighing',
          actions: { type: 'startWeighing', params: ({ event }) => event.productId },
        },
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
    weighing: {
      description: 'The gateway stores a weight',
      tags: 'busy',
      invoke: {
        id: 'weigh',
        src: 'weigh',
        input: ({ context }) => ({
          number: context.number,
          productId: context.weighed!,
          grams: gramsIn(context, context.weighed!)!,
          version: context.order!.version,
        }),
        onDone: {
          target: 'changed',
          actions: [{ type: 'storeOrder', params: ({ event }) => event.output }, 'endWeighing'],
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
