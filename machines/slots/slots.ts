import { assign, setup } from 'xstate'
import type { Slot } from '#contract/slots'
import { effect } from '../parts/effect.ts'
import { tellParent } from '../parts/tell-parent.ts'

/** Which slots are read. */
export interface SlotQuestion {
  methodId: string
  /** Empty if it is not known, or not needed. */
  postCode: string
}

export type SlotsEvent =
  /** The slots are shown, or are those of another method or place. */
  | ({ type: 'slots.show' } & SlotQuestion)
  /** An order depends on them: old ones are read again. */
  | { type: 'slots.check' }
  /** They are known to be out of date. */
  | { type: 'slots.renew' }
  /** The shopper tries again. */
  | { type: 'slots.retry' }
  /** The order is placed: where a guest lives is not kept beyond it. */
  | { type: 'slots.clear' }

/** The report of the machine to its parent: what the gateway offers. */
export interface SlotsReport {
  type: 'slots.read'
  methodId: string
  slots: Slot[]
}

export interface SlotsContext {
  question: SlotQuestion | null
  /** The answer to the question; none while it is not known, and from a gateway without slots. */
  slots: Slot[]
}

const tellOwner = tellParent<SlotsReport>()

/**
 * The slots of a delivery method.
 *
 * - The slots belong to the question that was asked last: an answer to an earlier one is dropped.
 * - Slots that are five minutes old are read again when they are shown, or when an order depends on them; until then they stay shown.
 * - The place of a guest is not kept beyond the order.
 * - Slots that could not be read can be read again. An order can be placed without them.
 */
export const slotsMachine = setup({
  types: { context: {} as SlotsContext, events: {} as SlotsEvent, tags: {} as 'busy' },
  actors: { readSlots: effect<Slot[], SlotQuestion>('readSlots') },
  guards: {
    /** The slots of another method or place are wanted. */
    isOtherQuestion: ({ context: { question } }, { methodId, postCode }: SlotQuestion) =>
      question?.methodId !== methodId || question.postCode !== postCode,
  },
  actions: {
    ask: assign(({ context }, { methodId, postCode }: SlotQuestion) => ({
      question: { methodId, postCode },
      slots: context.question?.methodId === methodId ? context.slots : [],
    })),
    clear: assign({ question: null, slots: [] }),
    storeSlots: assign({ slots: (_, slots: Slot[]) => slots }),
    reportSlots: tellOwner(({ context }, slots: Slot[]) => ({
      type: 'slots.read',
      methodId: context.question?.methodId ?? '',
      slots,
    })),
  },
  delays: { slotsAge: 5 * 60_000 },
}).createMachine({
  id: 'slots',
  description: 'The slots in which an order can be delivered or collected',
  context: { question: null, slots: [] },
  initial: 'none',
  on: {
    'slots.show': {
      guard: { type: 'isOtherQuestion', params: ({ event }) => event },
      target: '.reading',
      reenter: true,
      actions: { type: 'ask', params: ({ event }) => event },
    },
    'slots.clear': { target: '.none', actions: 'clear' },
  },
  states: {
    none: { description: 'No slots were asked for' },
    reading: {
      description: 'The slots are being read',
      tags: 'busy',
      invoke: {
        id: 'readSlots',
        src: 'readSlots',
        input: ({ context }) => context.question!,
        onDone: {
          target: 'ready',
          actions: [
            { type: 'storeSlots', params: ({ event }) => event.output },
            { type: 'reportSlots', params: ({ event }) => event.output },
          ],
        },
        onError: 'unreachable',
      },
    },
    ready: {
      description: 'The slots were read',
      on: { 'slots.renew': 'reading' },
      after: { slotsAge: 'old' },
    },
    old: {
      description: 'The slots were read some time ago',
      on: {
        'slots.show': {
          target: 'reading',
          actions: { type: 'ask', params: ({ event }) => event },
        },
        'slots.check': 'reading',
        'slots.renew': 'reading',
      },
    },
    unreachable: {
      description: 'The slots could not be read',
      on: {
        'slots.show': {
          target: 'reading',
          actions: { type: 'ask', params: ({ event }) => event },
        },
        'slots.renew': 'reading',
        'slots.retry': 'reading',
      },
    },
  },
})
