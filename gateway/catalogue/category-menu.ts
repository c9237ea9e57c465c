import { asc, eq, isNotNull } from 'drizzle-orm'
import type { Country, Region, Suburb } from '#contract/places'
import type { Banner, Brand, Category } from '#contract/product'
import type { Database } from '../database/database.ts'
import type { PicturePaths } from './pictures.ts'
import { banners, brands, categories, countries, regions, suburbs } from '../database/schema.ts'

/** The aisles and their sub-categories, in menu order. */
export async function readCategoryMenu(database: Database, pictures: PicturePaths): Promise<Category[]> {
  const all = await database.select().from(categories).orderBy(asc(categories.position))
  const aisles = all.filter(one => one.parentId === null)
  return aisles.map(({ id, title, image }) => {
    const children = all.filter(one => one.parentId === id).map(child => ({ id: child.id, title: child.title }))
    return { id, title, hasChildren: children.length > 0, children, image: image && pictures.ofAisle(image) }
  })
}

/** At most 10 brands, by rank. */
export const listTopBrands = (database: Database): Promise<Brand[]> =>
  database.select(brand).from(brands).where(isNotNull(brands.rank)).orderBy(asc(brands.rank)).limit(10)

/** All brands by name. */
export const listBrands = (database: Database): Promise<Brand[]> =>
  database.select(brand).from(brands).orderBy(asc(brands.name))

const brand = { id: brands.id, name: brands.name }

/** The banners that are shown, in their order. */
export async function listBanners(database: Database, pictures: PicturePaths): Promise<Banner[]> {
  const all = await database
    .select()
    .from(banners)
    .where(eq(banners.isShown, true))
    .orderBy(asc(banners.position), asc(banners.id))
  return all.map(({ image, alt, href }) => ({ image: pictures.ofBanner(image), alt, href }))
}

/** The countries that orders are accepted from. */
export const listCountries = (database: Database): Promise<Country[]> =>
  database.select({ countryId: countries.id, name: countries.name }).from(countries).orderBy(asc(countries.position))

/** Empty for an unknown country. */
export const listRegions = (database: Database, countryId: number): Promise<Region[]> =>
  database
    .select({ regionId: regions.id, name: regions.name })
    .from(regions)
    .where(eq(regions.countryId, countryId))
    .orderBy(asc(regions.position))

/** A suburb as the database has it. */
type KnownSuburb = Suburb & { inDeliveryArea: boolean; postCode: string }

/**
 * Empty for an unknown region.
 *
 * @param feeOf - the delivery fee to a suburb in dollars; null if it does not depend on the address, or nothing is delivered there
 */
export async function listSuburbs(
  database: Database,
  regionId: number,
  feeOf: (suburb: KnownSuburb) => number | null,
): Promise<Suburb[]> {
  const rows = await database
    .select({ name: suburbs.name, postCode: suburbs.postCode, inDeliveryArea: suburbs.inDeliveryArea })
    .from(suburbs)
    .where(eq(suburbs.regionId, regionId))
    .orderBy(asc(suburbs.position))
  return rows.map(suburb => {
    const deliveryFee = feeOf(suburb)
    return deliveryFee === null ? suburb : { ...suburb, deliveryFee }
  })
}
