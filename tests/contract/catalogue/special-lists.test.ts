import { inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProductCriteria } from '#contract/product'
import type { PicturePaths } from '#gateway/catalogue/pictures'
import { createPageReader } from '#gateway/catalogue/product-pages'
import { listProducts } from '#gateway/catalogue/products'
import { seasonalIn } from '#gateway/catalogue/season'
import { products } from '#gateway/database/schema'
import { onBothEngines } from '../gateway/both-engines.ts'
import { shelf } from '../gateway/given.ts'

const pictures: PicturePaths = {
  ofProduct: () => '',
  viewsOf: () => [],
  ofAisle: () => '',
  ofBanner: () => '',
  bannerNames: [],
}
const listOf = (criteria: 'special' | 'season'): ProductCriteria => ({ criteria, brand_id: 0, category_id: 0 })

/** The last minutes of November in Sydney, where UTC has the same day, and the first ones of December, where it has not. */
const november = new Date('2026-11-30T12:59:00Z')
const december = new Date('2026-11-30T13:01:00Z')

describe('a list of all aisles', () => {
  onBothEngines(database => {
    beforeEach(async () => {
      await database().update(products).set({ specialPrice: null, season: null })
    })

    const set = (ids: number[], change: Partial<typeof products.$inferInsert>) =>
      database().update(products).set(change).where(inArray(products.id, ids))
    const idsAt = async (criteria: ProductCriteria, now = november) => {
      const seasonal = seasonalIn('Australia/Sydney', () => now)
      const whole = await listProducts(database(), pictures, criteria, seasonal)
      const page = await createPageReader(database(), pictures, seasonal)({ ...criteria, page: 1, pageSize: 100 })
      const ids = whole.map(({ id }) => id)
      expect(page).toMatchObject({ total: ids.length, listData: ids.map(id => ({ id })) })
      return ids
    }

    test('of products on special has those with a special price, the featured ones first', async () => {
      await set([shelf.soySauce, shelf.rice, shelf.wanted, shelf.coconut], { specialPrice: 1 })
      expect(await idsAt(listOf('special'))).toEqual([shelf.coconut, shelf.rice, shelf.soySauce, shelf.wanted])
    })

    test('of products in season has those of the month at the store', async () => {
      await set([shelf.three, shelf.rice], { season: [10, 11] })
      await set([shelf.five], { season: [12, 1] })
      expect(await idsAt(listOf('season'))).toEqual([shelf.rice, shelf.three])
      expect(await idsAt(listOf('season'), december)).toEqual([shelf.five])
    })

    test('is empty if no product is in season or on special', async () => {
      expect(await idsAt(listOf('season'))).toEqual([])
      expect(await idsAt(listOf('special'))).toEqual([])
    })

    test('can be filtered and read by pages', async () => {
      await set([shelf.rice, shelf.gone, shelf.five], { season: [11] })
      const read = createPageReader(
        database(),
        pictures,
        seasonalIn('Australia/Sydney', () => november),
      )
      const page = await read({ ...listOf('season'), pageSize: 1, page: 2, filters: { stock: true } })
      expect(page).toMatchObject({ listData: [{ id: shelf.five }], total: 2 })
    })

    test('refuses a month that does not exist', async () => {
      await expect(set([shelf.rice], { season: [13 as never] })).rejects.toThrow()
    })
  })
})
