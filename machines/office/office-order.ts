import { refusalIn } from '#contract/refusal'
import { gramsIn, officeOrderSetup, refundQuestion } from './office-order-setup.ts'

/**
 * An order of the office.
 *
 * - It is read again every 5 seconds, less often after failures.
 * - A status is sent with the version that is shown: if another person was first, nothing changes, and the page says who it was.
 * - A weight is sent in the same way, once it is a whole number of grams.
 * - What becomes of a line, and that picking is finished, is sent in the same way. A substitute is chosen from those that fit, or that a search finds.
 * - A cancellation is confirmed before it is sent.
 * - A refund is sent once an amount that can be refunded is typed and a reason is chosen. Its key follows from the version, so that a repeated request refunds once.
 * - An answer to a report is sent once it is not blank, with the version that is shown.
 * - After a refused or lost change the order is read again.
 * - After a change the next one is accepted 600 ms later, so that a double press does not take two steps.
 */
export const officeOrderMachine = officeOrderSetup.createMachine({
  id: 'officeOrder',
  description: 'An order of the office',
  context: ({ input }) => ({
    number: input?.number ?? '',
    order: null,
    wanted: null,
    weights: {},
    weighed: null,
    replacing: null,
    options: [],
    decision: null,
    refund: null,
    isRefundSubmitted: false,
    answer: null,
    isAnswerSubmitted: false,
    refusal: null,
    failures: 0,
  }),
  initial: 'reading',
  // in every state: an answer can arrive while the person types
  on: { 'order.typeWeight': { actions: { type: 'storeWeight', params: ({ event }) => event } } },
  states: {
    reading: {
      description: 'The order is read because a person has opened or changed it',
      tags: 'busy',
      invoke: {
        id: 'readOrder',
        src: 'readOrder',
        input: ({ context }) => ({ number: context.number, isBackground: false }),
        onDone: { target: 'open', actions: { type: 'storeOrder', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isUnknown', params: ({ event }) => refusalIn(event.error) }, target: 'unknown' },
          { guard: 'hasOrder', target: 'open', actions: 'countFailure' },
          { target: 'unreachable' },
        ],
      },
    },
    unknown: { description: 'There is no such order', on: { 'order.retry': 'reading' } },
    unreachable: { description: 'The order could not be read', on: { 'order.retry': 'reading' } },
    open: {
      description: 'The order is shown, and its status can be set',
      initial: 'shown',
      on: {
        'order.setStatus': [
          {
            guard: { type: 'isCancellation', params: ({ event }) => event.status },
            target: 'confirming',
            actions: { type: 'storeWanted', params: ({ event }) => event.status },
          },
          { target: 'changing', actions: { type: 'storeWanted', params: ({ event }) => event.status } },
        ],
        'order.pick': {
          target: 'picking',
          actions: { type: 'decide', params: ({ event: { productId, picking } }) => ({ productId, picking }) },
        },
        'order.replace': { target: 'replacing', actions: { type: 'startReplacing', params: ({ event }) => event } },
        'order.finishPicking': 'finishing',
        'order.refund': { guard: 'isRefundable', target: 'refunding', actions: 'startRefund' },
        'order.answer': {
          target: 'answering',
          actions: { type: 'startAnswer', params: ({ event }) => event.reportId },
        },
        'order.saveWeight': {
          guard: { type: 'isWeight', params: ({ event }) => event.productId },
          target: 'weighing',
          actions: { type: 'startWeighing', params: ({ event }) => event.productId },
        },
      },
      states: {
        shown: { description: 'Until the page reads the order again', after: { pause: 'updating' } },
        updating: {
          description: 'The order is read again by the page itself',
          tags: 'busy',
          invoke: {
            id: 'updateOrder',
            src: 'readOrder',
            input: ({ context }) => ({ number: context.number, isBackground: true }),
            onDone: { target: 'shown', actions: { type: 'storeOrder', params: ({ event }) => event.output } },
            onError: { target: 'shown', actions: 'countFailure' },
          },
        },
      },
    },
    replacing: {
      description: 'A substitute for a line is chosen',
      initial: 'searching',
      on: {
        'order.typeSearch': { actions: { type: 'storeReplacing', params: ({ event }) => ({ search: event.text }) } },
        'order.typeQuantity': {
          actions: { type: 'storeReplacing', params: ({ event }) => ({ quantity: event.text }) },
        },
        'order.search': '.searching',
        'order.keepLine': { target: 'open', actions: 'endReplacing' },
        'order.chooseSubstitute': {
          guard: 'hasQuantity',
          target: 'picking',
          actions: { type: 'decideSubstitute', params: ({ event }) => event.substituteId },
        },
      },
      states: {
        searching: {
          description: 'Products that can replace the line are read',
          tags: 'busy',
          invoke: {
            id: 'readSubstitutes',
            src: 'readSubstitutes',
            input: ({ context }) => ({
              number: context.number,
              productId: context.replacing!.productId,
              search: context.replacing!.search,
            }),
            onDone: { target: 'shown', actions: { type: 'storeOptions', params: ({ event }) => event.output } },
            onError: 'unreachable',
          },
        },
        shown: { description: 'Products to choose from are shown' },
        unreachable: { description: 'The products could not be read' },
      },
    },
    picking: {
      description: 'The gateway stores what becomes of a line',
      tags: 'busy',
      invoke: {
        id: 'pick',
        src: 'pick',
        input: ({ context }) => ({ ...context.decision!, number: context.number, version: context.order!.version }),
        onDone: {
          target: 'changed',
          actions: [{ type: 'storeOrder', params: ({ event }) => event.output }, 'endDecision'],
        },
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    finishing: {
      description: 'The gateway finishes the picking',
      tags: 'busy',
      invoke: {
        id: 'finishPicking',
        src: 'finishPicking',
        input: ({ context }) => ({ number: context.number, version: context.order!.version }),
        onDone: { target: 'changed', actions: { type: 'storeOrder', params: ({ event }) => event.output } },
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    refunding: {
      description: 'A refund is typed',
      on: {
        'order.typeRefund': { actions: { type: 'storeRefund', params: ({ event }) => event.typed } },
        'order.sendRefund': [{ guard: 'isRefund', target: 'sendingRefund' }, { actions: 'showRefundErrors' }],
        'order.keep': { target: 'open', actions: 'endRefund' },
      },
    },
    sendingRefund: {
      description: 'The gateway stores the refund',
      tags: 'busy',
      invoke: {
        id: 'refund',
        src: 'refund',
        input: ({ context }) => refundQuestion(context),
        onDone: {
          target: 'changed',
          actions: [{ type: 'storeOrder', params: ({ event }) => event.output }, 'endRefund'],
        },
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    confirming: {
      description: 'Asks whether the order is to be cancelled',
      on: { 'order.confirm': 'changing', 'order.keep': { target: 'open', actions: 'clearWanted' } },
    },
    changing: {
      description: 'The gateway sets the status',
      tags: 'busy',
      invoke: {
        id: 'setStatus',
        src: 'setStatus',
        input: ({ context }) => ({
          number: context.number,
          status: context.wanted!,
          version: context.order!.version,
        }),
        onDone: {
          target: 'changed',
          actions: [{ type: 'storeOrder', params: ({ event }) => event.output }, 'clearWanted'],
        },
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    weighing: {
      description: 'The gateway stores a weight',
      tags: 'busy',
      invoke: {
        id: 'weigh',
        src: 'weigh',
        input: ({ context }) => ({
          number: context.number,
          productId: context.weighed!,
          grams: gramsIn(context, context.weighed!)!,
          version: context.order!.version,
        }),
        onDone: {
          target: 'changed',
          actions: [{ type: 'storeOrder', params: ({ event }) => event.output }, 'endWeighing'],
        },
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    answering: {
      description: 'An answer to a report is typed',
      on: {
        'order.typeAnswer': { actions: { type: 'storeAnswer', params: ({ event }) => event.text } },
        'order.sendAnswer': [{ guard: 'isAnswer', target: 'sendingAnswer' }, { actions: 'showAnswerError' }],
        'order.keep': { target: 'open', actions: 'endAnswer' },
      },
    },
    sendingAnswer: {
      description: 'The gateway stores the answer',
      tags: 'busy',
      invoke: {
        id: 'answerReport',
        src: 'answerReport',
        input: ({ context: { number, order, answer } }) => ({
          number,
          reportId: answer!.reportId,
          answer: answer!.text.trim(),
          version: order!.version,
        }),
        onDone: {
          target: 'changed',
          actions: [{ type: 'storeOrder', params: ({ event }) => event.output }, 'endAnswer'],
        },
        onError: {
          target: 'reading',
          actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
        },
      },
    },
    changed: {
      description: 'The order has its status; the second press of a double press does nothing',
      after: { doublePress: 'open' },
    },
  },
})
