import { inArray, max, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { largestInteger } from './ids.ts'
import { brands, priceChanges, products, searchWords } from './schema.ts'

/** Products per transaction. An interrupted run leaves complete batches, and the next run continues. */
const batch = 5_000

/** Generated products have ids above this one. */
const lastOriginal = 100_000

/** The first words of generated names. */
const kinds = ['Classic', 'Extra', 'Mild', 'Spicy', 'Organic', 'Family', 'Select', 'Golden', 'Light', 'Premium']

/**
 * Generates products until there are `count`. Each is a variation of an original with its own id, name, code, price and stock, which
 * follow from the id, and with the label of the original, so that every database gets the same ones. Does nothing if there are enough.
 *
 * @param originals - ids of the products to vary; those that the store has deleted are left out
 * @param report - called with the number of products after each batch
 * @returns the number of products
 * @throws Error if products are needed and there is no original
 */
export async function generateProducts(
  database: Database,
  originals: readonly number[],
  count: number,
  report: (made: number) => void = () => {},
): Promise<number> {
  const [known] = await database.select({ last: max(products.id) }).from(products)
  let made = await database.$count(products)
  if (made >= count) return made
  if ((await database.$count(products, inArray(products.id, [...originals]))) === 0)
    throw new Error('There is no product to make variations of.')
  for (let id = Math.max(known?.last ?? 0, lastOriginal) + 1; made < count;) {
    const size = Math.min(batch, count - made)
    await database.transaction(transaction => insertVariations(transaction, originals, id, size))
    made += size
    id += size
    report(made)
  }
  // lists read the index alone only after a vacuum
  await database.execute(sql`vacuum (analyze) products`)
  return made
}

/**
 * Inserts variations without the trigger that maintains search documents: most of its time is for the description, which all variations of a
 * product share. Their documents have the same words and weights as those of the trigger.
 */
async function insertVariations(
  transaction: Database,
  originals: readonly number[],
  first: number,
  size: number,
): Promise<void> {
  const list = (values: readonly (string | number)[]) => sql`string_to_array(${values.join(',')}, ',')`
  await transaction.execute(sql`alter table ${products} disable trigger products_document`)
  await transaction.execute(sql`
    with original as materialized (
      select product.*, row_number() over (order by product.id) - 1 as place, count(*) over () as originals,
        search_part(product.name, 'A') as name_part,
        search_part(product.second_name, 'A') as second_part,
        search_part(concat_ws(' ', brand.name, product.keywords), 'B') as brand_part,
        ts_filter(product.document, '{c,d}') as remaining_part
      from ${products} as product
      join ${brands} as brand on brand.id = product.brand_id
      where product.id = any(cast(${list(originals)} as integer[]))
    ),
    kind as materialized (
      select kind, place - 1 as place, count(*) over () as kinds, search_part(kind, 'A') as part
      from unnest(${list(kinds)}) with ordinality as listed(kind, place)
    )
    insert into ${products} (
      id, slug, name, second_name, brand_id, category_id, code, price, special_price, stock, status, status_description,
      description, keywords, art, ingredients, allergens, may_contain, diets, nutrition, origin, storage, size, season, position, document
    )
    select
      new.id, original.slug || '-' || new.id, kind.kind || ' ' || original.name || ' No. ' || new.id, original.second_name,
      original.brand_id, original.category_id, 'V-' || new.id, new.price,
      case when new.id % 10 = 0 and new.price > 0 then floor(new.price * 0.9) end,
      (original.stock + new.id) % 120, original.status, original.status_description,
      original.description, original.keywords, original.art, original.ingredients, original.allergens, original.may_contain, original.diets,
      original.nutrition, original.origin, original.storage, original.size, original.season, new.id,
      kind.part || name_part || cast(format('no:1A %s:2A', new.id) as tsvector) || second_part
        || brand_part || cast(format('v:1B %s:2B', new.id) as tsvector) || remaining_part
    from generate_series(cast(${first} as integer), cast(${first + size - 1} as integer)) as series(id)
    join original on original.place = series.id % originals
    join kind on kind.place = series.id % kinds
    cross join lateral (
      select series.id, cast(least(original.price + cast(series.id % 97 * 5 as bigint), ${largestInteger}) as integer) as price
    ) as new
    order by new.id`)
  await transaction.execute(sql`
    insert into ${priceChanges} (product_id, price_before, price_after, changed_at)
    select id, price, special_price, now() - (id % 30) * interval '1 day' from ${products}
    where special_price is not null and id between ${first} and ${first + size - 1}`)
  await transaction.execute(
    sql`insert into ${searchWords} select unnest(${list(kinds.map(kind => kind.toLowerCase()))}) on conflict do nothing`,
  )
  await transaction.execute(sql`alter table ${products} enable trigger products_document`)
}
