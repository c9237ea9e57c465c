import type { SnapshotFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { emptyPayment, paymentSetup } from './payment-setup.ts'

/**
 * Paying with the provider's button, from the press until the money is authorised or captured.
 *
 * - The provider's order is created with the order's idempotency key, also when it is requested again: one payment per order.
 * - After the approval nothing can be cancelled: the payment is paid, refused, or unknown.
 * - An unknown payment is requested again with the same key; its outcome is never assumed. A window that disappears without
 *   a report counts as unknown, and so does a payment whose authorisation meets a rate limit or the error page of a proxy.
 * - An approval counts as soon as the provider's order exists, also before the answer that it was created.
 * - Late and repeated reports are ignored by every state that does not expect them.
 * - An attempt that is cancelled, fails in the window or is abandoned ends its reservations at once; its key is not used
 *   again. So does another way to pay. No answer is waited for, and a failure changes nothing for the shopper.
 * - What another tab has taken over is not ended here: the same payment may be continued there.
 * - Abandoning an unknown payment ends it: the next attempt gets a new key, and the gateway refunds what was paid.
 * - A payment in flight when the page was left is requested again by itself within 10 minutes; later the shopper decides.
 * - The provider's script is loaded again after a reload.
 * - An error that the button reports before it has an order is also shown.
 * - Goods by weight are authorised by the gateway, also if the shop is set up to capture in the browser: what was weighed is captured later.
 * - Money moves only by `authorizePayment` and `captureInBrowser`: an approval alone pays nothing.
 */
export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  description: "Paying with the provider's button",
  context: emptyPayment,
  type: 'parallel',
  on: { 'payment.moved': { actions: 'storeMoved' } },
  states: {
    button: {
      description: "The provider's button",
      initial: 'unwanted',
      states: {
        unwanted: { description: 'Paying online was not chosen yet', on: { 'payment.prepare': 'configuring' } },
        configuring: {
          description: 'The payment setup is read',
          tags: 'busy',
          invoke: {
            id: 'readSetup',
            src: 'readSetup',
            onDone: { target: 'loading', actions: { type: 'storeSetup', params: ({ event }) => event.output } },
            onError: {
              target: 'misconfigured',
              actions: { type: 'storeSetupFailure', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        misconfigured: {
          description: 'The setup is invalid and is reported to the operator; the other ways to pay remain',
          on: { 'payment.prepare': 'configuring' },
        },
        loading: {
          description: "The provider's script is loading",
          on: {
            'payment.loaded': 'ready',
            'payment.unloaded': 'unavailable',
            'payment.resumed': { target: 'loading', reenter: true },
          },
          after: { scriptPatience: 'unavailable' },
        },
        ready: {
          description: 'The button can be pressed',
          on: { 'payment.unloaded': 'unavailable', 'payment.resumed': 'loading' },
        },
        unavailable: {
          description: "The provider's script did not load",
          on: { 'payment.reload': 'loading', 'payment.loaded': 'ready', 'payment.resumed': 'loading' },
        },
      },
    },
    attempt: {
      description: 'The state of the payment',
      initial: 'open',
      states: {
        open: {
          description: 'No payment is in progress',
          initial: 'ready',
          on: {
            'payment.begin': {
              target: 'creating',
              actions: { type: 'storeOrder', params: ({ event }) => event.order },
            },
          },
          states: {
            ready: {
              description: 'No attempt was made yet, or the last one is no longer shown',
              on: {
                'payment.failed': {
                  target: 'ended.failed',
                  actions: { type: 'storeButtonFailure', params: ({ event }) => event },
                },
              },
            },
            ended: {
              description: 'The last attempt ended unpaid, and the page shows why',
              initial: 'failed',
              on: {
                'payment.clicked': 'ready',
                'payment.dismiss': 'ready',
                'payment.finish': {
                  guard: { type: 'isPlaced', params: ({ event }) => event.refusal },
                  target: 'ready',
                  actions: 'clearOrder',
                },
              },
              states: {
                cancelled: { description: 'The window was closed, and nothing was charged' },
                failed: { description: 'The last attempt failed' },
                abandoned: {
                  description:
                    'The shopper abandoned a payment with an unknown outcome; if it was paid, it is refunded',
                },
              },
            },
          },
        },
        creating: {
          description: "The provider's order is being created; the window waits for it",
          tags: 'busy',
          invoke: {
            id: 'createPayment',
            src: 'createPayment',
            input: ({ context }) => ({ order: context.order!, setup: context.setup! }),
            onDone: [
              {
                guard: { type: 'isApprovedAlready', params: ({ event }) => event.output },
                target: 'approvedByShopper',
                actions: [{ type: 'storeProviderOrder', params: ({ event }) => event.output }, 'markApproved'],
              },
              {
                target: 'approving',
                actions: { type: 'storeProviderOrder', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'open.ended.failed',
              actions: [
                { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) },
                { type: 'reportFailed', params: ({ event }) => refusalIn(event.error) },
              ],
            },
          },
          on: {
            // the button may know the provider's order before the answer to its creation arrives
            'payment.approved': {
              actions: { type: 'storeEarlyApproval', params: ({ event }) => event.providerOrderId },
            },
            'payment.cancelled': { target: 'open.ended.cancelled', actions: ['reportReleased', 'release'] },
            'payment.failed': {
              target: 'open.ended.failed',
              actions: [{ type: 'storeButtonFailure', params: ({ event }) => event }, 'reportReleased', 'release'],
            },
          },
        },
        approving: {
          description: "The shopper is in the provider's window",
          invoke: {
            id: 'watchWindow',
            src: 'watchWindow',
            input: ({ context }) => ({ providerOrderId: context.providerOrderId! }),
            onDone: { target: 'confirming', actions: ['markApproved', 'restartRetries'] },
            onError: { target: 'confirming', actions: ['markApproved', 'restartRetries'] },
          },
          on: {
            'payment.approved': [
              {
                guard: { type: 'isOurs', params: ({ event }) => event.providerOrderId },
                target: 'approvedByShopper',
                actions: 'markApproved',
              },
            ],
            'payment.cancelled': { target: 'open.ended.cancelled', actions: ['reportReleased', 'release'] },
            'payment.failed': {
              target: 'open.ended.failed',
              actions: [{ type: 'storeButtonFailure', params: ({ event }) => event }, 'reportReleased', 'release'],
            },
          },
          initial: 'waiting',
          states: {
            waiting: {
              description: 'The window is open',
              on: {
                'payment.placeChosen': {
                  target: 'checking',
                  actions: { type: 'storePlace', params: ({ event }) => event.place },
                },
              },
            },
            checking: {
              description: 'An address was chosen in the window: the shop checks whether the order goes to it',
              tags: 'busy',
              invoke: {
                id: 'checkPlace',
                src: 'checkPlace',
                input: ({ context }) => ({ order: context.order!, place: context.place! }),
                onDone: {
                  target: 'waiting',
                  actions: { type: 'storePlaceAnswer', params: ({ event }) => event.output },
                },
                onError: {
                  target: 'waiting',
                  actions: { type: 'storePlaceAnswer', params: () => 'unknown' as const },
                },
              },
              on: {
                'payment.placeChosen': {
                  target: 'checking',
                  reenter: true,
                  actions: { type: 'storePlace', params: ({ event }) => event.place },
                },
              },
            },
          },
        },
        approvedByShopper: {
          description: 'The shopper has approved the payment: the browser captures it, or the gateway authorises it',
          always: [{ guard: 'isCapturedHere', target: 'capturing' }, { target: 'confirming' }],
        },
        capturing: {
          description: 'The browser captures the payment',
          tags: 'busy',
          invoke: {
            id: 'captureInBrowser',
            src: 'captureInBrowser',
            input: ({ context }) => ({ providerOrderId: context.providerOrderId! }),
            onDone: { target: 'approved', actions: 'reportPaid' },
            onError: [
              {
                guard: { type: 'isRefused', params: ({ event }) => refusalIn(event.error) },
                target: 'open.ended.failed',
                actions: [
                  { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) },
                  { type: 'reportFailed', params: ({ event }) => refusalIn(event.error) },
                ],
              },
              { target: 'confirming.pausing' },
            ],
          },
        },
        confirming: {
          description: 'The gateway authorises',
          initial: 'authorizing',
          states: {
            authorizing: {
              description: 'The gateway authorises the payment, at most once, also if it is requested again',
              tags: 'busy',
              on: {
                'payment.resumed': {
                  guard: { type: 'isUnattended', params: ({ event }) => event },
                  target: 'unanswered',
                },
              },
              invoke: {
                id: 'authorizePayment',
                src: 'authorizePayment',
                input: ({ context }) => ({ providerOrderId: context.providerOrderId! }),
                onDone: { target: '#payment.attempt.approved', actions: 'reportPaid' },
                onError: [
                  {
                    guard: { type: 'isNeverApproved', params: ({ event }) => refusalIn(event.error) },
                    target: '#payment.attempt.open.ended.cancelled',
                    actions: ['reportReleased', 'release'],
                  },
                  {
                    guard: { type: 'isRefused', params: ({ event }) => refusalIn(event.error) },
                    target: '#payment.attempt.open.ended.failed',
                    actions: [
                      { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) },
                      { type: 'reportFailed', params: ({ event }) => refusalIn(event.error) },
                    ],
                  },
                  {
                    guard: 'hasRetriesLeft',
                    target: 'pausing',
                    actions: { type: 'storeBusy', params: ({ event }) => refusalIn(event.error) },
                  },
                  { target: 'unanswered' },
                ],
              },
            },
            pausing: {
              description: 'The outcome is unknown: the pause before the next request',
              exit: 'clearFailure',
              tags: ['busy', 'reconciling'],
              after: { retryPause: { target: 'authorizing', actions: 'countRetry' } },
              on: {
                'payment.ask': { target: 'authorizing', actions: 'countRetry' },
                'payment.resumed': {
                  guard: { type: 'isUnattended', params: ({ event }) => event },
                  target: 'unanswered',
                },
              },
            },
            unanswered: {
              description:
                'The outcome is unknown and the gateway does not answer; the shopper can ask again or go back to the order',
              tags: 'reconciling',
              on: {
                'payment.ask': { target: 'authorizing', actions: 'restartRetries' },
                'payment.abandon': {
                  target: '#payment.attempt.open.ended.abandoned',
                  actions: ['reportAbandoned', 'release'],
                },
              },
            },
          },
        },
        approved: {
          description: 'The order is paid; it is placed next',
          on: {
            'payment.finish': [
              {
                guard: { type: 'isPlaced', params: ({ event }) => event.refusal },
                target: 'open.ready',
                actions: 'clearOrder',
              },
              {
                target: 'open.ended.failed',
                actions: ['clearOrder', { type: 'storeFailure', params: ({ event }) => event.refusal! }],
              },
            ],
          },
        },
      },
    },
    release: {
      description: 'The reservations of an attempt that ended unpaid',
      initial: 'idle',
      states: {
        idle: {
          description: 'No reservation has to be released',
          on: { 'payment.release': { guard: 'isReleasable', target: 'releasing', actions: 'storeReleased' } },
        },
        releasing: {
          description: 'The gateway releases the reservations; nothing waits for its answer',
          tags: 'busy',
          on: {
            'payment.release': {
              guard: 'isReleasable',
              target: 'releasing',
              reenter: true,
              actions: 'storeReleased',
            },
          },
          invoke: {
            id: 'endPayment',
            src: 'endPayment',
            input: ({ context }) => ({ providerOrderId: context.releasedId! }),
            onDone: 'idle',
            // if the request fails, the reservations expire after 5 minutes
            onError: 'idle',
          },
        },
      },
    },
  },
})

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>
