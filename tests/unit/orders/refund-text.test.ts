import { describe, expect, test } from 'vitest'
import { refundLines } from '#src/orders/refund-text.ts'

describe('the refunds of an order', () => {
  test('have a line each with amount and day at the store', () => {
    const refunds = [
      { amount: 12.34, at: '2027-04-04T13:59:59.000Z' },
      { amount: 5, at: '2027-04-04T14:00:00.000Z' },
    ]
    expect(refundLines({ refunds })).toEqual(['$12.34 on 4 April 2027', '$5.00 on 5 April 2027'])
  })

  test('are not shown by a gateway that does not send them, and need no readable time', () => {
    expect(refundLines({})).toEqual([])
    expect(refundLines({ refunds: null })).toEqual([])
    expect(refundLines({ refunds: [{ amount: 5, at: 'soon' }] })).toEqual(['$5.00'])
  })
})
