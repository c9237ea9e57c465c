import { Readable } from 'node:stream'
import { asc, eq, gt } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { brands, products } from '../database/schema.ts'
import { dayAt } from '../shop/local-time.ts'
import { byteOrderMark, writeCsv } from './csv.ts'
import { codeColumn, goodsColumns } from './goods-columns.ts'
import { valuesOf } from './product-values.ts'
import { readShelves } from './shelves.ts'

/** A file that is downloaded. */
export interface OfficeFile {
  name: string
  type: string
  content: Readable
}

/** Products that are read at a time: a catalogue may be larger than the memory. */
const batch = 500

/** The file of all goods, in the order of their ids. @param timeZone - the store's */
export const exportGoods = (database: Database, timeZone: string): OfficeFile => ({
  name: `goods-${dayAt(timeZone, new Date())}.csv`,
  type: 'text/csv; charset=utf-8',
  content: Readable.from(linesOf(database, timeZone)),
})

async function* linesOf(database: Database, timeZone: string): AsyncGenerator<string> {
  const shelves = await readShelves(database)
  const columns = Object.values(goodsColumns)
  yield byteOrderMark + writeCsv([[codeColumn, ...Object.keys(goodsColumns)]])
  for (let last = 0; ;) {
    const rows = await database
      .select({ product: products, brand: brands.name })
      .from(products)
      .innerJoin(brands, eq(brands.id, products.brandId))
      .where(gt(products.id, last))
      .orderBy(asc(products.id))
      .limit(batch)
    if (rows.length === 0) return
    const values = rows.map(({ product, brand }) => valuesOf(product, brand, timeZone))
    yield writeCsv(values.map(one => [one.code, ...columns.map(column => column.text(one, shelves))]))
    last = rows.at(-1)!.product.id
  }
}
