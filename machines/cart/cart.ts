import { plainText } from '#contract/typed-text'
import type { SnapshotFrom } from 'xstate'
import { unitPriceOf } from '#contract/cart'
import { toDollars } from '#contract/money'
import { refusalIn } from '#contract/refusal'
import { cartSetup, emptyCart, type CartContext, type CartEvent } from './cart-setup.ts'
import { firstCommandLine, firstCommandOf, type PendingChange } from './pending-commands.ts'

type SetQuantity = Extract<CartEvent, { type: 'cart.setQuantity' }>
type RemoveLine = Extract<CartEvent, { type: 'cart.remove' }>

const changeOf = ({ lineId, quantity, choice }: SetQuantity): PendingChange => ({
  kind: 'change',
  lineId,
  quantity: quantity!,
  ...(choice && { choice }),
})

/**
 * Queues the commands for a line.
 *
 * @param inFlight - how many commands at the head of the queue are in flight in the state
 */
const lineCommands = (inFlight: 0 | 1) => ({
  'cart.setQuantity': [
    {
      guard: { type: 'isChange' as const, params: ({ event }: { event: SetQuantity }) => event },
      actions: {
        type: 'enqueueLineCommand' as const,
        params: ({ event }: { event: SetQuantity }) => ({ ...changeOf(event), inFlight }),
      },
    },
    {
      guard: { type: 'isKnownLine' as const, params: ({ event }: { event: SetQuantity }) => event.lineId },
      actions: {
        type: 'storeInvalidQuantity' as const,
        params: ({ event: { lineId, quantity } }: { event: SetQuantity }) => ({ lineId, quantity, inFlight }),
      },
    },
  ],
  'cart.remove': {
    guard: { type: 'isKnownLine' as const, params: ({ event }: { event: RemoveLine }) => event.lineId },
    actions: {
      type: 'enqueueLineCommand' as const,
      params: ({ event }: { event: RemoveLine }) => ({ kind: 'remove' as const, lineId: event.lineId, inFlight }),
    },
  },
})

/** A command that failed without a connection waits for it, and is sent again with its key. */
const waitsOffline = {
  guard: { type: 'isOffline' as const, params: ({ event }: { event: { error: unknown } }) => refusalIn(event.error) },
  target: 'waiting' as const,
}

/**
 * The shopper's cart. The gateway owns the cart; this machine holds the last copy it read and the pending commands.
 *
 * - Commands are accepted in every state and sent one at a time, in order.
 * - The last command for a line replaces the line's earlier ones that are not in flight.
 * - What the shopper wants for a line that has run out, and the note for its packer, are sent with its quantity.
 * - A product that is being added cannot be added a second time until the response arrives.
 * - An addition without a valid quantity is ignored.
 * - An addition whose response was lost keeps its idempotency key when it is sent again.
 * - A line that no longer exists at the gateway counts as removed.
 * - After a lost response or a failed change the cart is read again.
 * - Commands wait while the browser has no connection. They are sent in order when it returns, an addition with its key, and tried once a
 *   minute until then. The cart is read after an addition that waited.
 * - A cart that could not be read is read again when the connection returns.
 * - A line that is changed to more than are left gets what is left.
 * - A coupon that is applied stays so until the gateway refuses it or the shopper removes it. If it could not be checked again,
 *   it is checked later.
 */
export const cartMachine = cartSetup.createMachine({
  id: 'cart',
  description: "The shopper's cart and the coupon on it",
  context: {
    visitId: '',
    keyCount: 0,
    ...emptyCart,
    orderedSessionId: null,
    pendingCommands: [],
  },
  type: 'parallel',
  states: {
    lines: {
      description: 'The lines of the cart',
      initial: 'unopened',
      on: {
        'visit.started': { actions: { type: 'storeVisit', params: ({ event }) => event } },
        'cart.add': {
          guard: { type: 'isAddable', params: ({ event }) => event },
          actions: { type: 'enqueueAddition', params: ({ event }) => event },
        },
        ...lineCommands(1),
        'cart.open': { actions: 'enqueueReading' },
        'cart.read': { actions: 'enqueueReading' },
        'cart.clear': {
          guard: { type: 'isOrderedCart', params: ({ event }) => event.sessionId },
          target: '.idle',
          actions: [{ type: 'clearOrderedCart', params: ({ event }) => event.sessionId }, 'reportCart'],
        },
        'cart.reset': {
          target: '.idle',
          actions: ['clearCart', { type: 'storeSession', params: ({ event }) => event.sessionId }, 'reportCart'],
        },
      },
      states: {
        unopened: {
          description: "The session's lines have not arrived yet",
          on: {
            'cart.open': {
              target: 'idle',
              actions: [{ type: 'storeLines', params: ({ event }) => event.lines }, 'reportCart'],
            },
            'cart.read': 'loading',
          },
        },
        idle: {
          description: 'No command is pending',
          always: [
            { guard: 'isReadingNext', target: 'loading', actions: 'dequeue' },
            { guard: 'isAdditionNext', target: 'adding' },
            { guard: 'isRemovalNext', target: 'removing' },
            { guard: 'isChangeNext', target: 'pausing' },
          ],
          on: {
            'cart.open': [
              { guard: { type: 'areLinesStale', params: ({ event }) => event.lines }, target: 'loading' },
              { actions: [{ type: 'storeLines', params: ({ event }) => event.lines }, 'reportCart'] },
            ],
            'cart.read': 'loading',
          },
        },
        pausing: {
          description: 'A quantity was changed; another change may follow',
          on: {
            'cart.setQuantity': [
              {
                guard: { type: 'isQuantity', params: ({ event }) => event.quantity },
                target: 'pausing',
                reenter: true,
                actions: {
                  type: 'enqueueLineCommand',
                  params: ({ event }) => ({ ...changeOf(event), inFlight: 0 as const }),
                },
              },
              {
                target: 'idle',
                actions: {
                  type: 'storeInvalidQuantity',
                  params: ({ event: { lineId, quantity } }) => ({ lineId, quantity, inFlight: 0 as const }),
                },
              },
            ],
            'cart.remove': {
              guard: { type: 'isKnownLine', params: ({ event }) => event.lineId },
              target: 'idle',
              actions: {
                type: 'enqueueLineCommand',
                params: ({ event }) => ({ kind: 'remove' as const, lineId: event.lineId, inFlight: 0 as const }),
              },
            },
          },
          after: { typingPause: 'updating' },
        },
        loading: {
          description: 'The cart is read from the gateway',
          tags: 'busy',
          always: {
            guard: 'hasNoSession',
            target: 'idle',
            actions: [{ type: 'storeLines', params: () => [] }, 'reportCart'],
          },
          on: {
            ...lineCommands(0),
            'visit.started': [
              // another tab has created another cart, which is read instead
              {
                guard: { type: 'isOtherSession', params: ({ event }) => event.sessionId },
                target: 'loading',
                reenter: true,
                actions: { type: 'storeVisit', params: ({ event }) => event },
              },
              { actions: { type: 'storeVisit', params: ({ event }) => event } },
            ],
          },
          invoke: {
            id: 'readCart',
            src: 'readCart',
            input: ({ context }) => ({ sessionId: context.sessionId ?? '' }),
            onDone: {
              target: 'idle',
              actions: [{ type: 'storeLines', params: ({ event }) => event.output }, 'reportCart'],
            },
            onError: {
              target: 'unreachable',
              actions: { type: 'storeFailure', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        adding: {
          description: 'A product is being added',
          tags: 'busy',
          on: {
            // the response says which cart it was added to
            'cart.clear': {
              guard: { type: 'isOrderedCart', params: ({ event }) => event.sessionId },
              actions: [{ type: 'clearOrderedCart', params: ({ event }) => event.sessionId }, 'reportCart'],
            },
          },
          invoke: {
            id: 'addLine',
            src: 'addLine',
            input: ({ context }) => ({ ...firstCommandOf(context, 'add'), sessionId: context.sessionId }),
            onDone: {
              target: 'idle',
              actions: [
                'announceAddition',
                { type: 'storeLine', params: ({ event }) => event.output },
                'dequeue',
                'reportOwnChange',
              ],
            },
            onError: [
              { ...waitsOffline, actions: 'enqueueReading' },
              {
                guard: { type: 'isResponseLost', params: ({ event }) => refusalIn(event.error) },
                target: 'loading',
                actions: [
                  'storeUnanswered',
                  { type: 'announceFailedAddition', params: ({ event }) => refusalIn(event.error) },
                  'dequeue',
                ],
              },
              {
                target: 'idle',
                actions: [{ type: 'announceFailedAddition', params: ({ event }) => refusalIn(event.error) }, 'dequeue'],
              },
            ],
          },
        },
        updating: {
          description: "A line's quantity is being changed",
          tags: 'busy',
          invoke: {
            id: 'changeLine',
            src: 'changeLine',
            input: ({ context }) => changeRequest(context),
            onDone: {
              target: 'idle',
              actions: [
                { type: 'storeChangedLine', params: ({ event }) => event.output },
                'dequeue',
                'reportOwnChange',
              ],
            },
            onError: [
              waitsOffline,
              {
                guard: { type: 'isPartLeft', params: ({ event }) => refusalIn(event.error) },
                target: 'idle',
                actions: [
                  { type: 'announceFailure', params: ({ event }) => refusalIn(event.error) },
                  { type: 'takeLeft', params: ({ event }) => refusalIn(event.error) },
                ],
              },
              {
                target: 'loading',
                actions: [{ type: 'announceFailure', params: ({ event }) => refusalIn(event.error) }, 'dequeue'],
              },
            ],
          },
        },
        removing: {
          description: 'A line is being removed',
          tags: 'busy',
          invoke: {
            id: 'removeLine',
            src: 'removeLine',
            input: ({ context }) => ({ id: firstCommandOf(context, 'remove').lineId }),
            onDone: { target: 'idle', actions: ['announceRemoval', 'dropLine', 'dequeue', 'reportOwnChange'] },
            onError: [
              waitsOffline,
              {
                guard: { type: 'isLineMissing', params: ({ event }) => refusalIn(event.error) },
                target: 'idle',
                actions: ['announceRemoval', 'dropLine', 'dequeue', 'reportOwnChange'],
              },
              {
                target: 'loading',
                actions: [{ type: 'announceFailure', params: ({ event }) => refusalIn(event.error) }, 'dequeue'],
              },
            ],
          },
        },
        waiting: {
          description: 'Commands wait for a connection',
          on: { 'connection.returned': 'idle' },
          after: { connectionPause: 'idle' },
        },
        unreachable: {
          description: 'The cart could not be read',
          // a command does not show what else the cart holds: it is read after the command
          always: { guard: 'hasPendingCommand', target: 'idle', actions: 'enqueueReading' },
          on: {
            'cart.reload': 'loading',
            'connection.returned': 'loading',
            'cart.open': {
              target: 'idle',
              actions: [{ type: 'storeLines', params: ({ event }) => event.lines }, 'reportCart'],
            },
          },
        },
      },
    },
    coupon: {
      description: 'The discount coupon',
      initial: 'none',
      on: {
        'coupon.typed': { actions: { type: 'storeCode', params: ({ event }) => event.value } },
        'cart.clear': {
          guard: { type: 'isOrderedCart', params: ({ event }) => event.sessionId },
          target: '.none',
          actions: 'dropCoupon',
        },
        'cart.reset': { target: '.none', actions: 'dropCoupon' },
        'cart.reload': { target: '.none', actions: ['dropCouponAndCode', 'reportCart'] },
      },
      states: {
        none: {
          description: 'No coupon',
          on: { 'coupon.apply': { guard: 'hasCode', target: 'validating' } },
        },
        validating: {
          description: 'The gateway checks the code',
          tags: 'busy',
          invoke: {
            id: 'validateCoupon',
            src: 'validateCoupon',
            input: ({ context }) => ({ code: plainText(context.code) }),
            onDone: {
              target: 'applied',
              actions: [{ type: 'storeCoupon', params: ({ event }) => event.output }, 'reportOwnChange'],
            },
            onError: {
              target: 'none',
              actions: [{ type: 'storeCouponRefusal', params: ({ event }) => refusalIn(event.error) }, 'reportCart'],
            },
          },
        },
        applied: {
          description: 'The coupon is applied',
          initial: 'current',
          on: {
            'coupon.remove': { target: 'withdrawing', actions: ['dropCouponAndCode', 'reportOwnChange'] },
          },
          states: {
            current: {
              description: 'The gateway has confirmed the coupon',
              on: { 'cart.open': 'rechecking', 'cart.read': 'rechecking' },
            },
            rechecking: {
              description: 'The coupon is being checked again',
              tags: 'busy',
              invoke: {
                id: 'validateCoupon',
                src: 'validateCoupon',
                input: ({ context }) => ({ code: context.coupon!.couponCode }),
                onDone: {
                  target: 'current',
                  actions: [{ type: 'storeCoupon', params: ({ event }) => event.output }, 'reportCart'],
                },
                onError: [
                  {
                    guard: { type: 'isPassing', params: ({ event }) => refusalIn(event.error) },
                    target: 'unchecked',
                    actions: { type: 'storeCouponFailure', params: ({ event }) => refusalIn(event.error) },
                  },
                  {
                    target: '#cart.coupon.none',
                    actions: [
                      { type: 'storeCouponRefusal', params: ({ event }) => refusalIn(event.error) },
                      'reportCart',
                    ],
                  },
                ],
              },
            },
            unchecked: {
              description: 'The coupon still applies',
              on: { 'coupon.recheck': 'rechecking' },
              after: { recheckPause: 'rechecking' },
            },
          },
        },
        withdrawing: {
          description: 'The removal of the coupon is being sent',
          tags: 'busy',
          on: { 'coupon.apply': { guard: 'hasCode', target: 'validating' } },
          invoke: {
            id: 'removeCoupon',
            src: 'removeCoupon',
            input: ({ context }) => ({ sessionId: context.sessionId ?? '' }),
            onDone: 'none',
            onError: 'none',
          },
        },
      },
    },
  },
})

/** The request of the change that is sent next; `productPrice` in dollars. */
function changeRequest(context: CartContext) {
  const command = firstCommandOf(context, 'change')
  const line = firstCommandLine(context)
  const productPrice = line ? toDollars(unitPriceOf(line)) : 0
  return { id: command.lineId, quantity: command.quantity, productPrice, ...command.choice }
}

export type CartSnapshot = SnapshotFrom<typeof cartMachine>
