import type { PGlite } from '@electric-sql/pglite'
import { describe, expect, test } from 'vitest'
import { keepParsers } from '#gateway/database/database'

type Query = Parameters<PGlite['query']>

/** A client that records its queries; `parsers` is its own table. */
function clientWith(parsers: PGlite['parsers']) {
  const queries: Query[] = []
  const query = async function (this: unknown, ...asked: Query) {
    queries.push(asked)
    return { rows: [{ self: this === client }] }
  }
  const client = {
    parsers,
    query,
    transaction: async (act: (transaction: object) => Promise<unknown>) => act({ query, rollback: () => 'undone' }),
  }
  keepParsers(client as unknown as PGlite)
  return { client: client as unknown as PGlite, queries }
}

const [plain, dates, numbers] = [() => 'plain', () => 'dates', () => 'numbers']

describe('the parsers of the embedded database', () => {
  test('that a query brings are stored in the client’s table, and not passed on', async () => {
    const table = { 25: plain }
    const { client, queries } = clientWith(table)
    await client.query('select $1', [1], { rowMode: 'array', parsers: { 1184: dates } })
    expect(queries).toEqual([['select $1', [1], { rowMode: 'array' }]])
    expect(client.parsers).toBe(table)
    expect(table).toEqual({ 25: plain, 1184: dates })
  })

  test('are kept for queries that bring none, and replaced by a later query with others', async () => {
    const { client, queries } = clientWith({})
    await client.query('select 1', [], { parsers: { 1184: dates } })
    await client.query('select 2')
    expect(client.parsers).toEqual({ 1184: dates })
    await client.query('select 3', undefined, { parsers: { 1184: plain, 20: numbers } })
    expect(client.parsers).toEqual({ 1184: plain, 20: numbers })
    expect(queries).toEqual([
      ['select 1', [], {}],
      ['select 2', undefined, {}],
      ['select 3', undefined, {}],
    ])
  })

  test('are stored in transactions too, which stay transactions and answer as before', async () => {
    const { client, queries } = clientWith({})
    const answer = await client.transaction(async transaction => {
      await transaction.query('select 1', [2], { rowMode: 'object', parsers: { 1184: dates } })
      return transaction.rollback()
    })
    expect(answer).toBe('undone')
    expect(client.parsers).toEqual({ 1184: dates })
    expect(queries).toEqual([['select 1', [2], { rowMode: 'object' }]])
  })

  test('do not change the answer of a query, which is still one of the client', async () => {
    const { client } = clientWith({})
    expect(await client.query('select 1')).toEqual({ rows: [{ self: true }] })
  })
})
