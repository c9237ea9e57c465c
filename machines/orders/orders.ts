import { assign, sendTo, setup } from 'xstate'
import type { Order, OrderSummary } from '#contract/order'
import { bulkAddMachine } from '../bulk-add/bulk-add.ts'
import type { BulkAddReport } from '../bulk-add/bulk-add-setup.ts'
import { addedToast } from '../cart/cart-toasts.ts'
import { effect } from '../parts/effect.ts'
import { effectStates } from '../parts/effect-resource.ts'
import { type PageName, pageOf } from '#contract/paths'
import type { Location } from '#contract/location'
import type { PageOpening } from '../messages/page-opening.ts'
import { tellShop } from '../messages/tell-shop.ts'

/** Which orders are listed: the three newest, the open ones, or the closed ones. */
export type OrderList = 'recent' | 'current' | 'history'

/** An order with the name of its delivery method. */
export interface ReadOrder {
  order: Order
  deliveryName: string
}

export interface OrdersContext {
  /** Begins every idempotency key of this visit. */
  visitId: string
  list: OrderList
  /** Newest first. */
  orders: OrderSummary[]
  /** Id of the expanded order. */
  opened: string | null
  /** Orders that were read: expanding one again shows it without a request. */
  read: ReadOrder[]
}

export type OrdersEvent =
  | PageOpening
  | { type: 'page.shown' }
  | { type: 'orders.retry' }
  /** Expands an order, or collapses the expanded one. */
  | { type: 'orders.toggle'; orderId: string }
  | { type: 'orders.retryOrder' }
  /** Adds the lines of an order to the cart, whose session is `sessionId`. `isAlwaysShown`: the shopper sees them first. */
  | BuyAgain
  | BulkAddReport

type BuyAgain = { type: 'orders.buyAgain'; orderId: string; sessionId: string | null; isAlwaysShown: boolean }

/** The list of orders that a path is for. */
export function orderListOf({ pathname }: Pick<Location, 'pathname'>): OrderList {
  if (pageOf(pathname) === 'account') return 'recent'
  return pathname.includes('/history-order') ? 'history' : 'current'
}

/** The order with this id; undefined if it was not read yet. */
export const readOrderOf = ({ read }: OrdersContext, orderId: string | null): ReadOrder | undefined =>
  read.find(({ order }) => order.orderId === orderId)

const actors = {
  readOrders: effect<OrderSummary[], { list: OrderList }>('readOrders'),
  readOrder: effect<ReadOrder, { orderId: string }>('readOrder'),
}

/** What an order's lines are named by in the machine that adds them. */
export const sourceOf = (orderId: string): string => `order/${orderId}`

const states = effectStates<OrdersContext, typeof actors>()

/**
 * The customer's orders: a list, and one expanded order.
 *
 * - The page is shown at once; the list is read again each time, and the previous one stays until the answer arrives.
 * - An order is read when it is expanded; an answer that arrives after another order was expanded is dropped.
 * - Going back to a list finds the same order expanded.
 * - The lines of an order that is bought again are added by one command, after the shopper has seen what has changed.
 */
export const ordersMachine = setup({
  types: { context: {} as OrdersContext, events: {} as OrdersEvent, tags: {} as 'busy' },
  actors: { ...actors, bulkAdd: bulkAddMachine },
  guards: {
    /** The requested list is the loaded one. */
    isSameList: ({ context }, { location }: PageOpening) => orderListOf(location) === context.list,
    /** The shopper goes back to the loaded list, or reloads it. */
    isGoingBack: ({ context }, { location, move }: PageOpening) =>
      move === 'POP' && orderListOf(location) === context.list,
    /** The order is the expanded one. */
    isExpanded: ({ context }, orderId: string) => context.opened === orderId,
    /** The order was read already. */
    isOrderRead: ({ context }, orderId: string) => readOrderOf(context, orderId) !== undefined,
  },
  actions: {
    changeList: assign({ list: (_, list: OrderList) => list, orders: [] }),
    storeOrders: assign({ orders: (_, orders: OrderSummary[]) => orders }),
    expand: assign({ opened: (_, orderId: string) => orderId }),
    collapse: assign({ opened: null }),
    clearReadOrders: assign({ opened: null, read: [] }),
    storeOrder: assign({
      read: ({ context }, one: ReadOrder) => [
        ...context.read.filter(({ order }) => order.orderId !== one.order.orderId),
        one,
      ],
    }),
    storeVisit: assign({ visitId: (_, { visitId }: PageOpening) => visitId }),
    openBulkAdd: sendTo('orderBulkAdd', ({ context }, { orderId, sessionId, isAlwaysShown }: BuyAgain) => ({
      type: 'bulk.open' as const,
      visitId: context.visitId,
      source: sourceOf(orderId),
      sessionId,
      isAlwaysShown,
      lines: readOrderOf(context, orderId)!.order.lines.map(
        ({ productId, productName, productImage, productPrice, quantity }) => ({
          productId,
          name: productName,
          thumbnail: productImage,
          quantity,
          priceBefore: productPrice,
        }),
      ),
    })),
    leaveBulkAdd: sendTo('orderBulkAdd', { type: 'bulk.leave' }),
    reportAdded: tellShop((_, { sessionId }: { sessionId: string | null }) => ({ type: 'cart.added', sessionId })),
    announceAdded: tellShop((_, { count }: { count: number }) => ({
      type: 'toast.raised',
      toast: addedToast(count === 1 ? '1 product' : `${count} products`),
    })),
    reportReady: tellShop((_, page: PageName) => ({ type: 'page.ready', page })),
  },
}).createMachine({
  id: 'orders',
  description: "The customer's orders",
  context: { visitId: '', list: 'recent', orders: [], opened: null, read: [] },
  invoke: { id: 'orderBulkAdd', src: 'bulkAdd' },
  on: {
    'orders.buyAgain': {
      guard: { type: 'isOrderRead', params: ({ event }) => event.orderId },
      actions: { type: 'openBulkAdd', params: ({ event }) => event },
    },
    'bulk.added': {
      actions: [
        { type: 'reportAdded', params: ({ event }) => event },
        { type: 'announceAdded', params: ({ event }) => event },
      ],
    },
    'bulk.abandoned': { actions: { type: 'reportAdded', params: { sessionId: null } } },
  },
  type: 'parallel',
  states: {
    list: {
      description: 'The list of orders',
      initial: 'unopened',
      on: {
        'page.open': [
          {
            guard: { type: 'isSameList', params: ({ event }) => event },
            target: '.reading',
            actions: [
              { type: 'storeVisit', params: ({ event }) => event },
              { type: 'reportReady', params: ({ event }) => pageOf(event.location.pathname) },
            ],
          },
          {
            target: '.reading',
            actions: [
              { type: 'storeVisit', params: ({ event }) => event },
              { type: 'changeList', params: ({ event }) => orderListOf(event.location) },
              { type: 'reportReady', params: ({ event }) => pageOf(event.location.pathname) },
            ],
          },
        ],
      },
      states: {
        unopened: { description: 'No list was requested yet' },
        ...states({
          src: 'readOrders',
          store: 'storeOrders',
          retry: 'orders.retry',
          input: ({ context }) => ({ list: context.list }),
        }),
      },
    },
    order: {
      description: 'The expanded order',
      initial: 'collapsed',
      on: {
        'page.open': [
          { guard: { type: 'isGoingBack', params: ({ event }) => event } },
          { target: '.collapsed', actions: ['clearReadOrders', 'leaveBulkAdd'] },
        ],
        'orders.toggle': [
          {
            guard: { type: 'isExpanded', params: ({ event }) => event.orderId },
            target: '.collapsed',
            actions: ['collapse', 'leaveBulkAdd'],
          },
          {
            guard: { type: 'isOrderRead', params: ({ event }) => event.orderId },
            target: '.ready',
            actions: [{ type: 'expand', params: ({ event }) => event.orderId }, 'leaveBulkAdd'],
          },
          {
            target: '.reading',
            actions: [{ type: 'expand', params: ({ event }) => event.orderId }, 'leaveBulkAdd'],
          },
        ],
      },
      states: {
        collapsed: { description: 'No order is expanded' },
        ...states({
          src: 'readOrder',
          store: 'storeOrder',
          retry: 'orders.retryOrder',
          input: ({ context }) => ({ orderId: context.opened! }),
        }),
      },
    },
  },
})
