import { assign, enqueueActions, raise, sendTo, setup, type SnapshotFrom } from 'xstate'
import { conflictsIn, type Conflict } from '#contract/conflict'
import type { Order } from '#contract/order'
import { isTransient, refusalIn, type Refusal } from '#contract/refusal'
import type { SuggestedProduct, Suggestions } from '#contract/suggestions'
import { isBlank } from '#contract/visible-text'
import { effect } from '../parts/effect.ts'
import { tellParent } from '../parts/tell-parent.ts'
import { slotsMachine, type SlotsReport } from '../slots/slots.ts'
import {
  draftAfter,
  draftOf,
  isComplete,
  isUnchanged,
  slotQuestionOf,
  wantedOrder,
  withProduct,
  type ChangeableOrder,
  type ChangeDraft,
  type DraftEdit,
  type WantedOrder,
} from './change-draft.ts'

export interface OrderChangeContext {
  /** The number in the path of the order's page. */
  number: number
  /** The order as it was when the draft was opened; null without a draft. */
  order: ChangeableOrder | null
  /** Begins the idempotency keys of this draft. */
  keyStart: string
  draft: ChangeDraft
  /** The order as the gateway would change it; it may be the answer to an earlier draft. Null if the amounts are those of the order. */
  preview: Order | null
  /** How often the shopper has pressed 'Save changes'; each has a key of its own. */
  saveCount: number
  /** Why the last preview was refused. */
  previewRefusal: Refusal | null
  /** Why the last save was refused, or got no answer. */
  saveRefusal: Refusal | null
  /** The text in the field that products are searched with. */
  text: string
  /** What was found for the text. */
  found: SuggestedProduct[]
  /** The product that was added last, for the announcement. */
  addedName: string | null
  /** The shopper is asked whether to discard the changes. */
  isAsking: boolean
}

/** A draft is opened. */
export interface DraftOpening {
  type: 'change.start'
  number: number
  order: ChangeableOrder
  keyStart: string
}

export type OrderChangeEvent =
  | DraftOpening
  | SlotsReport
  /** The draft has ended, or the page of another order is opened. */
  | { type: 'change.close' }
  | DraftEdit
  | { type: 'change.search'; text: string }
  | { type: 'change.add'; productId: number }
  /** The shopper asks for the amounts, or the times, again. */
  | { type: 'change.retry' }
  | { type: 'change.save' }
  | { type: 'change.discard' }
  | { type: 'change.dismiss' }
  | { type: 'change.confirm' }
  /** The shopper ends the draft, and sees the order as it is. */
  | { type: 'change.reload' }

/** The reports of the machine to the page of the order. Each ends the draft. */
export type OrderChangeReport =
  | { type: 'change.saved'; order: Order }
  | { type: 'change.discarded' }
  /** The order can't be changed any more. */
  | { type: 'change.refused'; refusal: Refusal }
  /** The order is to be read again. */
  | { type: 'change.outdated' }

/** A change to preview. */
export interface ChangeToPreview {
  number: number
  orderId: string
  change: WantedOrder
}

/** A change to make. */
export interface ChangeToMake extends ChangeToPreview {
  requestId: string
}

const tellPage = tellParent<OrderChangeReport>()

const isAbout = (refusal: Refusal, ...subjects: Conflict['about'][]): boolean =>
  conflictsIn(refusal).some(({ about }) => subjects.includes(about))

const changeOf = ({ number, order, draft, preview }: OrderChangeContext): ChangeToPreview => ({
  number,
  orderId: order!.orderId,
  change: wantedOrder(order!, draft, (preview ?? order!).total),
})

const noDraft: OrderChangeContext = {
  number: 0,
  order: null,
  keyStart: '',
  draft: { lines: [], substitution: null, slotId: null, address: null },
  preview: null,
  saveCount: 0,
  previewRefusal: null,
  saveRefusal: null,
  text: '',
  found: [],
  addedName: null,
  isAsking: false,
}

/**
 * A placed order as a draft, in which its customer, or a guest with its link, changes what was ordered. The cart is not touched.
 *
 * - The amounts come from the gateway. It is asked when the draft has not been changed for 400 ms, and an answer to an earlier draft is dropped.
 * - Changes can be saved only with the amounts that the gateway has confirmed for them.
 * - Saving sends the change once. If its answer was lost it is sent again with its idempotency key, and until then the draft can't be edited.
 * - A change that is refused keeps the draft, and the amounts are confirmed again.
 * - An order whose packing has begun, or whose cut-off has passed, ends the draft with the reason.
 * - An order that was changed meanwhile can't be saved: the draft stays readable until the shopper loads the order again.
 * - Changes are discarded after a question; without changes nothing is asked.
 * - A removed product stays in the draft, and raising its quantity puts it back.
 * - The key of the order's link is never in the machine.
 * - After a reload the draft is as it was. A change that was being saved is sent again with its key, after ten minutes only if the shopper says so.
 */
export const orderChangeMachine = setup({
  types: {
    context: {} as OrderChangeContext,
    events: {} as OrderChangeEvent,
    tags: {} as 'busy',
    children: {} as { changeSlots: 'slots' },
  },
  actors: {
    slots: slotsMachine,
    readPreview: effect<Order, ChangeToPreview>('readPreview'),
    changeOrder: effect<Order, ChangeToMake>('changeOrder'),
    readSuggestions: effect<Suggestions, { text: string }>('readSuggestions'),
  },
  guards: {
    /** The shopper was asked whether to discard the changes. */
    isAsking: ({ context }) => context.isAsking,
    /** What would be sent is the order as it is. */
    isUnchanged: ({ context: { order, draft } }) => isUnchanged(order!, draft),
    /** The draft has no product left, or its address has an error. */
    isIncomplete: ({ context: { draft } }) => !isComplete(draft),
    /** The product is among the found ones. */
    isFound: ({ context: { found } }, productId: number) => found.some(({ id }) => id === productId),
    /** The text is not blank. */
    hasText: (_, text: string) => !isBlank(text),
    /** The order's packing has begun, or its cut-off has passed. */
    isTooLate: (_, refusal: Refusal) => isAbout(refusal, 'packing', 'cutOff'),
    /** The order was changed since the shopper saw it. */
    isOutdated: (_, refusal: Refusal) => isAbout(refusal, 'cart'),
    /** A further attempt may succeed, or the answer is not the gateway's. */
    isUnanswered: (_, refusal: Refusal) => isTransient(refusal) || Boolean(refusal.isForeign),
  },
  actions: {
    startDraft: assign((_, { number, order, keyStart }: DraftOpening) => ({
      ...noDraft,
      number,
      order,
      keyStart,
      draft: draftOf(order),
    })),
    clearDraft: assign(noDraft),
    edit: assign(({ context }, edit: DraftEdit) => ({
      draft: draftAfter(context.draft, edit),
      saveRefusal: null,
      addedName: null,
    })),
    addProduct: assign(({ context }, productId: number) => {
      const product = context.found.find(({ id }) => id === productId)!
      return { draft: withProduct(context.draft, product), saveRefusal: null, addedName: product.name }
    }),
    storeText: assign({ text: (_, text: string) => text }),
    storeFound: assign({ found: (_, { products }: Suggestions) => products }),
    clearFound: assign({ found: [] }),
    clearSearch: assign({ text: '', found: [] }),
    clearAmounts: assign({ preview: null, previewRefusal: null }),
    storePreview: assign({ preview: (_, preview: Order) => preview, previewRefusal: null }),
    storeRefusal: assign({ previewRefusal: (_, refusal: Refusal) => refusal }),
    storeSaveRefusal: assign({ saveRefusal: (_, refusal: Refusal) => refusal }),
    clearSaveRefusal: assign({ saveRefusal: null }),
    countSave: assign({ saveCount: ({ context }) => context.saveCount + 1, saveRefusal: null }),
    /** Slots of the same place that were read lately are not read again. */
    askSlots: sendTo('changeSlots', ({ context: { order, draft } }) => ({
      type: 'slots.show' as const,
      ...slotQuestionOf(order!, draft),
    })),
    retrySlots: sendTo('changeSlots', { type: 'slots.retry' }),
    /** The slots are read again if the chosen one is not free. */
    renewSlots: enqueueActions(({ enqueue }, refusal: Refusal) => {
      if (isAbout(refusal, 'slot')) enqueue.sendTo('changeSlots', { type: 'slots.renew' })
    }),
    ask: assign({ isAsking: true }),
    stopAsking: assign({ isAsking: false }),
    close: raise({ type: 'change.close' }),
    reportSaved: tellPage((_, order: Order) => ({ type: 'change.saved', order })),
    reportDiscarded: tellPage({ type: 'change.discarded' }),
    reportRefused: tellPage((_, refusal: Refusal) => ({ type: 'change.refused', refusal })),
    reportOutdated: tellPage({ type: 'change.outdated' }),
  },
  delays: { typingPause: 400, searchPause: 200 },
}).createMachine({
  id: 'orderChange',
  description: 'A placed order while its shopper changes it',
  context: noDraft,
  invoke: { id: 'changeSlots', src: 'slots' },
  initial: 'closed',
  on: {
    'change.close': '.closed',
    // the page reads the slots from their own machine
    'slots.read': {},
  },
  states: {
    closed: {
      description: 'There is no draft',
      entry: 'clearDraft',
      on: {
        'change.start': { target: 'editing', actions: { type: 'startDraft', params: ({ event }) => event } },
      },
    },
    editing: {
      description: 'The draft can be edited',
      type: 'parallel',
      entry: 'askSlots',
      on: {
        'change.discard': [{ guard: 'isUnchanged', actions: ['reportDiscarded', 'close'] }, { actions: 'ask' }],
        'change.dismiss': { actions: 'stopAsking' },
        'change.confirm': { guard: 'isAsking', actions: ['reportDiscarded', 'close'] },
      },
      states: {
        amounts: {
          description: 'The amounts of the draft',
          initial: 'pausing',
          on: {
            'change.setQuantity': { target: '.pausing', actions: { type: 'edit', params: ({ event }) => event } },
            'change.setChoice': { target: '.pausing', actions: { type: 'edit', params: ({ event }) => event } },
            'change.chooseSubstitution': {
              target: '.pausing',
              actions: { type: 'edit', params: ({ event }) => event },
            },
            'change.chooseSlot': { target: '.pausing', actions: { type: 'edit', params: ({ event }) => event } },
            'change.typedAddress': { target: '.pausing', actions: { type: 'edit', params: ({ event }) => event } },
            'change.add': {
              guard: { type: 'isFound', params: ({ event }) => event.productId },
              target: '.pausing',
              actions: { type: 'addProduct', params: ({ event }) => event.productId },
            },
          },
          states: {
            unchanged: { description: 'The draft is the order as it is', entry: 'clearAmounts' },
            pausing: {
              description: 'The draft was opened, changed, or refused less than 400 ms ago',
              tags: 'busy',
              after: {
                typingPause: [
                  { guard: 'isUnchanged', target: 'unchanged' },
                  { guard: 'isIncomplete', target: 'incomplete' },
                  { target: 'previewing' },
                ],
              },
            },
            incomplete: { description: 'No product is left, or the address has an error' },
            previewing: {
              description: 'The gateway is asked for the amounts',
              tags: 'busy',
              entry: 'askSlots',
              invoke: {
                id: 'readPreview',
                src: 'readPreview',
                input: ({ context }) => changeOf(context),
                onDone: {
                  target: 'previewed',
                  actions: { type: 'storePreview', params: ({ event }) => event.output },
                },
                onError: [
                  {
                    guard: { type: 'isTooLate', params: ({ event }) => refusalIn(event.error) },
                    actions: [{ type: 'reportRefused', params: ({ event }) => refusalIn(event.error) }, 'close'],
                  },
                  {
                    guard: { type: 'isOutdated', params: ({ event }) => refusalIn(event.error) },
                    target: '#orderChange.outdated',
                  },
                  {
                    guard: { type: 'isUnanswered', params: ({ event }) => refusalIn(event.error) },
                    target: 'unreachable',
                  },
                  {
                    target: 'refused',
                    actions: [
                      { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
                      { type: 'renewSlots', params: ({ event }) => refusalIn(event.error) },
                    ],
                  },
                ],
              },
            },
            previewed: {
              description: 'The amounts are those of the draft',
              on: { 'change.save': { target: '#orderChange.saving', actions: 'countSave' } },
            },
            refused: { description: 'The order can’t be changed like this' },
            unreachable: {
              description: 'The amounts could not be read',
              on: { 'change.retry': 'previewing' },
            },
          },
        },
        search: {
          description: 'The search for a product to add',
          initial: 'closed',
          on: {
            'change.retry': { actions: 'retrySlots' },
            'change.search': [
              {
                guard: { type: 'hasText', params: ({ event }) => event.text },
                target: '.waiting',
                actions: { type: 'storeText', params: ({ event }) => event.text },
              },
              {
                target: '.closed',
                actions: { type: 'storeText', params: ({ event }) => event.text },
              },
            ],
            'change.add': {
              guard: { type: 'isFound', params: ({ event }) => event.productId },
              target: '.closed',
              actions: 'clearSearch',
            },
          },
          states: {
            closed: { description: 'Nothing is searched for', entry: 'clearFound' },
            waiting: {
              description: 'The shopper is typing',
              after: { searchPause: 'searching' },
            },
            searching: {
              description: 'Products are searched for',
              tags: 'busy',
              invoke: {
                id: 'readSuggestions',
                src: 'readSuggestions',
                input: ({ context }) => ({ text: context.text }),
                onDone: { target: 'found', actions: { type: 'storeFound', params: ({ event }) => event.output } },
                onError: { target: 'failed', actions: 'clearFound' },
              },
            },
            found: { description: 'The products for the text are shown' },
            failed: { description: 'The products could not be read; the next change of the text asks again' },
          },
        },
      },
    },
    saving: {
      description: 'The change is sent',
      tags: 'busy',
      invoke: {
        id: 'changeOrder',
        src: 'changeOrder',
        input: ({ context }) => ({
          ...changeOf(context),
          requestId: `${context.keyStart}-${context.saveCount}`,
        }),
        onDone: { actions: [{ type: 'reportSaved', params: ({ event }) => event.output }, 'close'] },
        onError: [
          {
            guard: { type: 'isTooLate', params: ({ event }) => refusalIn(event.error) },
            actions: [{ type: 'reportRefused', params: ({ event }) => refusalIn(event.error) }, 'close'],
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => refusalIn(event.error) },
            target: 'outdated',
          },
          {
            guard: { type: 'isUnanswered', params: ({ event }) => refusalIn(event.error) },
            target: 'unanswered',
            actions: { type: 'storeSaveRefusal', params: ({ event }) => refusalIn(event.error) },
          },
          {
            target: 'editing',
            actions: [
              { type: 'storeSaveRefusal', params: ({ event }) => refusalIn(event.error) },
              { type: 'renewSlots', params: ({ event }) => refusalIn(event.error) },
            ],
          },
        ],
      },
    },
    unanswered: {
      description: 'It is not known whether the order was changed',
      on: {
        'change.save': { target: 'saving', actions: 'clearSaveRefusal' },
        'change.reload': { actions: ['reportOutdated', 'close'] },
      },
    },
    outdated: {
      description: 'The order was changed meanwhile',
      on: { 'change.reload': { actions: ['reportOutdated', 'close'] } },
    },
  },
})

export type OrderChangeSnapshot = SnapshotFrom<typeof orderChangeMachine>
