import { assign, raise, sendTo, setup } from 'xstate'
import { isQuantity, type TypedQuantity } from '#contract/cart'
import { idIn } from '#contract/paths'
import { isTransient, type Refusal } from '#contract/refusal'
import { sharedListPath } from '#contract/shared-lists'
import {
  mostListLines,
  mostLists,
  plainListName,
  tooManyListLines,
  tooManyLists,
  type ShoppingList,
} from '#contract/shopping-lists'
import { bulkAddMachine } from '../bulk-add/bulk-add.ts'
import type { BulkAddReport } from '../bulk-add/bulk-add-setup.ts'
import { addedToast } from '../cart/cart-toasts.ts'
import type { ListedProduct } from '../catalogue/products.ts'
import type { Account } from '../messages/customer.ts'
import type { AccountChange, PageOpening } from '../messages/page-opening.ts'
import type { ShoppingListsOpening } from '../messages/shop-events.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { effect } from '../parts/effect.ts'
import { hasRetriesLeft, retryPause } from '../parts/retries.ts'
import {
  afterCommand,
  afterConfirmation,
  afterRefusal,
  createdBy,
  provisionalListIds,
  withCommand,
  withConfirmed,
  type KeptOn,
  type KnownLists,
  type ListChange,
  type ReadListProducts,
} from './list-commands.ts'
import {
  creationError,
  listWith,
  nameOfCopy,
  quantityOn,
  renamingError,
  shownLines,
  shownLists,
  unreadListProducts,
} from './selectors.ts'
import { sharedListMachine } from './shared-list.ts'
import type { SharedListReport } from './shared-list-setup.ts'
import type { Toast } from '../messages/toast.ts'
import type { SharedList } from '#contract/shared-lists'

/** The lists as they were read; `onDevice` are those that a customer made as a guest. */
export interface ReadShoppingLists {
  keptOn: KeptOn
  lists: ShoppingList[]
  onDevice: ShoppingList[]
}

/** A product for which the shopper chooses lists, with the quantity for those that it is put on. */
export interface ChosenProduct {
  productId: number
  name: string
  quantity: number
}

export interface ShoppingListsContext extends KnownLists {
  /** Begins every idempotency key of this visit. */
  visitId: string
  /** How many idempotency keys were made. */
  keyCount: number
  /** Null for a guest. */
  customerId: string | null
  /** Null until the lists were read. */
  keptOn: KeptOn | null
  /** How often the first command was sent again. */
  retries: number
  /** Why the lists could not be read, or the first command was not confirmed. */
  refusal: Refusal | null
  /** The list that the page shows; null on the page of all lists, and until a page is opened. */
  listId: number | null
  /** The products of the page. */
  products: ListedProduct[]
  /** The products that were read for the page; the shop may not sell all of them any more. */
  readIds: number[]
  /** The content of a field of the page's list that is not a quantity. */
  draft: { productId: number; quantity: TypedQuantity } | null
  /** The product for which lists are being chosen. */
  chosen: ChosenProduct | null
  /** The content of the field for the name of a list. */
  typedName: string
  /** Why the list can't have this name. */
  nameError: string | null
  /** Why the link to the list was not made, or not ended. */
  linkRefusal: Refusal | null
}

export type ShoppingListsEvent =
  | PageOpening
  | AccountChange
  | ShoppingListsOpening
  | BulkAddReport
  | SharedListReport
  | { type: 'page.shown' }
  /** The shopper opens the choice of lists for a product. */
  | ({ type: 'lists.choose' } & ChosenProduct)
  | { type: 'lists.typedName'; value: string }
  /** Creates a list with the typed name; it gets the product for which lists are being chosen. */
  | { type: 'lists.create' }
  | { type: 'lists.startRenaming' }
  | { type: 'lists.rename' }
  | { type: 'lists.startDeleting' }
  | { type: 'lists.delete' }
  | { type: 'lists.startSharing' }
  /** Makes a link to the list. One that it had before ends. */
  | { type: 'lists.makeLink' }
  | { type: 'lists.stopSharing' }
  /** Closes the choice of lists, the name, the link or the confirmation. */
  | { type: 'lists.close' }
  | ({ type: 'lists.addLine'; listId: number } & ChosenProduct)
  | { type: 'lists.setQuantity'; productId: number; name: string; quantity: TypedQuantity }
  | { type: 'lists.removeLine'; listId: number; productId: number; name: string }
  /** Adds all products of the page's list to the cart, whose session is `sessionId`. */
  | { type: 'lists.addAll'; sessionId: string | null }
  | { type: 'lists.retry' }
  /** Another tab has changed the lists. Raised by the machine itself. */
  | { type: 'lists.changed' }

/** What the products of a list are named by in the machine that adds them. */
export const sourceOfList = (listId: number | null): string => `list/${listId}`

/** The path of a list. */
export const listPath = (listId: number): string => `/main/list/${listId}`

/** The first command, which is not a reading in the states that use it. */
const firstChange = ({ pendingCommands }: KnownLists): ListChange => pendingCommands[0] as ListChange

/** The ids of the lists that the first command has created, by the ids that they had before. */
const newIds = (context: KnownLists, confirmed: readonly ShoppingList[]): Map<number, number> =>
  new Map(createdBy(firstChange(context)).flatMap(({ id }, at) => (confirmed[at] ? [[id, confirmed[at].id]] : [])))

const queue = (context: ShoppingListsContext, command: ListChange) => ({
  pendingCommands: withCommand(context.pendingCommands, command),
})

/** The name of the list that a change is about. */
const nameOfList = (context: KnownLists, listId: number) => listWith(context, listId)?.name ?? 'your list'

/** What a change that was refused has not done. */
function failureOf(context: KnownLists, change: ListChange): string {
  switch (change.kind) {
    case 'create':
      return `“${change.list.name}” was not created.`
    case 'rename':
      return 'The list was not renamed.'
    case 'delete':
      return 'The list was not deleted.'
    case 'setLine':
      return `${change.productName} was not saved on “${nameOfList(context, change.listId)}”.`
    case 'removeLine':
      return `${change.productName} was not removed from “${nameOfList(context, change.listId)}”.`
    case 'join':
      return 'The lists that you made before you logged in are still on this device only.'
  }
}

/** Types, guards, actions and effects of the machine of shopping lists. */
export const shoppingListsSetup = setup({
  types: { context: {} as ShoppingListsContext, events: {} as ShoppingListsEvent, tags: {} as 'busy' },
  actors: {
    readShoppingLists: effect<ReadShoppingLists, { customerId: string | null }>('readShoppingLists'),
    /** Its answer: the lists that the change has created, in their order. */
    changeShoppingLists: effect<ShoppingList[], { change: ListChange; keptOn: KeptOn }>('changeShoppingLists'),
    readListProducts: effect<ReadListProducts, { productIds: number[] }>('readListProducts'),
    /** Answers when another tab has changed the lists. */
    watchListTabs: effect<null>('watchListTabs'),
    bulkAdd: bulkAddMachine,
    sharedList: sharedListMachine,
    /** The link is not in its answer: the vault holds it. */
    shareList: effect<null, { listId: number }>('shareList'),
    stopSharingList: effect<null, { listId: number }>('stopSharingList'),
  },
  guards: {
    /** A change waits to be sent, or the lists to be read. */
    hasPendingCommand: ({ context }) => context.pendingCommands.length > 0,
    /** The next command reads the lists. */
    isReadingNext: ({ context }) => context.pendingCommands[0]?.kind === 'read',
    /** A customer was logged in, or another one. */
    isOtherCustomer: ({ context }, account: Account | null) =>
      account !== null && account.info.customerId !== context.customerId,
    /** The lists were read, and a product of the page's list was not. */
    isProductUnread: ({ context }) => context.keptOn !== null && unreadListProducts(context).length > 0,
    /** The lists that were made as a guest are being joined with the customer's. */
    isJoining: ({ context }) => context.pendingCommands[0]?.kind === 'join',
    /** The page shows a list that has another id from now on. */
    isShownConfirmed: ({ context }, confirmed: ShoppingList[]) => newIds(context, confirmed).has(context.listId ?? 0),
    /** The change may succeed later, and was not sent again too often. */
    isRepeatable: ({ context }, refusal: Refusal) => isTransient(refusal) && hasRetriesLeft({ context }),
    /** A list with the typed name can be created. */
    canCreate: ({ context }) => creationError(context) === null,
    /** The page's list can have the typed name. */
    canRename: ({ context }) => renamingError(context) === null,
    /** The page shows a list that exists. */
    isListShown: ({ context }) => listWith(context, context.listId) !== null,
    /** The page's list has no link, and the gateway can make one. */
    isUnshared: ({ context }) => listWith(context, context.listId)?.isShared === false,
    /** The page's list has a link. */
    isShared: ({ context }) => listWith(context, context.listId)?.isShared === true,
    /** The shopper has fewer lists than they may have. */
    canCopy: ({ context }) => shownLists(context).length < mostLists,
    /** The list has as many products as it may, and not this one. */
    isListFull: ({ context }, { listId, productId }: { listId: number; productId: number }) => {
      const list = listWith(context, listId)
      return (list?.lines.length ?? 0) >= mostListLines && quantityOn(list, productId) === 0
    },
    /** There is a list with this id. */
    isListKnown: ({ context }, listId: number) => listWith(context, listId) !== null,
    /** The product is on the list. */
    isOnList: ({ context }, { listId, productId }: { listId: number; productId: number }) =>
      quantityOn(listWith(context, listId), productId) > 0,
    /** The product is on the page's list, and what was typed is a quantity. */
    canSetQuantity: ({ context }, { productId, quantity }: { productId: number; quantity: TypedQuantity }) =>
      isQuantity(quantity) && quantityOn(listWith(context, context.listId), productId) > 0,
    /** The page's list has a product that the shop has. */
    hasLines: ({ context }) => shownLines(context).length > 0,
    /** The shopper goes back to the page, or reloads it. */
    isGoingBack: (_, { move }: PageOpening) => move === 'POP',
  },
  actions: {
    storeVisit: assign({
      visitId: (_, { visitId }: Pick<PageOpening, 'visitId' | 'account'>) => visitId,
      customerId: ({ context }, { account }) => account?.info.customerId ?? context.customerId,
    }),
    /** The lists of the guest stay shown until those of the customer were read. */
    storeCustomer: assign({ customerId: (_, account: Account | null) => account?.info.customerId ?? null, retries: 0 }),
    storeLists: assign(({ context }, { keptOn, lists, onDevice }: ReadShoppingLists) => {
      const read = { keptOn, lists, refusal: null }
      const isJoined = context.pendingCommands.some(({ kind }) => kind === 'join')
      if (onDevice.length === 0 || isJoined) return read
      const requestId = `${context.visitId}/list/${context.keyCount + 1}`
      const join = { kind: 'join' as const, requestId, lists: onDevice }
      return { ...read, keyCount: context.keyCount + 1, pendingCommands: [join, ...context.pendingCommands] }
    }),
    enqueueCreation: assign(({ context }) => {
      const { visitId, typedName, chosen } = context
      const keyCount = context.keyCount + 1
      const lines = chosen ? [{ productId: chosen.productId, quantity: chosen.quantity }] : []
      const list = { id: provisionalListIds + keyCount, name: plainListName(typedName), lines }
      return { keyCount, ...queue(context, { kind: 'create', requestId: `${visitId}/list/${keyCount}`, list }) }
    }),
    enqueueCopy: assign(({ context }, { name, lines }: SharedList) => {
      const keyCount = context.keyCount + 1
      const list = { id: provisionalListIds + keyCount, name: nameOfCopy(context, name), lines }
      return { keyCount, ...queue(context, { kind: 'create', requestId: `${context.visitId}/list/${keyCount}`, list }) }
    }),
    enqueueRenaming: assign(({ context }) =>
      queue(context, { kind: 'rename', listId: context.listId!, name: plainListName(context.typedName) }),
    ),
    enqueueDeletion: assign(({ context }) => queue(context, { kind: 'delete', listId: context.listId! })),
    enqueueLine: assign(({ context }, { listId, productId, name, quantity }: { listId: number } & ChosenProduct) =>
      queue(context, { kind: 'setLine', listId, productId, productName: name, quantity }),
    ),
    enqueueQuantity: assign(
      ({ context }, { productId, name, quantity }: { productId: number; name: string; quantity: TypedQuantity }) =>
        queue(context, {
          kind: 'setLine',
          listId: context.listId!,
          productId,
          productName: name,
          quantity: quantity!,
        }),
    ),
    enqueueRemoval: assign(
      ({ context }, { listId, productId, name }: { listId: number; productId: number; name: string }) =>
        queue(context, { kind: 'removeLine', listId, productId, productName: name }),
    ),
    enqueueReading: assign({
      pendingCommands: ({ context: { pendingCommands } }) =>
        pendingCommands.some(({ kind }) => kind === 'read')
          ? pendingCommands
          : [...pendingCommands, { kind: 'read' as const }],
    }),
    dequeue: assign({ pendingCommands: ({ context }) => afterRefusal(context.pendingCommands), retries: 0 }),
    storeChange: assign(({ context }, confirmed: ShoppingList[]) => {
      const change = firstChange(context)
      const isCreation = createdBy(change).length > 0
      return {
        lists: isCreation ? withConfirmed(context.lists, confirmed) : afterCommand(context.lists, change),
        pendingCommands: afterConfirmation(context.pendingCommands, newIds(context, confirmed)),
        retries: 0,
        refusal: null,
      }
    }),
    storeFailure: assign({ refusal: (_, refusal: Refusal) => refusal }),
    countRetry: assign({
      retries: ({ context }) => context.retries + 1,
      refusal: (_, refusal: Refusal) => refusal,
    }),
    announceFull: tellShop({ type: 'toast.raised', toast: { kind: 'error', text: tooManyListLines } }),
    announceFailure: tellShop(({ context }, refusal: Refusal) => ({
      type: 'toast.raised',
      toast: { kind: 'error', text: `${refusal.message} ${failureOf(context, firstChange(context))}` },
    })),
    raiseChanged: raise({ type: 'lists.changed' }),
    /** Products are read again each time the page is opened; until then the earlier ones are shown. */
    storePage: assign({
      listId: (_, { location }: PageOpening) => idIn(location.pathname) || null,
      readIds: [],
      draft: null,
    }),
    storeProducts: assign({
      products: ({ context }, { productIds, products }: ReadListProducts) => [
        ...products,
        ...context.products.filter(({ id }) => !productIds.includes(id)),
      ],
      readIds: ({ context }, { productIds }) => [...context.readIds, ...productIds],
    }),
    storeDraft: assign({
      draft: (_, { productId, quantity }: { productId: number; quantity: TypedQuantity }) => ({ productId, quantity }),
    }),
    clearDraft: assign({ draft: null }),
    storeChosen: assign({
      chosen: (_, { productId, name, quantity }: ChosenProduct) => ({ productId, name, quantity }),
    }),
    clearChosen: assign({ chosen: null }),
    storeName: assign({ typedName: (_, value: string) => value, nameError: null }),
    clearName: assign({ typedName: '', nameError: null }),
    suggestName: assign({
      typedName: ({ context }) => listWith(context, context.listId)?.name ?? '',
      nameError: null,
    }),
    storeCreationError: assign({ nameError: ({ context }) => creationError(context) }),
    storeRenamingError: assign({ nameError: ({ context }) => renamingError(context) }),
    /** The list is shown at its own path from now on. */
    goToConfirmed: tellShop(({ context }, confirmed: ShoppingList[]) => ({
      type: 'location.go',
      to: listPath(newIds(context, confirmed).get(context.listId!)!),
      replace: true,
      from: listPath(context.listId!),
    })),
    goToLists: tellShop(({ context }) => ({
      type: 'location.go',
      to: '/main/lists',
      replace: true,
      from: listPath(context.listId!),
    })),
    goToCopy: tellShop(({ context }) => ({
      type: 'location.go',
      to: listPath(provisionalListIds + context.keyCount),
      from: sharedListPath,
    })),
    openShared: sendTo('sharedList', (_, { location, visitId }: PageOpening) =>
      location.pathname === sharedListPath ? { type: 'shared.open', visitId } : { type: 'shared.close' },
    ),
    storeLinkRefusal: assign({ linkRefusal: (_, refusal: Refusal) => refusal }),
    clearLinkRefusal: assign({ linkRefusal: null }),
    announceTooMany: tellShop({ type: 'toast.raised', toast: { kind: 'error', text: tooManyLists } }),
    announce: tellShop((_, toast: Toast) => ({ type: 'toast.raised', toast })),
    openBulkAdd: sendTo('listBulkAdd', ({ context }, sessionId: string | null) => ({
      type: 'bulk.open' as const,
      visitId: context.visitId,
      source: sourceOfList(context.listId),
      sessionId,
      isAlwaysShown: false,
      lines: shownLines(context).map(({ product: { id, name, thumbnail }, quantity }) => ({
        productId: id,
        name,
        thumbnail,
        quantity,
        priceBefore: null,
      })),
    })),
    leaveBulkAdd: sendTo('listBulkAdd', { type: 'bulk.leave' }),
    reportAdded: tellShop((_, { sessionId }: { sessionId: string | null }) => ({ type: 'cart.added', sessionId })),
    announceAdded: tellShop((_, { count }: { count: number }) => ({
      type: 'toast.raised',
      toast: addedToast(count === 1 ? '1 product' : `${count} products`),
    })),
    reportReady: tellShop({ type: 'page.ready', page: 'lists' }),
  },
  delays: { retryPause },
})
