import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { productPath } from '#contract/paths'
import { noticeDays, type NewStockNotice } from '#contract/stock-notices'
import { fullName } from '../catalogue/products.ts'
import { findCustomer, normalizeEmail } from '../customers/customers.ts'
import { checkField } from '../customers/form-rules.ts'
import type { Database } from '../database/database.ts'
import { clampId } from '../database/ids.ts'
import { products, stockNotices } from '../database/schema.ts'
import { notFound, softRefusal } from '../requests/refusals.ts'
import type { GatewayServices } from '../shop/services.ts'
import { mailTemplates } from './mail-templates.ts'
import { queueMail } from './outbox.ts'

/** Days after which a request that was not confirmed ends. */
const unconfirmedDays = 30

/** Requests that become mails in one transaction. */
const atOnce = 100

/** The condition that a shopper can buy the product. Stock is what is left beside reservations. */
const isAvailable = and(eq(products.inStock, true), gt(products.stock, 0))
const isOver = lte(stockNotices.since, sql`now() - make_interval(days => ${noticeDays})`)
const isAskedToday = sql`${stockNotices.askedAt} > now() - interval '1 day'`

const endLinkOf = (publicUrl: string, token: string) => `${publicUrl}/link/end-stock-notice?token=${token}`

/**
 * Stores that a mail is to be sent when a product is in stock again. The address of the customer's own account counts at once, and a mail says
 * so; any other address is mailed a link to confirm it, once a day at most. Asking twice is not an error and sends nothing.
 *
 * @param customerId - who asks; null for a guest
 * @returns the queued mails
 * @throws Refused 400 for text that is not an email address, 404 for an unknown product; softly 409 if it is in stock
 */
export async function requestStockNotice(
  { rules, publicUrl }: Pick<GatewayServices, 'rules' | 'publicUrl'>,
  transaction: Database,
  { productId, email: typed }: NewStockNotice,
  customerId: string | null,
): Promise<string[]> {
  const email = normalizeEmail(checkField('email', typed))
  const [product] = await transaction
    .select({ name: products.name, secondName: products.secondName, isAvailable: sql<boolean>`${isAvailable}` })
    .from(products)
    .where(eq(products.id, clampId(productId)))
  if (product === undefined) throw notFound('This product does not exist.')
  const name = fullName(product)
  if (product.isAvailable) throw softRefusal(409, `${name} is in stock again.`)
  const customer = customerId === null ? null : await findCustomer(transaction, customerId)
  const isOwn = customer?.emailKey === email
  await transaction
    .delete(stockNotices)
    .where(and(eq(stockNotices.email, email), eq(stockNotices.productId, productId), isOver))
  const confirmedAt = isOwn ? sql`now()` : null
  const [asked] = await transaction
    .insert(stockNotices)
    .values({ email, productId, customerId: isOwn ? customerId : null, confirmedAt })
    .onConflictDoUpdate({
      target: [stockNotices.email, stockNotices.productId],
      set: { askedAt: sql`now()`, ...(isOwn && { customerId, confirmedAt }) },
      setWhere: and(isNull(stockNotices.confirmedAt), isOwn ? undefined : sql`not ${isAskedToday}`),
    })
    .returning({ token: stockNotices.token })
  if (asked === undefined) return []
  const templates = mailTemplates(rules.name)
  const endLink = endLinkOf(publicUrl, asked.token)
  const confirmLink = `${publicUrl}/link/confirm-stock-notice?token=${asked.token}`
  const mail = isOwn
    ? templates.stockNoticeStored(email, name, noticeDays, endLink)
    : templates.confirmStockNotice(email, name, noticeDays, confirmLink, endLink)
  return [await queueMail(transaction, 'stock notice', mail)]
}

/** @returns false for a link that is unknown, or whose request has ended */
export async function confirmStockNotice(database: Database, token: string): Promise<boolean> {
  const confirmed = await database
    .update(stockNotices)
    .set({ confirmedAt: sql`coalesce(${stockNotices.confirmedAt}, now())` })
    .where(and(eq(stockNotices.token, token), sql`not ${isOver}`))
    .returning({ email: stockNotices.email })
  return confirmed.length > 0
}

/** Ends a request. Ending it again is not an error. */
export async function endStockNotice(database: Database, token: string): Promise<void> {
  await database.delete(stockNotices).where(eq(stockNotices.token, token))
}

/**
 * Queues the mails about products that are in stock again, however the stock has risen, and ends their requests. A request is deleted in the
 * transaction that queues its mail, and locked before: of several gateways one sends it.
 */
export async function queueStockNotices(shop: GatewayServices): Promise<void> {
  for (;;) {
    const count = await shop.database.transaction(transaction => queueSome(shop, transaction))
    if (count < atOnce || shop.closing.aborted) return
  }
}

/** @returns how many mails are queued */
async function queueSome({ rules, publicUrl }: GatewayServices, transaction: Database): Promise<number> {
  const { name, secondName } = products
  const due = await transaction
    .select({ token: stockNotices.token, email: stockNotices.email, id: products.id, name, secondName })
    .from(stockNotices)
    .innerJoin(products, eq(products.id, stockNotices.productId))
    .where(and(isAvailable, isNotNull(stockNotices.confirmedAt), sql`not ${isOver}`))
    .orderBy(asc(stockNotices.since))
    .limit(atOnce)
    .for('update', { of: stockNotices, skipLocked: true })
  for (const { email, id, ...product } of due) {
    const mail = mailTemplates(rules.name).backInStock(email, fullName(product), publicUrl + productPath(id))
    await queueMail(transaction, 'back in stock', mail)
  }
  const tokens = due.map(({ token }) => token)
  await transaction.delete(stockNotices).where(inArray(stockNotices.token, tokens))
  return due.length
}

/** Deletes requests that were not confirmed within 30 days, and those that have ended. */
export async function deleteOldStockNotices(database: Database): Promise<void> {
  const isUnconfirmed = and(
    isNull(stockNotices.confirmedAt),
    lt(stockNotices.askedAt, sql`now() - make_interval(days => ${unconfirmedDays})`),
  )
  await database.delete(stockNotices).where(or(isUnconfirmed, isOver))
}
