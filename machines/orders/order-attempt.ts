import type { SnapshotFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { discarded, emptyAttempt, orderAttemptSetup } from './order-attempt-setup.ts'

/**
 * One order from the click until its outcome is known, and the receipt of the order placed last.
 *
 * - At most one order request is in flight; every retry of an order sends the same idempotency key and body.
 * - The outcome of an order is never assumed: if its response was lost, the gateway is asked whether it was placed. If it
 *   was not, it is sent again with its key, after 10 minutes only if the shopper says so.
 * - An unknown outcome can be ended: the shopper can discard the order, which makes its key unusable at the gateway.
 * - A refusal settles the order: the next attempt gets a new key. A rate limit settles neither a paid order nor one that may
 *   have been placed: it is sent again with its key.
 * - An order paid online is placed with the key that it was paid with.
 * - The order placed last keeps its receipt while the next one is prepared.
 */
export const orderAttemptMachine = orderAttemptSetup.createMachine({
  id: 'orderAttempt',
  description: 'One order, from the click until its outcome is known',
  context: emptyAttempt,
  invoke: { id: 'payment', src: 'payment' },
  on: { 'order.moved': { actions: 'movePayment' } },
  initial: 'settled',
  states: {
    settled: {
      description: 'No order is in flight',
      initial: 'idle',
      on: {
        'order.choosePayment': [
          {
            guard: { type: 'isPaidOnline', params: ({ event }) => event.method },
            actions: [{ type: 'clearOtherOrder', params: ({ event }) => event.method }, 'preparePayment'],
          },
          { actions: [{ type: 'clearOtherOrder', params: ({ event }) => event.method }, 'releasePayment'] },
        ],
        'order.dismiss': { actions: 'dismissPayment' },
        'order.clear': { actions: 'clearPendingOrder' },
        'order.place': [
          {
            guard: { type: 'isPaidOnline', params: ({ event }) => event.order.payment.method },
            target: 'paying',
            actions: [{ type: 'storePendingOrder', params: ({ event }) => event }, 'beginPayment'],
          },
          { target: 'placing', actions: { type: 'storePendingOrder', params: ({ event }) => event } },
        ],
        'order.recover': { target: 'unknown', actions: { type: 'storeRecovered', params: ({ event }) => event } },
        'order.takeOver': [
          {
            guard: { type: 'isSent', params: ({ event }) => event },
            target: 'unknown',
            actions: { type: 'storeTakenOver', params: ({ event }) => event.order },
          },
          { target: '.idle', actions: { type: 'storeTakenOver', params: ({ event }) => event.order } },
        ],
      },
      states: {
        idle: { description: 'No order was placed with the cart yet' },
        placed: { description: 'The order is placed, and its receipt is shown' },
      },
    },
    paying: {
      description: 'The order is being paid; it is placed after the payment',
      on: {
        'payment.paid': {
          target: 'placing',
          actions: { type: 'storePayment', params: ({ event }) => event.providerOrderId },
        },
        'payment.ended': [
          {
            guard: { type: 'isKeySpent', params: ({ event }) => event.key },
            target: 'settled',
            actions: ['clearPendingOrder', { type: 'reportRefused', params: ({ event }) => event.refusal }],
          },
          {
            guard: { type: 'isKeyReleased', params: ({ event }) => event.key },
            target: 'settled',
            actions: ['clearPendingOrder', 'reportUnpaid'],
          },
          { target: 'settled', actions: 'reportUnpaid' },
        ],
      },
    },
    placing: {
      description: 'The order is being placed; the gateway places it at most once, also if it is sent again',
      tags: 'busy',
      on: { 'order.resumed': { target: 'unknown.looking', actions: 'restartRetries' } },
      invoke: {
        id: 'placeOrder',
        src: 'placeOrder',
        input: ({ context }) => context.pendingOrder!,
        onDone: {
          target: 'settled.placed',
          actions: [
            { type: 'reportPlaced', params: ({ event }) => event.output },
            { type: 'storeReceipt', params: ({ event }) => event.output },
            { type: 'finishPayment', params: null },
          ],
        },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => refusalIn(event.error) },
            target: 'settled',
            actions: [
              'clearPendingOrder',
              { type: 'finishPayment', params: ({ event }) => refusalIn(event.error) },
              { type: 'reportRefused', params: ({ event }) => refusalIn(event.error) },
            ],
          },
          {
            guard: 'hasRetriesLeft',
            target: 'unknown',
            actions: { type: 'storeBusy', params: ({ event }) => refusalIn(event.error) },
          },
          {
            target: 'unknown.unanswered',
            actions: { type: 'storeBusy', params: ({ event }) => refusalIn(event.error) },
          },
        ],
      },
    },
    unknown: {
      description: 'The outcome of the order is unknown',
      tags: 'unknown',
      initial: 'pausing',
      states: {
        pausing: {
          description: 'The pause before the gateway is asked about the order',
          tags: 'busy',
          after: { retryPause: { target: 'looking', actions: 'countRetry' } },
          on: {
            'order.ask': { target: 'looking', actions: 'countRetry' },
            'order.abandon': 'abandoning',
          },
        },
        looking: {
          description: 'The gateway is asked whether the order was placed',
          tags: 'busy',
          invoke: {
            id: 'findOrder',
            src: 'findOrder',
            input: ({ context }) => context.pendingOrder!,
            onDone: [
              {
                guard: { type: 'isFound', params: ({ event }) => event.output },
                target: '#orderAttempt.settled.placed',
                actions: [
                  { type: 'reportPlaced', params: ({ event }) => event.output.order! },
                  { type: 'storeReceipt', params: ({ event }) => event.output.order! },
                  { type: 'finishPayment', params: null },
                ],
              },
              {
                guard: { type: 'isRecent', params: ({ event }) => event.output },
                target: '#orderAttempt.placing',
              },
              { target: 'unplaced', actions: { type: 'storeSentAt', params: ({ event }) => event.output } },
            ],
            onError: [
              {
                guard: 'hasRetriesLeft',
                target: 'pausing',
                actions: { type: 'storeBusy', params: ({ event }) => refusalIn(event.error) },
              },
              {
                target: 'unanswered',
                actions: { type: 'storeBusy', params: ({ event }) => refusalIn(event.error) },
              },
            ],
          },
        },
        unanswered: {
          description: 'The gateway does not answer; the shopper can ask again',
          on: {
            'order.ask': { target: 'looking', actions: 'restartRetries' },
            'order.abandon': 'abandoning',
          },
        },
        unplaced: {
          description: 'The order was not placed; it is sent again only if the shopper asks for it',
          on: {
            'order.resend': { target: '#orderAttempt.placing', actions: 'restartRetries' },
            'order.abandon': 'abandoning',
          },
        },
        abandoning: {
          description: 'The order is being discarded: the gateway makes its key unusable',
          tags: 'busy',
          invoke: {
            id: 'discardOrder',
            src: 'discardOrder',
            input: ({ context }) => context.pendingOrder!,
            onDone: [
              {
                guard: { type: 'isPlacedAlready', params: ({ event }) => event.output },
                target: 'looking',
                actions: 'restartRetries',
              },
              {
                target: '#orderAttempt.settled',
                actions: [
                  'clearPendingOrder',
                  { type: 'finishPayment', params: discarded },
                  { type: 'reportDiscarded', params: ({ event }) => event.output },
                ],
              },
            ],
            onError: {
              target: 'unanswered',
              actions: { type: 'storeNoAnswer', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
      },
    },
  },
})

export type OrderAttemptSnapshot = SnapshotFrom<typeof orderAttemptMachine>
