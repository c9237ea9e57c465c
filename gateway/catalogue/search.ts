import { sql } from 'drizzle-orm'
import { rowsOf, type Database } from '../database/database.ts'
import { searchWords } from '../database/schema.ts'

/** Nobody turns to page 26; what follows is the least alike. */
const mostFound = 200

/** A text that finds more than this is too broad for an order of merit; the rest is not weighed. */
const mostRanked = 5_000

/** Letters beyond this are not looked at; names are shorter. */
const longestSearch = 200

const mostTerms = 12

/**
 * Products that a text means, the likeliest first.
 *
 * Words are looked for as they stand and as beginnings; only when nothing has them all, as what they may have been meant
 * to be ('jasmin rise'). Words that resemble nothing in the shop are then left out, as long as others remain.
 *
 * @param text - as typed, in any script; blank gives nothing
 */
export async function idsFound(database: Database, text: string): Promise<number[]> {
  const typed = [...text].slice(0, longestSearch).join('')
  const terms = await termsOf(database, typed)
  if (terms.length === 0) return []
  const found = await matching(database, typed, terms.map(beginning).join(' & '))
  return found.length > 0 ? found : matchingNearly(database, typed, terms)
}

async function termsOf(database: Database, text: string): Promise<string[]> {
  const [row] = await rowsOf<{ terms: string[] }>(database, sql`select search_terms(${text}) as terms`)
  return [...new Set(row?.terms)].slice(0, mostTerms)
}

/** Terms are letters and digits only (search_terms sees to it), so that they cannot end the quotes. */
const beginning = (term: string): string => `'${term}':*`

async function matching(database: Database, text: string, query: string): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    database,
    sql`
      select id
      from cast(${query} as tsquery) as query,
        lateral (select * from products where document @@ query limit ${mostRanked}) as found
      order by
        ts_rank('{0.05, 0.2, 0.5, 1}', document, query)
          + similarity(search_fold(concat_ws(' ', name, second_name)), search_fold(${text})) desc,
        position, id
      limit ${mostFound}`,
  )
  return rows.map(row => row.id)
}

async function matchingNearly(database: Database, text: string, terms: string[]): Promise<number[]> {
  const meanings = await meaningsOf(database, terms)
  const groups = terms.flatMap(term => {
    const words = meanings.get(term) ?? []
    return words.length > 0 ? [`(${words.map(beginning).join(' | ')})`] : []
  })
  return groups.length === 0 ? [] : matching(database, text, groups.join(' & '))
}

/** Words of the shop that each term may have been meant to be; one wrong letter in a short word, two in a long one. */
async function meaningsOf(database: Database, terms: string[]): Promise<Map<string, string[]>> {
  const rows = await rowsOf<{ term: string; words: string[] }>(
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
