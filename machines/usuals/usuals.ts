import { assign, sendTo, setup } from 'xstate'
import { bulkAddMachine } from '../bulk-add/bulk-add.ts'
import type { BulkAddReport } from '../bulk-add/bulk-add-setup.ts'
import { addedToast } from '../cart/cart-toasts.ts'
import type { ListedProduct } from '../catalogue/products.ts'
import type { PageOpening } from '../messages/page-opening.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { effect } from '../parts/effect.ts'
import { effectStates } from '../parts/effect-resource.ts'

/** A product that the customer orders often, and the quantity of their last order of it. */
export interface UsualProduct {
  product: ListedProduct
  quantity: number
}

export interface UsualsContext {
  /** Begins every idempotency key of this visit. */
  visitId: string
  /** The most usual first. */
  usuals: UsualProduct[]
}

export type UsualsEvent =
  | PageOpening
  | { type: 'page.shown' }
  | { type: 'usuals.retry' }
  /** The shopper chooses among all products, to add them to the cart, whose session is `sessionId`. */
  | { type: 'usuals.addAll'; sessionId: string | null }
  | BulkAddReport

/** What the products are named by in the machine that adds them. */
export const usualsSource = 'usuals'

const actors = { readUsuals: effect<UsualProduct[]>('readUsuals') }

const states = effectStates<UsualsContext, typeof actors>()

/**
 * The products that a customer orders most often.
 *
 * - The page is shown at once; the products are read again each time, and the previous ones stay until the answer arrives.
 * - All are added by one command, after the shopper has chosen among them.
 * - A choice that was begun is still there after going back to the page, or a reload.
 */
export const usualsMachine = setup({
  types: { context: {} as UsualsContext, events: {} as UsualsEvent, tags: {} as 'busy' },
  actors: { ...actors, bulkAdd: bulkAddMachine },
  guards: {
    /** The shopper goes back to the page, or reloads it. */
    isGoingBack: (_, { move }: PageOpening) => move === 'POP',
  },
  actions: {
    storeVisit: assign({ visitId: (_, { visitId }: PageOpening) => visitId }),
    storeUsuals: assign({ usuals: (_, usuals: UsualProduct[]) => usuals }),
    openBulkAdd: sendTo('usualsBulkAdd', ({ context }, sessionId: string | null) => ({
      type: 'bulk.open' as const,
      visitId: context.visitId,
      source: usualsSource,
      sessionId,
      isAlwaysShown: true,
      lines: context.usuals.map(({ product: { id, name, thumbnail }, quantity }) => ({
        productId: id,
        name,
        thumbnail,
        quantity,
        priceBefore: null,
      })),
    })),
    leaveBulkAdd: sendTo('usualsBulkAdd', { type: 'bulk.leave' }),
    reportAdded: tellShop((_, { sessionId }: { sessionId: string | null }) => ({ type: 'cart.added', sessionId })),
    announceAdded: tellShop((_, { count }: { count: number }) => ({
      type: 'toast.raised',
      toast: addedToast(count === 1 ? '1 product' : `${count} products`),
    })),
    reportReady: tellShop({ type: 'page.ready', page: 'usuals' }),
  },
}).createMachine({
  id: 'usuals',
  description: 'The products that a customer orders most often',
  context: { visitId: '', usuals: [] },
  invoke: { id: 'usualsBulkAdd', src: 'bulkAdd' },
  initial: 'unopened',
  on: {
    'page.open': [
      {
        guard: { type: 'isGoingBack', params: ({ event }) => event },
        target: '.reading',
        actions: [{ type: 'storeVisit', params: ({ event }) => event }, 'reportReady'],
      },
      {
        target: '.reading',
        actions: [{ type: 'storeVisit', params: ({ event }) => event }, 'leaveBulkAdd', 'reportReady'],
      },
    ],
    'usuals.addAll': { actions: { type: 'openBulkAdd', params: ({ event }) => event.sessionId } },
    'bulk.added': {
      actions: [
        { type: 'reportAdded', params: ({ event }) => event },
        { type: 'announceAdded', params: ({ event }) => event },
      ],
    },
    'bulk.abandoned': { actions: { type: 'reportAdded', params: { sessionId: null } } },
  },
  states: {
    unopened: { description: 'The page was not opened yet' },
    ...states({ src: 'readUsuals', store: 'storeUsuals', retry: 'usuals.retry', input: () => undefined }),
  },
})
