import { sql } from 'drizzle-orm'
import { stockStatus } from '#contract/offer'
import { queryRows, type Database } from '../database/database.ts'
import { searchWords } from '../database/schema.ts'
import { simplified, variantsOf } from './han-variants.ts'

/** Results beyond this number are the least similar and rarely viewed. */
const maxResults = 200

/** A search with more matches is too broad to rank; the rest is ignored. */
const maxRanked = 5_000

/** Characters; product names are shorter. */
const longestSearch = 200

const maxTerms = 12

/** Guesses beyond this number are noise. */
const maxSimilar = 8

/** Words of the shop that a misspelt word may mean. */
const maxMeanings = 6

/** A number with its unit, without a space: '5kg'. */
const joinedSize = /(\d)(?=(?:k?g|m?l)\b)/gi

/** A product code without its hyphen: 'LL0101'. */
const joinedCode = /\b([a-z]{2,3})(?=\d{3,6}\b)/gi

/** Alternative spellings and names of words, with the prefix of the words that they also find. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^chil[ei](?:e?s)?$/, 'chilli'],
  [/^chilli(?:e?s)?$/, 'chili'],
  [/^kimchee?$/, 'kimchi'],
  [/^shrimps?$/, 'prawn'],
  [/^soya$/, 'soy'],
  [/^yoghurts?$/, 'yogurt'],
]

/** Names of the same food in scripts without spaces: a text with the first of a list finds the others too. In simplified characters. */
const otherNames: readonly (readonly [name: string, ...others: string[]])[] = [
  ['酱油', '生抽', '老抽'],
  ['味精', '鸡精'],
  ['云吞', '馄饨'],
  ['馄饨', '云吞'],
  ['土豆', '马铃薯'],
  ['马铃薯', '土豆'],
  ['凤梨', '菠萝'],
  ['菠萝', '凤梨'],
  ['番茄', '西红柿'],
  ['西红柿', '番茄'],
  ['花生', '落花生'],
]

/** The result of a search. */
export interface Found {
  /** Best match first. */
  ids: number[]
  /** No product matches all words outside its description: these are at most eight guesses, those in stock first. */
  isSimilar: boolean
}

/**
 * Searches products.
 *
 * Words match as they are and as prefixes, a number and its unit as the size they make. Words that are only written apart or together in another way match too ('hotpot').
 *
 * Only if nothing matches are words corrected ('jasmin rise'), and sizes left out. A corrected word matches whole words of names that differ in
 * at most one or two letters. If a word matches none, nothing is found: no result is better than a wrong one.
 *
 * @param text - as typed, in any script; blank finds nothing
 */
export async function searchProducts(database: Database, text: string): Promise<Found> {
  const typed = textOf(text)
  const texts = await readTerms(database, [typed, ...withOtherNames(typed)])
  const [terms = []] = texts
  if (terms.length === 0) return { ids: [], isSimilar: false }
  const exact = await findMatches(database, typed, matchingAny(texts), terms)
  if (exact.some(({ named }) => named)) return { ids: idsOf(exact), isSimilar: false }
  const { found, isSimilar } = await findMeant(database, typed, terms)
  if (!isSimilar) return { ids: idsOf(found), isSimilar }
  const near = exact.length === 0 ? found : exact
  return {
    ids: idsOf(near.toSorted((a, b) => Number(b.buyable) - Number(a.buyable)).slice(0, maxSimilar)),
    isSimilar,
  }
}

/**
 * Searches products for a text whose last word may not have been typed to its end. Matches in descriptions are left out.
 *
 * @param most - how many are found at most
 */
export async function findSuggested(database: Database, text: string, most: number): Promise<Found> {
  const typed = textOf(text)
  const texts = await readTerms(database, [typed, ...withOtherNames(typed)])
  const [terms = []] = texts
  if (terms.length === 0 || isSingleLetter(terms)) return { ids: [], isSimilar: false }
  const begun = await findMatches(database, typed, matchingAny(texts, 'typing'), terms, most)
  const named = begun.filter(one => one.named)
  if (named.length > 0) return { ids: idsOf(named), isSimilar: false }
  const { found, isSimilar } = await findMeant(database, typed, terms)
  return { ids: idsOf(found.slice(0, most)), isSimilar }
}

/** Nearly every product has a word that begins with it. */
const isSingleLetter = (terms: readonly string[]): boolean => terms.every(term => /^[a-z]$/.test(term))

/** Products that the words may mean if none has them: written apart or together in another way, else similar ones. */
async function findMeant(
  database: Database,
  typed: string,
  terms: readonly string[],
): Promise<{ found: Match[]; isSimilar: boolean }> {
  const meant = await findMeanings(database, terms)
  const spaced = meant.spaced ? await findMatches(database, typed, meant.spaced, terms) : []
  if (spaced.length > 0) return { found: spaced, isSimilar: false }
  return { found: meant.similar ? await findMatches(database, typed, meant.similar, terms) : [], isSimilar: true }
}

/** A query for one of several texts. */
const matchingAny = (texts: readonly (readonly string[])[], when?: 'typing'): string =>
  texts.map(terms => `(${queriesOf(terms, when).join(' & ')})`).join(' | ')

/** A search as it is compared: not too long, with a space between a number and its unit, and in a code. */
const textOf = (text: string): string =>
  [...text].slice(0, longestSearch).join('').replaceAll(joinedSize, '$1 ').replaceAll(joinedCode, '$1 ')

/** The text with other names of the food that it names. */
function withOtherNames(text: string): string[] {
  const plain = simplified(text)
  return otherNames.flatMap(([name, ...others]) =>
    plain.includes(name) ? others.map(other => plain.replaceAll(name, other)) : [],
  )
}

const idsOf = (matches: readonly Match[]): number[] => matches.map(({ id }) => id)

/**
 * Each term as a query; a number before a unit is one query with it.
 *
 * @param when - while a text is being typed its last word may be incomplete: it also finds longer ones, however short it is
 */
function queriesOf(terms: readonly string[], when?: 'typing'): string[] {
  return terms.flatMap((term, at) => {
    if (isUnit(term) && isNumber(terms[at - 1])) return []
    const unit = terms[at + 1]
    return isNumber(term) && isUnit(unit)
      ? [`('${term}':A <-> '${unit}':A)`]
      : [wordQuery(term, when === 'typing' && at === terms.length - 1)]
  })
}

const isNumber = (term: string | undefined): boolean => /^\d+$/.test(term ?? '')
const isUnit = (term: string | undefined): boolean => /^(?:k?g|m?l)$/.test(term ?? '')

/** Sizes and single letters are similar to too many words. */
const isDistinctive = (term: string): boolean => !isUnit(term) && !isNumber(term) && !/^[a-z]$/.test(term)

/**
 * A word with its other spellings, or its other characters. A short word is no prefix, because most words that begin with it are others:
 * 'ham' is not a hamper.
 */
function wordQuery(term: string, isIncomplete = false): string {
  if (/^[a-z]$/.test(term) && !isIncomplete) return `'${term}'`
  if (/^[a-z]{2,3}$/.test(term) && !isIncomplete) return `('${term}' | '${term}s')`
  if (isSyllable(term)) return anyOf(variantsOf(term).map(prefixQuery))
  const other = spellings.find(([pattern]) => pattern.test(term))
  return anyOf([prefixQuery(term), ...(other ? [prefixQuery(other[1])] : [])])
}

const anyOf = (queries: readonly string[]): string => (queries.length > 1 ? `(${queries.join(' | ')})` : queries[0]!)

/** The terms of each text that has any: Latin words, and pairs of characters of other scripts. */
export async function readTerms(database: Database, texts: readonly string[]): Promise<string[][]> {
  const rows = await queryRows<{ terms: string[] }>(
    database,
    sql`select search_terms(text) as terms from unnest(array[${sql.join(
      texts.map(text => sql`cast(${text} as text)`),
      sql`, `,
    )}]) with ordinality as typed(text, place) order by place`,
  )
  return rows.map(({ terms }) => [...new Set(terms)].slice(0, maxTerms)).filter(terms => terms.length > 0)
}

/** Terms are letters and digits only (`search_terms` ensures it), so they cannot end the quotes. */
const prefixQuery = (term: string): string => `'${term}':*`

/** A product that a query finds; `named` if it does so outside the description, `buyable` if it is in stock. */
interface Match {
  id: number
  named: boolean
  buyable: boolean
}

/**
 * @param terms - products whose names have those of other scripts as they are come first: '米' is rice, and '米醋' vinegar. So do, among
 *   equally good ones, those that the last word says what they are: for 'mango' a mango, not a drink
 */
const findMatches = (
  database: Database,
  text: string,
  query: string,
  terms: readonly string[],
  most = maxResults,
): Promise<Match[]> =>
  queryRows<Match>(
    database,
    sql`
      select id, named, buyable from (
        select id, position, folded_name, document @@ words as is_word,
          ts_filter(document, '{a,b,c}') @@ query as named,
          coalesce(status = cast(${stockStatus.inStock} as integer), stock > 0) as buyable,
          ts_rank('{0.05, 0.2, 0.5, 1}', document, query) + similarity(folded_name, search_fold(${text})) as rank
        from cast(${query} as tsquery) as query,
          cast(${terms
            .filter(isSyllable)
            .map(term => `'${term}':A`)
            .join(' & ')} as tsquery) as words,
          lateral (select * from products where document @@ query limit ${maxRanked}) as found
        order by is_word desc, rank desc, position, id
        limit ${maxResults}
      ) as best
      order by
        is_word desc,
        rank + case when folded_name ~ ${namePattern(terms)} then cast(${kindWeight} as real) else 0 end desc,
        position, id
      limit ${most}`,
  )

/** What a name adds to a rank, which is below 2, by ending in the last word of the search. */
const kindWeight = 0.25

/** A pattern of names that end in a word, before their size: 'Honey Mangoes, tray of 6' for 'mango'. Matches none without a Latin word. */
function namePattern(terms: readonly string[]): string {
  const word = terms.findLast(term => /^[a-z]{2,}$/.test(term) && !isUnit(term))
  return word ? `\\m${word}(s|es)?( ?[^a-z &-]|$)` : '^$'
}

/** A word that was typed, and the words of the shop that are near to it. */
interface Candidates {
  term: string
  /** Some word begins with it. */
  known: boolean
  /** Where it is two words of the shop without a space: the length of the first. */
  split: number | null
  /** With at most three changed letters. */
  near: string[]
}

/** Queries for what a shopper may have meant; null if a word means nothing here, or if there is no such query. */
interface Meanings {
  /** Some words written apart or together, otherwise as typed. */
  spaced: string | null
  /** Some words corrected, sizes left out. */
  similar: string | null
}

async function findMeanings(database: Database, terms: readonly string[]): Promise<Meanings> {
  const distinctive = terms.filter(isDistinctive)
  const pairs = distinctive.slice(1).map((term, at) => `${distinctive[at]}${term}`)
  const candidates = await readCandidates(database, [...distinctive, ...pairs].filter(isLatin))
  const isKnown = (term: string) => candidates.get(term)?.known ?? true
  const apart = distinctive.map(term => {
    const split = isKnown(term) ? null : (candidates.get(term)?.split ?? null)
    return split === null ? null : `('${term.slice(0, split)}' <-> ${prefixQuery(term.slice(split))})`
  })
  const queries = distinctive.map((term, at) => {
    if (isKnown(term)) return wordQuery(term)
    const words = (candidates.get(term)?.near ?? [])
      .map(word => ({ word, errors: typingErrors(term, word) }))
      .filter(
        ({ errors }) =>
          errors <=
          allowedErrors(
            term,
            distinctive.some(other => other !== term && isKnown(other)),
          ),
      )
      .toSorted((a, b) => a.errors - b.errors)
      .slice(0, maxMeanings)
    return apart[at] ?? (words.length === 0 ? null : `(${words.map(({ word }) => `'${word}':A`).join(' | ')})`)
  })
  const isApart = apart.some(query => query !== null) && distinctive.every((term, at) => isKnown(term) || apart[at])
  const spaced = [
    ...(isApart ? [distinctive.map((term, at) => apart[at] ?? wordQuery(term)).join(' & ')] : []),
    ...pairs.flatMap((pair, at) =>
      candidates.get(pair)?.known
        ? [[...distinctive.slice(0, at), pair, ...distinctive.slice(at + 2)].map(term => wordQuery(term)).join(' & ')]
        : [],
    ),
  ]
  return {
    spaced: spaced.length > 0 ? spaced.map(query => `(${query})`).join(' | ') : null,
    similar: queries.length > 0 && !queries.includes(null) ? queries.join(' & ') : null,
  }
}

/**
 * How many typing errors a word may have. Many short words differ in one letter: a word of four is corrected only if its letters are
 * exchanged, or beside a word that is known. ('coke' is not 'cake'; 'jasmine rise' is rice.)
 */
function allowedErrors(term: string, beside: boolean): number {
  if (term.length >= 8) return 2
  return term.length >= 5 || beside ? 1 : exchangedOnly
}

/** Less than one typing error: two neighbouring letters are exchanged. */
const exchangedOnly = 0.5

/** The least number of letters that are added, missing or wrong, where an exchange of two neighbours counts half. */
function typingErrors(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const exchanged = isExchanged ? rows[i - 2]![j - 2]! + exchangedOnly : Infinity
      row.push(Math.min(replaced, exchanged, rows[i - 1]![j]! + 1, row[j - 1]! + 1))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

async function readCandidates(database: Database, terms: readonly string[]): Promise<Map<string, Candidates>> {
  const rows = await queryRows<Candidates>(
    database,
    sql`
      select term,
        exists (select from ${searchWords} where word like term || '%') as known,
        (
          select min(at) from generate_series(3, length(term) - 3) as at
          where exists (select from ${searchWords} where word = left(term, at))
            and exists (select from ${searchWords} where word = substr(term, at + 1))
        ) as split,
        array(
          select word from ${searchWords} where levenshtein_less_equal(word, term, 3) <= 3
            and length(word) between length(term) - 2 and length(term) + 2
          order by levenshtein_less_equal(word, term, 3), word
          limit 200
        ) as near
      from unnest(cast(${`{${terms.join(',')}}`} as text[])) as term`,
  )
  return new Map(rows.map(row => [row.term, row]))
}

/** Of a script without spaces between words. */
const isSyllable = (term: string): boolean => !/^[a-z0-9]/.test(term)

const isLatin = (term: string): boolean => /^[a-z]{3,}/.test(term) && /^[a-z0-9]{3,40}$/.test(term)
