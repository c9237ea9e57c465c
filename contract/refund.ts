import { enums, nullable, number, string, type, type Infer } from 'superstruct'
import { numeric } from './money.ts'

/** Why money is refunded, in the words of the office. */
export const refundReasons = ['damaged', 'missing', 'wrong', 'late', 'other'] as const
export type RefundReason = (typeof refundReasons)[number]
export const refundReasonNames: Readonly<Record<RefundReason, string>> = {
  damaged: 'Damaged or spoiled',
  missing: 'Missing',
  wrong: 'Wrong product',
  late: 'Late',
  other: 'Other',
}

/** The longest note of a refund, which the office alone reads. */
export const longestRefundNote = 200

/**
 * A refund. `pending`: the payment provider has not confirmed it yet. `refused`: the provider refused it for good, and nothing was refunded. `included`: the
 * order was cancelled meanwhile, and this amount was refunded with the rest.
 */
export const orderRefund = type({
  at: string(),
  staffName: string(),
  amount: numeric,
  reason: enums(refundReasons),
  note: nullable(string()),
  state: enums(['pending', 'done', 'refused', 'included']),
})
export type OrderRefund = Infer<typeof orderRefund>
export type RefundState = OrderRefund['state']

/** Refunds an amount in dollars, once for each `requestId`, if the order still has the version that was shown. */
export const newRefund = type({
  requestId: string(),
  amount: numeric,
  reason: enums(refundReasons),
  note: nullable(string()),
  version: number(),
})
export type NewRefund = Infer<typeof newRefund>
