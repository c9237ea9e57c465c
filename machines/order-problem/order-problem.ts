import { assign, raise, setup, type SnapshotFrom } from 'xstate'
import type { Order } from '#contract/order'
import type { NewProblemReport, ProblemKind, ProblemLine, ReportableOrder } from '#contract/order-problem'
import { isTransient, refusalIn, type Refusal } from '#contract/refusal'
import { effect } from '../parts/effect.ts'
import { tellParent } from '../parts/tell-parent.ts'
import { emptyForm, isSendable, linesAfter, problemErrors, reportOf, type ProblemForm } from './problem-form.ts'

export interface OrderProblemContext {
  /** The number in the path of the order's page. */
  number: number
  /** Null until a report is opened. */
  order: ReportableOrder | null
  /** Begins the idempotency keys of the reports, and the handles of their photographs. */
  keyStart: string
  form: ProblemForm
  /** How often a photograph was chosen; each has a handle of its own. */
  photographCount: number
  /** Why the chosen photograph is not kept: it is too large, or the page was loaded again. */
  photographLoss: 'too-large' | 'reload' | null
  /** How often the report was sent with a key of its own. */
  sendCount: number
  /** The report was to be sent: its errors are shown. */
  isSubmitted: boolean
  /** Why the report was refused, or got no answer. */
  refusal: Refusal | null
}

/** A report is opened. */
export interface ReportOpening {
  type: 'problem.start'
  number: number
  order: ReportableOrder
  keyStart: string
}

/** A photograph was chosen; the vault has it. */
export interface ChosenPhotograph {
  handle: string
  /** Of its file. */
  bytes: number
}

export type OrderProblemEvent =
  | ReportOpening
  /** The page of another order is opened. */
  | { type: 'problem.end' }
  /** The report was sent, or the shopper has closed the form. */
  | { type: 'problem.close' }
  /** How many of a product; 0 if it is not about it. */
  | ({ type: 'problem.chooseLine' } & ProblemLine)
  | { type: 'problem.chooseKind'; kind: ProblemKind }
  | { type: 'problem.typeComment'; text: string }
  | ({ type: 'problem.choosePhotograph' } & ChosenPhotograph)
  | { type: 'problem.removePhotograph' }
  | { type: 'problem.send' }
  | { type: 'problem.dismiss' }

/** The reports of the machine to the page of the order. Each closes the form. */
export type OrderProblemReport =
  | { type: 'problem.sent'; order: Order }
  | { type: 'problem.dismissed' }
  /** The order is to be read again. */
  | { type: 'problem.outdated' }

/** A report to send. */
export interface ReportToSend {
  number: number
  orderId: string
  requestId: string
  report: Pick<NewProblemReport, 'lines' | 'kind' | 'comment'>
  /** The handle of the photograph. */
  photograph: string | null
}

const tellPage = tellParent<OrderProblemReport>()

/** The handle of the photograph that is chosen next. */
export const nextPhotograph = ({ keyStart, photographCount }: OrderProblemContext): string =>
  `${keyStart}/photograph/${photographCount + 1}`

const noReport: OrderProblemContext = {
  number: 0,
  order: null,
  keyStart: '',
  form: emptyForm,
  photographCount: 0,
  photographLoss: null,
  sendCount: 0,
  isSubmitted: false,
  refusal: null,
}

/**
 * A report that something is wrong with an order, by its customer, or by a guest with its link.
 *
 * - A report is sent once it says what is wrong and with which products; 'Something else' needs a text instead of products.
 * - The report is sent once: if its answer was lost it is sent again with its idempotency key, and until then only its photograph can be changed.
 * - A report that is refused keeps what was entered, and is sent again with another key.
 * - A photograph of more than 8 MB is not kept.
 * - The photograph is never in the machine, which has its handle only. After a reload the form says that it has to be chosen again.
 * - What was entered is kept while the form is closed, until it is sent, or the page of another order is opened.
 * - The key of the order's link is never in the machine.
 * - After a reload the form is as it was. A report that was being sent is sent again with its key, one with a photograph only if the shopper says so.
 */
export const orderProblemMachine = setup({
  types: { context: {} as OrderProblemContext, events: {} as OrderProblemEvent, tags: {} as 'busy' },
  actors: {
    reportProblem: effect<Order, ReportToSend>('reportProblem'),
    watchPhotograph: effect<null, { photograph: string | null }>('watchPhotograph'),
  },
  guards: {
    /** The form of this order was filled in before. */
    isSameOrder: ({ context }, number: number) => context.order !== null && context.number === number,
    /** It says what is wrong, and with which products. */
    isComplete: ({ context }) => Object.keys(problemErrors(context.form, null)).length === 0,
    /** The photograph is small enough to be sent. */
    isSendable: (_, bytes: number) => isSendable(bytes),
    /** A further attempt may succeed, or the answer is not the gateway's. */
    isUnanswered: (_, refusal: Refusal) => isTransient(refusal) || Boolean(refusal.isForeign),
  },
  actions: {
    startReport: assign((_, { number, order, keyStart }: ReportOpening) => ({ ...noReport, number, order, keyStart })),
    storeOrder: assign({ order: (_, order: ReportableOrder) => order }),
    clearReport: assign(noReport),
    storeLine: assign({
      form: ({ context: { form, order } }, line: ProblemLine) => ({
        ...form,
        lines: linesAfter(order!, form.lines, line),
      }),
      refusal: null,
    }),
    storeKind: assign({ form: ({ context }, kind: ProblemKind) => ({ ...context.form, kind }), refusal: null }),
    storeComment: assign({ form: ({ context }, comment: string) => ({ ...context.form, comment }), refusal: null }),
    storePhotograph: assign({
      form: ({ context }, { handle }: ChosenPhotograph) => ({ ...context.form, photograph: handle }),
      photographCount: ({ context }) => context.photographCount + 1,
      photographLoss: null,
      refusal: null,
    }),
    refusePhotograph: assign({
      form: ({ context }) => ({ ...context.form, photograph: null }),
      photographCount: ({ context }) => context.photographCount + 1,
      photographLoss: 'too-large',
      refusal: null,
    }),
    removePhotograph: assign({
      form: ({ context }) => ({ ...context.form, photograph: null }),
      photographLoss: null,
      refusal: null,
    }),
    losePhotograph: assign({
      form: ({ context }) => ({ ...context.form, photograph: null }),
      photographLoss: 'reload',
    }),
    countSend: assign({ sendCount: ({ context }) => context.sendCount + 1, refusal: null }),
    showErrors: assign({ isSubmitted: true }),
    storeRefusal: assign({ refusal: (_, refusal: Refusal) => refusal, isSubmitted: true }),
    close: raise({ type: 'problem.close' }),
    end: raise({ type: 'problem.end' }),
    reportSent: tellPage((_, order: Order) => ({ type: 'problem.sent', order })),
    reportDismissed: tellPage({ type: 'problem.dismissed' }),
    reportOutdated: tellPage({ type: 'problem.outdated' }),
  },
}).createMachine({
  id: 'orderProblem',
  description: 'A report that something is wrong with an order',
  context: noReport,
  initial: 'closed',
  on: {
    'problem.end': { target: '.closed', actions: 'clearReport' },
    'problem.close': '.closed',
  },
  states: {
    closed: {
      description: 'There is no form',
      on: {
        'problem.start': [
          {
            guard: { type: 'isSameOrder', params: ({ event }) => event.number },
            target: 'editing',
            actions: { type: 'storeOrder', params: ({ event }) => event.order },
          },
          { target: 'editing', actions: { type: 'startReport', params: ({ event }) => event } },
        ],
      },
    },
    editing: {
      description: 'The report is entered',
      invoke: {
        id: 'watchPhotograph',
        src: 'watchPhotograph',
        input: ({ context }) => ({ photograph: context.form.photograph }),
        onDone: { actions: 'losePhotograph' },
        onError: { actions: 'losePhotograph' },
      },
      on: {
        'problem.chooseLine': { actions: { type: 'storeLine', params: ({ event }) => event } },
        'problem.chooseKind': { actions: { type: 'storeKind', params: ({ event }) => event.kind } },
        'problem.typeComment': { actions: { type: 'storeComment', params: ({ event }) => event.text } },
        'problem.choosePhotograph': [
          {
            guard: { type: 'isSendable', params: ({ event }) => event.bytes },
            target: 'editing',
            reenter: true,
            actions: { type: 'storePhotograph', params: ({ event }) => event },
          },
          { target: 'editing', reenter: true, actions: 'refusePhotograph' },
        ],
        'problem.removePhotograph': { target: 'editing', reenter: true, actions: 'removePhotograph' },
        'problem.send': [
          { guard: 'isComplete', target: 'sending', actions: ['countSend', 'showErrors'] },
          { actions: 'showErrors' },
        ],
        'problem.dismiss': { actions: ['reportDismissed', 'close'] },
      },
    },
    sending: {
      description: 'The report is sent',
      tags: 'busy',
      invoke: {
        id: 'reportProblem',
        src: 'reportProblem',
        input: ({ context: { number, order, keyStart, sendCount, form } }) => ({
          number,
          orderId: order!.orderId,
          requestId: `${keyStart}-${sendCount}`,
          report: reportOf(form),
          photograph: form.photograph,
        }),
        onDone: {
          actions: [{ type: 'reportSent', params: ({ event }) => event.output }, 'end'],
        },
        onError: [
          {
            guard: { type: 'isUnanswered', params: ({ event }) => refusalIn(event.error) },
            target: 'unanswered',
            actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
          },
          {
            target: 'editing',
            actions: { type: 'storeRefusal', params: ({ event }) => refusalIn(event.error) },
          },
        ],
      },
    },
    unanswered: {
      description: 'It is not known whether the report has arrived',
      invoke: {
        id: 'watchPhotograph',
        src: 'watchPhotograph',
        input: ({ context }) => ({ photograph: context.form.photograph }),
        onDone: { actions: 'losePhotograph' },
        onError: { actions: 'losePhotograph' },
      },
      on: {
        'problem.choosePhotograph': [
          {
            guard: { type: 'isSendable', params: ({ event }) => event.bytes },
            target: 'unanswered',
            reenter: true,
            actions: { type: 'storePhotograph', params: ({ event }) => event },
          },
          { target: 'unanswered', reenter: true, actions: 'refusePhotograph' },
        ],
        'problem.removePhotograph': { target: 'unanswered', reenter: true, actions: 'removePhotograph' },
        'problem.send': 'sending',
        'problem.dismiss': { actions: ['reportOutdated', 'end'] },
      },
    },
  },
})

export type OrderProblemSnapshot = SnapshotFrom<typeof orderProblemMachine>
