import { assign, raise, setup } from 'xstate'
import { largestOnDevice } from '#contract/favourites'
import { isTransient, type Refusal } from '#contract/refusal'
import type { ListedProduct } from '../catalogue/products.ts'
import type { Account } from '../messages/customer.ts'
import type { AccountChange, PageOpening } from '../messages/page-opening.ts'
import type { FavouritesOpening } from '../messages/shop-events.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { effect } from '../parts/effect.ts'
import { hasRetriesLeft, retryPause } from '../parts/retries.ts'
import type { FavouriteChange, KeptOn, NamedProduct, SavedList } from './favourite-commands.ts'
import { isSaved, savedProducts, unreadProducts } from './selectors.ts'

/** The list as it was read; `onDevice` are products that a customer saved as a guest. */
export interface ReadFavourites {
  keptOn: KeptOn
  productIds: number[]
  onDevice: number[]
}

/** The products that the shop has of those with these ids. */
export interface ReadProducts {
  productIds: number[]
  products: ListedProduct[]
}

export interface FavouritesContext extends SavedList {
  /** Begins every idempotency key of this visit. */
  visitId: string
  /** How many idempotency keys were made. */
  keyCount: number
  /** Null for a guest. */
  customerId: string | null
  /** Null until the list was read. */
  keptOn: KeptOn | null
  /** How often the first command was sent again. */
  retries: number
  /** Why the list could not be read, or the first command was not confirmed. */
  refusal: Refusal | null
  /** The products of the page. */
  products: ListedProduct[]
  /** The products that were read for the page; the shop may not sell all of them any more. */
  readIds: number[]
}

export type FavouritesEvent =
  | PageOpening
  | AccountChange
  | FavouritesOpening
  | { type: 'page.shown' }
  | ({ type: 'favourites.save' } & NamedProduct)
  | ({ type: 'favourites.remove' } & NamedProduct)
  | { type: 'favourites.retry' }
  /** Another tab has changed the list. Raised by the machine itself. */
  | { type: 'favourites.changed' }

/** The first command, which is not a reading in the states that use it. */
const firstChange = ({ pendingCommands }: FavouritesContext): FavouriteChange => pendingCommands[0] as FavouriteChange

/** The list after a confirmed change. @param saved - the products that were saved, for a save or join */
function changed(productIds: readonly number[], change: FavouriteChange, saved: readonly number[]): number[] {
  if (change.kind === 'remove') return productIds.filter(id => id !== change.productId)
  return [...saved.filter(id => !productIds.includes(id)), ...productIds]
}

/**
 * Queues a command for a product. It replaces the product's earlier command that is not in flight, so that the last one wins.
 *
 * @param command - without its key
 */
function withCommand(context: FavouritesContext, command: { kind: 'save' | 'remove' } & NamedProduct) {
  const { visitId, keyCount, pendingCommands } = context
  const others = pendingCommands.filter(
    (one, index) => index === 0 || !('productId' in one) || one.productId !== command.productId,
  )
  if (command.kind === 'remove') return { pendingCommands: [...others, { ...command, kind: 'remove' as const }] }
  const requestId = `${visitId}/save/${keyCount + 1}`
  return { keyCount: keyCount + 1, pendingCommands: [...others, { ...command, kind: 'save' as const, requestId }] }
}

const tooManyOnDevice = `You can save up to ${largestOnDevice} products on this device.`

/** Types, guards, actions and effects of the favourites machine. */
export const favouritesSetup = setup({
  types: { context: {} as FavouritesContext, events: {} as FavouritesEvent, tags: {} as 'busy' },
  actors: {
    readFavourites: effect<ReadFavourites, { customerId: string | null }>('readFavourites'),
    /** Its answer: the products that are saved now. */
    changeFavourites: effect<number[], { change: FavouriteChange; keptOn: KeptOn }>('changeFavourites'),
    readSavedProducts: effect<ReadProducts, { productIds: number[] }>('readSavedProducts'),
    /** Answers when another tab has changed the list. */
    watchTabs: effect<null>('watchTabs'),
  },
  guards: {
    /** A change waits to be sent, or the list to be read. */
    hasPendingCommand: ({ context }) => context.pendingCommands.length > 0,
    /** The next command reads the list. */
    isReadingNext: ({ context }) => context.pendingCommands[0]?.kind === 'read',
    /** The product is not saved, and no save of it is pending. */
    isUnsaved: ({ context }, productId: number) => !isSaved(context, productId),
    /** The product is saved, or a save of it is pending. */
    isSaved: ({ context }, productId: number) => isSaved(context, productId),
    /** The device holds as many products as it may. */
    isDeviceFull: ({ context }, productId: number) =>
      context.keptOn === 'device' && !isSaved(context, productId) && savedProducts(context).length >= largestOnDevice,
    /** A customer was logged in, or another one. */
    isOtherCustomer: ({ context }, account: Account | null) =>
      account !== null && account.info.customerId !== context.customerId,
    /** The list was read, and a saved product was not. */
    isProductUnread: ({ context }) => context.keptOn !== null && unreadProducts(context).length > 0,
    /** The products that were saved as a guest are being joined with the customer's. */
    isJoining: ({ context }) => context.pendingCommands[0]?.kind === 'join',
    /** The change may succeed later, and was not sent again too often. */
    isRepeatable: ({ context }, refusal: Refusal) => isTransient(refusal) && hasRetriesLeft({ context }),
  },
  actions: {
    storeVisit: assign({
      visitId: (_, { visitId }: Pick<PageOpening, 'visitId' | 'account'>) => visitId,
      customerId: ({ context }, { account }) => account?.info.customerId ?? context.customerId,
    }),
    /** The list of the guest stays shown until that of the customer was read. */
    storeCustomer: assign({ customerId: (_, account: Account | null) => account?.info.customerId ?? null, retries: 0 }),
    storeFavourites: assign(({ context }, { keptOn, productIds, onDevice }: ReadFavourites) => {
      const list = { keptOn, productIds, refusal: null }
      const isJoined = context.pendingCommands.some(({ kind }) => kind === 'join')
      if (onDevice.length === 0 || isJoined) return list
      const requestId = `${context.visitId}/save/${context.keyCount + 1}`
      const join = { kind: 'join' as const, requestId, productIds: onDevice }
      return { ...list, keyCount: context.keyCount + 1, pendingCommands: [join, ...context.pendingCommands] }
    }),
    enqueueSave: assign(({ context }, product: NamedProduct) => withCommand(context, { kind: 'save', ...product })),
    enqueueRemoval: assign(({ context }, product: NamedProduct) =>
      withCommand(context, { kind: 'remove', ...product }),
    ),
    enqueueReading: assign({
      pendingCommands: ({ context: { pendingCommands } }) =>
        pendingCommands.some(({ kind }) => kind === 'read')
          ? pendingCommands
          : [...pendingCommands, { kind: 'read' as const }],
    }),
    dequeue: assign({ pendingCommands: ({ context }) => context.pendingCommands.slice(1), retries: 0 }),
    storeChange: assign({
      productIds: ({ context }, saved: number[]) => changed(context.productIds, firstChange(context), saved),
      refusal: null,
    }),
    storeFailure: assign({ refusal: (_, refusal: Refusal) => refusal }),
    countRetry: assign({
      retries: ({ context }) => context.retries + 1,
      refusal: (_, refusal: Refusal) => refusal,
    }),
    announceFull: tellShop({ type: 'toast.raised', toast: { kind: 'error', text: tooManyOnDevice } }),
    announceFailure: tellShop(({ context }, refusal: Refusal) => {
      const change = firstChange(context)
      const what =
        change.kind === 'join'
          ? 'The products that you saved before you logged in are still on this device only.'
          : `${change.name} was not ${change.kind === 'save' ? 'saved' : 'removed from your favourites'}.`
      return { type: 'toast.raised', toast: { kind: 'error', text: `${refusal.message} ${what}` } }
    }),
    raiseChanged: raise({ type: 'favourites.changed' }),
    /** Products that are not saved any more leave the page when it is opened again. */
    renewPage: assign({
      products: ({ context }) => context.products.filter(({ id }) => isSaved(context, id)),
      readIds: [],
    }),
    storeProducts: assign({
      products: ({ context }, { productIds, products }: ReadProducts) => [
        ...products,
        ...context.products.filter(({ id }) => !productIds.includes(id)),
      ],
      readIds: ({ context }, { productIds }) => [...context.readIds, ...productIds],
    }),
    reportReady: tellShop({ type: 'page.ready', page: 'favourites' }),
  },
  delays: { retryPause },
})
