import { assign, setup } from 'xstate'
import type { AddedLines } from '#contract/bulk-add'
import type { TypedQuantity } from '#contract/cart'
import { isTransient, type Refusal } from '#contract/refusal'
import type { Addition } from '../messages/add-command.ts'
import { effect } from '../parts/effect.ts'
import { hasRetriesLeft, retryPause } from '../parts/retries.ts'
import { tellParent } from '../parts/tell-parent.ts'
import {
  additionsOf,
  afterAddition,
  canAdd,
  isUnchanged,
  reviewed,
  type Offer,
  type ReviewedLine,
  type WantedLine,
} from './bulk-lines.ts'

/** One addition of several products. */
export interface BulkCommand {
  requestId: string
  sessionId: string | null
  lines: Addition[]
}

export interface BulkAddContext {
  /** Begins every idempotency key of this visit. */
  visitId: string
  /** How many idempotency keys were made. */
  keyCount: number
  /** What the products are from, such as the id of an order. */
  source: string | null
  /** The session of the cart when the products were requested. */
  sessionId: string | null
  /** The shopper sees the products also if nothing has changed. */
  isAlwaysShown: boolean
  wanted: WantedLine[]
  lines: ReviewedLine[]
  /** The addition that is being sent. */
  command: BulkCommand | null
  /** How often it was sent again. */
  retries: number
  /** Why the products could not be read, or were not added. */
  refusal: Refusal | null
}

/** Products are to be added. */
export interface BulkOpening {
  type: 'bulk.open'
  visitId: string
  source: string
  sessionId: string | null
  isAlwaysShown: boolean
  lines: WantedLine[]
}

export type BulkAddEvent =
  | BulkOpening
  | { type: 'bulk.choose'; productId: number; isChosen: boolean }
  | { type: 'bulk.setQuantity'; productId: number; quantity: TypedQuantity }
  /** `sessionId` is that of the cart. */
  | { type: 'bulk.confirm'; sessionId: string | null }
  | { type: 'bulk.close' }
  /** The page no longer shows where the products are from. A command that was sent is awaited. */
  | { type: 'bulk.leave' }
  | { type: 'bulk.retry' }

/** The reports to the machine of the page. `sessionId` is that of the cart. */
export type BulkAddReport = { type: 'bulk.added'; sessionId: string | null; count: number } | { type: 'bulk.abandoned' }

const tellPage = tellParent<BulkAddReport>()

const withLine = (lines: readonly ReviewedLine[], productId: number, change: Partial<ReviewedLine>) =>
  lines.map(line => (line.productId === productId ? { ...line, ...change } : line))

export const emptyBulk: BulkAddContext = {
  visitId: '',
  keyCount: 0,
  source: null,
  sessionId: null,
  isAlwaysShown: false,
  wanted: [],
  lines: [],
  command: null,
  retries: 0,
  refusal: null,
}

/** Types, guards, actions and effects of the machine that adds several products. */
export const bulkAddSetup = setup({
  types: { context: {} as BulkAddContext, events: {} as BulkAddEvent, tags: {} as 'busy' },
  actors: {
    readOffers: effect<Offer[], { lines: WantedLine[] }>('readOffers'),
    addLines: effect<AddedLines, BulkCommand>('addLines'),
  },
  guards: {
    /** Nothing has changed, and the shopper did not request to see the products. */
    needsNoReview: ({ context }, offers: Offer[]) =>
      !context.isAlwaysShown && isUnchanged(reviewed(context.wanted, offers)),
    /** A product is chosen, and every quantity is valid. */
    canAdd: ({ context }) => canAdd(context.lines),
    /** The gateway has added every product. */
    isAllAdded: (_, { added, refused }: AddedLines) => added.length > 0 && refused.length === 0,
    /** The gateway has added at least one product. */
    isPartAdded: (_, { added }: AddedLines) => added.length > 0,
    /** The outcome is unknown, and the addition was not sent again too often. */
    isRepeatable: ({ context }, refusal: Refusal) =>
      isTransient(refusal) && refusal.code !== 'interrupted' && hasRetriesLeft({ context }),
    /** The outcome is unknown. */
    isUnknown: (_, refusal: Refusal) => isTransient(refusal),
  },
  actions: {
    storeOpening: assign((_, { visitId, source, sessionId, isAlwaysShown, lines }: BulkOpening) => ({
      visitId,
      source,
      sessionId,
      isAlwaysShown,
      wanted: lines,
      lines: [],
      command: null,
      retries: 0,
      refusal: null,
    })),
    storeOffers: assign({
      lines: ({ context }, offers: Offer[]) => reviewed(context.wanted, offers),
      refusal: null,
    }),
    storeChoice: assign({
      lines: ({ context }, { productId, isChosen }: { productId: number; isChosen: boolean }) =>
        withLine(context.lines, productId, { isChosen }),
    }),
    storeQuantity: assign({
      lines: ({ context }, { productId, quantity }: { productId: number; quantity: TypedQuantity }) =>
        withLine(context.lines, productId, { typed: quantity }),
    }),
    /** Every addition has a key of its own; retries keep it. */
    storeCommand: assign({
      keyCount: ({ context }) => context.keyCount + 1,
      command: ({ context: { visitId, source, keyCount, lines } }, sessionId: string | null) => ({
        requestId: `${visitId}/${source}/${keyCount + 1}`,
        sessionId,
        lines: additionsOf(lines),
      }),
      lines: ({ context }) => context.lines.map(line => ({ ...line, refusal: null })),
      retries: 0,
      refusal: null,
    }),
    /** From now on the products are shown. */
    storeAnswer: assign({
      isAlwaysShown: true,
      lines: ({ context }, answer: AddedLines) => afterAddition(context.lines, answer),
      command: null,
    }),
    storeFailure: assign({ refusal: (_, refusal: Refusal) => refusal }),
    countRetry: assign({
      retries: ({ context }) => context.retries + 1,
      refusal: (_, refusal: Refusal) => refusal,
    }),
    restartRetries: assign({ retries: 0, refusal: null }),
    clear: assign({ source: null, wanted: [], lines: [], command: null, retries: 0, refusal: null }),
    reportAdded: tellPage((_, { sessionId, added }: AddedLines) => ({
      type: 'bulk.added',
      sessionId,
      count: added.length,
    })),
    reportAbandoned: tellPage({ type: 'bulk.abandoned' }),
  },
  delays: { retryPause },
})
