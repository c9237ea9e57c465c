import { and, eq, sql } from 'drizzle-orm'
import type { AddressFields, StoreRegion } from '#contract/address'
import type { Conflict } from '#contract/conflict'
import type { Database } from '../database/database.ts'
import { clampId } from '../database/ids.ts'
import { badRequest, softRefusal } from '../requests/refusals.ts'
import { countries, regions, suburbs } from '../database/schema.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { checkAddressFields } from './form-rules.ts'

/**
 * Checks an address. The names of country and region come from the database.
 *
 * @throws Refused 400 naming the first field that breaks a rule; the region must belong to the country
 */
export async function checkAddress(database: Database, typed: AddressFields): Promise<AddressFields> {
  const address = checkAddressFields(typed)
  const [place] = await database
    .select({ regionName: regions.name, countryName: countries.name })
    .from(regions)
    .innerJoin(countries, eq(countries.id, regions.countryId))
    .where(and(eq(regions.id, clampId(address.regionId)), eq(countries.id, clampId(address.countryId))))
  if (place === undefined) throw badRequest('Region/State is not one of this country')
  return { ...address, ...place }
}

/** The store's region with its country; null if the rules name none. */
export async function findStoreRegion(database: Database, { regionId }: StoreRules): Promise<StoreRegion | null> {
  if (regionId === undefined) return null
  const [place] = await database
    .select({
      regionId: regions.id,
      regionName: regions.name,
      countryId: countries.id,
      countryName: countries.name,
    })
    .from(regions)
    .innerJoin(countries, eq(countries.id, regions.countryId))
    .where(eq(regions.id, clampId(regionId)))
  return place ?? null
}

/** The destination of a delivery. */
export type Destination = Pick<AddressFields, 'postCode' | 'city' | 'regionId'>

/** Returns null inside the delivery area. */
export async function findAreaConflict(database: Database, destination: Destination): Promise<Conflict | null> {
  const { postCode, city, regionId } = destination
  const rows = await database
    .select({ name: suburbs.name })
    .from(suburbs)
    .where(
      and(
        eq(suburbs.inDeliveryArea, true),
        eq(suburbs.regionId, clampId(regionId)),
        eq(suburbs.postCode, postCode.trim()),
        eq(sql`lower(${suburbs.name})`, city.trim().toLowerCase()),
      ),
    )
    .limit(1)
  return rows.length > 0 ? null : { about: 'area', message: `We do not deliver to ${city} ${postCode} yet.` }
}

/** @throws Refused softly 422 outside the delivery area */
export async function refuseOutsideDeliveryArea(database: Database, destination: Destination): Promise<void> {
  const conflict = await findAreaConflict(database, destination)
  if (conflict !== null) throw softRefusal(422, conflict.message)
}
