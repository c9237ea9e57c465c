import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createTokens } from '#gateway/accounts/tokens'
import type { Database } from '#gateway/database/database'

test('a token begins and ends with its login, by the clock of the database', async () => {
  const row = { authenticatedAt: new Date('2031-01-01T00:00:00Z'), expiresAt: new Date('2031-01-01T12:00:00Z') }
  const insert = () => ({ values: () => ({ returning: async () => [row] }) })
  const tokens = createTokens({} as Database, new Uint8Array(32), { total: 720, idle: 60 })
  const customer = { id: 'mei', email: 'mei@example.com', firstName: 'Mei', lastName: 'Lin' }
  const { exp, iat } = decodeJwt(await tokens.issue({ insert } as unknown as Database, customer))
  expect([iat, exp]).toEqual([row.authenticatedAt.getTime() / 1_000, row.expiresAt.getTime() / 1_000])
})
