import { assign, sendTo, setup } from 'xstate'
import { idIn } from '#contract/paths'
import type { Order } from '#contract/order'
import { isTransient, refusalIn, type Refusal } from '#contract/refusal'
import type { PageOpening } from '../messages/page-opening.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { isChangeable, type ChangeableOrder } from '../order-change/change-draft.ts'
import { orderChangeMachine, type OrderChangeReport } from '../order-change/order-change.ts'
import { isReportable, type ReportableOrder } from '#contract/order-problem'
import { orderProblemMachine, type OrderProblemReport } from '../order-problem/order-problem.ts'
import { effect } from '../parts/effect.ts'
import type { ReadOrder } from './orders.ts'

export interface OwnOrderContext {
  /** Begins every idempotency key of this visit. */
  visitId: string
  /** The number in the path; 0 before the page is opened. */
  number: number
  /** Null until it was read. */
  read: ReadOrder | null
  /** How often the shopper was asked whether to cancel. */
  askedCount: number
  /** The idempotency key of the cancellation that the shopper was asked for last. */
  requestId: string
  /** Why the last cancellation was refused. */
  refusal: Refusal | null
  /** How often a draft was opened. */
  draftCount: number
  /** Why the draft has ended that was opened last; null unless the order can't be changed any more. */
  changeRefusal: Refusal | null
  /** How often a report was opened. Absent in journals of before. */
  reportCount?: number
}

export type OwnOrderEvent =
  | PageOpening
  | { type: 'page.shown' }
  | { type: 'order.reload' }
  | { type: 'cancellation.ask' }
  | { type: 'cancellation.dismiss' }
  | { type: 'cancellation.confirm' }
  /** The shopper opens the order as a draft. */
  | { type: 'change.open' }
  | OrderChangeReport
  /** The shopper opens the form of a report that something is wrong. */
  | { type: 'problem.open' }
  | OrderProblemReport

/** An order to cancel. */
export interface OrderToCancel {
  number: number
  orderId: string
  requestId: string
}

const actors = {
  orderChange: orderChangeMachine,
  orderProblem: orderProblemMachine,
  readOwnOrder: effect<ReadOrder, { number: number }>('readOwnOrder'),
  cancelOrder: effect<Order, OrderToCancel>('cancelOrder'),
}

/** The order can be cancelled. An older gateway does not say so. */
export const isCancellable = ({ cancellation }: Pick<Order, 'cancellation'>): boolean =>
  Boolean(cancellation) && cancellation!.refusal === null

/** The gateway has refused a cancellation for good: a retry gets the same answer. */
const isFinal = (refusal: Refusal): boolean => refusal.code === 'refused' && !refusal.isForeign && !isTransient(refusal)

/**
 * The page of one order, which a mailed link opens, or its customer.
 *
 * - The key of the link is never in the machine: the effects take it from where the start of the page has put it.
 * - The page is shown at once; the order is read again each time it is opened, and stays shown until the answer arrives.
 * - A link that does not open the order is final: only opening the page again asks again.
 * - The shopper is asked before the order is cancelled, and it is cancelled once: a cancellation whose response was lost is sent again with its idempotency key.
 * - A cancellation that is refused changes nothing: the reason is shown, and the order is read again.
 * - The order can be opened as a draft if the gateway gives it a version and it can still be cancelled.
 * - The draft is kept while other pages are shown; the page of another order ends it.
 * - Something that is wrong can be reported if the gateway says that the order takes a report. What was entered is kept while other pages are shown.
 * - The order is shown with the report that was sent.
 * - The order is shown as it was changed. If it can't be changed any more the reason is shown, and the order is read again.
 */
export const ownOrderMachine = setup({
  types: {
    context: {} as OwnOrderContext,
    events: {} as OwnOrderEvent,
    tags: {} as 'busy',
    children: {} as { orderChange: 'orderChange'; orderProblem: 'orderProblem' },
  },
  actors,
  guards: {
    /** The path is of the order that the page shows. */
    isSameOrder: ({ context }, { location }: PageOpening) => idIn(location.pathname) === context.number,
    /** The order was read, and can be cancelled. */
    isCancellable: ({ context }) => context.read !== null && isCancellable(context.read.order),
    /** The order was read, and can be changed. */
    isChangeable: ({ context }) => context.read !== null && isChangeable(context.read.order),
    /** The order was read, and takes a report. */
    isReportable: ({ context }) => context.read !== null && isReportable(context.read.order as ReportableOrder),
    /** The link does not open the order: the answer is the gateway's, and not that of a proxy. */
    isGone: (_, refusal: Refusal) => refusal.status === 404 && !refusal.isForeign,
    /** The gateway has refused the cancellation for good. */
    isFinal: (_, refusal: Refusal) => isFinal(refusal),
  },
  actions: {
    storeNumber: assign({
      number: (_, { location }: PageOpening) => idIn(location.pathname),
      read: null,
    }),
    storeVisit: assign({ visitId: (_, { visitId }: PageOpening) => visitId }),
    storeRead: assign({ read: (_, read: ReadOrder) => read }),
    storeOrder: assign({ read: ({ context }, order: Order) => ({ ...context.read!, order }) }),
    forgetOrder: assign({ read: null }),
    storeKey: assign({
      askedCount: ({ context }) => context.askedCount + 1,
      requestId: ({ context }) => `${context.visitId}/cancelOrder/${context.askedCount + 1}`,
    }),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal }),
    storeChangeRefusal: assign({ changeRefusal: (_, refusal: Refusal) => refusal }),
    clearRefusal: assign({ refusal: null, changeRefusal: null }),
    startDraft: sendTo('orderChange', ({ context: { number, read, visitId, draftCount } }) => ({
      type: 'change.start' as const,
      number,
      order: read!.order as ChangeableOrder,
      keyStart: `${visitId}/changeOrder/${draftCount}`,
    })),
    endDraft: sendTo('orderChange', { type: 'change.close' }),
    startReport: sendTo('orderProblem', ({ context: { number, read, visitId, reportCount } }) => ({
      type: 'problem.start' as const,
      number,
      order: read!.order as ReportableOrder,
      keyStart: `${visitId}/reportProblem/${reportCount}`,
    })),
    endReport: sendTo('orderProblem', { type: 'problem.end' }),
    countReport: assign({ reportCount: ({ context }) => (context.reportCount ?? 0) + 1 }),
    countDraft: assign({ draftCount: ({ context }) => context.draftCount + 1 }),
    reportReady: tellShop({ type: 'page.ready', page: 'order' }),
  },
}).createMachine({
  id: 'ownOrder',
  description: 'The page of one order',
  context: {
    visitId: '',
    number: 0,
    read: null,
    askedCount: 0,
    requestId: '',
    refusal: null,
    draftCount: 0,
    changeRefusal: null,
    reportCount: 0,
  },
  invoke: [
    { id: 'orderChange', src: 'orderChange' },
    { id: 'orderProblem', src: 'orderProblem' },
  ],
  initial: 'unopened',
  on: {
    'page.open': [
      {
        guard: { type: 'isSameOrder', params: ({ event }) => event },
        target: '.reading',
        actions: [{ type: 'storeVisit', params: ({ event }) => event }, 'clearRefusal', 'reportReady'],
      },
      {
        target: '.reading',
        actions: [
          { type: 'storeVisit', params: ({ event }) => event },
          { type: 'storeNumber', params: ({ event }) => event },
          'endDraft',
          'endReport',
          'clearRefusal',
          'reportReady',
        ],
      },
    ],
  },
  states: {
    unopened: { description: 'The page was not opened yet' },
    reading: {
      description: 'The order is being read',
      tags: 'busy',
      invoke: {
        id: 'readOwnOrder',
        src: 'readOwnOrder',
        input: ({ context }) => ({ number: context.number }),
        onDone: { target: 'shown', actions: { type: 'storeRead', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isGone', params: ({ event }) => refusalIn(event.error) },
            target: 'gone',
            actions: ['forgetOrder', 'clearRefusal'],
          },
          { target: 'unreachable' },
        ],
      },
    },
    unreachable: {
      description: 'The order could not be read',
      on: { 'order.reload': 'reading' },
    },
    gone: { description: 'The link does not open the order' },
    shown: {
      description: 'The order is shown',
      initial: 'viewing',
      states: {
        viewing: {
          description: 'Nothing is asked',
          on: {
            'cancellation.ask': {
              guard: 'isCancellable',
              target: 'confirming',
              actions: ['storeKey', 'clearRefusal'],
            },
            'change.open': {
              guard: 'isChangeable',
              target: 'changing',
              actions: ['countDraft', 'clearRefusal'],
            },
            'problem.open': {
              guard: 'isReportable',
              target: 'reporting',
              actions: ['countReport', 'clearRefusal'],
            },
          },
        },
        reporting: {
          description: 'The shopper reports that something is wrong',
          entry: 'startReport',
          on: {
            'page.open': {
              guard: { type: 'isSameOrder', params: ({ event }) => event },
              actions: 'reportReady',
            },
            'problem.sent': { target: 'reported', actions: { type: 'storeOrder', params: ({ event }) => event.order } },
            'problem.dismissed': 'viewing',
            'problem.outdated': '#ownOrder.reading',
          },
        },
        reported: {
          description: 'A report has just been sent',
          on: {
            'problem.open': {
              guard: 'isReportable',
              target: 'reporting',
              actions: ['countReport', 'clearRefusal'],
            },
          },
        },
        changing: {
          description: 'The shopper changes a draft of the order',
          entry: 'startDraft',
          on: {
            'page.open': {
              guard: { type: 'isSameOrder', params: ({ event }) => event },
              actions: 'reportReady',
            },
            'change.saved': { target: 'changed', actions: { type: 'storeOrder', params: ({ event }) => event.order } },
            'change.discarded': 'viewing',
            'change.refused': {
              target: '#ownOrder.reading',
              actions: { type: 'storeChangeRefusal', params: ({ event }) => event.refusal },
            },
            'change.outdated': '#ownOrder.reading',
          },
        },
        changed: {
          description: 'The order has just been changed',
          on: {
            'cancellation.ask': {
              guard: 'isCancellable',
              target: 'confirming',
              actions: ['storeKey', 'clearRefusal'],
            },
            'change.open': {
              guard: 'isChangeable',
              target: 'changing',
              actions: ['countDraft', 'clearRefusal'],
            },
          },
        },
        confirming: {
          description: 'The shopper is asked whether to cancel the order',
          on: { 'cancellation.confirm': 'cancelling', 'cancellation.dismiss': 'viewing' },
        },
        cancelling: {
          description: 'The cancellation is sent',
          tags: 'busy',
          on: {
            'page.open': {
              guard: { type: 'isSameOrder', params: ({ event }) => event },
              actions: 'reportReady',
            },
          },
          invoke: {
            id: 'cancelOrder',
            src: 'cancelOrder',
            input: ({ context: { number, read, requestId } }) => ({ number, requestId, orderId: read!.order.orderId }),
            onDone: { target: 'cancelled', actions: { type: 'storeOrder', params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: 'isFinal', params: ({ event }) => refusalIn(event.error) },
                target: '#ownOrder.reading',
                actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
              },
              { target: 'unanswered' },
            ],
          },
        },
        unanswered: {
          description: 'It is not known whether the order was cancelled',
          on: { 'cancellation.confirm': 'cancelling', 'cancellation.dismiss': '#ownOrder.reading' },
        },
        cancelled: { description: 'The order has just been cancelled' },
      },
    },
  },
})
