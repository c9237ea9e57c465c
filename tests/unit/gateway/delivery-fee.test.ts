import { describe, expect, test } from 'vitest'
import type { Database } from '#gateway/database/database'
import { findDeliveryFee, type DeliveryRow } from '#gateway/orders/delivery'
import { caseStore } from '../../contract/gateway/given.ts'

describe('a delivery method without an address', () => {
  test.each([
    [0, 0],
    [300, 300],
    [null, caseStore.standardDeliveryFee],
  ])('whose own fee is %j costs %i cents', async (fee, cents) => {
    const method = { fee, needsAddress: false } as DeliveryRow
    expect(await findDeliveryFee({} as Database, caseStore, method, null)).toBe(cents)
  })
})
