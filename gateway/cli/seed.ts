import { generateProducts } from '../database/generated-products.ts'
import { openDatabase } from '../database/database.ts'
import { seedIfEmpty } from '../database/seeding.ts'
import { exitWithError } from './process.ts'
import { readSettings } from './settings.ts'
import { store } from './store.ts'

/** Parses `--products 100000`. */
function requestedProducts(args: readonly string[]): number {
  const count = Number(args[args.indexOf('--products') + 1])
  if (args.includes('--products') && Number.isInteger(count) && count >= 0 && count <= 1_000_000) return count
  throw new Error('Specify the number of products: npm run seed -- --products 100000')
}

try {
  const count = requestedProducts(process.argv.slice(2))
  const { dataDir, databaseUrl } = readSettings(process.env)
  const where = databaseUrl === null ? { dataDir } : { databaseUrl, statementTimeout: 0 }
  const { database, close } = await openDatabase(where, database => seedIfEmpty(database, store.goods))
  const originals = store.goods.products.map(({ id }) => id)
  const say = (made: number) => void process.stdout.write(`${made} products\n`)
  const made = await generateProducts(database, originals, count, say).finally(close)
  process.stdout.write(`The shop has ${made} products.\n`)
} catch (error) {
  exitWithError(error)
}
