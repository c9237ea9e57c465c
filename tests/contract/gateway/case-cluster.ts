import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { openDatabase } from '#gateway/database/database'
import { seedIfEmpty } from '#gateway/database/seeding'
import { startCluster, type Cluster } from '../../kit/postgres-cluster.ts'
import { caseGoods } from './given.ts'
import { cachedImage, runTar } from './images.ts'

/**
 * Starts a PostgreSQL server whose database has the goods of the contract cases. Its files are unpacked from an archive: making them,
 * by initdb, the migrations and the goods, takes five times as long. gateway-postgres.test.ts makes them in each run.
 *
 * @param programs - the folder of PostgreSQL's programs
 */
export async function startCaseCluster(programs: string): Promise<Cluster> {
  const { stdout } = spawnSync(join(programs, 'initdb'), ['--version'], { encoding: 'utf8' })
  const image = await cachedImage(`case-cluster-${/\d+(\.\d+)?/.exec(stdout)![0]}`, async file => {
    const cluster = await startCluster(programs)
    const { close } = await openDatabase({ databaseUrl: cluster.databaseUrl }, database =>
      seedIfEmpty(database, caseGoods),
    )
    await close()
    await cluster.stop(data => runTar('-cf', file, '-C', data, '.'))
  })
  return startCluster(programs, data => runTar('-xf', image, '-C', data))
}
