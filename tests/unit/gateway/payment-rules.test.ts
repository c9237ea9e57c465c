import { describe, expect, test } from 'vitest'
import type { ProviderOrder } from '#gateway/payments/payment-provider'
import { belongsTo, isAbandoned, isOrderFor, isUndecided } from '#gateway/payments/payments'
import type { Payment } from '#gateway/stock/payment-rows'

const payment = (of: Partial<Payment>) => of as Payment

describe('a payment', () => {
  test.each([
    ['creating', null, false],
    ['created', null, false],
    ['pending', null, false],
    ['authorized', null, false],
    ['captured', null, false],
    ['ending', null, true],
    ['ending', 'order', true],
    ['ended', null, true],
    ['failed', null, true],
    ['failed', 'order', false],
  ] as const)('that is %s, with the order %j, was abandoned: %s', (state, orderId, abandoned) => {
    expect(isAbandoned(payment({ state, orderId }))).toBe(abandoned)
  })

  test('is undecided while the provider has its order and has moved no money', () => {
    const states = ['creating', 'created', 'pending', 'authorized', 'captured', 'ending', 'ended', 'failed'] as const
    expect(states.filter(state => isUndecided(payment({ state })))).toEqual(['created', 'pending'])
  })

  test.each([
    [null, 'visit', null, true],
    [null, 'visit', 'mei', true],
    [null, 'other', null, false],
    ['mei', 'visit', 'mei', true],
    ['mei', 'other', 'mei', true],
    ['mei', 'visit', null, false],
    ['mei', 'visit', 'lin', false],
  ])('of the customer %j and the session "visit" belongs to the session %j of the customer %j: %s', (...row) => {
    const [owner, session, customer, isTheirs] = row
    expect(belongsTo(payment({ customerId: owner, sessionId: 'visit' }), session, customer)).toBe(isTheirs)
  })

  const own = { isOwn: true, intent: 'capture', amount: 6_000, currency: 'AUD' } as ProviderOrder
  test.each<[string, Partial<ProviderOrder>, boolean]>([
    ['exactly its amount', {}, true],
    ['another account', { isOwn: false }, false],
    ['with another intent', { intent: 'authorize' }, false],
    ['a cent less', { amount: 5_999 }, false],
    ['another currency', { currency: 'USD' }, false],
  ])('is paid by an order of the provider that pays %s: %s', (_what, more, pays) => {
    expect(isOrderFor({ intent: 'capture', amount: 6_000, currency: 'AUD' }, { ...own, ...more })).toBe(pays)
  })
})
