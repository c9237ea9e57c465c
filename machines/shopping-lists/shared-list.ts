import type { SnapshotFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { emptySharedList, sharedListSetup, unreadSharedProducts } from './shared-list-setup.ts'

/**
 * A shopping list that someone else shares by a link. Its key is in the URL, and in no event or context.
 *
 * - A change is shown at once; if it is refused, the list is shown as before, with a message.
 * - Changes are sent one at a time, in order. The last one of a product wins, also over those of others.
 * - A change whose response was lost is sent again, up to four times.
 * - The list is read when the page is opened and when the shopper returns to it; the answer to a change has the changes of others.
 * - Changes are also sent after the page was left. Opening a link drops those that are left: they may be of another list.
 * - A link that does not work any more is final until the page is opened again, and the list is not shown any more.
 * - All products are added to the cart by one command; the shopper sees first which of them are not available.
 * - A copy among the shopper's own lists has what the list has now.
 */
export const sharedListMachine = sharedListSetup.createMachine({
  id: 'sharedList',
  description: 'A shopping list that someone else shares by a link',
  context: emptySharedList,
  invoke: { id: 'sharedBulkAdd', src: 'bulkAdd' },
  on: {
    'shared.addAll': { guard: 'hasLines', actions: { type: 'openBulkAdd', params: ({ event }) => event.sessionId } },
    'shared.copy': { guard: 'isListKnown', actions: 'reportCopy' },
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
      description: 'The list and its changes',
      initial: 'unopened',
      on: {
        'shared.open': {
          target: '.open',
          actions: ['clear', { type: 'storeVisit', params: ({ event }) => event.visitId }],
        },
      },
      states: {
        unopened: { description: 'No shared list was opened' },
        open: {
          description: 'The list is shown as soon as it was read',
          initial: 'reading',
          invoke: {
            id: 'watchReturn',
            src: 'watchReturn',
            onDone: { target: '.reading', reenter: true },
            onError: { target: '.reading', reenter: true },
          },
          on: {
            'shared.setQuantity': [
              {
                guard: { type: 'canSetQuantity', params: ({ event }) => event },
                actions: [{ type: 'enqueueQuantity', params: ({ event }) => event }, 'clearDraft'],
              },
              { actions: { type: 'storeDraft', params: ({ event }) => event } },
            ],
            'shared.removeLine': {
              guard: { type: 'isOnList', params: ({ event }) => event.productId },
              actions: { type: 'enqueueRemoval', params: ({ event }) => event },
            },
          },
          states: {
            reading: {
              description: 'The list is being read',
              tags: 'busy',
              invoke: {
                id: 'readSharedList',
                src: 'readSharedList',
                onDone: { target: 'idle', actions: { type: 'storeList', params: ({ event }) => event.output } },
                onError: [
                  {
                    guard: { type: 'isLinkEnded', params: ({ event }) => refusalIn(event.error) },
                    target: '#sharedList.list.ended',
                  },
                  {
                    target: 'unreachable',
                    actions: { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) },
                  },
                ],
              },
            },
            idle: {
              description: 'No change is pending',
              always: { guard: 'hasPendingCommand', target: 'changing' },
            },
            changing: {
              description: 'A change is being sent',
              tags: 'busy',
              invoke: {
                id: 'changeSharedList',
                src: 'changeSharedList',
                input: ({ context: { pendingCommands } }) => ({
                  productId: pendingCommands[0]!.productId,
                  quantity: pendingCommands[0]!.quantity,
                }),
                onDone: {
                  target: 'idle',
                  actions: [{ type: 'storeList', params: ({ event }) => event.output }, 'dequeue'],
                },
                onError: [
                  {
                    guard: { type: 'isSharingStopped', params: ({ event }) => refusalIn(event.error) },
                    target: '#sharedList.list.ended',
                  },
                  {
                    guard: { type: 'isRepeatable', params: ({ event }) => refusalIn(event.error) },
                    target: 'pausing',
                    actions: { type: 'countRetry', params: ({ event }) => refusalIn(event.error) },
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
              on: { 'shared.retry': 'reading' },
            },
          },
        },
        ended: { description: 'The link does not work any more', entry: ['clear', 'leaveBulkAdd'] },
      },
    },
    page: {
      description: 'Whether the page of the shared list is open',
      initial: 'closed',
      on: { 'shared.open': '.open', 'shared.close': { target: '.closed', actions: 'leaveBulkAdd' } },
      states: {
        closed: { description: 'Another page of lists is open; changes are still sent' },
        open: { description: 'The page of the shared list is open' },
      },
    },
    products: {
      description: 'The products of the list',
      initial: 'read',
      states: {
        read: {
          description: 'Products are read once they are on the list',
          always: { guard: 'isProductUnread', target: 'reading' },
        },
        reading: {
          description: 'Products are being read',
          tags: 'busy',
          invoke: {
            id: 'readListProducts',
            src: 'readListProducts',
            input: ({ context }) => ({ productIds: unreadSharedProducts(context) }),
            onDone: { target: 'read', actions: { type: 'storeProducts', params: ({ event }) => event.output } },
            onError: 'unreachable',
          },
        },
        unreachable: {
          description: 'The products could not be read',
          on: { 'shared.retry': 'reading' },
        },
      },
    },
  },
})

export type SharedListSnapshot = SnapshotFrom<typeof sharedListMachine>
