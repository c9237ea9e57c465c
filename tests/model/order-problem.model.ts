import type { AnyMachineSnapshot } from 'xstate'
import type { ReportableOrder } from '#contract/order-problem'
import { orderProblemMachine, type OrderProblemContext } from '#machines/order-problem/order-problem'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { gone, lost } from '../kit/outcomes.ts'
import { reportableOrder, reportedOrder } from './own-order.model.ts'

/** An order of two packs. */
export const deliveredOrder: ReportableOrder = {
  ...reportableOrder,
  lines: reportableOrder.lines.map(line => ({ ...line, quantity: 2 })),
}

/** Opens the report. */
export const opening = {
  type: 'problem.start',
  number: 1001,
  order: deliveredOrder,
  keyStart: 'visit/reportProblem/1',
} as const

export const usedUp = { ...gone, status: 409, message: 'This order has 5 reports already. Please call us.' }
export const notPhotograph = {
  ...gone,
  status: 422,
  field: 'photograph',
  message: 'The file is not a photograph. Please choose a JPEG, PNG or WebP file.',
}

const machine = withoutParent(orderProblemMachine, ['reportSent', 'reportDismissed', 'reportOutdated'])

const key = (state: AnyMachineSnapshot) => {
  const { order, form, photographLoss, isSubmitted, refusal } = state.context as OrderProblemContext
  const { photograph, ...entered } = form
  return JSON.stringify([
    state.value,
    order === null,
    entered,
    photograph !== null,
    photographLoss,
    isSubmitted,
    refusal?.status,
  ])
}

/** A report is entered, sent, refused, lost, and closed. */
export const orderProblemModel: Model = {
  machine,
  cases: () => [
    opening,
    { type: 'problem.end' },
    { type: 'problem.close' },
    { type: 'problem.chooseLine', productId: 1, quantity: 2 },
    { type: 'problem.chooseLine', productId: 1, quantity: 0 },
    { type: 'problem.chooseKind', kind: 'other' },
    { type: 'problem.typeComment', text: 'The bag was open' },
    { type: 'problem.send' },
    { type: 'problem.dismiss' },
    done('reportProblem', reportedOrder),
    fails('reportProblem', lost),
    fails('reportProblem', usedUp),
  ],
  key,
}

/** The photograph of a report is chosen, removed, too large, refused, and gone after a reload. */
export const photographModel: Model = {
  machine,
  cases(state) {
    const { form } = state.context as OrderProblemContext
    if (state.matches('closed')) return [opening]
    // one complete report is enough
    if (form.lines.length === 0) return [{ type: 'problem.chooseLine', productId: 1, quantity: 2 }]
    if (form.kind === null) return [{ type: 'problem.chooseKind', kind: 'damaged' }]
    return [
      { type: 'problem.choosePhotograph', handle: 'visit/reportProblem/1/photograph/1', bytes: 40_000 },
      { type: 'problem.choosePhotograph', handle: 'visit/reportProblem/1/photograph/1', bytes: 9_000_000 },
      { type: 'problem.removePhotograph' },
      { type: 'problem.send' },
      { type: 'problem.dismiss' },
      // without a photograph nothing is watched
      ...(form.photograph === null ? [] : [done('watchPhotograph', null), fails('watchPhotograph', lost)]),
      done('reportProblem', reportedOrder),
      fails('reportProblem', lost),
      fails('reportProblem', notPhotograph),
    ]
  },
  key,
}
