import { asc, eq, isNotNull } from 'drizzle-orm'
import { formatAmount, toCents } from '#contract/money'
import { multiBuyText } from '#contract/multi-buy-text'
import { productColumns, toMultiBuy } from '../catalogue/products.ts'
import { multiBuyProblem } from '../database/check-multi-buy.ts'
import type { Database } from '../database/database.ts'
import { products } from '../database/schema.ts'
import { isDay, startOfDay } from '../shop/local-time.ts'
import { store } from './store.ts'

const usage = `Usage: npm run multi-buy                                       lists the multi-buys
       npm run multi-buy -- LL-0203 2 7.50 [2026-12-24]   2 for $7.50, until the end of that day at the store
       npm run multi-buy -- LL-0203 none                  no multi-buy`

/**
 * Lists the multi-buys, or sets or removes that of the product with a code. Carts have it at once; placed orders keep theirs.
 *
 * @throws Error for arguments that name none, and for a multi-buy that the product can't have
 */
export async function setMultiBuy(database: Database, args: string[]): Promise<string> {
  const [code, quantity = '', price = '', lastDay] = args
  if (code === undefined) return listMultiBuys(database)
  const [product] = await database.select().from(products).where(eq(products.code, code))
  if (product === undefined) throw new Error(`No product has the code ${code}.\n${usage}`)
  const isProduct = eq(products.id, product.id)
  if (quantity === 'none' && args.length === 2) {
    await database.update(products).set({ multiBuy: null, multiBuyEndsAt: null }).where(isProduct)
    return `${product.name} has no multi-buy.\n`
  }
  if (!/^\d{1,3}$/.test(quantity) || !/^\d{1,6}(\.\d\d)?$/.test(price) || (lastDay !== undefined && !isDay(lastDay)))
    throw new Error(usage)
  const multiBuy = { quantity: Number(quantity), price: toCents(Number(price)) }
  const problem = multiBuyProblem(product, multiBuy)
  if (problem !== null) throw new Error(`${product.name}: ${problem}.`)
  const multiBuyEndsAt = lastDay === undefined ? null : startOfDay(store.rules.timeZone, lastDay, 1)
  await database.update(products).set({ multiBuy, multiBuyEndsAt }).where(isProduct)
  return listMultiBuys(database)
}

async function listMultiBuys(database: Database): Promise<string> {
  const rows = await database
    .select({
      ...productColumns,
      code: products.code,
      stored: products.multiBuy,
      endsAt: products.multiBuyEndsAt,
    })
    .from(products)
    .where(isNotNull(products.multiBuy))
    .orderBy(asc(products.code))
  if (rows.length === 0) return 'There are no multi-buys.\n'
  const lines = rows.map(({ code, name, price, specialPrice, stored, endsAt, multiBuy }) =>
    [
      code,
      multiBuyText(toMultiBuy(stored)!),
      formatAmount(specialPrice ?? price),
      endsAt === null ? 'no end' : `until ${endsAt.toISOString()}`,
      multiBuy === null ? 'not offered: it has ended, or does not fit the price' : 'offered',
      name,
    ].join('\t'),
  )
  return `${lines.join('\n')}\n`
}
