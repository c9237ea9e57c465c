import { sql } from 'drizzle-orm'
import { queryRows, type Database } from '../database/database.ts'
import { searchWords } from '../database/schema.ts'

/** Results beyond this are rarely looked at and the least similar. */
const maxResults = 200

/** A search with more matches is too broad to rank; the rest is ignored. */
const maxRanked = 5_000

/** Characters; product names are shorter. */
const longestSearch = 200

const maxTerms = 12

/**
 * Searches products, best match first.
 *
 * Words match as they are and as prefixes. Only if nothing matches all of them are they corrected ('jasmin rise').
 * Words similar to none in the shop are then left out, as long as others remain.
 *
 * @param text - as typed, in any script; blank finds nothing
 */
export async function searchProducts(database: Database, text: string): Promise<number[]> {
  const typed = [...text].slice(0, longestSearch).join('')
  const terms = await readTerms(database, typed)
  if (terms.length === 0) return []
  const found = await findMatches(database, typed, terms.map(prefixQuery).join(' & '))
  return found.length > 0 ? found : findNearMatches(database, typed, terms)
}

async function readTerms(database: Database, text: string): Promise<string[]> {
  const [row] = await queryRows<{ terms: string[] }>(database, sql`select search_terms(${text}) as terms`)
  return [...new Set(row?.terms)].slice(0, maxTerms)
}

/** Terms are letters and digits only (`search_terms` ensures it), so they cannot end the quotes. */
const prefixQuery = (term: string): string => `'${term}':*`

async function findMatches(database: Database, text: string, query: string): Promise<number[]> {
  const rows = await queryRows<{ id: number }>(
    database,
    sql`
      select id
      from cast(${query} as tsquery) as query,
        lateral (select * from products where document @@ query limit ${maxRanked}) as found
      order by
        ts_rank('{0.05, 0.2, 0.5, 1}', document, query)
          + similarity(search_fold(concat_ws(' ', name, second_name)), search_fold(${text})) desc,
        position, id
      limit ${maxResults}`,
  )
  return rows.map(row => row.id)
}

async function findNearMatches(database: Database, text: string, terms: string[]): Promise<number[]> {
  const meanings = await findSimilarWords(database, terms)
  const groups = terms.flatMap(term => {
    const words = meanings.get(term) ?? []
    return words.length > 0 ? [`(${words.map(prefixQuery).join(' | ')})`] : []
  })
  return groups.length === 0 ? [] : findMatches(database, text, groups.join(' & '))
}

/** Words of the shop similar to each term: 1 wrong letter in a short word, 2 in a long one. */
async function findSimilarWords(database: Database, terms: string[]): Promise<Map<string, string[]>> {
  const rows = await queryRows<{ term: string; words: string[] }>(
    database,
    sql`
      select term, array(
        select word from ${searchWords},
          lateral (select levenshtein_less_equal(word, term, 2) as mistakes, similarity(word, term) as alike) as compared
        where word like term || '%' or mistakes <= case when length(term) < 6 then 1 else 2 end or alike > 0.45
        order by word like term || '%' desc, mistakes, alike desc, word
        limit 6
      ) as words
      from unnest(cast(${`{${terms.filter(isLatin).join(',')}}`} as text[])) as term`,
  )
  const meanings = new Map(rows.map(({ term, words }) => [term, words]))
  for (const term of terms) if (!isLatin(term)) meanings.set(term, [term])
  return meanings
}

const isLatin = (term: string): boolean => /^[a-z]{3,}/.test(term) && /^[a-z0-9]{3,40}$/.test(term)
