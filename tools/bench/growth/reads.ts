import { sql, type SQL } from 'drizzle-orm'
import { allergens } from '#contract/product-facts'
import { flagsOf } from '#gateway/database/schema'

/** A read of the catalogue, and the bare queries that read the same rows in the same order. */
export interface CatalogueRead {
  name: string
  /** @param round - from 1; the gateway has kept no result of an earlier round for `isNew` */
  request: (round: number, isNew: boolean) => { method: 'GET' | 'POST'; url: string; payload?: object }
  bare: () => SQL[]
}

const brand = 120
const aisle = 1

const url = '/v1/product/criteria'

/** `min` lets all products pass: it only makes the list another one. */
const page =
  (list: object, filters: object = {}): CatalogueRead['request'] =>
  (round, isNew) => {
    const standard = { category_id: 0, brand_id: 0, page: 1, pageSize: 8 }
    return {
      method: 'POST',
      url,
      payload: { ...standard, ...list, filters: { ...filters, ...(isNew && { min: -round }) } },
    }
  }

/** Exclamation marks are no words: the same search, but another text. */
const search =
  (words: string): CatalogueRead['request'] =>
  (round, isNew) =>
    page({ criteria: 'search', searchCriteria: isNew ? words + '!'.repeat(round + 1) : words })(round, false)

const columns = sql`
  id, slug, art_key, art, name, second_name, description, price, special_price, stock, status, status_description`

const matching = (words: string, query: string) => sql`
  select ${columns} from (select * from products where document @@ cast(${query} as tsquery) limit 5000) as found
  order by ts_rank('{0.05, 0.2, 0.5, 1}', document, cast(${query} as tsquery)) + similarity(folded_name, ${words}) desc,
    position, id
  limit 8`

/** Allergens that a list is read without. */
const without = ['wheat', 'milk'] as const

/** A product with related ones. */
const product = 101

/** The reads that the shop makes most. */
export const catalogueReads: readonly CatalogueRead[] = [
  {
    name: 'list',
    request: page({ criteria: 'features' }),
    bare: () => [sql`select ${columns} from products where featured is not null order by featured, id limit 8`],
  },
  {
    name: 'aisle',
    request: page({ criteria: 'category', category_id: aisle }),
    bare: () => [
      sql`
        select ${columns} from products where id in (
          select first.id from categories as shelf, lateral (
            select id, position from products where category_id = shelf.id order by position, id limit 8
          ) as first
          where shelf.id = ${aisle} or parent_id = ${aisle} order by first.position, first.id limit 8
        ) order by position, id`,
    ],
  },
  {
    name: 'filter',
    request: page({ criteria: 'category', category_id: aisle }, { without }),
    bare: () => [
      sql`
        select ${columns} from products where id in (
          select first.id from categories as shelf, lateral (
            select id, position from products
            where category_id = shelf.id and possible_allergens & ${flagsOf(allergens, without)} = 0
            order by position, id limit 8
          ) as first
          where shelf.id = ${aisle} or parent_id = ${aisle} order by first.position, first.id limit 8
        ) order by position, id`,
    ],
  },
  {
    name: 'brand',
    request: page({ criteria: 'brand', brand_id: brand }),
    bare: () => [sql`select ${columns} from products where brand_id = ${brand} order by position, id limit 8`],
  },
  {
    name: 'search',
    request: search('jasmine rice'),
    bare: () => [matching('jasmine rice', `'jasmine':* & 'rice':*`)],
  },
  { name: 'prefix', request: search('jasmi'), bare: () => [matching('jasmi', `'jasmi':*`)] },
  {
    name: 'detail',
    request: () => ({ method: 'GET', url: `/v1/product/${product}` }),
    bare: () => [
      sql`
        select products.*, brands.name as brand_name from products join brands on brands.id = brand_id
        where products.id = ${product}`,
      sql`
        select ${columns} from products join related_products on id = related_id
        where product_id = ${product} order by related_products.position`,
    ],
  },
]
