import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../../gateway/database/migrations', import.meta.url))
const { entries } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as {
  entries: { idx: number; when: number; tag: string }[]
}

describe('drizzle-team/drizzle-orm#5769, drizzle-team/drizzle-orm#5316, vm0-ai/vm0#4078: a migration that existing databases skip', () => {
  // Drizzle runs only migrations that are newer than the last one a database has.
  test('each migration is newer than those before it', () => {
    const times = entries.map(({ when }) => when)
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
  })

  test('the migrations have the order of their numbers', () => {
    expect(entries.map(({ tag }) => tag)).toEqual(entries.map(({ tag }) => tag).toSorted())
    expect(entries.map(({ tag }) => Number(tag.slice(0, 4)))).toEqual(entries.map(({ idx }) => idx))
  })

  test('every file is in the journal, and the other way round', () => {
    const files = readdirSync(folder).filter(name => name.endsWith('.sql'))
    expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.toSorted())
  })
})
