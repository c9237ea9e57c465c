import { and, asc, eq, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { formatAmount, toCents } from '#contract/money'
import { applySpecials } from '../catalogue/special-times.ts'
import { queryRows, type Database } from '../database/database.ts'
import { products } from '../database/schema.ts'
import { isDay, startOfDay } from '../shop/local-time.ts'
import { store } from './store.ts'

const usage = `Usage: npm run special                                        lists the special prices
       npm run special -- LL-0203 7.50 [2026-12-06]              $7.50 from now until the end of that day at the store
       npm run special -- LL-0203 7.50 2026-12-01 2026-12-06     from the beginning of the first day
       npm run special -- LL-0203 none                           no special price, now or later`

/**
 * Lists the special prices, or sets, plans or removes that of the product with a code. It takes the place of the one before, unless that still holds
 * when it begins. Carts have it at once; placed orders keep theirs.
 *
 * @throws Error for arguments that name none, and for a price or days that are not possible
 */
export async function setSpecial(database: Database, args: string[]): Promise<string> {
  const [code, price = '', ...days] = args
  if (code === undefined) return listSpecials(database)
  const [product] = await database.select().from(products).where(eq(products.code, code))
  if (product === undefined) throw new Error(`No product has the code ${code}.\n${usage}`)
  const isProduct = eq(products.id, product.id)
  const none = { specialPrice: null, plannedSpecial: null, specialStartsAt: null, specialEndsAt: null }
  if (price === 'none' && args.length === 2) {
    await database.update(products).set(none).where(isProduct)
    return `${product.name} has no special price.\n`
  }
  if (!/^\d{1,6}(\.\d\d)?$/.test(price) || days.length > 2 || !days.every(isDay)) throw new Error(usage)
  const special = toCents(Number(price))
  if (special >= product.price)
    throw new Error(`${product.name}: $${price} is not below ${formatAmount(product.price)}.`)
  const { timeZone } = store.rules
  const [firstDay, lastDay] = days.length === 2 ? days : [undefined, days[0]]
  const from = firstDay === undefined ? null : startOfDay(timeZone, firstDay)
  const until = lastDay === undefined ? null : startOfDay(timeZone, lastDay, 1)
  const { hasBegun, hasEnded, isReversed } = await compareTimes(database, from, until)
  if (hasEnded || isReversed) throw new Error(`The last day is over, or is before the first one.\n${usage}`)
  if (!hasBegun && product.specialPrice !== null)
    throw new Error(
      `${product.name} has a special price now. End it first, with 'none', or plan the next one when it has ended.`,
    )
  const change = hasBegun ? { specialPrice: special } : { plannedSpecial: special, specialStartsAt: from }
  await database
    .update(products)
    .set({ ...none, ...change, specialEndsAt: until })
    .where(isProduct)
  await applySpecials(database)
  return listSpecials(database, isProduct)
}

async function compareTimes(database: Database, from: SQL | null, until: SQL | null) {
  const [found] = await queryRows<{ hasBegun: boolean; hasEnded: boolean; isReversed: boolean }>(
    database,
    sql`select
      ${from ? sql`${from} <= now()` : sql`true`} as "hasBegun",
      ${until ? sql`${until} <= now()` : sql`false`} as "hasEnded",
      ${from && until ? sql`${until} <= ${from}` : sql`false`} as "isReversed"`,
  )
  return found!
}

async function listSpecials(database: Database, condition?: SQL): Promise<string> {
  const rows = await database
    .select()
    .from(products)
    .where(and(or(isNotNull(products.specialPrice), isNotNull(products.plannedSpecial)), condition))
    .orderBy(asc(products.code))
  if (rows.length === 0) return 'There are no special prices.\n'
  const lines = rows.map(({ code, name, price, specialPrice, plannedSpecial, specialStartsAt, specialEndsAt }) =>
    [
      code,
      formatAmount(specialPrice ?? plannedSpecial!),
      `not ${formatAmount(price)}`,
      specialStartsAt === null ? 'now' : `from ${specialStartsAt.toISOString()}`,
      specialEndsAt === null ? 'no end' : `until ${specialEndsAt.toISOString()}`,
      name,
    ].join('\t'),
  )
  return `${lines.join('\n')}\n`
}
