import { asc, eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchProducts } from '#gateway/catalogue/search'
import { queryRows, type Database, type OpenDatabase } from '#gateway/database/database'
import { generateProducts } from '#gateway/database/generated-products'
import { products } from '#gateway/database/schema'
import { onBothEngines } from '../gateway/both-engines.ts'
import { openCaseDatabase } from '../gateway/case-database.ts'
import { caseGoods, shelf } from '../gateway/given.ts'

const originals = caseGoods.products.map(({ id }) => id)
/** Without the time at which they were added. */
const generated = async (database: Database) => {
  const rows = await database.select().from(products).where(gt(products.id, 100_000)).orderBy(asc(products.id))
  return rows.map(row => ({ ...row, addedAt: null }))
}

describe('generated products', () => {
  onBothEngines(database => {
    beforeAll(async () => {
      await generateProducts(database(), originals, 30)
      await generateProducts(database(), originals, 60)
    })

    test('fill the catalogue up to the requested number, and no further', async () => {
      expect(await database().$count(products)).toBe(60)
      expect(await generateProducts(database(), originals, 60)).toBe(60)
      expect(await generateProducts(database(), originals, 10)).toBe(60)
      expect(await database().$count(products)).toBe(60)
    })

    test('vary the products of the store', async () => {
      const [original] = await database().select().from(products).where(eq(products.id, shelf.fishSauce))
      const variations = await generated(database())
      expect(variations.map(({ id }) => id)).toEqual(Array.from({ length: 43 }, (_, at) => 100_001 + at))
      expect(variations.find(({ name }) => name.includes('Fish Sauce'))).toMatchObject({
        id: 100_012,
        name: 'Mild Fish Sauce 700 ml No. 100012',
        secondName: 'nước mắm',
        brandId: 102,
        categoryId: 12,
        code: 'V-100012',
        price: 1025,
        specialPrice: null,
        featured: null,
        art: original!.art,
      })
      expect(variations.filter(({ specialPrice }) => specialPrice !== null).map(({ id }) => id)).toEqual([
        100_010, 100_020, 100_030, 100_040,
      ])
    })

    test('are found by a search', async () => {
      expect((await searchProducts(database(), 'mild fish sauce 100012')).ids).toEqual([100_012])
      expect((await searchProducts(database(), 'orgnaic')).ids).not.toEqual([])
      expect((await searchProducts(database(), 'v 100012')).ids).toEqual([100_012])
    })

    test('have the search documents that the trigger makes', async () => {
      const read = () =>
        queryRows(
          database(),
          sql`
            select id, word, array(select distinct unnest(weights) order by 1) as weights
            from products, unnest(document) as lexeme(word, positions, weights) order by id, word`,
        )
      const before = await read()
      await database().execute(sql`update products set description = description`)
      expect(await read()).toEqual(before)
    })
  })

  describe('in another database', () => {
    let other: OpenDatabase
    let first: OpenDatabase
    beforeAll(async () => {
      other = await openCaseDatabase()
      first = await openCaseDatabase()
    })
    afterAll(async () => {
      await other?.close()
      await first?.close()
    })

    test('are the same, in one run or in several', async () => {
      await generateProducts(other.database, originals, 60)
      await generateProducts(first.database, originals, 33)
      await generateProducts(first.database, originals, 60)
      expect(await generated(other.database)).toEqual(await generated(first.database))
    })

    test('need an original', async () => {
      await expect(generateProducts(other.database, [], 61)).rejects.toThrow(
        'There is no product to make variations of.',
      )
    })
  })
})
