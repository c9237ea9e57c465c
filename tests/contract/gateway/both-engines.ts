import { afterAll, beforeAll, describe } from 'vitest'
import { openDatabase, type Database, type OpenDatabase } from '#gateway/database/database'
import { seedIfEmpty } from '#gateway/database/seeding'
import { openCaseDatabase } from './case-database.ts'
import { caseGoods } from './given.ts'
import { findPostgres, isPostgresRequired } from '../../kit/postgres.ts'
import { startCluster, type Cluster } from '../../kit/postgres-cluster.ts'

/**
 * Runs cases on PGlite, and on a PostgreSQL server with many connections, where transactions run at the same moment.
 *
 * @param cases - `isFirst` on PGlite, for cases that do not depend on the engine
 */
export function onBothEngines(cases: (database: () => Database, isFirst: boolean) => void): void {
  const onEngine = (isFirst: boolean, open: () => Promise<OpenDatabase>, stop: () => Promise<void>) => () => {
    let opened: OpenDatabase
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(async () => {
      await opened?.close()
      await stop()
    })
    cases(() => opened.database, isFirst)
  }
  describe(
    'on PGlite',
    onEngine(true, openCaseDatabase, async () => {}),
  )
  const programs = findPostgres()
  let cluster: Cluster
  const openPostgres = async () => {
    cluster = await startCluster(programs!)
    const { databaseUrl } = cluster
    return openDatabase({ databaseUrl, connections: 20 }, database => seedIfEmpty(database, caseGoods))
  }
  describe.skipIf(programs === null && !isPostgresRequired())(
    'on PostgreSQL',
    onEngine(false, openPostgres, async () => cluster?.stop()),
  )
}
