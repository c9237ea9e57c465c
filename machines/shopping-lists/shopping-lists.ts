import type { SnapshotFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import type { ListChange } from './list-commands.ts'
import { unreadListProducts } from './selectors.ts'
import { shoppingListsSetup } from './shopping-lists-setup.ts'

/**
 * The shopper's shopping lists. A guest's are kept on the device, a customer's at the gateway.
 *
 * - A change is shown at once; if it is refused, the lists are shown as before, with a message.
 * - Changes are accepted in every state and sent one at a time, in order. The last one of a product on a list wins.
 * - A change whose response was lost is sent again, up to four times, with its idempotency key.
 * - A list can be changed before it is confirmed: the changes get its id once that is known.
 * - The lists that a guest has made become the customer's at the login; until that is confirmed they are shown with the customer's.
 * - A gateway without shopping lists leaves them on the device.
 * - A change in another tab is read.
 * - A list is deleted after the shopper has confirmed it.
 * - A list of a customer is shared by a link that the gateway makes; it is not in the journal. Stopping, or making another one, ends it.
 * - A copy of a shared list is a new list, whose name no other list of the shopper has.
 * - All products of a list are added to the cart by one command; the shopper sees first which of them are not available.
 */
export const shoppingListsMachine = shoppingListsSetup.createMachine({
  id: 'shoppingLists',
  description: 'The shopping lists of the shopper',
  context: {
    visitId: '',
    keyCount: 0,
    customerId: null,
    keptOn: null,
    lists: [],
    pendingCommands: [],
    retries: 0,
    refusal: null,
    listId: null,
    products: [],
    readIds: [],
    draft: null,
    chosen: null,
    typedName: '',
    nameError: null,
    linkRefusal: null,
  },
  invoke: [
    { id: 'listBulkAdd', src: 'bulkAdd' },
    { id: 'sharedList', src: 'sharedList' },
  ],
  on: {
    'lists.addAll': { guard: 'hasLines', actions: { type: 'openBulkAdd', params: ({ event }) => event.sessionId } },
    'bulk.added': {
      actions: [
        { type: 'reportAdded', params: ({ event }) => event },
        { type: 'announceAdded', params: ({ event }) => event },
      ],
    },
    'shared.copied': [
      { guard: 'canCopy', actions: [{ type: 'enqueueCopy', params: ({ event }) => event.list }, 'goToCopy'] },
      { actions: 'announceTooMany' },
    ],
    'shared.added': { actions: { type: 'reportAdded', params: ({ event }) => event } },
    'shared.announced': { actions: { type: 'announce', params: ({ event }) => event.toast } },
    'bulk.abandoned': { actions: { type: 'reportAdded', params: { sessionId: null } } },
  },
  type: 'parallel',
  states: {
    lists: {
      description: 'The lists and their changes',
      initial: 'unopened',
      on: {
        'page.open': { actions: [{ type: 'storeVisit', params: ({ event }) => event }, 'enqueueReading'] },
        'lists.open': { actions: [{ type: 'storeVisit', params: ({ event }) => event }, 'enqueueReading'] },
        'account.changed': {
          guard: { type: 'isOtherCustomer', params: ({ event }) => event.account },
          target: '.reading',
          actions: { type: 'storeCustomer', params: ({ event }) => event.account },
        },
        'lists.addLine': [
          { guard: { type: 'isListFull', params: ({ event }) => event }, actions: 'announceFull' },
          {
            guard: { type: 'isListKnown', params: ({ event }) => event.listId },
            actions: { type: 'enqueueLine', params: ({ event }) => event },
          },
        ],
        'lists.setQuantity': [
          {
            guard: { type: 'canSetQuantity', params: ({ event }) => event },
            actions: [{ type: 'enqueueQuantity', params: ({ event }) => event }, 'clearDraft'],
          },
          { actions: { type: 'storeDraft', params: ({ event }) => event } },
        ],
        'lists.removeLine': {
          guard: { type: 'isOnList', params: ({ event }) => event },
          actions: { type: 'enqueueRemoval', params: ({ event }) => event },
        },
        'lists.changed': { actions: 'enqueueReading' },
      },
      states: {
        unopened: {
          description: 'The machine was not opened yet',
          on: {
            'page.open': { target: 'reading', actions: { type: 'storeVisit', params: ({ event }) => event } },
            'lists.open': { target: 'reading', actions: { type: 'storeVisit', params: ({ event }) => event } },
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
          description: 'The lists are being read',
          tags: 'busy',
          invoke: {
            id: 'readShoppingLists',
            src: 'readShoppingLists',
            input: ({ context }) => ({ customerId: context.customerId }),
            onDone: { target: 'idle', actions: { type: 'storeLists', params: ({ event }) => event.output } },
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
            id: 'changeShoppingLists',
            src: 'changeShoppingLists',
            input: ({ context }) => ({
              change: context.pendingCommands[0] as ListChange,
              keptOn: context.keptOn ?? 'gateway',
            }),
            onDone: [
              {
                guard: { type: 'isShownConfirmed', params: ({ event }) => event.output },
                target: 'idle',
                actions: [
                  { type: 'goToConfirmed', params: ({ event }) => event.output },
                  { type: 'storeChange', params: ({ event }) => event.output },
                ],
              },
              { target: 'idle', actions: { type: 'storeChange', params: ({ event }) => event.output } },
            ],
            onError: [
              {
                guard: { type: 'isRepeatable', params: ({ event }) => refusalIn(event.error) },
                target: 'pausing',
                actions: { type: 'countRetry', params: ({ event }) => refusalIn(event.error) },
              },
              {
                // the lists are not read again, or they would be joined again and again
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
          description: 'The lists could not be read',
          // a change does not show the other lists: they are read after it
          always: { guard: 'hasPendingCommand', target: 'idle', actions: 'enqueueReading' },
          on: { 'lists.retry': 'reading' },
        },
      },
    },
    panel: {
      description: 'What is open: the choice of lists for a product, the name of a list, its link, or a confirmation',
      initial: 'closed',
      on: {
        'page.open': [
          {
            guard: { type: 'isGoingBack', params: ({ event }) => event },
            target: '.closed',
          },
          { target: '.closed', actions: 'leaveBulkAdd' },
        ],
        'lists.choose': {
          target: '.choosing',
          actions: ['clearName', { type: 'storeChosen', params: ({ event }) => event }],
        },
        'lists.typedName': { actions: { type: 'storeName', params: ({ event }) => event.value } },
        'lists.create': [
          { guard: 'canCreate', actions: ['enqueueCreation', 'clearName'] },
          { actions: 'storeCreationError' },
        ],
        'lists.close': '.closed',
      },
      states: {
        closed: {
          description: 'Nothing is open',
          entry: ['clearChosen', 'clearName'],
          on: {
            'lists.startRenaming': { guard: 'isListShown', target: 'renaming' },
            'lists.startSharing': [
              { guard: 'isUnshared', target: 'sharing.making' },
              { guard: 'isShared', target: 'sharing' },
            ],
            'lists.startDeleting': { guard: 'isListShown', target: 'confirming' },
          },
        },
        choosing: { description: 'The shopper chooses the lists of a product' },
        renaming: {
          description: 'The shopper types another name of the list',
          entry: 'suggestName',
          on: {
            'lists.rename': [
              { guard: 'canRename', target: 'closed', actions: 'enqueueRenaming' },
              { actions: 'storeRenamingError' },
            ],
          },
        },
        sharing: {
          description: 'The shopper sees whether the list is shared',
          initial: 'shown',
          exit: 'clearLinkRefusal',
          states: {
            shown: {
              description: 'The link is shown, if this page has made it',
              on: {
                'lists.makeLink': 'making',
                'lists.stopSharing': { guard: 'isShared', target: 'stopping' },
              },
            },
            making: {
              description: 'The gateway makes a link',
              tags: 'busy',
              entry: 'clearLinkRefusal',
              exit: 'enqueueReading',
              invoke: {
                id: 'shareList',
                src: 'shareList',
                input: ({ context }) => ({ listId: context.listId! }),
                onDone: 'shown',
                onError: {
                  target: 'shown',
                  actions: { type: 'storeLinkRefusal', params: ({ event }) => refusalIn(event.error) },
                },
              },
            },
            stopping: {
              description: 'The gateway ends the link',
              tags: 'busy',
              entry: 'clearLinkRefusal',
              exit: 'enqueueReading',
              invoke: {
                id: 'stopSharingList',
                src: 'stopSharingList',
                input: ({ context }) => ({ listId: context.listId! }),
                onDone: 'shown',
                onError: {
                  target: 'shown',
                  actions: { type: 'storeLinkRefusal', params: ({ event }) => refusalIn(event.error) },
                },
              },
            },
          },
        },
        confirming: {
          description: 'The shopper is asked whether to delete the list',
          on: { 'lists.delete': { target: 'closed', actions: ['goToLists', 'enqueueDeletion'] } },
        },
      },
    },
    products: {
      description: 'The products of the page',
      initial: 'closed',
      on: {
        'page.open': {
          target: '.open',
          actions: [
            { type: 'storePage', params: ({ event }) => event },
            { type: 'openShared', params: ({ event }) => event },
            'reportReady',
          ],
        },
      },
      states: {
        closed: { description: 'The page was not opened' },
        open: {
          description: 'The page is open; products are read once they are on its list',
          always: { guard: 'isProductUnread', target: 'reading' },
        },
        reading: {
          description: 'Products are being read',
          tags: 'busy',
          invoke: {
            id: 'readListProducts',
            src: 'readListProducts',
            input: ({ context }) => ({ productIds: unreadListProducts(context) }),
            onDone: { target: 'open', actions: { type: 'storeProducts', params: ({ event }) => event.output } },
            onError: 'unreachable',
          },
        },
        unreachable: {
          description: 'The products could not be read',
          on: { 'lists.retry': 'reading' },
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
            id: 'watchListTabs',
            src: 'watchListTabs',
            onDone: { target: 'watching', reenter: true, actions: 'raiseChanged' },
            onError: { target: 'watching', reenter: true },
          },
        },
      },
    },
  },
})

export type ShoppingListsSnapshot = SnapshotFrom<typeof shoppingListsMachine>
