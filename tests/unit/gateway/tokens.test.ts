import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { createTokens, readFolderSecret } from '#gateway/accounts/tokens'
import type { Database } from '#gateway/database/database'

test('a token begins and ends with its login, by the clock of the database', async () => {
  const row = { authenticatedAt: new Date('2031-01-01T00:00:00Z'), expiresAt: new Date('2031-01-01T12:00:00Z') }
  const insert = () => ({ values: () => ({ returning: async () => [row] }) })
  const tokens = createTokens({} as Database, new Uint8Array(32), { total: 720, idle: 60 })
  const customer = { id: 'mei', email: 'mei@example.com', firstName: 'Mei', lastName: 'Lin' }
  const { exp, iat } = decodeJwt(await tokens.issue({ insert } as unknown as Database, customer))
  expect([iat, exp]).toEqual([row.authenticatedAt.getTime() / 1_000, row.expiresAt.getTime() / 1_000])
})

test('the secret of a data folder is created once; one of fewer than 32 characters is damaged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const data = join(folder, 'new', 'data')
  expect(readFolderSecret(data)).toEqual(readFolderSecret(data))
  const kept = (length: number, end = '') => {
    writeFileSync(join(data, 'secret'), 'x'.repeat(length) + end)
    return readFolderSecret(data).length
  }
  expect(kept(32)).toBe(32)
  expect(kept(32, '\n')).toBe(32) // as an editor writes it
  expect(() => kept(31)).toThrow(`The secret in ${join(data, 'secret')} is damaged.`)
})
