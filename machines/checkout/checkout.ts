import type { SnapshotFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { emptyAddress } from '../address/address-form.ts'
import { emptyBasket } from '../messages/basket.ts'
import { checkoutSetup } from './checkout-setup.ts'
import { newOrderFields } from './context.ts'
import { feeQuestionOf } from './pending-order.ts'

/**
 * The checkout of a guest or a customer, from a full cart to a placed order.
 *
 * - A customer's saved data is prefilled once and never overwrites typed text.
 * - A failure or a reload loses nothing that was typed.
 * - At most one order request is in flight; every retry of an order sends the same idempotency key and body.
 * - An order whose response was lost is sent again with its key; its outcome is never assumed.
 * - An order that was in flight when the page was left is sent again by itself within 10 minutes; later the shopper decides.
 * - A refusal settles the order: the next attempt gets a new key.
 * - The placed total is the shown total: an order is not sent when the two differ.
 * - An order paid online is placed with the key that it was paid with.
 * - One tab at a time holds the checkout. Another tab can take it over, with its form data and the order in flight.
 */
export const checkoutMachine = checkoutSetup.createMachine({
  id: 'checkout',
  description: 'From a full cart to a placed order',
  context: {
    flow: '',
    orderCount: 0,
    basket: emptyBasket,
    settings: null,
    person: { firstName: '', lastName: '', email: '', telephone: '' },
    billing: emptyAddress,
    delivery: emptyAddress,
    deliverTo: 'billing',
    savedId: null,
    account: null,
    methods: [],
    methodId: null,
    fee: null,
    feeKey: '',
    feeRefusal: null,
    payment: 'on-delivery',
    ...newOrderFields,
  },
  invoke: [
    { id: 'billingPlaces', src: 'places' },
    { id: 'deliveryPlaces', src: 'places' },
    { id: 'payment', src: 'payment' },
  ],
  type: 'parallel',
  states: {
    step: {
      description: 'The step of the checkout',
      initial: 'details',
      on: {
        'page.open': {
          actions: [
            { type: 'storeVisit', params: ({ event }) => event },
            { type: 'prefill', params: ({ event }) => event.account },
            'reportReady',
          ],
        },
        'account.changed': { actions: { type: 'prefill', params: ({ event }) => event.account } },
        'cart.changed': { actions: { type: 'storeBasket', params: ({ event }) => event.basket } },
        'settings.changed': { actions: { type: 'storeSettings', params: ({ event }) => event.settings } },
        'checkout.blurred': { actions: { type: 'touch', params: ({ event }) => `${event.form}.${event.field}` } },
        'checkout.retry': { actions: ['retryBillingPlaces', 'retryDeliveryPlaces'] },
        'checkout.handed': [
          {
            guard: { type: 'isOrderUnsettled', params: ({ event }) => event.from },
            target: '.unknown',
            actions: [
              { type: 'storeHanded', params: ({ event }) => event.from },
              { type: 'forwardHanded', params: ({ event }) => event.from },
            ],
          },
          {
            target: '.deciding',
            actions: [
              { type: 'storeHanded', params: ({ event }) => event.from },
              { type: 'forwardHanded', params: ({ event }) => event.from },
            ],
          },
        ],
      },
      states: {
        details: {
          description: 'Your Details: names, e-mail, phone, billing address',
          on: {
            'checkout.typed': { actions: { type: 'storeTyped', params: ({ event }) => event } },
            'checkout.chooseCountry': {
              actions: [
                { type: 'chooseCountry', params: ({ event }) => event },
                { type: 'forwardCountry', params: ({ event }) => event },
              ],
            },
            'checkout.chooseRegion': {
              actions: [
                { type: 'chooseRegion', params: ({ event }) => event },
                { type: 'forwardRegion', params: ({ event }) => event },
              ],
            },
            'checkout.continue': [
              {
                guard: { type: 'isStepRight', params: 'details' },
                target: 'deciding',
                actions: { type: 'markDone', params: 'details' },
              },
              { actions: { type: 'markTried', params: 'details' } },
            ],
          },
        },
        delivery: {
          description: 'Delivery: method and address',
          on: {
            'checkout.typed': { actions: { type: 'storeTyped', params: ({ event }) => event } },
            'checkout.chooseCountry': {
              actions: [
                { type: 'chooseCountry', params: ({ event }) => event },
                { type: 'forwardCountry', params: ({ event }) => event },
              ],
            },
            'checkout.chooseRegion': {
              actions: [
                { type: 'chooseRegion', params: ({ event }) => event },
                { type: 'forwardRegion', params: ({ event }) => event },
              ],
            },
            'checkout.chooseMethod': { actions: { type: 'chooseMethod', params: ({ event }) => event.id } },
            'checkout.chooseDeliverTo': { actions: { type: 'chooseDeliverTo', params: ({ event }) => event.to } },
            'checkout.chooseSaved': { actions: { type: 'chooseSaved', params: ({ event }) => event.id } },
            'checkout.continue': [
              {
                guard: { type: 'isStepRight', params: 'delivery' },
                target: 'deciding',
                actions: { type: 'markDone', params: 'delivery' },
              },
              { actions: { type: 'markTried', params: 'delivery' } },
            ],
            'checkout.edit': {
              guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'details' }) },
              target: 'details',
            },
          },
        },
        payment: {
          description: 'Payment: how to pay',
          on: {
            'checkout.choosePayment': {
              actions: [
                { type: 'choosePayment', params: ({ event }) => event.method },
                { type: 'preparePayment', params: ({ event }) => event.method },
              ],
            },
            'checkout.continue': [
              {
                guard: { type: 'isStepRight', params: 'payment' },
                target: 'deciding',
                actions: { type: 'markDone', params: 'payment' },
              },
              { actions: { type: 'markTried', params: 'payment' } },
            ],
            'checkout.edit': [
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'details' }) },
                target: 'details',
              },
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'delivery' }) },
                target: 'delivery',
              },
            ],
          },
        },
        deciding: {
          description: 'The first incomplete step is next',
          always: [
            { guard: { type: 'areStepsDone', params: ['details', 'delivery', 'payment'] }, target: 'review' },
            { guard: { type: 'areStepsDone', params: ['details', 'delivery'] }, target: 'payment' },
            { guard: { type: 'areStepsDone', params: ['details'] }, target: 'delivery' },
            { target: 'details' },
          ],
        },
        review: {
          description: 'The order is reviewed',
          on: {
            'checkout.typedComment': { actions: { type: 'storeComment', params: ({ event }) => event.value } },
            'checkout.edit': [
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'details' }) },
                target: 'details',
              },
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'delivery' }) },
                target: 'delivery',
              },
              {
                guard: { type: 'isStep', params: ({ event }) => ({ asked: event.step, step: 'payment' }) },
                target: 'payment',
              },
            ],
            'checkout.place': [
              { guard: 'isNotHeld' },
              {
                guard: { type: 'isPlaceable', params: ({ event }) => ({ total: event.total, by: 'on-delivery' }) },
                target: 'placing',
                actions: { type: 'storePendingOrder', params: ({ event }) => event.total },
              },
              { actions: { type: 'markTried', params: 'review' } },
            ],
            'checkout.pay': [
              { guard: 'isNotHeld' },
              {
                guard: { type: 'isPlaceable', params: ({ event }) => ({ total: event.total, by: 'online' }) },
                target: 'paying',
                actions: [{ type: 'storePendingOrder', params: ({ event }) => event.total }, 'beginPayment'],
              },
              { actions: { type: 'markTried', params: 'review' } },
            ],
          },
        },
        paying: {
          description: 'The order is being paid; it is placed right after',
          on: {
            'payment.paid': {
              target: 'placing',
              actions: { type: 'storePayment', params: ({ event }) => event.providerOrderId },
            },
            'payment.ended': [
              {
                guard: { type: 'isKeySpent', params: ({ event }) => event.key },
                target: 'review',
                actions: [{ type: 'storeRefusal', params: ({ event }) => event.refusal }, 'reportRefused'],
              },
              { target: 'review' },
            ],
          },
        },
        placing: {
          description: 'The order is being placed; sent again, the gateway places it at most once',
          tags: 'busy',
          on: {
            'checkout.resumed': {
              guard: { type: 'isUnattended', params: ({ event }) => event },
              target: 'unknown.silent',
            },
          },
          invoke: {
            id: 'placeOrder',
            src: 'placeOrder',
            input: ({ context }) => context.pendingOrder!,
            onDone: {
              target: 'placed',
              actions: [
                { type: 'reportPlaced', params: ({ context }) => context.pendingOrder! },
                { type: 'storeOrder', params: ({ event }) => event.output },
                { type: 'finishPayment', params: null },
              ],
            },
            onError: [
              {
                guard: { type: 'isRefused', params: ({ event }) => refusalIn(event.error) },
                target: 'review',
                actions: [
                  { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
                  { type: 'finishPayment', params: ({ event }) => refusalIn(event.error) },
                  'reportRefused',
                ],
              },
              { guard: 'hasRetriesLeft', target: 'unknown' },
              { target: 'unknown.silent' },
            ],
          },
        },
        unknown: {
          description: 'No response',
          initial: 'pausing',
          states: {
            pausing: {
              description: 'The pause before the order is sent again with the same key',
              tags: 'busy',
              after: { retryPause: { target: '#checkout.step.placing', actions: 'countRetry' } },
              on: {
                'checkout.ask': { target: '#checkout.step.placing', actions: 'countRetry' },
                'checkout.resumed': {
                  guard: { type: 'isUnattended', params: ({ event }) => event },
                  target: 'silent',
                },
              },
            },
            silent: {
              description: 'The gateway does not answer; the shopper can ask again',
              on: { 'checkout.ask': { target: '#checkout.step.placing', actions: 'restartRetries' } },
            },
          },
        },
        placed: {
          description: 'The order is placed',
          on: {
            'page.open': [
              {
                guard: { type: 'startsNextOrder', params: ({ event }) => event },
                target: 'details',
                actions: ['reset', { type: 'storeVisit', params: ({ event }) => event }, 'reportReady'],
              },
              { actions: [{ type: 'storeVisit', params: ({ event }) => event }, 'reportReady'] },
            ],
          },
        },
      },
    },
    tab: {
      description: 'Whether this tab holds the checkout; one tab does at a time',
      initial: 'claiming',
      states: {
        claiming: {
          description: 'The lock is requested',
          tags: 'busy',
          invoke: {
            id: 'claimCheckout',
            src: 'claimCheckout',
            input: { by: 'waiting' },
            onDone: [
              { guard: { type: 'isHeld', params: ({ event }) => event.output }, target: 'holding' },
              { target: 'elsewhere' },
            ],
            onError: 'holding',
          },
        },
        holding: {
          description: 'This tab holds the lock',
          invoke: { id: 'watchClaim', src: 'watchClaim', onDone: 'elsewhere', onError: 'claiming' },
        },
        elsewhere: {
          description: 'Another tab holds the lock; the shopper can take over',
          on: { 'checkout.takeOver': { guard: 'isBeforeOrder', target: 'taking' }, 'page.open': 'claiming' },
        },
        taking: {
          description: 'The lock is taken over, with the checkout of the other tab',
          tags: 'busy',
          invoke: {
            id: 'takeCheckout',
            src: 'claimCheckout',
            input: { by: 'stealing' },
            onDone: { target: 'holding', actions: { type: 'raiseHanded', params: ({ event }) => event.output } },
            onError: 'elsewhere',
          },
        },
      },
    },
    methods: {
      description: 'The delivery methods',
      initial: 'reading',
      states: {
        reading: {
          description: 'The delivery methods are being read',
          tags: 'busy',
          invoke: {
            id: 'readMethods',
            src: 'readMethods',
            onDone: { target: 'ready', actions: { type: 'storeMethods', params: ({ event }) => event.output } },
            onError: 'unreachable',
          },
        },
        ready: {
          description: 'The delivery methods were read',
          entry: 'raiseMethodsRead',
          on: { 'page.open': 'reading' },
        },
        unreachable: {
          description: 'The delivery methods could not be read',
          on: { 'checkout.retry': 'reading', 'page.open': 'reading' },
        },
      },
    },
    fee: {
      description: 'The delivery fee, if the gateway works it out',
      initial: 'none',
      on: {
        'checkout.continue': '.deciding',
        'checkout.chooseMethod': '.deciding',
        'checkout.chooseDeliverTo': '.deciding',
        'checkout.chooseSaved': '.deciding',
        'account.changed': '.deciding',
        'checkout.methodsRead': '.deciding',
        'checkout.handed': '.deciding',
        'cart.changed': '.deciding',
        'settings.changed': '.deciding',
      },
      states: {
        none: { description: 'There is no fee to request' },
        deciding: {
          description: 'Requested only once the address is complete',
          always: [
            { guard: 'isFeeKnown', target: 'known' },
            { guard: 'isFeeNeeded', target: 'asking', actions: 'clearFee' },
            { target: 'none', actions: 'clearFee' },
          ],
        },
        asking: {
          description: 'The fee is being requested',
          tags: 'busy',
          invoke: {
            id: 'readFee',
            src: 'readFee',
            input: ({ context }) => feeQuestionOf(context),
            onDone: { target: 'known', actions: { type: 'storeFee', params: ({ event }) => event.output.deliveryFee } },
            onError: {
              target: 'refused',
              actions: { type: 'storeFeeRefusal', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        known: { description: 'The fee is known' },
        refused: {
          description: 'There is no fee: outside the delivery area, or no response',
          on: { 'checkout.retry': 'asking' },
        },
      },
    },
  },
})

export type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>
