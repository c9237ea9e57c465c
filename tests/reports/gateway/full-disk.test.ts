import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { EngineAborted } from '#gateway/database/aborted-engine'
import { openDatabase, queryRows, type Database } from '#gateway/database/database'
import { refusalFrom } from '#gateway/requests/refusals'
import { fillDataFolder, openCaseDatabase } from '../../contract/gateway/case-database.ts'

afterEach(() => void vi.restoreAllMocks())

/** Lets every write of new data fail, as on a full disk. */
function fillDisk(): () => void {
  const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
  })
  return () => full.mockRestore()
}

const write = (database: Database, key: string) =>
  database.execute(sql`insert into tries (key, count, ends_at) values (${key}, 1, now())`)

describe('generalbots/generalbots#1264, litedb-org/LiteDB#2286, jellyfin/jellyfin#10187: a disk that is full', () => {
  test('the embedded database ends with an error, says so once, and has what it confirmed when it is opened again', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'full-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    await fillDataFolder(dataDir)
    const onAborted = vi.fn()
    const { database, close } = await openDatabase({ dataDir, onAborted })
    await write(database, 'confirmed')
    const free = fillDisk()
    await expect(write(database, 'on a full disk')).rejects.toThrow()
    for (let more = 0; more < 5; more += 1) await expect(write(database, `after it ${more}`)).rejects.toThrow()
    expect(onAborted.mock.calls).toEqual([[expect.any(EngineAborted)]])
    expect(String(onAborted.mock.calls[0]![0])).toMatch(/The database has ended: .*Its disk may be full/)
    await expect(database.execute(sql`select 1`)).rejects.toThrow()
    await close().catch(() => {})
    free()
    const again = await openDatabase({ dataDir })
    onTestFinished(() => again.close())
    expect(await queryRows(again.database, sql`select key from tries where key = 'confirmed'`)).toHaveLength(1)
  })

  test.each(['53100', '53200', '53300', '53400'])('a write without resources (%s) is answered with 503', code => {
    const { httpStatus, retryAfter } = refusalFrom(Object.assign(new Error('Failed query'), { cause: { code } }))
    expect([httpStatus, retryAfter]).toEqual([503, 2])
  })

  test('a query that fails ends nothing', async () => {
    const { database, close } = await openCaseDatabase()
    onTestFinished(() => close())
    for (const bad of [sql`select 1 / 0`, sql`select nothing`, sql`this is no query`, sql`select * from no_table`])
      await expect(database.execute(bad)).rejects.toThrow()
    await expect(
      database.transaction(async transaction => {
        await write(transaction, 'undone')
        await transaction.execute(sql`select 1 / 0`)
      }),
    ).rejects.toThrow()
    expect(await queryRows(database, sql`select key from tries`)).toEqual([])
  })
})
