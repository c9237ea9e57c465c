import { plainText } from '#contract/typed-text'
import { count } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import { checkGoods } from './check-goods.ts'
import type { Goods, SeedAisle, SeedBanner, SeedBrand, SeedCoupon, SeedDeliveryMethod, SeedProduct } from './goods.ts'
import * as schema from './schema.ts'

/**
 * Fills an empty database. Does nothing if there are products, so changes made by the store stay.
 *
 * @throws Error naming goods that cannot be stored
 */
export async function seedIfEmpty(database: Database, goods: Goods): Promise<void> {
  const [known] = await database.select({ products: count() }).from(schema.products)
  if (known?.products !== 0) return
  checkGoods(goods)
  await database.transaction(transaction => seed(transaction, goods))
}

async function seed(database: Database, goods: Goods): Promise<void> {
  await insertAll(database, schema.categories, goods.aisles.flatMap(categoryRows))
  await insertAll(database, schema.brands, goods.brands.map(brandRow))
  await insertProducts(database, goods.products, 0)
  await insertAll(database, schema.priceChanges, goods.products.flatMap(priceChangeRows))
  await insertAll(database, schema.relatedProducts, goods.products.flatMap(relatedRows))
  await insertAll(database, schema.banners, goods.banners.map(bannerRow))
  await insertAll(database, schema.coupons, goods.coupons.map(couponRow))
  await insertAll(database, schema.deliveryMethods, goods.deliveryMethods.map(withPosition))
  await insertAll(database, schema.slotWindows, goods.deliveryMethods.flatMap(slotWindowRows))
  await insertAll(database, schema.countries, goods.countries.map(withPosition))
  await insertAll(database, schema.regions, goods.regions.map(withPosition))
  await insertAll(database, schema.suburbs, goods.suburbs.map(withPosition))
}

/** Inserts products; `from` is the position of the first. */
export const insertProducts = (database: Database, products: readonly SeedProduct[], from: number): Promise<void> =>
  insertAll(
    database,
    schema.products,
    products.map((product, at) => productRow(product, from + at)),
  )

/** A statement has at most 65,535 parameters, so rows are inserted 500 at a time. */
async function insertAll<Table extends PgTable>(
  database: Database,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    await database.insert(table).values(rows.slice(at, at + 500) as Table['$inferInsert'][])
  }
}

const categoryRows = ({ id, title, image, children }: SeedAisle, place: number) => [
  { id, title, image, position: place * 100 },
  ...children.map((child, at) => ({ ...child, parentId: id, position: place * 100 + at + 1 })),
]

const brandRow = ({ id, name, rank }: SeedBrand, position: number) => ({ id, name, rank, position })

const productRow = (product: SeedProduct, position: number) => ({
  ...product,
  secondName: product.second?.text,
  specialPrice: product.special,
  status: product.stockStatusId,
  statusDescription: product.stockStatusDescription,
  specialEndsAt: product.specialEndsAt === undefined ? undefined : new Date(product.specialEndsAt),
  multiBuyEndsAt: product.multiBuyEndsAt === undefined ? undefined : new Date(product.multiBuyEndsAt),
  position,
})

const day = 24 * 60 * 60 * 1000

const priceChangeRows = ({ id, priceChanges = [] }: SeedProduct) =>
  priceChanges.map(({ before, after, daysAgo }) => ({
    productId: id,
    before,
    after,
    changedAt: new Date(Date.now() - daysAgo * day),
  }))

const relatedRows = ({ id, related }: SeedProduct) =>
  related.map((relatedId, position) => ({ productId: id, relatedId, position }))

const bannerRow = ({ image, alt, href }: SeedBanner, at: number) => ({
  id: at + 1,
  image,
  alt,
  href,
  position: at + 1,
})

const couponRow = (coupon: SeedCoupon) => ({
  ...coupon,
  code: plainText(coupon.couponCode).toUpperCase(),
  discount: coupon.discountType === 'percent' ? Math.round(coupon.percentOff * 100) : coupon.centsOff,
  startsAt: coupon.startsAt === undefined ? undefined : new Date(coupon.startsAt),
  endsAt: coupon.endsAt === undefined ? undefined : new Date(coupon.endsAt),
})

const slotWindowRows = ({ id, slots = [] }: SeedDeliveryMethod) =>
  slots.flatMap(({ weekdays, from, to, capacity, cutOffHours }) =>
    weekdays.map(weekday => ({ methodId: id, weekday, startsAt: from, endsAt: to, capacity, cutOffHours })),
  )

const withPosition = <Row>(row: Row, position: number) => ({ ...row, position })
