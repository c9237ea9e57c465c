import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { readProduct } from '#gateway/catalogue/products'
import type { PicturePaths } from '#gateway/catalogue/pictures'
import { priceChanges, products } from '#gateway/database/schema'
import { onBothEngines } from '../gateway/both-engines.ts'
import { shelf } from '../gateway/given.ts'

const id = shelf.beef
const pictures: PicturePaths = {
  ofProduct: () => '',
  viewsOf: () => [],
  ofAisle: () => '',
  ofBanner: () => '',
  bannerNames: [],
}
const day = 24 * 60 * 60 * 1000

describe('the price history', () => {
  onBothEngines(database => {
    beforeEach(async () => {
      await database().update(products).set({ price: 6000, specialPrice: null }).where(eq(products.id, id))
      await database().delete(priceChanges).where(eq(priceChanges.productId, id))
    })

    const set = (change: Partial<typeof products.$inferInsert>) =>
      database().update(products).set(change).where(eq(products.id, id))
    const changes = () =>
      database()
        .select({ before: priceChanges.before, after: priceChanges.after })
        .from(priceChanges)
        .where(eq(priceChanges.productId, id))
        .orderBy(priceChanges.id)
    const remember = (before: number, daysAgo: number) =>
      database()
        .insert(priceChanges)
        .values({ productId: id, before, after: 6000, changedAt: new Date(Date.now() - daysAgo * day) })
    const lowest = async () => (await readProduct(database(), pictures, id)).lowestPrice

    test('has every change of the current price, and no other change', async () => {
      await set({ price: 6500 })
      await set({ specialPrice: 5900 })
      await set({ price: 7000 })
      await set({ stock: 10, specialPrice: 5900 })
      await set({ specialPrice: null })
      expect(await changes()).toEqual([
        { before: 6000, after: 6500 },
        { before: 6500, after: 5900 },
        { before: 5900, after: 7000 },
      ])
    })

    test('has none of a change that was rolled back', async () => {
      const refused = database().transaction(async transaction => {
        await transaction.update(products).set({ price: 1 }).where(eq(products.id, id))
        transaction.rollback()
      })
      await expect(refused).rejects.toThrow()
      expect(await changes()).toEqual([])
    })

    test('gives the lowest price of the 30 days before the special began, however long it lasts', async () => {
      await remember(5000, 75)
      await remember(5500, 65)
      await remember(6000, 40)
      await database().execute(sql`alter table products disable trigger products_price_change`)
      await set({ specialPrice: 4500 })
      await database().execute(sql`alter table products enable trigger products_price_change`)
      expect(await lowest()).toBe(55)
    })

    test('gives no lowest price without a special, or if it is not known when the special began', async () => {
      await set({ price: 6500 })
      expect(await lowest()).toBeUndefined()
      await set({ specialPrice: 6000 })
      expect(await lowest()).toBe(60)
      await database().delete(priceChanges).where(eq(priceChanges.productId, id))
      expect(await lowest()).toBeUndefined()
    })
  })
})
