import type { SnapshotFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import type { FavouriteChange } from './favourite-commands.ts'
import { favouritesSetup } from './favourites-setup.ts'
import { unreadProducts } from './selectors.ts'

/**
 * The products that the shopper has saved. A guest's are kept on the device, a customer's at the gateway.
 *
 * - A product is shown as saved or removed at once; if that is refused, it is shown as before, with a message.
 * - Changes are accepted in every state and sent one at a time, in order. The last one of a product wins.
 * - A change whose response was lost is sent again, up to four times, with its idempotency key.
 * - What a guest has saved becomes the customer's at the login; until that is confirmed it is shown with the customer's.
 * - A gateway without favourites leaves them on the device.
 * - A change in another tab is read.
 * - The page can be shown as soon as it is opened. A product that is removed while the page is shown stays on it, so that it can be
 *   saved again.
 */
export const favouritesMachine = favouritesSetup.createMachine({
  id: 'favourites',
  description: 'The products that the shopper has saved',
  context: {
    visitId: '',
    keyCount: 0,
    customerId: null,
    keptOn: null,
    productIds: [],
    pendingCommands: [],
    retries: 0,
    refusal: null,
    products: [],
    readIds: [],
  },
  type: 'parallel',
  states: {
    list: {
      description: 'The list of saved products',
      initial: 'unopened',
      on: {
        'page.open': { actions: [{ type: 'storeVisit', params: ({ event }) => event }, 'enqueueReading'] },
        'favourites.open': { actions: [{ type: 'storeVisit', params: ({ event }) => event }, 'enqueueReading'] },
        'account.changed': {
          guard: { type: 'isOtherCustomer', params: ({ event }) => event.account },
          target: '.reading',
          actions: { type: 'storeCustomer', params: ({ event }) => event.account },
        },
        'favourites.save': [
          {
            guard: { type: 'isDeviceFull', params: ({ event }) => event.productId },
            actions: 'announceFull',
          },
          {
            guard: { type: 'isUnsaved', params: ({ event }) => event.productId },
            actions: { type: 'enqueueSave', params: ({ event: { productId, name } }) => ({ productId, name }) },
          },
        ],
        'favourites.remove': {
          guard: { type: 'isSaved', params: ({ event }) => event.productId },
          actions: { type: 'enqueueRemoval', params: ({ event: { productId, name } }) => ({ productId, name }) },
        },
        'favourites.changed': { actions: 'enqueueReading' },
      },
      states: {
        unopened: {
          description: 'The machine was not opened yet',
          on: {
            'page.open': { target: 'reading', actions: { type: 'storeVisit', params: ({ event }) => event } },
            'favourites.open': { target: 'reading', actions: { type: 'storeVisit', params: ({ event }) => event } },
          },
        },
        idle: {
          description: 'No change is pending',
          always: [
            { guard: 'isReadingNext', target: 'reading', actions: 'dequeue' },
            { guard: 'hasPendingCommand', target: 'changing' },
          ],
        },
        reading: {
          description: 'The list is being read',
          tags: 'busy',
          invoke: {
            id: 'readFavourites',
            src: 'readFavourites',
            input: ({ context }) => ({ customerId: context.customerId }),
            onDone: { target: 'idle', actions: { type: 'storeFavourites', params: ({ event }) => event.output } },
            onError: {
              target: 'unreachable',
              actions: { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        changing: {
          description: 'A change is being sent',
          tags: 'busy',
          invoke: {
            id: 'changeFavourites',
            src: 'changeFavourites',
            input: ({ context }) => ({
              change: context.pendingCommands[0] as FavouriteChange,
              keptOn: context.keptOn ?? 'gateway',
            }),
            onDone: {
              target: 'idle',
              actions: [{ type: 'storeChange', params: ({ event }) => event.output }, 'dequeue'],
            },
            onError: [
              {
                guard: { type: 'isRepeatable', params: ({ event }) => refusalIn(event.error) },
                target: 'pausing',
                actions: { type: 'countRetry', params: ({ event }) => refusalIn(event.error) },
              },
              {
                // the list is not read again, or it would be joined again and again
                guard: 'isJoining',
                target: 'idle',
                actions: [{ type: 'announceFailure', params: ({ event }) => refusalIn(event.error) }, 'dequeue'],
              },
              {
                target: 'reading',
                actions: [{ type: 'announceFailure', params: ({ event }) => refusalIn(event.error) }, 'dequeue'],
              },
            ],
          },
        },
        pausing: {
          description: 'The change was not confirmed and is sent again after a pause',
          tags: 'busy',
          after: { retryPause: 'changing' },
        },
        unreachable: {
          description: 'The list could not be read',
          // a change does not show what else the list holds: it is read after the change
          always: { guard: 'hasPendingCommand', target: 'idle', actions: 'enqueueReading' },
          on: { 'favourites.retry': 'reading' },
        },
      },
    },
    products: {
      description: 'The products of the page',
      initial: 'closed',
      on: {
        'page.open': { target: '.open', actions: ['renewPage', 'reportReady'] },
      },
      states: {
        closed: { description: 'The page was not opened' },
        open: {
          description: 'The page is open; products are read once they are saved',
          always: { guard: 'isProductUnread', target: 'reading' },
        },
        reading: {
          description: 'Products are being read',
          tags: 'busy',
          invoke: {
            id: 'readSavedProducts',
            src: 'readSavedProducts',
            input: ({ context }) => ({ productIds: unreadProducts(context) }),
            onDone: { target: 'open', actions: { type: 'storeProducts', params: ({ event }) => event.output } },
            onError: 'unreachable',
          },
        },
        unreachable: {
          description: 'The products could not be read',
          on: { 'favourites.retry': 'reading' },
        },
      },
    },
    tabs: {
      description: 'What other tabs change',
      initial: 'watching',
      states: {
        watching: {
          description: 'Waits for a change in another tab',
          invoke: {
            id: 'watchTabs',
            src: 'watchTabs',
            onDone: { target: 'watching', reenter: true, actions: 'raiseChanged' },
            onError: { target: 'watching', reenter: true },
          },
        },
      },
    },
  },
})

export type FavouritesSnapshot = SnapshotFrom<typeof favouritesMachine>
