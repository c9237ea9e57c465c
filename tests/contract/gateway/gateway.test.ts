import type { FastifyInstance } from 'fastify'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openCaseGateways } from './case-gateways.ts'
import { contractCases } from './cases.ts'
import { gatewayCases } from './gateway-cases.ts'
import { callOn } from './given.ts'

const opened = openCaseGateways()
let app: FastifyInstance

beforeAll(async () => {
  app = await opened.gateway()
})

describe('the gateway on PGlite', () => {
  const call = callOn(() => app)
  contractCases(call)
  gatewayCases(() => opened.database, call)

  test('a query does not copy the table of parsers, alone or in a transaction', async () => {
    const { parsers } = (opened.database as unknown as { $client: PGlite }).$client
    let reads = 0
    // a parser of no column: only a copy of the whole table reads it
    Object.defineProperty(parsers, 1, { enumerable: true, configurable: true, get: () => void reads++ })
    const read = sql`select '2026-11-25'::timestamptz as at`
    const alone = await opened.database.execute(read)
    const within = await opened.database.transaction(transaction => transaction.execute(read))
    delete parsers[1]
    expect([alone, within]).toMatchObject([
      { rows: [{ at: expect.any(String) }] },
      { rows: [{ at: expect.any(String) }] },
    ])
    expect(reads).toBe(0)
  })
})
