import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTokens } from '#gateway/accounts/tokens'
import type { Database } from '#gateway/database/database'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('a token is valid for its whole life, even if its login is written slowly', async () => {
  const slow = { insert: () => ({ values: async () => void vi.setSystemTime(Date.now() + 1_500) }) }
  const tokens = createTokens({} as Database, new Uint8Array(32), { total: 720, idle: 60 })
  const customer = { id: 'mei', email: 'mei@example.com', firstName: 'Mei', lastName: 'Lin' }
  const { exp, iat } = decodeJwt(await tokens.issue(slow as unknown as Database, customer))
  expect(exp! - iat!).toBe(720 * 60)
})
