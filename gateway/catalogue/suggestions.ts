import { inArray, sql } from 'drizzle-orm'
import { longestQuery, type Suggestions } from '#contract/suggestions'
import { plainText } from '#contract/typed-text'
import { queryRows, type Database } from '../database/database.ts'
import { brands, categories, products } from '../database/schema.ts'
import type { PicturePaths } from './pictures.ts'
import { productColumns, toProduct } from './products.ts'
import { createResultCache } from './result-cache.ts'
import { findSuggested, readTerms } from './search.ts'

const maxProducts = 6
const maxAisles = 4
const maxBrands = 3

/** A category or a brand. */
interface Named {
  id: number
  name: string
  /** The words of its name, as a search has them. */
  terms: string[]
}

/**
 * Suggests products, aisles and brands for a text that is being typed. Its last word may be incomplete. Suggestions are up to five seconds
 * old, as pages of lists are.
 */
export function createSuggester(database: Database, pictures: PicturePaths) {
  const answers = createResultCache<Suggestions>()
  const names = createResultCache<{ aisles: Named[]; brands: Named[] }>()

  async function suggest(text: string): Promise<Suggestions> {
    const [terms = []] = await readTerms(database, [text])
    if (terms.length === 0) return { products: [], aisles: [], brands: [] }
    const [found, named] = await Promise.all([suggestProducts(text), names('', readNames)])
    const matching = (all: readonly Named[], most: number) => all.filter(one => isNamed(one, terms)).slice(0, most)
    return {
      products: found,
      aisles: matching(named.aisles, maxAisles).map(({ id, name }) => ({ id, title: name })),
      brands: matching(named.brands, maxBrands).map(({ id, name }) => ({ id, name })),
    }
  }

  async function suggestProducts(text: string): Promise<Suggestions['products']> {
    const { ids, isSimilar } = await findSuggested(database, text, maxProducts)
    if (ids.length === 0) return []
    const rows = await database.select(productColumns).from(products).where(inArray(products.id, ids))
    const byId = new Map(rows.map(row => [row.id, toProduct(row, pictures)]))
    return ids.flatMap(id => {
      const product = byId.get(id)
      if (product === undefined) return []
      const { name, thumbnail, price, specialPrice, stockStatusId } = product
      return [{ id, name, thumbnail, price, specialPrice, stockStatusId, ...(isSimilar && { isSimilar }) }]
    })
  }

  const readNames = async () => ({
    aisles: await queryRows<Named>(
      database,
      sql`select id, title as name, search_terms(title) as terms from ${categories} order by parent_id is not null, position, id`,
    ),
    brands: await queryRows<Named>(
      database,
      sql`select id, name, search_terms(name) as terms from ${brands} order by rank nulls last, position, id`,
    ),
  })

  return (typed: string): Promise<Suggestions> => {
    const text = [...plainText(typed)].slice(0, longestQuery).join('')
    return answers(text.toLowerCase(), () => suggest(text))
  }
}

/** Whether each word of the text begins a word of the name. */
const isNamed = ({ terms: words }: Named, terms: readonly string[]): boolean =>
  terms.every(term => words.some(word => word.startsWith(term)))
