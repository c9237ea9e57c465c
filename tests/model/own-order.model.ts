import type { AnyMachineSnapshot } from 'xstate'
import type { Order } from '#contract/order'
import type { ReportableOrder } from '#contract/order-problem'
import { ownOrderMachine, type OwnOrderContext } from '#machines/orders/own-order'
import { done, fails, withoutParent, type Model } from '#tools/walks/graph'
import { gone, lost, placedOrder, saturday } from '../kit/outcomes.ts'
import { openingOf } from '../kit/page-openings.ts'

/** An order that can be cancelled until the cut-off of its slot. */
export const ownOrder: Order = {
  ...placedOrder,
  orderNumber: '1001',
  slot: saturday,
  statusTimes: { received: '2026-11-20T01:00:00.000Z' },
  cancellation: { until: saturday.cutOffAt, refusal: null },
}
/** The same order at a gateway that lets its shopper change it. */
export const versionedOrder = { ...ownOrder, version: 4 }
export const cancelledOrder: Order = {
  ...ownOrder,
  orderStatus: 'cancelled',
  statusTimes: { ...ownOrder.statusTimes, cancelled: '2026-11-20T02:00:00.000Z' },
  cancellation: null,
}
/** An order that was collected, and takes reports. */
export const reportableOrder: ReportableOrder = {
  ...ownOrder,
  orderStatus: 'completed',
  cancellation: null,
  problems: { left: 5, reports: [] },
}
/** The order with a report that was sent. */
export const reportedOrder: ReportableOrder = {
  ...reportableOrder,
  problems: {
    left: 4,
    reports: [
      {
        reportId: 'report-1',
        at: '2026-11-21T01:00:00.000Z',
        kind: 'damaged',
        lines: [{ productId: 1, productName: placedOrder.lines[0]!.productName, quantity: 1 }],
        comment: 'The bag was open',
        hasPhotograph: true,
        answer: null,
      },
    ],
  },
}
/** The order with a report that was answered. */
export const answeredOrder: ReportableOrder = {
  ...reportedOrder,
  problems: {
    left: 4,
    reports: reportedOrder.problems!.reports.map(report => ({
      ...report,
      answer: { text: 'Sorry.\nWe bring it tomorrow.', at: '2026-11-22T01:00:00.000Z' },
    })),
  },
}
export const packedOrder: Order = {
  ...ownOrder,
  orderStatus: 'preparing',
  cancellation: { until: saturday.cutOffAt, refusal: 'packing' },
}

export const noOrder = { ...gone, message: 'This link does not work any more.', status: 404 }
export const tooLate = { ...gone, message: 'We have begun to pack this order.', status: 409 }

const read = (order: Order) => ({ order, deliveryName: 'Home delivery' })

/** The page of an order: a link that opens it and one that does not, a cancellation that is confirmed, refused and lost, and what a draft and a report tell the page. */
export const ownOrderModel: Model = {
  machine: withoutParent(ownOrderMachine, ['reportReady']),
  cases: () => [
    openingOf('/order/1001'),
    openingOf('/order/1002'),
    { type: 'order.reload' },
    { type: 'cancellation.ask' },
    { type: 'cancellation.dismiss' },
    { type: 'cancellation.confirm' },
    { type: 'change.open' },
    { type: 'change.saved', order: versionedOrder },
    { type: 'change.discarded' },
    { type: 'change.refused', refusal: tooLate },
    { type: 'change.outdated' },
    { type: 'problem.open' },
    { type: 'problem.sent', order: reportedOrder },
    { type: 'problem.dismissed' },
    { type: 'problem.outdated' },
    done('readOwnOrder', read(reportableOrder)),
    done('readOwnOrder', read(ownOrder)),
    done('readOwnOrder', read(versionedOrder)),
    done('readOwnOrder', read(packedOrder)),
    fails('readOwnOrder', lost),
    fails('readOwnOrder', noOrder),
    done('cancelOrder', cancelledOrder),
    fails('cancelOrder', lost),
    fails('cancelOrder', tooLate),
  ],
  key(state: AnyMachineSnapshot) {
    const { number, read: known, refusal, changeRefusal } = state.context as OwnOrderContext
    return JSON.stringify([
      state.value,
      number,
      known?.order.orderStatus ?? null,
      known !== null && 'version' in known.order,
      (known?.order as ReportableOrder | undefined)?.problems?.left ?? null,
      refusal?.status ?? null,
      changeRefusal?.status ?? null,
    ])
  },
}
