import { assign, setup, type SnapshotFrom } from 'xstate'
import type { NewOrder } from '#contract/order'
import { paymentRefusals, type PaidPayment, type PaymentOrder } from '#contract/payment'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { tellParent } from '../parts/tell-parent.ts'

/** How payments are made: where the provider's order is created, and what follows the shopper's approval. */
export interface PaymentSetup {
  createOn: 'client' | 'server'
  approveOn: 'client' | 'server'
}

/** Where the provider's window wants to send an order, as far as it says so. */
export interface WantedPlace {
  city: string
  state: string
  postCode: string
}

/** Whether an order goes to the place that was chosen in the window: it is another, out of reach, or nobody could say. */
export type PlaceAnswer = 'accepted' | 'other' | 'outside' | 'unknown'

export interface PaymentContext {
  setup: PaymentSetup | null
  /** What is being paid: the order as it will be placed. */
  order: NewOrder | null
  /** The provider's order for it; null until it is made. */
  providerOrderId: string | null
  /** How often a lost answer was asked for. */
  asked: number
  /** Why the last try came to nothing. */
  refusal: Refusal | null
  /** Why there is no button. */
  setupRefusal: Refusal | null
  /** The place that was chosen in the window last, and what became of it. */
  place: WantedPlace | null
  placeIs: PlaceAnswer
}

export type PaymentEvent =
  /** Paying online was chosen: the button is wanted. */
  | { type: 'payment.want' }
  | { type: 'payment.begin'; order: NewOrder }
  /** The order of what was paid was placed, or refused: the payment is done with. */
  | { type: 'payment.finish'; refusal: Refusal | null }
  | { type: 'payment.ask' }
  | { type: 'payment.abandon' }
  | { type: 'payment.reload' }
  /** What the provider's script and button report. */
  | { type: 'payment.loaded' }
  | { type: 'payment.unloaded' }
  | { type: 'payment.clicked' }
  | { type: 'payment.approved'; providerOrderId: string }
  | { type: 'payment.cancelled' }
  | { type: 'payment.failed'; message: string }
  | { type: 'payment.placeChosen'; place: WantedPlace }

/** What the checkout is told. */
export type PaymentNews =
  | { type: 'payment.paid'; providerOrderId: string }
  /** It is not being paid any more; `wish` says whether the same order may be tried again with its key. */
  | { type: 'payment.ended'; wish: 'kept' | 'over'; refusal: Refusal | null }

const tellCheckout = tellParent<PaymentNews>()

/** The payment is open at the gateway: the same order can be paid with another card, or after all. */
const isOpen = ({ code, status }: Refusal): boolean =>
  code !== 'refused' || status === paymentRefusals.declined || status === paymentRefusals.notApproved || status === 429

const lostBy = (message: string): Refusal => ({ code: 'lost', message, status: 0 })

/** The window was blocked by the browser. */
export const isWindowBlocked = ({ message }: Refusal): boolean => /popup|pop-up|window_open/i.test(message)

/**
 * Paying with the provider's button, from the press to money that is set aside or taken.
 *
 * - The order is made with the order's own key, and asked for again with it: one wish, one payment.
 * - After the approval nothing can be cancelled any more: it is paid, refused, or not known yet.
 * - What is not known is asked about, never assumed. A window that went away without a word counts as not known.
 * - Answers that come late or twice find no state that takes them; they stand in the journal and change nothing.
 * - What is let be without being known is over: another try has another key, and the gateway gives back what there was.
 * - What the button could not even ask for is told, too; what it says after a try that failed is that failure once more.
 * - Money moves only by `authorizePayment` and `captureInBrowser`: an approval alone is no payment.
 */
export const paymentMachine = setup({
  types: { context: {} as PaymentContext, events: {} as PaymentEvent, tags: {} as 'busy' },
  actors: {
    readSetup: effect<PaymentSetup>('readSetup'),
    createPayment: effect<PaymentOrder, { order: NewOrder; setup: PaymentSetup }>('createPayment'),
    watchWindow: effect<null, { providerOrderId: string }>('watchWindow'),
    checkPlace: effect<Exclude<PlaceAnswer, 'unknown'>, { order: NewOrder; place: WantedPlace }>('checkPlace'),
    authorizePayment: effect<PaidPayment, { providerOrderId: string }>('authorizePayment'),
    captureInBrowser: effect<PaidPayment, { providerOrderId: string }>('captureInBrowser'),
  },
  guards: {
    /** What the provider says is about the payment of this order. */
    isOurs: ({ context }, providerOrderId: string) => providerOrderId === context.providerOrderId,
    /** The shop is set up so that the browser captures the payment, not the gateway. */
    isCapturedHere: ({ context }) => context.setup?.approveOn === 'client',
    /** The gateway has refused. */
    isRefused: (_, refusal: Refusal) => refusal.code === 'refused',
    /** The gateway says that the shopper has not approved the payment. */
    isNotApproved: (_, refusal: Refusal) =>
      refusal.code === 'refused' && refusal.status === paymentRefusals.notApproved,
    /** The order is placed. */
    isPlaced: (_, refusal: Refusal | null) => refusal === null,
    /** It was asked fewer than 4 times what became of the payment. */
    hasPatience: ({ context }) => context.asked < 4,
  },
  actions: {
    keepSetup: assign({ setup: (_, setup: PaymentSetup) => setup, setupRefusal: null }),
    explainSetup: assign({ setupRefusal: (_, refusal: Refusal) => refusal }),
    keepOrder: assign({
      order: (_, order: NewOrder) => order,
      providerOrderId: null,
      asked: 0,
      refusal: null,
      place: null,
      placeIs: 'accepted',
    }),
    keepProviderOrder: assign({ providerOrderId: (_, { id }: PaymentOrder) => id }),
    // what was said of another place does not hold for this one
    keepPlace: assign({ place: (_, place: WantedPlace) => place, placeIs: 'accepted' }),
    answerPlace: assign({ placeIs: (_, answer: PlaceAnswer) => answer }),
    countQuestion: assign({ asked: ({ context }) => context.asked + 1 }),
    forgetQuestions: assign({ asked: 0 }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    forgetOrder: assign({
      order: null,
      providerOrderId: null,
      asked: 0,
      refusal: null,
      place: null,
      placeIs: 'accepted',
    }),
    tellPaid: tellCheckout(({ context }) => ({ type: 'payment.paid', providerOrderId: context.providerOrderId! })),
    tellCancelled: tellCheckout({ type: 'payment.ended', wish: 'kept', refusal: null }),
    // it may be paid: the same order is another wish from now on, and the gateway gives this payment up for it
    tellAbandoned: tellCheckout({ type: 'payment.ended', wish: 'over', refusal: null }),
    tellEnded: tellCheckout((_, refusal: Refusal) => ({
      type: 'payment.ended',
      wish: isOpen(refusal) ? 'kept' : 'over',
      refusal,
    })),
  },
  delays: {
    askPause: ({ context }) => 1_000 * 2 ** context.asked,
    /** Browsers give a script no time of its own to come in. */
    scriptPatience: 20_000,
  },
}).createMachine({
  id: 'payment',
  description: "Paying with the provider's button",
  context: {
    setup: null,
    order: null,
    providerOrderId: null,
    asked: 0,
    refusal: null,
    setupRefusal: null,
    place: null,
    placeIs: 'accepted',
  },
  type: 'parallel',
  states: {
    button: {
      description: "The provider's button",
      initial: 'unwanted',
      states: {
        unwanted: { description: 'Nobody wants to pay online yet', on: { 'payment.want': 'configuring' } },
        configuring: {
          description: 'How payments are made is looked up',
          tags: 'busy',
          invoke: {
            id: 'readSetup',
            src: 'readSetup',
            onDone: { target: 'loading', actions: { type: 'keepSetup', params: ({ event }) => event.output } },
            onError: {
              target: 'misconfigured',
              actions: { type: 'explainSetup', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        misconfigured: {
          description: 'The shop was set up wrongly: who set it up is told, and the other ways to pay stay',
          on: { 'payment.want': 'configuring' },
        },
        loading: {
          description: "The provider's script is on its way",
          on: { 'payment.loaded': 'ready', 'payment.unloaded': 'unavailable' },
          after: { scriptPatience: 'unavailable' },
        },
        ready: { description: 'The button can be pressed', on: { 'payment.unloaded': 'unavailable' } },
        unavailable: {
          description: "The provider's script did not come",
          on: { 'payment.reload': 'loading', 'payment.loaded': 'ready' },
        },
      },
    },
    flow: {
      description: 'What became of the payment',
      initial: 'ready',
      states: {
        ready: {
          description: 'Nothing is being paid',
          on: {
            'payment.begin': { target: 'creating', actions: { type: 'keepOrder', params: ({ event }) => event.order } },
            'payment.failed': {
              target: 'failed',
              actions: { type: 'explain', params: ({ event }) => lostBy(event.message) },
            },
          },
        },
        creating: {
          description: "The provider's order is being made; the window waits for it",
          tags: 'busy',
          invoke: {
            id: 'createPayment',
            src: 'createPayment',
            input: ({ context }) => ({ order: context.order!, setup: context.setup! }),
            onDone: {
              target: 'approving',
              actions: { type: 'keepProviderOrder', params: ({ event }) => event.output },
            },
            onError: {
              target: 'failed',
              actions: [
                { type: 'explain', params: ({ event }) => refusalIn(event.error) },
                { type: 'tellEnded', params: ({ event }) => refusalIn(event.error) },
              ],
            },
          },
          on: {
            'payment.cancelled': { target: 'cancelled', actions: 'tellCancelled' },
            'payment.failed': {
              target: 'failed',
              actions: [
                { type: 'explain', params: ({ event }) => lostBy(event.message) },
                { type: 'tellEnded', params: ({ event }) => lostBy(event.message) },
              ],
            },
          },
        },
        approving: {
          description: "The shopper is in the provider's window",
          invoke: {
            id: 'watchWindow',
            src: 'watchWindow',
            input: ({ context }) => ({ providerOrderId: context.providerOrderId! }),
            onDone: 'reconciling',
            onError: 'reconciling',
          },
          on: {
            'payment.approved': [
              {
                guard: { type: 'isOurs', params: ({ event }) => event.providerOrderId },
                target: 'deciding',
              },
            ],
            'payment.cancelled': { target: 'cancelled', actions: 'tellCancelled' },
            'payment.failed': {
              target: 'failed',
              actions: [
                { type: 'explain', params: ({ event }) => lostBy(event.message) },
                { type: 'tellEnded', params: ({ event }) => lostBy(event.message) },
              ],
            },
          },
          initial: 'waiting',
          states: {
            waiting: {
              description: 'The window is open',
              on: {
                'payment.placeChosen': {
                  target: 'checking',
                  actions: { type: 'keepPlace', params: ({ event }) => event.place },
                },
              },
            },
            checking: {
              description: 'Another place was chosen in the window: does the order go there?',
              tags: 'busy',
              invoke: {
                id: 'checkPlace',
                src: 'checkPlace',
                input: ({ context }) => ({ order: context.order!, place: context.place! }),
                onDone: { target: 'waiting', actions: { type: 'answerPlace', params: ({ event }) => event.output } },
                onError: { target: 'waiting', actions: { type: 'answerPlace', params: () => 'unknown' as const } },
              },
              on: {
                'payment.placeChosen': {
                  target: 'checking',
                  reenter: true,
                  actions: { type: 'keepPlace', params: ({ event }) => event.place },
                },
              },
            },
          },
        },
        deciding: {
          description: 'Who takes the money?',
          always: [{ guard: 'isCapturedHere', target: 'capturing' }, { target: 'authorizing' }],
        },
        authorizing: {
          description: 'The gateway sets the money aside',
          tags: 'busy',
          invoke: {
            id: 'authorizePayment',
            src: 'authorizePayment',
            input: ({ context }) => ({ providerOrderId: context.providerOrderId! }),
            onDone: { target: 'approved', actions: 'tellPaid' },
            onError: [
              {
                guard: { type: 'isRefused', params: ({ event }) => refusalIn(event.error) },
                target: 'failed',
                actions: [
                  { type: 'explain', params: ({ event }) => refusalIn(event.error) },
                  { type: 'tellEnded', params: ({ event }) => refusalIn(event.error) },
                ],
              },
              { target: 'reconciling.pausing' },
            ],
          },
        },
        capturing: {
          description: 'The browser takes the money',
          tags: 'busy',
          invoke: {
            id: 'captureInBrowser',
            src: 'captureInBrowser',
            input: ({ context }) => ({ providerOrderId: context.providerOrderId! }),
            onDone: { target: 'approved', actions: 'tellPaid' },
            onError: [
              {
                guard: { type: 'isRefused', params: ({ event }) => refusalIn(event.error) },
                target: 'failed',
                actions: [
                  { type: 'explain', params: ({ event }) => refusalIn(event.error) },
                  { type: 'tellEnded', params: ({ event }) => refusalIn(event.error) },
                ],
              },
              { target: 'reconciling.pausing' },
            ],
          },
        },
        reconciling: {
          description: 'Whether it was paid is not known, and is being found out',
          entry: 'forgetQuestions',
          initial: 'asking',
          states: {
            pausing: {
              description: 'A moment before asking again',
              tags: 'busy',
              after: { askPause: 'asking' },
              on: { 'payment.ask': 'asking' },
            },
            asking: {
              description: 'The gateway is asked with the same key: it sets the money aside at most once',
              tags: 'busy',
              entry: 'countQuestion',
              invoke: {
                id: 'askForPayment',
                src: 'authorizePayment',
                input: ({ context }) => ({ providerOrderId: context.providerOrderId! }),
                onDone: { target: '#payment.flow.approved', actions: 'tellPaid' },
                onError: [
                  {
                    guard: { type: 'isNotApproved', params: ({ event }) => refusalIn(event.error) },
                    target: '#payment.flow.cancelled',
                    actions: 'tellCancelled',
                  },
                  {
                    guard: { type: 'isRefused', params: ({ event }) => refusalIn(event.error) },
                    target: '#payment.flow.failed',
                    actions: [
                      { type: 'explain', params: ({ event }) => refusalIn(event.error) },
                      { type: 'tellEnded', params: ({ event }) => refusalIn(event.error) },
                    ],
                  },
                  { target: 'deciding' },
                ],
              },
            },
            deciding: {
              description: 'Ask once more, or leave it to the shopper',
              always: [{ guard: 'hasPatience', target: 'pausing' }, { target: 'silent' }],
            },
            silent: {
              description: 'The gateway stays silent; the shopper can ask again, or let it be',
              on: {
                'payment.ask': { target: 'asking', actions: 'forgetQuestions' },
                'payment.abandon': { target: '#payment.flow.abandoned', actions: 'tellAbandoned' },
              },
            },
          },
        },
        approved: {
          description: 'It is paid: the order follows',
          on: {
            'payment.finish': [
              {
                guard: { type: 'isPlaced', params: ({ event }) => event.refusal },
                target: 'ready',
                actions: 'forgetOrder',
              },
              {
                target: 'failed',
                actions: ['forgetOrder', { type: 'explain', params: ({ event }) => event.refusal! }],
              },
            ],
          },
        },
        cancelled: {
          description: 'The window was closed, and nothing was charged',
          on: {
            'payment.clicked': 'ready',
            'payment.begin': { target: 'creating', actions: { type: 'keepOrder', params: ({ event }) => event.order } },
            'payment.finish': {
              guard: { type: 'isPlaced', params: ({ event }) => event.refusal },
              target: 'ready',
              actions: 'forgetOrder',
            },
          },
        },
        abandoned: {
          description: 'The shopper let it be; if it was paid, it is given back',
          on: {
            'payment.clicked': 'ready',
            'payment.begin': { target: 'creating', actions: { type: 'keepOrder', params: ({ event }) => event.order } },
            'payment.finish': {
              guard: { type: 'isPlaced', params: ({ event }) => event.refusal },
              target: 'ready',
              actions: 'forgetOrder',
            },
          },
        },
        failed: {
          description: 'It came to nothing, and nothing was charged',
          on: {
            'payment.clicked': 'ready',
            'payment.begin': { target: 'creating', actions: { type: 'keepOrder', params: ({ event }) => event.order } },
            'payment.finish': {
              guard: { type: 'isPlaced', params: ({ event }) => event.refusal },
              target: 'ready',
              actions: 'forgetOrder',
            },
          },
        },
      },
    },
  },
})

export type PaymentSnapshot = SnapshotFrom<typeof paymentMachine>
