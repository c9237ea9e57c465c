import { assign, enqueueActions, setup } from 'xstate'
import { isQuantity, type CartLine, type RemovedLine, type TypedQuantity } from '#contract/cart'
import type { Coupon } from '#contract/coupon'
import { isTransient, offlineMessage, type Refusal } from '#contract/refusal'
import type { LineChoice } from '#contract/substitution'
import { isBlank } from '#contract/visible-text'
import { effect } from '../parts/effect.ts'
import { tellShop } from '../messages/tell-shop.ts'
import { basketOf } from '../messages/basket.ts'
import { addedToast, failedAdditionToast, removedToast } from './cart-toasts.ts'
import type { AddCommand } from '../messages/add-command.ts'
import {
  firstCommand,
  firstCommandLine,
  firstCommandOf,
  isAdding,
  quantityIn,
  withAddition,
  withLineCommand,
  withoutChanges,
  withReading,
  type CommandQueue,
  type LineCommand,
  type PendingAddition,
} from './pending-commands.ts'

export interface CartContext extends CommandQueue {
  /** The session that was ordered last: lines of it that arrive late are out of date. */
  orderedSessionId: string | null
  /** Quantity fields that hold no valid quantity, by line id. */
  invalidQuantities: Record<string, TypedQuantity>
  /** Why the cart could not be read. */
  refusal: Refusal | null
  /** The text of the coupon field. */
  code: string
  coupon: Coupon | null
  /** Why a code was refused, or is no longer accepted. */
  couponRefusal: Refusal | null
  /** Why the applied coupon could not be checked again. */
  couponFailure: Refusal | null
}

export type CartEvent =
  | { type: 'visit.started'; visitId: string; sessionId: string | null }
  | { type: 'cart.open'; lines: CartLine[] }
  | { type: 'cart.read' }
  /** `sessionId` is the one that was ordered; a cart that was begun since is kept. */
  | { type: 'cart.clear'; sessionId: string | null }
  /** The shopper logged out or in; `sessionId` is the next shopper's. */
  | { type: 'cart.reset'; sessionId: string | null }
  | { type: 'cart.reload' }
  | AddCommand
  /** `choice`: what the shopper wants if the line has run out, and the note for its packer; absent if it stays as it is. */
  | { type: 'cart.setQuantity'; lineId: string; quantity: TypedQuantity; choice?: LineChoice }
  | { type: 'cart.remove'; lineId: string }
  /** The browser has a connection again. */
  | { type: 'connection.returned' }
  | { type: 'coupon.typed'; value: string }
  | { type: 'coupon.apply' }
  | { type: 'coupon.recheck' }
  | { type: 'coupon.remove' }

/** An invalid quantity; `inFlight` is how many commands at the head of the queue are in flight. */
interface InvalidQuantity {
  lineId: string
  quantity: TypedQuantity
  inFlight: 0 | 1
}

/**
 * The lines with one added or replaced. A line of another session is the first of a new cart.
 *
 * @param at - where a line is added, from 0; default: at the end
 */
const withLine = (lines: readonly CartLine[], line: CartLine, at?: number): CartLine[] => {
  const same = lines.filter(held => held.sessionId === line.sessionId)
  const known = same.findIndex(({ productId }) => productId === line.productId)
  return known < 0 ? same.toSpliced(at ?? same.length, 0, line) : same.with(known, line)
}
/** The lines that were read, in the order of the held ones, then new ones. The gateway moves a line that was added again to the end. */
const inHeldOrder = (held: readonly CartLine[], lines: readonly CartLine[]): CartLine[] =>
  [...new Map([...held, ...lines].map(line => [line.productId, line])).values()].filter(line => lines.includes(line))
const without = <T>(byLine: Record<string, T>, lineId: string): Record<string, T> =>
  Object.fromEntries(Object.entries(byLine).filter(([id]) => id !== lineId))
const quantities = (lines: readonly CartLine[]) => lines.map(({ id, quantity }) => [id, quantity]).toSorted()

/** The quantity that a refusal for stock leaves; 0 if it names none. */
const leftIn = ({ conflicts }: Refusal): number => Number((conflicts?.[0] as { left?: unknown } | undefined)?.left) || 0

const isKnownLine = ({ lines }: CartContext, lineId: string) => lines.some(({ id }) => id === lineId)

/** A cart without a session. */
export const emptyCart = {
  sessionId: null,
  lines: [],
  unanswered: [],
  invalidQuantities: {},
  refusal: null,
  code: '',
  coupon: null,
  couponRefusal: null,
  couponFailure: null,
}

/** Types, guards, actions and effects of the cart machine. */
export const cartSetup = setup({
  types: { context: {} as CartContext, events: {} as CartEvent, tags: {} as 'busy' },
  actors: {
    readCart: effect<CartLine[], { sessionId: string }>('readCart'),
    addLine: effect<CartLine, PendingAddition & { sessionId: string | null }>('addLine'),
    changeLine: effect<CartLine, { id: string; productPrice: number; quantity: number } & LineChoice>('changeLine'),
    removeLine: effect<RemovedLine, { id: string }>('removeLine'),
    validateCoupon: effect<Coupon, { code: string }>('validateCoupon'),
    removeCoupon: effect<null, { sessionId: string }>('removeCoupon'),
  },
  guards: {
    /** A command waits to be sent. */
    hasPendingCommand: ({ context }) => context.pendingCommands.length > 0,
    /** The next command reads the cart. */
    isReadingNext: ({ context }) => firstCommand(context)?.kind === 'read',
    /** The next command adds a product. */
    isAdditionNext: ({ context }) => firstCommand(context)?.kind === 'add',
    /** The next command removes a line. */
    isRemovalNext: ({ context }) => firstCommand(context)?.kind === 'remove',
    /** The next command changes a quantity. */
    isChangeNext: ({ context }) => firstCommand(context)?.kind === 'change',
    /** The quantity is valid, and the product is not being added already nor was it by the attempt that is repeated. */
    isAddable: ({ context }, { productId, quantity, quantityBefore }: AddCommand) =>
      isQuantity(quantity) &&
      !isAdding(context, productId) &&
      (quantityBefore ?? quantityIn(context.lines, productId)) === quantityIn(context.lines, productId),
    /** The quantity is a whole number that a line may have. */
    isQuantity: (_, quantity: TypedQuantity) => isQuantity(quantity),
    /** The line is in the cart. */
    isKnownLine: ({ context }, lineId: string) => isKnownLine(context, lineId),
    /** The line is in the cart, and the quantity is a whole number that it may have. */
    isChange: ({ context }, { lineId, quantity }: { lineId: string; quantity: TypedQuantity }) =>
      isQuantity(quantity) && isKnownLine(context, lineId),
    /** The gateway answers that there is no such line. */
    isLineMissing: (_, refusal: Refusal) => !refusal.isForeign && refusal.status === 404,
    /** Fewer are left than the line was changed to, but some. */
    isPartLeft: ({ context }, refusal: Refusal) =>
      leftIn(refusal) > 0 && leftIn(refusal) < firstCommandOf(context, 'change').quantity,
    /** The request failed while the browser had no connection. */
    isOffline: (_, refusal: Refusal) => refusal.message === offlineMessage,
    /** No response arrived: the product may have been added or not. */
    isResponseLost: (_, refusal: Refusal) => refusal.code === 'lost',
    /** The lines differ from the held ones and may be older. */
    areLinesStale: ({ context }, lines: CartLine[]) =>
      ((context.lines[0] ?? lines[0])?.sessionId === context.sessionId ||
        lines[0]?.sessionId === context.orderedSessionId) &&
      JSON.stringify(quantities(lines)) !== JSON.stringify(quantities(context.lines)),
    /** The session that was ordered is this cart's. */
    isOrderedCart: ({ context }, sessionId: string | null) =>
      (context.sessionId ?? context.lines[0]?.sessionId) === sessionId,
    /** The visit continues with another session than the cart has. */
    isOtherSession: ({ context }, sessionId: string | null) => sessionId !== context.sessionId,
    /** There is no session yet, so there is no cart to read. */
    hasNoSession: ({ context }) => context.sessionId === null,
    /** The failure is temporary: whether the coupon is valid is unknown. */
    isPassing: (_, refusal: Refusal) => isTransient(refusal),
    /** The coupon field is not blank. */
    hasCode: ({ context }) => !isBlank(context.code),
  },
  actions: {
    storeVisit: assign({
      visitId: ({ context }, { visitId }: { visitId: string; sessionId: string | null }) => context.visitId || visitId,
      sessionId: (_, { sessionId }) => sessionId,
    }),
    storeLines: assign({
      lines: ({ context }, lines: CartLine[]) => inHeldOrder(context.lines, lines),
      // a customer's cart may have been created on another device: its lines contain the session
      sessionId: ({ context }, lines) => lines[0]?.sessionId ?? context.sessionId,
      // commands for lines that the gateway no longer knows are dropped
      pendingCommands: ({ context }, lines) =>
        context.pendingCommands.filter(
          command => !('lineId' in command) || lines.some(line => line.id === command.lineId),
        ),
      // an addition that is in the lines succeeded: adding the same again is a new command
      unanswered: ({ context }, lines) =>
        context.unanswered.filter(({ productId, quantityBefore }) => quantityIn(lines, productId) === quantityBefore),
      refusal: null,
    }),
    enqueueAddition: assign(({ context }, command: AddCommand) => withAddition(context, command)),
    enqueueLineCommand: assign({
      pendingCommands: ({ context }, { inFlight, ...command }: LineCommand & { inFlight: 0 | 1 }) =>
        withLineCommand(context, command, inFlight),
      invalidQuantities: ({ context }, { lineId }) => without(context.invalidQuantities, lineId),
    }),
    enqueueReading: assign({ pendingCommands: ({ context }) => withReading(context) }),
    /** The line is changed to the quantity that is left instead. */
    takeLeft: assign({
      pendingCommands: ({ context }, refusal: Refusal) => [
        { ...firstCommandOf(context, 'change'), quantity: leftIn(refusal) },
        ...context.pendingCommands.slice(1),
      ],
    }),
    dequeue: assign({ pendingCommands: ({ context }) => context.pendingCommands.slice(1) }),
    storeInvalidQuantity: assign({
      invalidQuantities: ({ context }, { lineId, quantity }: InvalidQuantity) => ({
        ...context.invalidQuantities,
        [lineId]: quantity,
      }),
      pendingCommands: ({ context }, { lineId, inFlight }) => withoutChanges(context, lineId, inFlight),
    }),
    storeLine: assign({
      lines: ({ context }, line: CartLine) => withLine(context.lines, line, firstCommandOf(context, 'add').at),
      sessionId: (_, line) => line.sessionId,
    }),
    /** The line of a cart that another one has replaced meanwhile is dropped. */
    storeChangedLine: assign({
      lines: ({ context: { lines, sessionId } }, line: CartLine) =>
        (sessionId ?? line.sessionId) === line.sessionId ? withLine(lines, line) : lines,
    }),
    dropLine: assign({
      lines: ({ context }) => context.lines.filter(line => line !== firstCommandLine(context)),
    }),
    storeUnanswered: assign({
      unanswered: ({ context }) => {
        const addition = firstCommandOf(context, 'add')
        const quantityBefore = quantityIn(context.lines, addition.productId)
        return [...context.unanswered, { ...addition, sessionId: context.sessionId, quantityBefore }].slice(-20)
      },
    }),
    storeFailure: assign({ refusal: (_, refusal: Refusal) => refusal }),
    clearCart: assign({ ...emptyCart, orderedSessionId: null, pendingCommands: [] }),
    /** Additions that were queued since the order are for the next cart. */
    clearOrderedCart: assign({
      ...emptyCart,
      orderedSessionId: (_, sessionId: string | null) => sessionId,
      pendingCommands: ({ context }) => context.pendingCommands.filter(({ kind }) => kind === 'add'),
    }),
    storeSession: assign({ sessionId: (_, sessionId: string | null) => sessionId }),
    storeCode: assign({ code: (_, code: string) => code, couponRefusal: null }),
    storeCoupon: assign({ coupon: (_, coupon: Coupon) => coupon, couponRefusal: null, couponFailure: null }),
    dropCoupon: assign({ coupon: null, couponRefusal: null, couponFailure: null }),
    dropCouponAndCode: assign({ code: '', coupon: null, couponRefusal: null, couponFailure: null }),
    /** The field then shows the refused code, unless another one is typed. */
    storeCouponRefusal: assign({
      code: ({ context }) => context.code || (context.coupon?.couponCode ?? ''),
      coupon: null,
      couponRefusal: (_, refusal: Refusal) => refusal,
      couponFailure: null,
    }),
    storeCouponFailure: assign({ couponFailure: (_, refusal: Refusal) => refusal }),
    reportCart: tellShop(({ context }) => ({ type: 'cart.changed', basket: basketOf(context), isOwn: false })),
    /** The gateway has confirmed a command. */
    reportOwnChange: tellShop(({ context }) => ({ type: 'cart.changed', basket: basketOf(context), isOwn: true })),
    announceAddition: enqueueActions(({ context, enqueue }) => {
      const addition = firstCommand(context)
      if (addition?.kind !== 'add') return
      enqueue(tellShop({ type: 'toast.raised', toast: addedToast(addition.productName) }))
    }),
    announceRemoval: enqueueActions(({ context, enqueue }) => {
      const line = firstCommandLine(context)
      if (!line) return
      enqueue(tellShop({ type: 'toast.raised', toast: removedToast(line, context.lines.indexOf(line)) }))
      enqueue(tellShop({ type: 'cart.removed' }))
    }),
    announceFailedAddition: tellShop(({ context }, refusal: Refusal) => {
      const addition = firstCommandOf(context, 'add')
      const toast = failedAdditionToast(addition, refusal, quantityIn(context.lines, addition.productId))
      return { type: 'toast.raised', toast }
    }),
    announceFailure: tellShop((_, refusal: Refusal) => ({
      type: 'toast.raised',
      toast: { kind: 'error', text: refusal.message },
    })),
  },
  delays: {
    typingPause: 400,
    // a browser may say that it has no connection although it has one
    connectionPause: 60_000,
    recheckPause: ({ context }) => Math.max(30_000, context.couponFailure?.retryAfter ?? 0),
  },
})
