import { max } from 'drizzle-orm'
import type { SeedProduct } from '../database/goods.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { largestInteger } from '../database/ids.ts'
import { products } from '../database/schema.ts'
import { insertProducts, seedIfEmpty } from '../database/seeding.ts'
import { exitWithError } from './process.ts'
import { readSettings } from './settings.ts'
import { store } from './store.ts'

/** Products per transaction. An interrupted run leaves complete batches, and the next run continues. */
const batch = 5_000

/** Parses `--products 100000`. */
function requestedProducts(args: readonly string[]): number {
  const count = Number(args[args.indexOf('--products') + 1])
  if (args.includes('--products') && Number.isInteger(count) && count >= 0 && count <= 1_000_000) return count
  throw new Error('Specify the number of products: npm run seed -- --products 100000')
}

/** Prefixes for the names of a product's variations. */
const kinds = ['Classic', 'Extra', 'Mild', 'Spicy', 'Organic', 'Family', 'Select', 'Golden', 'Light', 'Premium']

/** A variation with its own id, name, price and stock, so that lists and searches have work to do. */
function variationOf(original: SeedProduct, id: number): SeedProduct {
  const { name, slug, price, stock } = original
  const kind = kinds[id % kinds.length]!
  return {
    ...original,
    id,
    slug: `${slug}-${id}`,
    name: `${kind} ${name} No. ${id}`,
    code: `V-${id}`,
    price: Math.min(price + (id % 97) * 5, largestInteger),
    special: undefined,
    stock: (stock + id) % 120,
    related: [],
    featured: undefined,
  }
}

async function addVariations(database: Database, count: number): Promise<number> {
  const [known] = await database.select({ last: max(products.id) }).from(products)
  const first = Math.max(known?.last ?? 0, 100_000) + 1
  let made = await database.$count(products)
  for (let id = first; made < count;) {
    const size = Math.min(batch, count - made)
    const variations = Array.from({ length: size }, (_, at) => variationOf(originalOf(id + at), id + at))
    await database.transaction(transaction => insertProducts(transaction, variations, id))
    made += size
    id += size
    process.stdout.write(`${made} products\n`)
  }
  await database.execute('analyze products')
  return made
}

const originalOf = (id: number): SeedProduct => store.goods.products[id % store.goods.products.length]!

try {
  const count = requestedProducts(process.argv.slice(2))
  const { dataDir, databaseUrl } = readSettings(process.env)
  const where = databaseUrl === null ? { dataDir } : { databaseUrl, statementTimeout: 0 }
  const { database, close } = await openDatabase(where, database => seedIfEmpty(database, store.goods))
  const made = await addVariations(database, count).finally(close)
  process.stdout.write(`The shop has ${made} products.\n`)
} catch (error) {
  exitWithError(error)
}
