import { lt, sql } from 'drizzle-orm'
import type { ProductCriteria } from '#contract/product'
import { plainText } from '#contract/typed-text'
import type { Database } from '../database/database.ts'
import { missedSearches } from '../database/schema.ts'

/** Terms that are stored of a day at most: invented ones do not fill the disk. */
export const mostTerms = 300

/** Days after which a row is deleted; the privacy page names them. */
export const keptDays = 90

/** What a person may have typed into the wrong field: an address of email or of a page, or a number of a phone, card or customer. */
const isPrivate = (term: string): boolean =>
  /@|:\/\/|www\./.test(term) || (term.match(/\d/g) ?? []).length > 5 || term.split(' ').length > 5

/**
 * A search as it is counted: in small letters, with single spaces. Null for one that is not: shorter than 2 characters or longer than 40, with other
 * characters than words have, or that may name a person.
 */
export function missedTerm(text: string): string | null {
  const term = plainText(text).toLowerCase()
  const isWord = /^[\p{L}\p{M}\p{N} '’&.,%+/-]{2,40}$/u.test(term) && [...term].length > 1
  return isWord && !isPrivate(term) ? term : null
}

/** The term of a list without products, if it is the first page of a search without filters; else null. */
export function missedTermOf({ criteria, searchCriteria, page, filters }: ProductCriteria): string | null {
  const isFiltered = Object.values(filters ?? {}).some(value => (Array.isArray(value) ? value.length > 0 : value))
  if (criteria !== 'search' || (page ?? 1) !== 1 || isFiltered) return null
  return missedTerm(searchCriteria ?? '')
}

/** Counts a search that found nothing. A new term is not stored once the day has `mostTerms`. @param day - at the store, '2026-12-05' */
export async function countMissedSearch(database: Database, day: string, term: string): Promise<void> {
  await database.execute(sql`
    insert into ${missedSearches} (day, term)
    select ${day}::date, ${term}
    where (select count(*) from ${missedSearches} where day = ${day}::date) < ${mostTerms}
      or exists (select from ${missedSearches} where day = ${day}::date and term = ${term})
    on conflict (day, term) do update set searches = ${missedSearches}.searches + 1`)
}

export async function deleteOldMissedSearches(database: Database): Promise<void> {
  await database.delete(missedSearches).where(lt(missedSearches.day, sql`current_date - ${keptDays}::integer`))
}
