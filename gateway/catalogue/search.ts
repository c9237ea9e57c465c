import { sql } from 'drizzle-orm'
import { queryRows, type Database } from '../database/database.ts'
import { searchWords } from '../database/schema.ts'

/** Results beyond this number are the least similar and rarely viewed. */
const maxResults = 200

/** A search with more matches is too broad to rank; the rest is ignored. */
const maxRanked = 5_000

/** Characters; product names are shorter. */
const longestSearch = 200

const maxTerms = 12

/** A number with its unit, without a space: '5kg'. */
const joinedSize = /(\d)(?=(?:k?g|m?l)\b)/gi

/** Alternative spellings and names of words, with the prefix of the words that they also find. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^chil[ei](?:e?s)?$/, 'chilli'],
  [/^chilli(?:e?s)?$/, 'chili'],
  [/^kimchee?$/, 'kimchi'],
  [/^shrimps?$/, 'prawn'],
  [/^soya$/, 'soy'],
  [/^yoghurts?$/, 'yogurt'],
]

/** The result of a search. */
interface Found {
  /** Best match first. */
  ids: number[]
  /** No product matches all words outside its description: these match some of them, or similar ones. */
  isSimilar: boolean
}

/**
 * Searches products.
 *
 * Words match as they are and as prefixes, a number and its unit as the size they make. Only if nothing matches all of them
 * are they corrected ('jasmin rise'). Words similar to none in the shop are then left out, as long as others remain.
 *
 * @param text - as typed, in any script; blank finds nothing
 */
export async function searchProducts(database: Database, text: string): Promise<Found> {
  const typed = [...text].slice(0, longestSearch).join('').replaceAll(joinedSize, '$1 ')
  const terms = await readTerms(database, typed)
  if (terms.length === 0) return { ids: [], isSimilar: false }
  const matches = await findMatches(database, typed, queriesOf(terms).join(' & '))
  if (matches.length > 0) return { ids: matches.map(({ id }) => id), isSimilar: !matches.some(({ named }) => named) }
  const near = await findNearMatches(database, typed, terms.filter(isDistinctive))
  return { ids: near.map(({ id }) => id), isSimilar: true }
}

/** Each term as a query; a number before a unit is one query with it. */
function queriesOf(terms: readonly string[]): string[] {
  return terms.flatMap((term, at) => {
    if (isUnit(term) && isNumber(terms[at - 1])) return []
    const unit = terms[at + 1]
    return isNumber(term) && isUnit(unit) ? [`('${term}':A <-> '${unit}':A)`] : [wordQuery(term)]
  })
}

const isNumber = (term: string | undefined): boolean => /^\d+$/.test(term ?? '')
const isUnit = (term: string | undefined): boolean => /^(?:k?g|m?l)$/.test(term ?? '')

/** Sizes and single letters are similar to too many words. */
const isDistinctive = (term: string): boolean => !isUnit(term) && !isNumber(term) && !/^[a-z]$/.test(term)

/** A word with its other spelling. A single letter is no prefix: it would match nearly everything. */
function wordQuery(term: string): string {
  if (/^[a-z]$/.test(term)) return `'${term}'`
  const other = spellings.find(([pattern]) => pattern.test(term))
  return other ? `(${prefixQuery(term)} | ${prefixQuery(other[1])})` : prefixQuery(term)
}

async function readTerms(database: Database, text: string): Promise<string[]> {
  const [row] = await queryRows<{ terms: string[] }>(database, sql`select search_terms(${text}) as terms`)
  return [...new Set(row?.terms)].slice(0, maxTerms)
}

/** Terms are letters and digits only (`search_terms` ensures it), so they cannot end the quotes. */
const prefixQuery = (term: string): string => `'${term}':*`

/** A product that a query finds; `named` if it does so outside the description. */
interface Match {
  id: number
  named: boolean
}

const findMatches = (database: Database, text: string, query: string): Promise<Match[]> =>
  queryRows<Match>(
    database,
    sql`
      select id, ts_filter(document, '{a,b,c}') @@ query as named
      from cast(${query} as tsquery) as query,
        lateral (select * from products where document @@ query limit ${maxRanked}) as found
      order by
        ts_rank('{0.05, 0.2, 0.5, 1}', document, query)
          + similarity(search_fold(concat_ws(' ', name, second_name)), search_fold(${text})) desc,
        position, id
      limit ${maxResults}`,
  )

async function findNearMatches(database: Database, text: string, terms: string[]): Promise<Match[]> {
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
