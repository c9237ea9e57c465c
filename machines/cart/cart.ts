import { assign, enqueueActions, setup } from 'xstate'
import { largestQuantity, quantityOf, subtotalOf, unitPriceOf, type CartLine, type RemovedLine } from '#contract/cart'
import type { Coupon } from '#contract/coupon'
import { toDollars } from '#contract/money'
import { refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { tellShop } from '../parts/tell-shop.ts'
import type { Toast } from '../shop/toast.ts'
import type { AddCommand, Addition, Basket } from './basket.ts'

/** Something the gateway has not answered yet. */
export type Wish =
  | ({ kind: 'add'; from: AddCommand['from']; requestId: string } & Addition)
  | { kind: 'change'; lineId: string; quantity: number }
  | { kind: 'remove'; lineId: string }
  | { kind: 'read' }

export interface CartContext {
  /** Begins every key of this visit; from `visit.began`. */
  flow: string
  /** How many keys were made. */
  keys: number
  sessionId: string | null
  /** The session that was ordered last: what is said of its lines was said before. */
  ordered: string | null
  lines: CartLine[]
  waiting: Wish[]
  /**
   * Additions whose answer was lost, with the session they were meant for and how many of the product it held: asked again,
   * they keep their key, until a reading shows what became of them.
   */
  unanswered: (Extract<Wish, { kind: 'add' }> & { sessionId: string | null; held: number })[]
  /** How many products of an order that is bought again are in the cart by now. */
  again: number
  /** What stands in quantity fields whose text is no quantity, by line id. */
  typed: Record<string, string>
  /** Why the cart could not be read. */
  refusal: Refusal | null
  /** What is typed as coupon code. */
  code: string
  coupon: Coupon | null
  couponRefusal: Refusal | null
}

export type CartEvent =
  | { type: 'visit.began'; flow: string; sessionId: string | null }
  | { type: 'cart.opened'; lines: CartLine[] }
  | { type: 'cart.reread' }
  /** `sessionId` is the one that was ordered: a cart that was begun since stays. */
  | { type: 'cart.ordered'; sessionId: string | null }
  /** The shopper has left; `sessionId` is of whoever comes next. */
  | { type: 'cart.left'; sessionId: string | null }
  | { type: 'cart.reload' }
  | AddCommand
  | { type: 'cart.setQuantity'; lineId: string; value: string }
  | { type: 'cart.remove'; lineId: string }
  | { type: 'coupon.typed'; value: string }
  | { type: 'coupon.apply' }
  | { type: 'coupon.remove' }

/** The quantity a text stands for; null when it stands for none. */
export function quantityIn(text: string): number | null {
  const value = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : Number.NaN
  return value >= 1 && value <= largestQuantity ? value : null
}

/** Text in a quantity field that is no quantity; `sent` wishes at the head of the queue are under way already. */
interface Typing {
  lineId: string
  value: string
  sent: 0 | 1
}

type AddWish = Extract<Wish, { kind: 'add' }>
const isAgain = (wish: Wish | undefined) => wish?.kind === 'add' && wish.from === 'order'
const head = (context: CartContext): Wish | undefined => context.waiting[0]
/** A line of another session is the first of a new cart. */
const keepLine = (lines: CartLine[], line: CartLine): CartLine[] => {
  const same = lines.filter(held => held.sessionId === line.sessionId)
  return same.some(held => held.productId === line.productId)
    ? same.map(held => (held.productId === line.productId ? line : held))
    : [...same, line]
}
const without = (typed: Record<string, string>, lineId: string) =>
  Object.fromEntries(Object.entries(typed).filter(([id]) => id !== lineId))
/** Which lines there are, and how many of each they hold. */
const heldIn = (lines: readonly CartLine[]) => lines.map(({ id, quantity }) => [id, quantity])
const heldOf = (lines: readonly CartLine[], productId: number) =>
  lines.find(line => line.productId === productId)?.quantity ?? 0
const lineOf = (context: CartContext, lineId: string) => context.lines.find(line => line.id === lineId)
/** The gateway takes a key for the same words only. */
const isSameWish = (context: CartContext, wish: CartContext['unanswered'][number], event: AddCommand) =>
  wish.productId === event.productId &&
  wish.quantity === event.quantity &&
  wish.productPrice === event.productPrice &&
  wish.sessionId === context.sessionId

/** Takes an addition into the queue, with the key of the same wish where its answer was lost before. */
function withAddition(context: CartContext, event: AddCommand): Partial<CartContext> {
  const { type: _, ...addition } = event
  const lost = context.unanswered.find(wish => isSameWish(context, wish, event))
  const requestId = lost?.requestId ?? `${context.flow}/add/${context.keys + 1}`
  return {
    keys: lost ? context.keys : context.keys + 1,
    unanswered: context.unanswered.filter(wish => wish !== lost),
    waiting: [...context.waiting, { kind: 'add', ...addition, requestId }],
  }
}

/** The last wish for a line wins: what waits for it, and is not yet under way, is replaced where it stands. */
function withWish({ waiting }: CartContext, wish: Extract<Wish, { lineId: string }>, sent: number): Wish[] {
  const isReplaced = (waits: Wish, index: number) => index >= sent && 'lineId' in waits && waits.lineId === wish.lineId
  const at = waiting.findIndex(isReplaced)
  if (at < 0) return [...waiting, wish]
  return waiting.flatMap((waits, index) => (index === at ? wish : isReplaced(waits, index) ? [] : waits))
}

const added = (what: string): Toast => ({
  kind: 'success',
  text: `Success: You have added ${what} to your shopping cart!`,
  offer: { kind: 'viewCart' },
})

/** What a cart without a session holds. */
const nothing = {
  sessionId: null,
  lines: [],
  unanswered: [],
  typed: {},
  refusal: null,
  code: '',
  coupon: null,
  couponRefusal: null,
}

/**
 * The shopper's cart. The gateway holds the true copy; this chart holds the last copy it saw and the wishes the gateway
 * has not answered yet.
 *
 * - No wish is lost: they are taken in every state and wait their turn.
 * - One change is in flight at a time; for a line the last wish wins.
 * - A product that is being added can't be added a second time until the answer is there.
 * - An addition whose answer was lost keeps its key when it is asked for again.
 * - A line the gateway no longer knows counts as removed.
 * - An order that is bought again is told of in one toast; what can't be had of it is told by itself.
 * - After an answer that was lost, and after a change that failed, the cart is read again.
 */
export const cartMachine = setup({
  types: { context: {} as CartContext, events: {} as CartEvent, tags: {} as 'busy' },
  actors: {
    readCart: effect<CartLine[], { sessionId: string }>('readCart'),
    addLine: effect<CartLine, AddWish & { sessionId: string | null }>('addLine'),
    changeLine: effect<CartLine, { id: string; productPrice: number; quantity: number }>('changeLine'),
    removeLine: effect<RemovedLine, { id: string }>('removeLine'),
    validateCoupon: effect<Coupon, { code: string }>('validateCoupon'),
    removeCoupon: effect<null, { sessionId: string }>('removeCoupon'),
  },
  guards: {
    /** Something that the shopper wants of the cart waits its turn. */
    hasWish: ({ context }) => context.waiting.length > 0,
    /** The next that waits is to read the cart. */
    hasReading: ({ context }) => head(context)?.kind === 'read',
    /** The next that waits is to add a product. */
    hasAddition: ({ context }) => head(context)?.kind === 'add',
    /** The next that waits is to remove a line. */
    hasRemoval: ({ context }) => head(context)?.kind === 'remove',
    /** The next that waits is to change a quantity. */
    hasChange: ({ context }) => head(context)?.kind === 'change',
    /** The product is not being added already. */
    isNotBeingAdded: ({ context }, productId: number) => !isAdding(context, productId),
    /** What is typed is a whole number that a line may have. */
    isQuantity: (_, text: string) => quantityIn(text) !== null,
    /** The line is in the cart. */
    isKnownLine: ({ context }, lineId: string) => lineOf(context, lineId) !== undefined,
    /** The gateway answers that there is no such line. */
    isGone: (_, refusal: Refusal) => refusal.code === 'refused' && refusal.status === 404,
    /** No answer came: the product may have been added or not. */
    isLost: (_, refusal: Refusal) => refusal.code === 'lost',
    /** The lines may be older than an answer that is here already, and they differ from it. */
    isDoubtful: ({ context }, lines: CartLine[]) =>
      ((context.lines[0] ?? lines[0])?.sessionId === context.sessionId || lines[0]?.sessionId === context.ordered) &&
      JSON.stringify(heldIn(lines)) !== JSON.stringify(heldIn(context.lines)),
    /** The cart that was ordered is this one. */
    isOrdered: ({ context }, sessionId: string | null) =>
      (context.sessionId ?? context.lines[0]?.sessionId) === sessionId,
    /** The visit goes on with another session than the cart has. */
    isOtherSession: ({ context }, sessionId: string | null) => sessionId !== context.sessionId,
    /** There is no session yet, so there is no cart to read. */
    hasNoSession: ({ context }) => context.sessionId === null,
    /** A coupon code is typed, apart from blanks. */
    hasCode: ({ context }) => context.code.trim() !== '',
  },
  actions: {
    keepVisit: assign({
      flow: ({ context }, { flow }: { flow: string; sessionId: string | null }) => context.flow || flow,
      sessionId: (_, { sessionId }) => sessionId,
    }),
    keepLines: assign({
      lines: (_, lines: CartLine[]) => lines,
      // a customer's cart may have been begun elsewhere: its lines say which it is
      sessionId: ({ context }, lines) => lines[0]?.sessionId ?? context.sessionId,
      // a line that the gateway no longer knows counts as removed, and so do the wishes for it
      waiting: ({ context }, lines) =>
        context.waiting.filter(wish => !('lineId' in wish) || lines.some(line => line.id === wish.lineId)),
      // an addition that can be seen was carried out: the same once more is another wish
      unanswered: ({ context }, lines) =>
        context.unanswered.filter(({ productId, held }) => heldOf(lines, productId) === held),
      refusal: null,
    }),
    enqueueAddition: assign(({ context }, event: AddCommand) => withAddition(context, event)),
    enqueueWaiting: assign({
      waiting: ({ context }, wish: Extract<Wish, { lineId: string }>) => withWish(context, wish, 0),
      typed: ({ context }, wish) => without(context.typed, wish.lineId),
    }),
    enqueueBehind: assign({
      waiting: ({ context }, wish: Extract<Wish, { lineId: string }>) => withWish(context, wish, 1),
      typed: ({ context }, wish) => without(context.typed, wish.lineId),
    }),
    enqueueReading: assign({
      waiting: ({ context: { waiting } }): Wish[] =>
        waiting.some(wish => wish.kind === 'read')
          ? waiting
          : [...waiting.slice(0, 1), { kind: 'read' }, ...waiting.slice(1)],
    }),
    dequeue: assign({ waiting: ({ context }) => context.waiting.slice(1) }),
    keepTyped: assign({
      typed: ({ context }, { lineId, value }: Typing) => ({ ...context.typed, [lineId]: value }),
      waiting: ({ context }, { lineId, sent }) =>
        context.waiting.filter((wish, at) => at < sent || wish.kind !== 'change' || wish.lineId !== lineId),
    }),
    keepLine: assign({
      lines: ({ context }, line: CartLine) => keepLine(context.lines, line),
      sessionId: (_, line) => line.sessionId,
    }),
    dropLine: assign({
      lines: ({ context }) => {
        const wish = head(context)
        return context.lines.filter(line => !(wish && 'lineId' in wish && wish.lineId === line.id))
      },
    }),
    rememberUnanswered: assign({
      unanswered: ({ context }) => {
        const wish = head(context)
        if (wish?.kind !== 'add') return context.unanswered
        const lost = { ...wish, sessionId: context.sessionId, held: heldOf(context.lines, wish.productId) }
        return [...context.unanswered, lost].slice(-20)
      },
    }),
    explain: assign({ refusal: (_, refusal: Refusal) => refusal }),
    empty: assign({ ...nothing, ordered: null, waiting: [], again: 0 }),
    /** What is asked for since is for the next cart. */
    emptyOrdered: assign({
      ...nothing,
      ordered: (_, sessionId: string | null) => sessionId,
      waiting: ({ context }) => context.waiting.filter(({ kind }) => kind === 'add'),
    }),
    takeSession: assign({ sessionId: (_, sessionId: string | null) => sessionId }),
    keepCode: assign({ code: (_, code: string) => code, couponRefusal: null }),
    keepCoupon: assign({ coupon: (_, coupon: Coupon) => coupon, couponRefusal: null }),
    dropCoupon: assign({ coupon: null, couponRefusal: null }),
    takeBackCoupon: assign({ code: '', coupon: null, couponRefusal: null }),
    explainCoupon: assign({ coupon: null, couponRefusal: (_, refusal: Refusal) => refusal }),
    tellBasket: tellShop(({ context }) => ({ type: 'cart.became', basket: basketOf(context) })),
    countAgain: assign({ again: ({ context }) => context.again + (isAgain(head(context)) ? 1 : 0) }),
    /** An order that is bought again is told of once, after its last product. */
    celebrateOrder: enqueueActions(({ context, enqueue }) => {
      const { again, waiting } = context
      if (!isAgain(waiting[0]) || waiting.slice(1).some(isAgain)) return
      enqueue.assign({ again: 0 })
      if (again === 0) return
      enqueue(tellShop({ type: 'toast.raised', toast: added(`${again} ${again === 1 ? 'product' : 'products'}`) }))
    }),
    celebrateAddition: enqueueActions(({ context, enqueue }) => {
      const wish = head(context)
      if (wish?.kind !== 'add' || isAgain(wish)) return
      enqueue(tellShop({ type: 'toast.raised', toast: added(wish.productName) }))
    }),
    celebrateRemoval: enqueueActions(({ context, enqueue }) => {
      const wish = head(context)
      const line = wish && 'lineId' in wish ? lineOf(context, wish.lineId) : undefined
      if (!line) return
      const { productId, productName, productImage, quantity } = line
      const add = { productId, productName, productImage, quantity, productPrice: toDollars(unitPriceOf(line)) }
      const toast: Toast = {
        kind: 'success',
        text: `Success: Remove ${productName} from your shopping cart!`,
        offer: { kind: 'undo', add: { type: 'cart.add', from: 'undo', ...add } },
      }
      enqueue(tellShop({ type: 'toast.raised', toast }))
      enqueue(tellShop({ type: 'cart.removed' }))
    }),
    complain: tellShop((_, refusal: Refusal) => ({
      type: 'toast.raised',
      toast: { kind: 'error', text: refusal.message } satisfies Toast,
    })),
  },
  delays: { typingPause: 400 },
}).createMachine({
  id: 'cart',
  description: "The shopper's cart and the coupon on it",
  context: { flow: '', keys: 0, ...nothing, ordered: null, waiting: [], again: 0 },
  type: 'parallel',
  states: {
    lines: {
      description: 'What is in the cart',
      initial: 'unopened',
      on: {
        'visit.began': { actions: { type: 'keepVisit', params: ({ event }) => event } },
        'cart.add': {
          guard: { type: 'isNotBeingAdded', params: ({ event }) => event.productId },
          actions: { type: 'enqueueAddition', params: ({ event }) => event },
        },
        'cart.setQuantity': [
          {
            guard: { type: 'isQuantity', params: ({ event }) => event.value },
            actions: {
              type: 'enqueueBehind',
              params: ({ event }) => ({
                kind: 'change' as const,
                lineId: event.lineId,
                quantity: quantityIn(event.value)!,
              }),
            },
          },
          {
            actions: {
              type: 'keepTyped',
              params: ({ event }) => ({ lineId: event.lineId, value: event.value, sent: 1 }),
            },
          },
        ],
        'cart.remove': {
          guard: { type: 'isKnownLine', params: ({ event }) => event.lineId },
          actions: {
            type: 'enqueueBehind',
            params: ({ event }) => ({ kind: 'remove' as const, lineId: event.lineId }),
          },
        },
        'cart.opened': { actions: 'enqueueReading' },
        'cart.reread': { actions: 'enqueueReading' },
        'cart.ordered': {
          guard: { type: 'isOrdered', params: ({ event }) => event.sessionId },
          target: '.idle',
          actions: [{ type: 'emptyOrdered', params: ({ event }) => event.sessionId }, 'tellBasket'],
        },
        'cart.left': {
          target: '.idle',
          actions: ['empty', { type: 'takeSession', params: ({ event }) => event.sessionId }, 'tellBasket'],
        },
      },
      states: {
        unopened: {
          description: 'The session has not told yet what it holds',
          on: {
            'cart.opened': {
              target: 'idle',
              actions: [{ type: 'keepLines', params: ({ event }) => event.lines }, 'tellBasket'],
            },
            'cart.reread': 'loading',
          },
        },
        idle: {
          description: 'Nothing waits for the gateway',
          always: [
            { guard: 'hasReading', target: 'loading', actions: 'dequeue' },
            { guard: 'hasAddition', target: 'adding' },
            { guard: 'hasRemoval', target: 'removing' },
            { guard: 'hasChange', target: 'pausing' },
          ],
          on: {
            'cart.opened': [
              { guard: { type: 'isDoubtful', params: ({ event }) => event.lines }, target: 'loading' },
              { actions: [{ type: 'keepLines', params: ({ event }) => event.lines }, 'tellBasket'] },
            ],
            'cart.reread': 'loading',
          },
        },
        pausing: {
          description: 'A quantity was changed; more may follow',
          on: {
            'cart.setQuantity': [
              {
                guard: { type: 'isQuantity', params: ({ event }) => event.value },
                target: 'pausing',
                reenter: true,
                actions: {
                  type: 'enqueueWaiting',
                  params: ({ event }) => ({
                    kind: 'change' as const,
                    lineId: event.lineId,
                    quantity: quantityIn(event.value)!,
                  }),
                },
              },
              {
                target: 'idle',
                actions: {
                  type: 'keepTyped',
                  params: ({ event }) => ({ lineId: event.lineId, value: event.value, sent: 0 }),
                },
              },
            ],
            'cart.remove': {
              guard: { type: 'isKnownLine', params: ({ event }) => event.lineId },
              target: 'idle',
              actions: {
                type: 'enqueueWaiting',
                params: ({ event }) => ({ kind: 'remove' as const, lineId: event.lineId }),
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
            actions: [{ type: 'keepLines', params: () => [] }, 'tellBasket'],
          },
          on: {
            'visit.began': [
              // another tab has begun another cart: what this one holds is no longer asked for
              {
                guard: { type: 'isOtherSession', params: ({ event }) => event.sessionId },
                target: 'loading',
                reenter: true,
                actions: { type: 'keepVisit', params: ({ event }) => event },
              },
              { actions: { type: 'keepVisit', params: ({ event }) => event } },
            ],
          },
          invoke: {
            id: 'readCart',
            src: 'readCart',
            input: ({ context }) => ({ sessionId: context.sessionId ?? '' }),
            onDone: {
              target: 'idle',
              actions: [{ type: 'keepLines', params: ({ event }) => event.output }, 'tellBasket'],
            },
            onError: {
              target: 'unreachable',
              actions: { type: 'explain', params: ({ event }) => refusalIn(event.error) },
            },
          },
        },
        adding: {
          description: 'A product is being added',
          tags: 'busy',
          on: {
            // the answer says which cart it went into
            'cart.ordered': {
              guard: { type: 'isOrdered', params: ({ event }) => event.sessionId },
              actions: [{ type: 'emptyOrdered', params: ({ event }) => event.sessionId }, 'tellBasket'],
            },
          },
          invoke: {
            id: 'addLine',
            src: 'addLine',
            input: ({ context }) => ({ ...(head(context) as AddWish), sessionId: context.sessionId }),
            onDone: {
              target: 'idle',
              actions: [
                'celebrateAddition',
                'countAgain',
                'celebrateOrder',
                { type: 'keepLine', params: ({ event }) => event.output },
                'dequeue',
                'tellBasket',
              ],
            },
            onError: [
              {
                guard: { type: 'isLost', params: ({ event }) => refusalIn(event.error) },
                target: 'loading',
                actions: [
                  'rememberUnanswered',
                  { type: 'complain', params: ({ event }) => refusalIn(event.error) },
                  'celebrateOrder',
                  'dequeue',
                ],
              },
              {
                target: 'idle',
                actions: [
                  { type: 'complain', params: ({ event }) => refusalIn(event.error) },
                  'celebrateOrder',
                  'dequeue',
                ],
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
            input: ({ context }) => changeIn(context),
            onDone: {
              target: 'idle',
              actions: [{ type: 'keepLine', params: ({ event }) => event.output }, 'dequeue', 'tellBasket'],
            },
            onError: {
              target: 'loading',
              actions: [{ type: 'complain', params: ({ event }) => refusalIn(event.error) }, 'dequeue'],
            },
          },
        },
        removing: {
          description: 'A line is being removed',
          tags: 'busy',
          invoke: {
            id: 'removeLine',
            src: 'removeLine',
            input: ({ context }) => ({ id: (head(context) as Extract<Wish, { kind: 'remove' }>).lineId }),
            onDone: { target: 'idle', actions: ['celebrateRemoval', 'dropLine', 'dequeue', 'tellBasket'] },
            onError: [
              {
                guard: { type: 'isGone', params: ({ event }) => refusalIn(event.error) },
                target: 'idle',
                actions: ['celebrateRemoval', 'dropLine', 'dequeue', 'tellBasket'],
              },
              {
                target: 'loading',
                actions: [{ type: 'complain', params: ({ event }) => refusalIn(event.error) }, 'dequeue'],
              },
            ],
          },
        },
        unreachable: {
          description: 'The cart could not be read',
          // a wish is no reading: what else the cart holds is asked for once it is done
          always: { guard: 'hasWish', target: 'idle', actions: 'enqueueReading' },
          on: {
            'cart.reload': 'loading',
            'cart.opened': {
              target: 'idle',
              actions: [{ type: 'keepLines', params: ({ event }) => event.lines }, 'tellBasket'],
            },
          },
        },
      },
    },
    coupon: {
      description: 'The discount coupon',
      initial: 'none',
      on: {
        'coupon.typed': { actions: { type: 'keepCode', params: ({ event }) => event.value } },
        'cart.ordered': {
          guard: { type: 'isOrdered', params: ({ event }) => event.sessionId },
          target: '.none',
          actions: 'dropCoupon',
        },
        'cart.left': { target: '.none', actions: 'dropCoupon' },
        'cart.reload': { target: '.none', actions: ['takeBackCoupon', 'tellBasket'] },
      },
      states: {
        none: {
          description: 'No coupon',
          on: { 'coupon.apply': { guard: 'hasCode', target: 'validating' } },
        },
        validating: {
          description: 'The gateway is asked whether the code is good',
          tags: 'busy',
          invoke: {
            id: 'validateCoupon',
            src: 'validateCoupon',
            input: ({ context }) => ({ code: context.code.trim() }),
            onDone: {
              target: 'applied',
              actions: [{ type: 'keepCoupon', params: ({ event }) => event.output }, 'tellBasket'],
            },
            onError: {
              target: 'none',
              actions: [{ type: 'explainCoupon', params: ({ event }) => refusalIn(event.error) }, 'tellBasket'],
            },
          },
        },
        applied: {
          description: 'The coupon counts',
          on: {
            'coupon.remove': { target: 'withdrawing', actions: ['takeBackCoupon', 'tellBasket'] },
            'cart.opened': 'validating',
            'cart.reread': 'validating',
          },
        },
        withdrawing: {
          description: 'The gateway is told that the coupon is not wanted; its answer changes nothing',
          tags: 'busy',
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

function changeIn(context: CartContext) {
  const wish = head(context) as Extract<Wish, { kind: 'change' }>
  const line = lineOf(context, wish.lineId)
  return { id: wish.lineId, quantity: wish.quantity, productPrice: line ? toDollars(unitPriceOf(line)) : 0 }
}

/** Whether a product is being added, or waits for it. */
export const isAdding = (context: CartContext, productId: number): boolean =>
  context.waiting.some(wish => wish.kind === 'add' && wish.productId === productId)

/** Whether an order's lines are on their way into the cart again. */
export const isBuyingAgain = (context: CartContext): boolean => context.waiting.some(isAgain)

/** How many a line holds as the shopper sees it: what was asked for, if that is not settled yet. */
export function expectedQuantity(context: CartContext, line: CartLine): number {
  const wish = context.waiting.findLast(waits => waits.kind === 'change' && waits.lineId === line.id)
  return wish?.kind === 'change' ? wish.quantity : line.quantity
}

/** The lines as the shopper sees them: without those on their way out. */
export const expectedLines = (context: CartContext): CartLine[] =>
  context.lines.filter(line => !context.waiting.some(wish => wish.kind === 'remove' && wish.lineId === line.id))

/** What other charts are told of the cart. */
export const basketOf = (context: CartContext): Basket => ({
  sessionId: context.sessionId,
  lines: context.lines,
  quantity: quantityOf(context.lines),
  subtotal: subtotalOf(context.lines),
  coupon: context.coupon,
})
