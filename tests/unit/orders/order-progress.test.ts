import { createActor } from 'xstate'
import { describe, expect, test } from 'vitest'
import { orderAttemptMachine, type OrderAttemptSnapshot } from '#machines/orders/order-attempt'
import type { OrderAttemptContext } from '#machines/orders/order-attempt-setup'
import { orderProgress, whyUnknown } from '#machines/orders/selectors'
import { gone, limited } from '../../kit/outcomes.ts'

const initial = createActor(orderAttemptMachine).getSnapshot()

const at = (
  value: OrderAttemptSnapshot['value'],
  context: Partial<OrderAttemptContext> = {},
): OrderAttemptSnapshot => ({
  ...initial,
  value,
  context: { ...initial.context, ...context },
})

describe('orderProgress', () => {
  test.each([
    [at({ settled: 'idle' }), 'idle', null],
    [at({ settled: 'placed' }), 'placed', null],
    [at('paying'), 'paying', null],
    [at('placing'), 'placing', null],
    [at('placing', { retries: 1 }), 'unknown', 'asking'],
    [at({ unknown: 'pausing' }), 'unknown', 'pausing'],
    [at({ unknown: 'looking' }), 'unknown', 'asking'],
    [at({ unknown: 'unanswered' }), 'unknown', 'unanswered'],
    [at({ unknown: 'unplaced' }), 'unknown', 'unplaced'],
    [at({ unknown: 'abandoning' }), 'unknown', 'abandoning'],
  ] as const)('tells a first request from a repeated one %#', (snapshot, expected, unknown) => {
    expect(orderProgress(snapshot)).toEqual({ at: expected, unknown })
  })
})

describe('whyUnknown', () => {
  test('tells a rate limit from an order that could not be discarded', () => {
    expect([null, limited, gone].map(refusal => whyUnknown({ refusal }))).toEqual([null, 'busy', 'not-discarded'])
  })
})
