import { assign, sendTo, setup } from 'xstate'
import { isQuantity, type TypedQuantity } from '#contract/cart'
import { isTransient, type Refusal } from '#contract/refusal'
import type { SharedList } from '#contract/shared-lists'
import type { ListLine } from '#contract/shopping-lists'
import { bulkAddMachine } from '../bulk-add/bulk-add.ts'
import type { BulkAddReport } from '../bulk-add/bulk-add-setup.ts'
import { addedToast } from '../cart/cart-toasts.ts'
import type { ListedProduct } from '../catalogue/products.ts'
import type { Toast } from '../messages/toast.ts'
import { effect } from '../parts/effect.ts'
import { hasRetriesLeft, retryPause } from '../parts/retries.ts'
import { tellParent } from '../parts/tell-parent.ts'
import { withLine, withoutLine, type ReadListProducts } from './list-commands.ts'

/** A change of a product that is not confirmed; a quantity of 0 removes it. `productName` is for messages. */
export interface SharedChange extends ListLine {
  productName: string
}

/** The list with the changes that are not confirmed. */
export interface KnownSharedList {
  /** The list as it was read last; null until then, and once the link has ended. */
  list: SharedList | null
  /** In order; the first is the one in flight, if one is. */
  pendingCommands: SharedChange[]
}

export interface SharedListContext extends KnownSharedList {
  /** Begins every idempotency key of this visit. */
  visitId: string
  /** How often the first change was sent again. */
  retries: number
  /** Why the list could not be read. */
  refusal: Refusal | null
  products: ListedProduct[]
  /** The products that were read since the page was opened; the shop may not sell all of them any more. */
  readIds: number[]
  /** The content of a field that is not a quantity. */
  draft: { productId: number; quantity: TypedQuantity } | null
}

export type SharedListEvent =
  | BulkAddReport
  /** The page of a shared list is opened. */
  | { type: 'shared.open'; visitId: string }
  /** Another page of the lists is opened. */
  | { type: 'shared.close' }
  | { type: 'shared.setQuantity'; productId: number; name: string; quantity: TypedQuantity }
  | { type: 'shared.removeLine'; productId: number; name: string }
  /** Adds all products to the cart, whose session is `sessionId`. */
  | { type: 'shared.addAll'; sessionId: string | null }
  /** Saves the list among the shopper's own. */
  | { type: 'shared.copy' }
  | { type: 'shared.retry' }

/** The reports to the machine of the shopper's lists. */
export type SharedListReport =
  | { type: 'shared.copied'; list: SharedList }
  | { type: 'shared.added'; sessionId: string | null }
  | { type: 'shared.announced'; toast: Toast }

/** What the products of a shared list are named by in the machine that adds them. */
export const sharedSource = 'shared-list'

const tellLists = tellParent<SharedListReport>()

/** The lines of the list after the changes that are not confirmed. */
export const sharedLines = ({ list, pendingCommands }: KnownSharedList): ListLine[] =>
  pendingCommands.reduce(
    (lines, { productId, quantity }) =>
      quantity === 0 ? withoutLine(lines, productId) : withLine(lines, { productId, quantity }),
    list?.lines ?? [],
  )

/** The lines whose product was read. Products that the shop no longer has are left out. */
export const shownSharedLines = (context: KnownSharedList & Pick<SharedListContext, 'products'>) =>
  sharedLines(context).flatMap(({ productId, quantity }) => {
    const product = context.products.find(({ id }) => id === productId)
    return product ? [{ product, quantity }] : []
  })

/** The products of the list that were not read. */
export const unreadSharedProducts = (context: KnownSharedList & Pick<SharedListContext, 'readIds'>): number[] =>
  sharedLines(context)
    .map(({ productId }) => productId)
    .filter(id => !context.readIds.includes(id))

/** Queues a change. It replaces one of the same product that is not in flight. */
const queue = ({ pendingCommands }: KnownSharedList, change: SharedChange) => ({
  pendingCommands: [
    ...pendingCommands.filter(({ productId }, at) => at === 0 || productId !== change.productId),
    change,
  ],
})

export const emptySharedList: SharedListContext = {
  visitId: '',
  list: null,
  pendingCommands: [],
  retries: 0,
  refusal: null,
  products: [],
  readIds: [],
  draft: null,
}

/** Types, guards, actions and effects of the machine of a shared list. */
export const sharedListSetup = setup({
  types: { context: {} as SharedListContext, events: {} as SharedListEvent, tags: {} as 'busy' },
  actors: {
    readSharedList: effect<SharedList>('readSharedList'),
    /** Its answer: the list after the change. */
    changeSharedList: effect<SharedList, ListLine>('changeSharedList'),
    readListProducts: effect<ReadListProducts, { productIds: number[] }>('readListProducts'),
    /** Answers when the shopper returns to the page from another window. */
    watchReturn: effect<null>('watchReturn'),
    bulkAdd: bulkAddMachine,
  },
  guards: {
    /** A change waits to be sent. */
    hasPendingCommand: ({ context }) => context.pendingCommands.length > 0,
    /** A product of the list was not read. */
    isProductUnread: ({ context }) => unreadSharedProducts(context).length > 0,
    /** There is no list for the key: it is wrong, the owner has stopped sharing, or the gateway shares no lists. */
    isLinkEnded: (_, refusal: Refusal) => refusal.status === 404 || refusal.status === 410,
    /** The owner has stopped sharing the list. */
    isSharingStopped: (_, refusal: Refusal) => refusal.status === 410,
    /** The change may succeed later, and was not sent again too often. */
    isRepeatable: ({ context }, refusal: Refusal) => isTransient(refusal) && hasRetriesLeft({ context }),
    /** The product is on the list, and what was typed is a quantity. */
    canSetQuantity: ({ context }, { productId, quantity }: { productId: number; quantity: TypedQuantity }) =>
      isQuantity(quantity) && sharedLines(context).some(line => line.productId === productId),
    /** The product is on the list. */
    isOnList: ({ context }, productId: number) => sharedLines(context).some(line => line.productId === productId),
    /** The list has a product that the shop has. */
    hasLines: ({ context }) => shownSharedLines(context).length > 0,
    /** The list was read, and its link has not ended. */
    isListKnown: ({ context }) => context.list !== null,
  },
  actions: {
    storeVisit: assign({ visitId: (_, visitId: string) => visitId }),
    /** The next key may be of another list. Products are read again; until then the earlier ones are shown. */
    clear: assign({ list: null, pendingCommands: [], retries: 0, refusal: null, readIds: [], draft: null }),
    storeList: assign({ list: (_, list: SharedList) => list, refusal: null }),
    storeFailure: assign({ refusal: (_, refusal: Refusal) => refusal }),
    enqueueQuantity: assign(
      ({ context }, { productId, name, quantity }: { productId: number; name: string; quantity: TypedQuantity }) =>
        queue(context, { productId, productName: name, quantity: quantity! }),
    ),
    enqueueRemoval: assign(({ context }, { productId, name }: { productId: number; name: string }) =>
      queue(context, { productId, productName: name, quantity: 0 }),
    ),
    dequeue: assign({ pendingCommands: ({ context }) => context.pendingCommands.slice(1), retries: 0 }),
    countRetry: assign({
      retries: ({ context }) => context.retries + 1,
      refusal: (_, refusal: Refusal) => refusal,
    }),
    storeDraft: assign({
      draft: (_, { productId, quantity }: { productId: number; quantity: TypedQuantity }) => ({ productId, quantity }),
    }),
    clearDraft: assign({ draft: null }),
    storeProducts: assign({
      products: ({ context }, { productIds, products }: ReadListProducts) => [
        ...products,
        ...context.products.filter(({ id }) => !productIds.includes(id)),
      ],
      readIds: ({ context }, { productIds }) => [...context.readIds, ...productIds],
    }),
    announceFailure: tellLists(({ context }, refusal: Refusal) => ({
      type: 'shared.announced',
      toast: { kind: 'error', text: `${refusal.message} ${context.pendingCommands[0]!.productName} was not changed.` },
    })),
    reportCopy: tellLists(({ context }) => ({
      type: 'shared.copied',
      list: { name: context.list!.name, lines: sharedLines(context) },
    })),
    openBulkAdd: sendTo('sharedBulkAdd', ({ context }, sessionId: string | null) => ({
      type: 'bulk.open' as const,
      visitId: context.visitId,
      source: sharedSource,
      sessionId,
      isAlwaysShown: false,
      lines: shownSharedLines(context).map(({ product: { id, name, thumbnail }, quantity }) => ({
        productId: id,
        name,
        thumbnail,
        quantity,
        priceBefore: null,
      })),
    })),
    leaveBulkAdd: sendTo('sharedBulkAdd', { type: 'bulk.leave' }),
    reportAdded: tellLists((_, { sessionId }: { sessionId: string | null }) => ({ type: 'shared.added', sessionId })),
    announceAdded: tellLists((_, { count }: { count: number }) => ({
      type: 'shared.announced',
      toast: addedToast(count === 1 ? '1 product' : `${count} products`),
    })),
  },
  delays: { retryPause },
})
