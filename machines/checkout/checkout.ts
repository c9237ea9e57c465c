import type { SnapshotFrom } from 'xstate'
import { refusalIn } from '#contract/refusal'
import { checkoutSetup } from './checkout-setup.ts'
import { guestFields, newOrderFields } from './context.ts'
import { feeQuestionOf } from './fee-request.ts'

/**
 * The checkout of a guest or a customer, from a full cart to a placed order.
 *
 * - A customer's saved data is prefilled once and never overwrites typed text.
 * - A failure or a reload loses nothing that was typed.
 * - A customer whose saved details are complete can go from the first step to the review at once.
 * - Each earlier step can be opened again, and each later one whose steps before it are done.
 * - Addresses start with the store's country and region.
 * - The delivery step ends once the fee is known, not needed, or can't be had: an address outside the delivery area does not
 *   end it.
 * - What was reviewed never changes by itself: if a method or an address is no longer available, its step is undone; if an
 *   amount changes, the order is not placed until the shopper has accepted the change.
 * - While an order is in flight nothing can be edited, and no other order is sent.
 * - Once an order is placed, what a guest typed for it is deleted, also in the tab that had handed its checkout over.
 * - The placed total is the shown total: an order is not sent when the two differ.
 * - The checkout that is opened with another cart is a new one; the order placed last keeps its receipt.
 * - A slot is chosen if the gateway has slots and the shopper wants one. A chosen one that is full or no longer offered stays chosen, and the order is
 *   not placed until the shopper has chosen another time.
 * - One tab at a time holds the checkout. Another tab can take it over, with its form data and the order in flight.
 */
export const checkoutMachine = checkoutSetup.createMachine({
  id: 'checkout',
  description: 'The checkout, from the cart to the placed order',
  context: {
    visitId: '',
    basket: { sessionId: null, lines: [], quantity: 0, subtotal: 0, coupon: null },
    settings: null,
    ...guestFields,
    savedId: null,
    account: null,
    methods: [],
    methodId: null,
    quote: null,
    outside: null,
    payment: 'on-delivery',
    ...newOrderFields,
  },
  invoke: [
    { id: 'billingPlaces', src: 'places' },
    { id: 'deliveryPlaces', src: 'places' },
    { id: 'orderAttempt', src: 'orderAttempt' },
    { id: 'lock', src: 'lock' },
    { id: 'slots', src: 'slots' },
  ],
  type: 'parallel',
  states: {
    step: {
      description: 'The step of the checkout',
      initial: 'filling',
      on: {
        'page.open': {
          actions: [
            { type: 'storeVisit', params: ({ event }) => event },
            { type: 'prefill', params: ({ event }) => event.account },
            'preselectRegion',
            'claimLock',
            { type: 'reportReady', params: ({ event }) => event },
          ],
        },
        'account.changed': { actions: { type: 'prefill', params: ({ event }) => event.account } },
        'cart.changed': { actions: { type: 'storeBasket', params: ({ event }) => event } },
        'settings.changed': {
          actions: [{ type: 'storeSettings', params: ({ event }) => event.settings }, 'preselectRegion'],
        },
        'checkout.blurred': { actions: { type: 'touch', params: ({ event }) => `${event.form}.${event.field}` } },
        'checkout.retry': { actions: ['retryBillingPlaces', 'retryDeliveryPlaces', 'retrySlots'] },
        'slots.read': { actions: { type: 'checkSlot', params: ({ event }) => event } },
        'checkout.recover': {
          guard: 'isOrderSettled',
          target: '.ordering',
          actions: ['clearRefusal', { type: 'recoverOrder', params: ({ event }) => event }],
        },
        'lock.taken': [
          {
            guard: 'isOrderHanded',
            target: '.ordering',
            actions: [
              { type: 'storeHanded', params: ({ event }) => event.handed! },
              { type: 'forwardHanded', params: ({ event }) => event.handed! },
            ],
          },
          {
            guard: 'isHanded',
            target: '.filling.quoting',
            actions: [
              { type: 'storeHanded', params: ({ event }) => event.handed! },
              { type: 'forwardHanded', params: ({ event }) => event.handed! },
            ],
          },
        ],
      },
      states: {
        filling: {
          description: 'No order is sent yet; the steps are filled in',
          initial: 'details',
          always: { guard: 'isDeliveryUndone', target: '.quoting' },
          on: {
            'checkout.typed': {
              guard: 'isAddressOpen',
              actions: { type: 'storeTyped', params: ({ event }) => event },
            },
            'checkout.chooseCountry': {
              guard: 'isAddressOpen',
              actions: [
                { type: 'chooseCountry', params: ({ event }) => event },
                { type: 'forwardCountry', params: ({ event }) => event },
              ],
            },
            'checkout.chooseRegion': {
              guard: 'isAddressOpen',
              actions: [
                { type: 'chooseRegion', params: ({ event }) => event },
                { type: 'forwardRegion', params: ({ event }) => event },
              ],
            },
            'checkout.edit': [
              { guard: 'isDetailsEarlier', target: '.details' },
              { guard: 'isDeliveryEarlier', target: '.delivery' },
              { guard: 'isPaymentEarlier', target: '.payment' },
              { guard: 'isDeliveryReached', target: '.delivery', actions: 'confirmAddresses' },
              { guard: 'isPaymentReached', target: '.payment', actions: 'confirmAddresses' },
              { guard: 'isReviewReached', target: '.review', actions: ['confirmAddresses', 'storeReviewed'] },
            ],
          },
          states: {
            details: {
              description: 'Your Details: names, email, phone, billing address',
              on: {
                'checkout.continue': [
                  {
                    guard: { type: 'isStepRight', params: 'details' },
                    target: 'quoting',
                    actions: ['confirmAddresses', { type: 'markDone', params: 'details' }],
                  },
                  { actions: { type: 'markTried', params: 'details' } },
                ],
                'checkout.skipToReview': {
                  guard: 'canSkipToReview',
                  target: 'quoting',
                  actions: [
                    'confirmAddresses',
                    { type: 'markDone', params: 'details' },
                    { type: 'markDone', params: 'delivery' },
                    { type: 'markDone', params: 'payment' },
                  ],
                },
              },
            },
            delivery: {
              description: 'Delivery: method, address and time',
              entry: 'showSlots',
              on: {
                'checkout.chooseMethod': {
                  actions: [{ type: 'chooseMethod', params: ({ event }) => event.id }, 'showSlots'],
                },
                'checkout.chooseDeliverTo': {
                  actions: [{ type: 'chooseDeliverTo', params: ({ event }) => event.to }, 'showSlots'],
                },
                'checkout.chooseSaved': {
                  actions: [{ type: 'chooseSaved', params: ({ event }) => event.id }, 'showSlots'],
                },
                'checkout.chooseSlot': { actions: { type: 'chooseSlot', params: ({ event }) => event.slot } },
                'checkout.continue': [
                  { guard: 'isWaitingForMethods' },
                  {
                    guard: { type: 'isStepRight', params: 'delivery' },
                    target: 'quoting',
                    actions: ['confirmAddresses', { type: 'markDone', params: 'delivery' }],
                  },
                  { actions: { type: 'markTried', params: 'delivery' } },
                ],
              },
            },
            payment: {
              description: 'Payment: how to pay',
              on: {
                'checkout.choosePayment': {
                  actions: [
                    { type: 'choosePayment', params: ({ event }) => event.method },
                    { type: 'forwardPaymentMethod', params: ({ event }) => event.method },
                  ],
                },
                'checkout.continue': [
                  {
                    guard: { type: 'isStepRight', params: 'payment' },
                    target: 'quoting',
                    actions: { type: 'markDone', params: 'payment' },
                  },
                  { actions: { type: 'markTried', params: 'payment' } },
                ],
              },
            },
            quoting: {
              description: 'Chooses the first incomplete step, after the fee is known',
              tags: 'busy',
              always: [
                { guard: 'isReviewNext', target: 'review', actions: ['confirmAddresses', 'beginReview'] },
                { guard: 'isPaymentNext', target: 'payment', actions: 'confirmAddresses' },
                { guard: 'isDeliveryNext', target: 'delivery' },
                { guard: 'isDetailsNext', target: 'details' },
              ],
              // the step is completed with the last choice: pick-up, for example, needs no fee of an address
              on: {
                'checkout.chooseMethod': { actions: { type: 'chooseMethod', params: ({ event }) => event.id } },
                'checkout.chooseDeliverTo': { actions: { type: 'chooseDeliverTo', params: ({ event }) => event.to } },
                'checkout.chooseSaved': { actions: { type: 'chooseSaved', params: ({ event }) => event.id } },
              },
            },
            review: {
              description: 'The order is reviewed',
              exit: 'dismissPayment',
              on: {
                'checkout.chooseSlot': { actions: { type: 'chooseSlot', params: ({ event }) => event.slot } },
                'checkout.typedComment': { actions: { type: 'storeComment', params: ({ event }) => event.value } },
                'checkout.chooseSubstitution': {
                  actions: { type: 'storeSubstitution', params: ({ event }) => event.substitution },
                },
                'checkout.accept': {
                  guard: { type: 'isTotalShown', params: ({ event }) => event.total },
                  actions: 'storeReviewed',
                },
                'checkout.place': [
                  { guard: 'isInOtherTab' },
                  {
                    guard: { type: 'isPlaceable', params: ({ event }) => ({ total: event.total, by: 'on-delivery' }) },
                    target: '#checkout.step.ordering',
                    actions: ['beginOrder', { type: 'placeOrder', params: ({ event }) => event.total }],
                  },
                  { actions: { type: 'markTried', params: 'review' } },
                ],
                'checkout.pay': [
                  { guard: 'isInOtherTab' },
                  {
                    guard: { type: 'isPlaceable', params: ({ event }) => ({ total: event.total, by: 'online' }) },
                    target: '#checkout.step.ordering',
                    actions: ['beginOrder', { type: 'placeOrder', params: ({ event }) => event.total }],
                  },
                  { actions: { type: 'markTried', params: 'review' } },
                ],
              },
            },
          },
        },
        ordering: {
          description: 'An order is in flight: the attempt has it',
          entry: 'checkSlots',
          on: {
            'order.placed': {
              target: 'placed',
              actions: [
                { type: 'reportPlaced', params: ({ event }) => event },
                'clearOrdered',
                'clearGuest',
                'clearSlots',
              ],
            },
            'order.unpaid': 'filling.review',
            'order.refused': {
              target: 'filling.review',
              actions: [
                { type: 'storeRefusal', params: ({ event }) => event.refusal },
                { type: 'renewSlots', params: ({ event }) => event.refusal },
                { type: 'reportRefused', params: ({ event }) => event.refusal },
              ],
            },
            'order.discarded': {
              target: 'filling.quoting',
              actions: { type: 'reportDiscarded', params: ({ event }) => event },
            },
          },
        },
        placed: {
          description: 'The order is placed',
          on: {
            'page.open': [
              {
                guard: { type: 'startsNextOrder', params: ({ event }) => event },
                target: 'filling',
                actions: [
                  'reset',
                  { type: 'storeVisit', params: ({ event }) => event },
                  { type: 'prefill', params: ({ event }) => event.account },
                  'preselectRegion',
                  'claimLock',
                  { type: 'reportReady', params: ({ event }) => event },
                ],
              },
              {
                actions: [
                  { type: 'storeVisit', params: ({ event }) => event },
                  'claimLock',
                  { type: 'reportReady', params: ({ event }) => event },
                ],
              },
            ],
          },
        },
      },
    },
    tab: {
      description: 'Which tab holds the checkout, as the lock reports it',
      initial: 'here',
      states: {
        here: {
          description: 'This tab holds the checkout, or it is not known yet which one does',
          on: { 'lock.lost': { target: 'otherTab', actions: 'moveOrder' } },
        },
        otherTab: {
          description: 'Another tab holds the checkout: nothing is ordered here',
          on: {
            'lock.taken': 'here',
            'checkout.takeOver': { guard: 'isFilling', actions: 'takeLock' },
            'checkout.ordered': { guard: 'isFilling', actions: ['clearTyped', 'clearOrder', 'clearSlots'] },
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
            onDone: {
              target: 'ready',
              // before the delivery step is open: slots that arrive then would move its button under a press
              actions: [{ type: 'storeMethods', params: ({ event }) => event.output }, 'showSlots'],
            },
            onError: 'unreachable',
          },
        },
        ready: {
          description: 'The delivery methods were read',
          on: { 'page.open': 'reading', 'checkout.retry': { guard: 'hasNoMethods', target: 'reading' } },
        },
        unreachable: {
          description: 'The delivery methods could not be read',
          on: { 'checkout.retry': 'reading', 'page.open': 'reading' },
        },
      },
    },
    fee: {
      description: 'The delivery fee, if the gateway calculates it',
      initial: 'none',
      always: [
        { guard: 'isFeeMissing', target: '.asking', actions: 'askFee' },
        { guard: 'isFeeObsolete', target: '.none', actions: 'clearFee' },
      ],
      states: {
        none: { description: 'There is no fee to request' },
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
          on: { 'checkout.retry': { actions: 'clearFee' }, 'page.open': { actions: 'clearFee' } },
        },
      },
    },
  },
})

export type CheckoutSnapshot = SnapshotFrom<typeof checkoutMachine>
