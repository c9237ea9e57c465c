import { assign, setup } from 'xstate'
import type { OfficeOrder } from '#contract/office'
import { toCents } from '#contract/money'
import type { OrderStatus } from '#contract/order'
import type { Picking, SubstituteOption } from '#contract/picking'
import type { Refusal } from '#contract/refusal'
import type { NewRefund, RefundReason } from '#contract/refund'
import { plainText } from '#contract/typed-text'
import { isBlank } from '#contract/visible-text'
import { effect } from '../parts/effect.ts'
import { pauseAfter } from './live-parts.ts'

interface Replacing {
  productId: number
  search: string
  quantity: string
}

/** A refund as it is typed. */
export interface TypedRefund {
  amount: string
  /** '' until one is chosen. */
  reason: RefundReason | ''
  note: string
}

/** An answer to a report as it is typed. */
interface TypedAnswer {
  reportId: string
  text: string
}

/** What becomes of a line; `substituteId` and `quantity` only for a substitute. */
interface Decision {
  productId: number
  picking: Picking
  substituteId?: number
  quantity?: number
}

export interface OfficeOrderContext {
  number: string
  order: OfficeOrder | null
  /** The status that the person has chosen. */
  wanted: OrderStatus | null
  /** The weights that are typed, in grams, by product. */
  weights: Readonly<Record<number, string>>
  /** The product whose weight is being stored. */
  weighed: number | null
  /** The line for which a substitute is being chosen, the search for one, and how many of it; null while none is. */
  replacing: Replacing | null
  /** Products that can replace the line. */
  options: readonly SubstituteOption[]
  /** What the person has decided for a line. */
  decision: Decision | null
  /** The refund that is being typed; null while none is. */
  refund: TypedRefund | null
  /** Whether the refund was to be sent: its errors are shown. */
  isRefundSubmitted: boolean
  /** The answer that is being typed; null while none is. */
  answer: TypedAnswer | null
  /** Whether the answer was to be sent: its error is shown. */
  isAnswerSubmitted: boolean
  /** Why the last change was refused: another person was first, for example. */
  refusal: Refusal | null
  /** Failed reads in a row. */
  failures: number
}

export type OfficeOrderEvent =
  | { type: 'order.setStatus'; status: OrderStatus }
  | { type: 'order.typeWeight'; productId: number; text: string }
  | { type: 'order.saveWeight'; productId: number }
  | { type: 'order.pick'; productId: number; picking: Exclude<Picking, 'substitute'> }
  /** A substitute for a line is to be chosen. */
  | { type: 'order.replace'; productId: number; quantity: number }
  | { type: 'order.typeSearch'; text: string }
  | { type: 'order.search' }
  | { type: 'order.typeQuantity'; text: string }
  | { type: 'order.chooseSubstitute'; substituteId: number }
  | { type: 'order.keepLine' }
  | { type: 'order.finishPicking' }
  /** A refund is to be typed. */
  | { type: 'order.refund' }
  | { type: 'order.typeRefund'; typed: Partial<TypedRefund> }
  | { type: 'order.sendRefund' }
  /** A report is to be answered. */
  | { type: 'order.answer'; reportId: string }
  | { type: 'order.typeAnswer'; text: string }
  | { type: 'order.sendAnswer' }
  | { type: 'order.confirm' }
  | { type: 'order.keep' }
  | { type: 'order.retry' }

/** The weight that is typed for a product; null for text that is no whole number of grams. */
export const gramsIn = ({ weights }: Pick<OfficeOrderContext, 'weights'>, productId: number): number | null =>
  wholeNumberIn(weights[productId], /^\d{1,7}$/)

/** How many of the substitute are typed; null for text that is no whole number from 1 to 999. */
export const substituteQuantity = ({ replacing }: Pick<OfficeOrderContext, 'replacing'>): number | null =>
  wholeNumberIn(replacing?.quantity, /^[1-9]\d{0,2}$/)

const wholeNumberIn = (text: string | undefined, form: RegExp): number | null => {
  const digits = plainText(text ?? '')
  return form.test(digits) ? Number(digits) : null
}

/** The amount that is typed, in dollars; null for text that is none, or more than can be refunded. */
export function refundAmount({ refund, order }: Pick<OfficeOrderContext, 'refund' | 'order'>): number | null {
  const text = plainText(refund?.amount ?? '').replace(/^\$/, '')
  if (!/^\d{1,6}(?:\.\d{1,2})?$/.test(text)) return null
  const cents = toCents(Number(text))
  return cents >= 1 && cents <= toCents(order?.refundable ?? 0) ? cents / 100 : null
}

/** The refund's key: a repeated answer to the same version of the order is the same refund. */
export const refundQuestion = (context: OfficeOrderContext): RefundQuestion => ({
  number: context.number,
  requestId: `refund-${context.number}-${context.order!.version}`,
  amount: refundAmount(context)!,
  reason: context.refund!.reason as RefundReason,
  note: context.refund!.note.trim() || null,
  version: context.order!.version,
})

/** What is asked about substitutes, and what a decision says, if the order still has the version that is shown. */
type SubstituteQuestion = { number: string; productId: number; search: string }
type RefundQuestion = NewRefund & { number: string }
type AnswerQuestion = { number: string; reportId: string; answer: string; version: number }
type PickQuestion = Decision & { number: string; version: number }

/** Types, effects, guards and actions of the order's machine. */
export const officeOrderSetup = setup({
  types: {
    context: {} as OfficeOrderContext,
    events: {} as OfficeOrderEvent,
    input: {} as { number: string } | undefined,
    tags: {} as 'busy',
  },
  actors: {
    readOrder: effect<OfficeOrder, { number: string; isBackground: boolean }>('readOrder'),
    weigh: effect<OfficeOrder, { number: string; productId: number; grams: number; version: number }>('weigh'),
    readSubstitutes: effect<SubstituteOption[], SubstituteQuestion>('readSubstitutes'),
    pick: effect<OfficeOrder, PickQuestion>('pick'),
    refund: effect<OfficeOrder, RefundQuestion>('refund'),
    answerReport: effect<OfficeOrder, AnswerQuestion>('answerReport'),
    finishPicking: effect<OfficeOrder, { number: string; version: number }>('finishPicking'),
    setStatus: effect<OfficeOrder, { number: string; status: OrderStatus; version: number }>('setStatus'),
  },
  guards: {
    /** The gateway has no such order. */
    isUnknown: (_, refusal: Refusal) => refusal.code === 'refused' && refusal.status === 404,
    /** The status puts goods and money back: it is confirmed first. */
    isCancellation: (_, status: OrderStatus) => status === 'cancelled',
    /** A whole number of grams is typed for a product. */
    isWeight: ({ context }, productId: number) => gramsIn(context, productId) !== null,
    /** How many of the substitute is a whole number from 1 to 999. */
    hasQuantity: ({ context }) => substituteQuantity(context) !== null,
    /** An amount that can be refunded is typed, and a reason is chosen. */
    isRefund: ({ context }) => refundAmount(context) !== null && context.refund!.reason !== '',
    /** The answer is not blank. */
    isAnswer: ({ context }) => !isBlank(context.answer!.text),
    /** Something can be refunded. */
    isRefundable: ({ context }) => (context.order?.refundable ?? 0) > 0,
    /** An order is shown already. */
    hasOrder: ({ context }) => context.order !== null,
  },
  actions: {
    storeOrder: assign({ order: (_, order: OfficeOrder) => order, failures: 0 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    storeWanted: assign({ wanted: (_, status: OrderStatus) => status, refusal: null }),
    clearWanted: assign({ wanted: null }),
    storeWeight: assign({
      weights: ({ context }, { productId, text }: { productId: number; text: string }) => ({
        ...context.weights,
        [productId]: text,
      }),
    }),
    startWeighing: assign({ weighed: (_, productId: number) => productId, refusal: null }),
    endWeighing: assign({ weighed: null }),
    startReplacing: assign({
      replacing: (_, { productId, quantity }: { productId: number; quantity: number }) => ({
        productId,
        search: '',
        quantity: String(quantity),
      }),
      options: [],
      refusal: null,
    }),
    storeReplacing: assign({
      replacing: ({ context }, typed: Partial<Replacing>) => ({ ...context.replacing!, ...typed }),
    }),
    storeOptions: assign({ options: (_, options: SubstituteOption[]) => options }),
    endReplacing: assign({ replacing: null, options: [] }),
    decide: assign({ decision: (_, decision: Decision) => decision, refusal: null }),
    decideSubstitute: assign({
      decision: ({ context }, substituteId: number) => ({
        productId: context.replacing!.productId,
        picking: 'substitute' as const,
        substituteId,
        quantity: substituteQuantity(context)!,
      }),
      refusal: null,
    }),
    startRefund: assign({ refund: { amount: '', reason: '', note: '' }, isRefundSubmitted: false, refusal: null }),
    storeRefund: assign({ refund: ({ context }, typed: Partial<TypedRefund>) => ({ ...context.refund!, ...typed }) }),
    showRefundErrors: assign({ isRefundSubmitted: true }),
    endRefund: assign({ refund: null, isRefundSubmitted: false }),
    startAnswer: assign({
      answer: ({ context }, reportId: string) => ({
        reportId,
        text: context.order?.reports?.find(report => report.reportId === reportId)?.answer?.text ?? '',
      }),
      isAnswerSubmitted: false,
      refusal: null,
    }),
    storeAnswer: assign({ answer: ({ context }, text: string) => ({ ...context.answer!, text }) }),
    showAnswerError: assign({ isAnswerSubmitted: true }),
    endAnswer: assign({ answer: null, isAnswerSubmitted: false }),
    endDecision: assign({ decision: null, replacing: null, options: [] }),
    storeRefusal: assign({
      refusal: (_, refusal: Refusal) => refusal,
      wanted: null,
      weighed: null,
      decision: null,
      replacing: null,
      refund: null,
      answer: null,
    }),
  },
  delays: { pause: pauseAfter, doublePress: 600 },
})
