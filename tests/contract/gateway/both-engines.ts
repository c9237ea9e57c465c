import { afterAll, beforeAll, describe } from 'vitest'
import { openDatabase, type Database, type OpenDatabase } from '#gateway/database/database'
import { startCaseCluster } from './case-cluster.ts'
import { openCaseDatabase } from './case-database.ts'
import { findPostgres, isPostgresRequired } from '../../kit/postgres.ts'

/** Whether the tests on PostgreSQL are left out. */
export const isWithoutPostgres = findPostgres() === null && !isPostgresRequired()

/** Starts a PostgreSQL server with the goods of the contract cases, and opens it with many connections. */
export async function openCasePostgres(): Promise<OpenDatabase> {
  const programs = findPostgres()
  if (programs === null)
    throw new Error("PostgreSQL is required, and there is no initdb. Install Debian's package postgresql.")
  const cluster = await startCaseCluster(programs)
  const { databaseUrl } = cluster
  const { database, close } = await openDatabase({ databaseUrl, connections: 20 })
  return { database, close: () => close().finally(() => cluster.stop()) }
}

/**
 * Runs cases on PGlite, and on a PostgreSQL server with many connections, where transactions run at the same moment.
 *
 * @param cases - `isFirst` on PGlite, for cases that do not depend on the engine
 */
export function onBothEngines(cases: (database: () => Database, isFirst: boolean) => void): void {
  const onEngine = (isFirst: boolean, open: () => Promise<OpenDatabase>) => () => {
    let opened: OpenDatabase
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened?.close())
    cases(() => opened.database, isFirst)
  }
  describe('on PGlite', onEngine(true, openCaseDatabase))
  describe.skipIf(isWithoutPostgres)('on PostgreSQL', onEngine(false, openCasePostgres))
}
