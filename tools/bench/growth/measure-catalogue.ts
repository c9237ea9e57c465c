import { openDatabase, type DatabaseLocation } from '#gateway/database/database'
import { store } from '#gateway/cli/store'
import { createGateway } from '#gateway/http/gateway'
import { lowerQuartiles } from '../figures.ts'
import { catalogueReads } from './reads.ts'
import { timeOf } from './time-of.ts'

/** Milliseconds of a read: by the bare queries, by the gateway, and by the gateway if it has not kept the result of an earlier request. */
export interface ReadTimes {
  bare: number
  kept: number
  new: number
}

export interface CatalogueFigures {
  reads: Record<string, ReadTimes>
  /** Bytes of memory that the process has after all reads. */
  memory: number
}

/** Runs in a child process of its own, whose memory is that of the gateway: measures it and reports to the parent. */
const { where, rounds } = JSON.parse(process.argv[2]!) as { where: DatabaseLocation; rounds: number }
const { database, close } = await openDatabase(where)
const app = await createGateway({ database, store: store.rules, pictures: store.pictures })

const reads: CatalogueFigures['reads'] = {}
for (const { name, request, bare } of catalogueReads) {
  const ask = async (round: number, isNew: boolean) => {
    const { statusCode, body } = await app.inject(request(round, isNew))
    if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${body}`)
  }
  const times: ReadTimes[] = []
  for (let round = 0; round < rounds + 5; round++) {
    times.push({
      bare: await timeOf(async () => {
        for (const query of bare()) await database.execute(query)
      }),
      new: await timeOf(() => ask(round, true)),
      kept: await timeOf(() => ask(round, false)),
    })
  }
  reads[name] = lowerQuartiles(times.slice(5)) // the first rounds warm up
}
process.send!({ reads, memory: process.memoryUsage().rss } satisfies CatalogueFigures)
await app.close()
await close()
process.exit(0)
