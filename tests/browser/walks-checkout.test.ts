import { describe, expect, test } from 'vitest'
import { walksOf } from '#tools/walks/page-walk'
import { checkoutWalks } from './walks/checkout.ts'
import { lockWalks } from './walks/lock.ts'
import { orderAttemptWalks } from './walks/order-attempt.ts'
import { slotsWalks } from './walks/slots.ts'
import { paymentWalks } from './walks/payment.ts'

describe.each(walksOf([checkoutWalks, lockWalks, orderAttemptWalks, paymentWalks, slotsWalks]))(
  'the page follows the machine $id',
  ({ paths, missed, untaken }) => {
    test.each(paths)('in $title', ({ take }) => take())

    test('and takes every transition', () => {
      expect(missed()).toEqual(untaken)
    })
  },
)
