import type { SnapshotFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { bulkAddSetup, emptyBulk } from './bulk-add-setup.ts'

/**
 * Several products that are added to the cart together: those of an order, or of a list.
 *
 * - The shopper sees what has changed before anything is added. If nothing has, the products are added at once.
 * - A product that is not in stock is not added; a similar one only if the shopper chooses it.
 * - All products are added by one command. One whose response was lost is sent again, up to four times by itself, with its idempotency key.
 * - Nothing can be chosen differently while the outcome of the command is not known.
 * - Products that the gateway refuses stay, each with the reason.
 */
export const bulkAddMachine = bulkAddSetup.createMachine({
  id: 'bulkAdd',
  description: 'Several products that are added to the cart together',
  context: emptyBulk,
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Nothing is being added',
      initial: 'closed',
      on: {
        'bulk.open': { target: '.reading', actions: { type: 'storeOpening', params: ({ event }) => event } },
        'bulk.close': { target: '.closed', actions: 'clear' },
        'bulk.leave': { target: '.closed', actions: 'clear' },
      },
      states: {
        closed: { description: 'No products were requested' },
        reading: {
          description: 'The gateway is asked for prices and stock',
          tags: 'busy',
          invoke: {
            id: 'readOffers',
            src: 'readOffers',
            input: ({ context }) => ({ lines: context.wanted }),
            onDone: [
              {
                guard: { type: 'needsNoReview', params: ({ event }) => event.output },
                target: '#bulkAdd.sending.adding',
                actions: [
                  { type: 'storeOffers', params: ({ event }) => event.output },
                  { type: 'storeCommand', params: ({ context }) => context.sessionId },
                ],
              },
              { target: 'reviewing', actions: { type: 'storeOffers', params: ({ event }) => event.output } },
            ],
            onError: {
              target: 'unreachable',
              actions: { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        unreachable: {
          description: 'Prices and stock could not be read',
          on: { 'bulk.retry': 'reading' },
        },
        reviewing: {
          description: 'The shopper sees what has changed, and chooses',
          on: {
            'bulk.choose': { actions: { type: 'storeChoice', params: ({ event }) => event } },
            'bulk.setQuantity': { actions: { type: 'storeQuantity', params: ({ event }) => event } },
            'bulk.confirm': {
              guard: 'canAdd',
              target: '#bulkAdd.sending.adding',
              actions: { type: 'storeCommand', params: ({ event }) => event.sessionId },
            },
          },
        },
      },
    },
    sending: {
      description: 'The products are being added',
      initial: 'adding',
      states: {
        adding: {
          description: 'The command is sent',
          tags: 'busy',
          invoke: {
            id: 'addLines',
            src: 'addLines',
            input: ({ context }) => context.command!,
            onDone: [
              {
                guard: { type: 'isAllAdded', params: ({ event }) => event.output },
                target: '#bulkAdd.choosing.closed',
                actions: [{ type: 'reportAdded', params: ({ event }) => event.output }, 'clear'],
              },
              {
                guard: { type: 'isPartAdded', params: ({ event }) => event.output },
                target: '#bulkAdd.choosing.reviewing',
                actions: [
                  { type: 'reportAdded', params: ({ event }) => event.output },
                  { type: 'storeAnswer', params: ({ event }) => event.output },
                ],
              },
              {
                target: '#bulkAdd.choosing.reviewing',
                actions: { type: 'storeAnswer', params: ({ event }) => event.output },
              },
            ],
            onError: [
              {
                guard: { type: 'isRepeatable', params: ({ event }) => refusalIn(event.error) },
                target: 'pausing',
                actions: { type: 'countRetry', params: ({ event }) => refusalIn(event.error) },
              },
              {
                guard: { type: 'isUnknown', params: ({ event }) => refusalIn(event.error) },
                target: 'unanswered',
                actions: { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) },
              },
              {
                target: '#bulkAdd.choosing.reviewing',
                actions: { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) },
              },
            ],
          },
        },
        pausing: {
          description: 'The command was not confirmed, and is sent again after a pause',
          tags: 'busy',
          after: { retryPause: 'adding' },
        },
        unanswered: {
          description: 'It is not known whether the products were added',
          on: {
            'bulk.retry': { target: 'adding', actions: 'restartRetries' },
            'bulk.close': { target: '#bulkAdd.choosing.closed', actions: ['reportAbandoned', 'clear'] },
          },
        },
      },
    },
  },
})

export type BulkAddSnapshot = SnapshotFrom<typeof bulkAddMachine>
