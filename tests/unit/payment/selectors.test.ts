import { describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import { paymentRefusals } from '#contract/payment'
import type { Refusal } from '#contract/refusal'
import { emptyPayment, type PaymentContext } from '#machines/payment/payment-setup'
import { isOrderEnded, isUncharged, paymentFailure } from '#machines/payment/selectors'

const refused = (status: number): Refusal => ({ code: 'refused', message: 'No.', status })
const failed = (refusal: Refusal, more: Partial<PaymentContext> = {}): PaymentContext => ({
  ...emptyPayment,
  refusal,
  ...more,
})
const lost: Refusal = { code: 'lost', message: 'popup, charged, invalid state', status: 0 }

describe('paymentFailure', () => {
  test.each<[PaymentContext, ReturnType<typeof paymentFailure>]>([
    [emptyPayment, null],
    [failed(lost), 'provider'],
    [failed(lost, { buttonFailure: 'windowBlocked' }), 'windowBlocked'],
    [failed(lost, { buttonFailure: 'notBegun' }), 'notBegun'],
    [failed({ ...lost, code: 'interrupted' }), 'interrupted'],
    [failed(refused(paymentRefusals.declined)), 'declined'],
    [failed(refused(paymentRefusals.ended)), 'refused'],
    [failed(refused(409)), 'refused'],
  ])('of %j is %s', (context, failure) => expect(paymentFailure(context)).toBe(failure))
})

describe('isUncharged', () => {
  test('holds for every failure before the approval', () => {
    expect(isUncharged(failed(refused(409)))).toBe(true)
    expect(isUncharged(failed(lost, { buttonFailure: 'provider' }))).toBe(true)
  })

  test('does not hold for a refusal after the approval, whose message says what was charged', () => {
    expect(isUncharged(failed(refused(paymentRefusals.declined), { isApproved: true }))).toBe(false)
  })
})

describe('isOrderEnded', () => {
  const order = { requestId: 'visit/order/1' } as NewOrder

  test('applies to an order that was refused after its payment, and to a payment that the gateway refuses permanently', () => {
    expect(isOrderEnded(failed(refused(409), { isApproved: true }))).toBe(true)
    expect(isOrderEnded(failed(refused(409), { order }))).toBe(true)
  })

  test('does not hold while the same order can be paid again', () => {
    expect(isOrderEnded({ ...emptyPayment, order })).toBe(false)
    expect(isOrderEnded(failed(refused(paymentRefusals.declined), { order }))).toBe(false)
    expect(isOrderEnded(failed(lost, { order }))).toBe(false)
    expect(isOrderEnded(failed(lost, { buttonFailure: 'notBegun' }))).toBe(false)
  })
})
