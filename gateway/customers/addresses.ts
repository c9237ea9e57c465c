import { and, asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AddressFields, StoreRegion } from '#contract/address'
import type { Conflict, SuggestedSuburb } from '#contract/conflict'
import type { Database } from '../database/database.ts'
import { clampId } from '../database/ids.ts'
import { badRequest, conflictRefusal, softRefusal } from '../requests/refusals.ts'
import { countries, regions, suburbs } from '../database/schema.ts'
import type { StoreRules } from '../shop/store-rules.ts'
import { checkAddressFields } from './form-rules.ts'
import { comparablePostCode, spellingErrors } from '#contract/suburb-names'

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

/** A suburb in the delivery area, as the store spells it. */
interface ServedSuburb extends SuggestedSuburb {
  regionId: number
}

/** The suburbs in the delivery area that are in the country of a region. */
function listServedSuburbs(database: Database, regionId: number): Promise<ServedSuburb[]> {
  const home = alias(regions, 'home')
  return database
    .select({ name: suburbs.name, postCode: suburbs.postCode, regionId: regions.id, regionName: regions.name })
    .from(suburbs)
    .innerJoin(regions, eq(regions.id, suburbs.regionId))
    .innerJoin(home, eq(home.countryId, regions.countryId))
    .where(and(eq(suburbs.inDeliveryArea, true), eq(home.id, clampId(regionId))))
    .orderBy(asc(suburbs.position))
}

/** More than these would be a list to read, not a question. */
const mostSuggestions = 4

/**
 * The suburb in the delivery area that an address names. Its spelling may differ a little if the post code is the suburb's.
 *
 * @returns a conflict outside the delivery area; it suggests suburbs if the post code, or the name, is one of a suburb inside
 */
export async function findServedSuburb(
  database: Database,
  { postCode, city, regionId }: Destination,
): Promise<ServedSuburb | Conflict> {
  const code = comparablePostCode(postCode)
  const all = (await listServedSuburbs(database, regionId)).map(suburb => ({
    suburb,
    isCode: comparablePostCode(suburb.postCode) === code,
    isRegion: suburb.regionId === regionId,
    errors: spellingErrors(city, suburb.name) ?? Infinity,
  }))
  const ranked = all.toSorted((one, other) => one.errors - other.errors)
  const [best, second] = ranked.filter(({ isCode, isRegion }) => isCode && isRegion)
  const isClear = best !== undefined && best.errors < (second?.errors ?? Infinity)
  if (isClear) return best.suburb
  const coded = ranked.filter(({ isCode }) => isCode)
  const isCodeServed = coded.length > 0
  const named = ranked.filter(({ errors }) => errors < Infinity)
  const suggestions = (isCodeServed ? coded : named).slice(0, mostSuggestions).map(({ suburb }) => suburb)
  if (suggestions.length === 0) {
    return { about: 'area', message: `${city.trim()} ${postCode.trim()} is outside our delivery area.` }
  }
  const isNameSpelled = coded.some(({ errors }) => errors === 0)
  const typed = isCodeServed && !isNameSpelled ? `“${city.trim()}”` : `“${city.trim()} ${postCode.trim()}”`
  const meant = suggestions.map(({ name, postCode: known, regionName }) =>
    isNameSpelled ? `${name} ${known}, ${regionName}` : isCodeServed ? name : `${name} ${known}`,
  )
  const message = `We can’t find ${typed}. Did you mean ${inWords.format(meant)}?`
  return { about: 'area', message, suggestions }
}

const inWords = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * An address as the store spells its suburb and post code.
 *
 * @throws Refused softly 422 outside the delivery area, with suggestions if a suburb inside is similar
 */
export async function withServedSuburb<A extends Destination>(database: Database, destination: A): Promise<A> {
  const suburb = await findServedSuburb(database, destination)
  if ('about' in suburb) throw suburb.suggestions ? conflictRefusal([suburb]) : softRefusal(422, suburb.message)
  return { ...destination, city: suburb.name, postCode: suburb.postCode }
}
