import { assign, setup } from 'xstate'
import type { Order, OrderSummary } from '#contract/order'
import { effect } from '../parts/effect.ts'
import { pageOf, type Location, type PageName } from '../shop/location.ts'
import type { Opening } from '../shop/opening.ts'
import { tellShop } from '../parts/tell-shop.ts'

/** Which orders are listed: the last three of all, those under way, or those that came to an end. */
export type OrderList = 'recent' | 'current' | 'history'

/** An order, and how it reaches its shopper, in words. */
export interface ReadOrder {
  order: Order
  deliveryName: string
}

export interface OrdersContext {
  list: OrderList
  /** The newest first. */
  orders: OrderSummary[]
  /** The order that is unfolded, by its id. */
  opened: string | null
  /** Orders that were read, so that unfolding one again shows it at once. */
  read: ReadOrder[]
}

export type OrdersEvent =
  | Opening
  | { type: 'page.shown' }
  | { type: 'orders.retry' }
  /** Unfolds an order, or folds the one that is unfolded. */
  | { type: 'orders.toggle'; orderId: string }
  | { type: 'orders.retryOrder' }

/** The orders that an address is about. */
export function orderListOf({ pathname }: Pick<Location, 'pathname'>): OrderList {
  if (pageOf(pathname) === 'account') return 'recent'
  return pathname.includes('/history-order') ? 'history' : 'current'
}

/** An order that was read; undefined for one that was not. */
export const readOrderOf = ({ read }: OrdersContext, orderId: string | null): ReadOrder | undefined =>
  read.find(({ order }) => order.orderId === orderId)

/**
 * The customer's orders: a list, and one of them unfolded.
 *
 * - The page is shown at once; the list is read anew each time, and one that is here already stays until the answer.
 * - An order is read when it is unfolded; an answer that comes after another was unfolded is dropped.
 * - Going back to a list finds the order unfolded that was.
 */
export const ordersMachine = setup({
  types: { context: {} as OrdersContext, events: {} as OrdersEvent, tags: {} as 'busy' },
  actors: {
    readOrders: effect<OrderSummary[], { list: OrderList }>('readOrders'),
    readOrder: effect<ReadOrder, { orderId: string }>('readOrder'),
  },
  guards: {
    /** The list that is asked for is the one that is here. */
    isSameList: ({ context }, { location }: Opening) => orderListOf(location) === context.list,
    /** The shopper goes back to the list that is here, or loads it again. */
    isGoingBack: ({ context }, { location, move }: Opening) => move === 'POP' && orderListOf(location) === context.list,
    /** The order is the one that stands open. */
    isOpened: ({ context }, orderId: string) => context.opened === orderId,
    /** What the order holds is here already. */
    isRead: ({ context }, orderId: string) => readOrderOf(context, orderId) !== undefined,
  },
  actions: {
    turnTo: assign({ list: (_, list: OrderList) => list, orders: [] }),
    keepOrders: assign({ orders: (_, orders: OrderSummary[]) => orders }),
    open: assign({ opened: (_, orderId: string) => orderId }),
    close: assign({ opened: null }),
    forgetRead: assign({ opened: null, read: [] }),
    keepOrder: assign({
      read: ({ context }, one: ReadOrder) => [
        ...context.read.filter(({ order }) => order.orderId !== one.order.orderId),
        one,
      ],
    }),
    tellReady: tellShop((_, page: PageName) => ({ type: 'page.ready', page })),
  },
}).createMachine({
  id: 'orders',
  description: "The customer's orders",
  context: { list: 'recent', orders: [], opened: null, read: [] },
  type: 'parallel',
  states: {
    list: {
      description: 'The orders, as a list',
      initial: 'unopened',
      on: {
        'page.open': [
          {
            guard: { type: 'isSameList', params: ({ event }) => event },
            target: '.reading',
            actions: { type: 'tellReady', params: ({ event }) => pageOf(event.location.pathname) },
          },
          {
            target: '.reading',
            actions: [
              { type: 'turnTo', params: ({ event }) => orderListOf(event.location) },
              { type: 'tellReady', params: ({ event }) => pageOf(event.location.pathname) },
            ],
          },
        ],
      },
      states: {
        unopened: { description: 'No list was asked for yet' },
        reading: {
          description: 'The orders are asked for',
          tags: 'busy',
          invoke: {
            id: 'readOrders',
            src: 'readOrders',
            input: ({ context }) => ({ list: context.list }),
            onDone: { target: 'ready', actions: { type: 'keepOrders', params: ({ event }) => event.output } },
            onError: 'unreachable',
          },
        },
        ready: { description: 'The orders are here' },
        unreachable: { description: 'The orders could not be read', on: { 'orders.retry': 'reading' } },
      },
    },
    order: {
      description: 'The order that is unfolded',
      initial: 'folded',
      on: {
        'page.open': [
          { guard: { type: 'isGoingBack', params: ({ event }) => event } },
          { target: '.folded', actions: 'forgetRead' },
        ],
        'orders.toggle': [
          {
            guard: { type: 'isOpened', params: ({ event }) => event.orderId },
            target: '.folded',
            actions: 'close',
          },
          {
            guard: { type: 'isRead', params: ({ event }) => event.orderId },
            target: '.ready',
            actions: { type: 'open', params: ({ event }) => event.orderId },
          },
          {
            target: '.reading',
            actions: { type: 'open', params: ({ event }) => event.orderId },
          },
        ],
      },
      states: {
        folded: { description: 'All orders are folded' },
        reading: {
          description: 'The unfolded order is asked for',
          tags: 'busy',
          invoke: {
            id: 'readOrder',
            src: 'readOrder',
            input: ({ context }) => ({ orderId: context.opened! }),
            onDone: { target: 'ready', actions: { type: 'keepOrder', params: ({ event }) => event.output } },
            onError: 'unreachable',
          },
        },
        ready: { description: 'The unfolded order is here' },
        unreachable: { description: 'The unfolded order could not be read', on: { 'orders.retryOrder': 'reading' } },
      },
    },
  },
})
