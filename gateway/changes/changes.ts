import { asc, desc, eq, lt, sql } from 'drizzle-orm'
import { changesPageSize, type OfficeChange } from '#contract/office-change'
import type { Database } from '../database/database.ts'
import { changes } from '../database/schema.ts'

/** The name under which changes of the operator's commands are kept. */
export const commandName = 'Command'

/** The name under which a change of an order by its shopper is kept: no customer's name is. */
export const shopperName = 'The customer'

/** A change, as it is kept for good. It holds no customer's data. */
export interface Change {
  /** Who made it. */
  staffName: string
  /** The number of the order that was changed; omit for other changes. */
  orderNumber?: number
  /** The product that was changed; omit for other changes. */
  productId?: number
  /** The setting that was changed, such as 'coupons/WELCOME10'; omit for other changes. */
  setting?: string
  /** What was changed, such as 'status of order 10001'. */
  what: string
  before: string | null
  after: string | null
}

/** Keeps a change, in the transaction that makes it. */
export async function recordChange(transaction: Database, change: Change): Promise<void> {
  await transaction.insert(changes).values(change)
}

/** Changes in one statement: it has at most 65,535 parameters. */
const batch = 1_000

/** Keeps changes, in the transaction that makes them. */
export async function recordChanges(transaction: Database, all: readonly Change[]): Promise<void> {
  for (let at = 0; at < all.length; at += batch) await transaction.insert(changes).values(all.slice(at, at + batch))
}

/** Changes, newest first. @param before - the id of the last change that is shown already; omit for the newest */
export async function listChanges(database: Database, before: number | null): Promise<OfficeChange[]> {
  const rows = await database
    .select()
    .from(changes)
    .where(before === null ? undefined : lt(changes.id, before))
    .orderBy(desc(changes.id))
    .limit(changesPageSize)
  return rows.map(toOfficeChange)
}

/** The changes of an order, oldest first. */
export async function readHistory(database: Database, orderNumber: number): Promise<OfficeChange[]> {
  const rows = await database
    .select()
    .from(changes)
    .where(eq(changes.orderNumber, orderNumber))
    .orderBy(asc(changes.id))
  return rows.map(toOfficeChange)
}

/** The changes of a product, oldest first. */
export async function readProductHistory(database: Database, productId: number): Promise<OfficeChange[]> {
  const rows = await database.select().from(changes).where(eq(changes.productId, productId)).orderBy(asc(changes.id))
  return rows.map(toOfficeChange)
}

/** The changes of a setting, oldest first. */
export async function readSettingHistory(database: Database, setting: string): Promise<OfficeChange[]> {
  const rows = await database.select().from(changes).where(eq(changes.setting, setting)).orderBy(asc(changes.id))
  return rows.map(toOfficeChange)
}

/**
 * The last change of a setting, or of all whose names begin with a text; undefined if there is none.
 *
 * @param like - the name, or its beginning followed by '%'
 */
export async function readLastSettingChange(database: Database, like: string) {
  const isOne = like.endsWith('%')
    ? sql`starts_with(${changes.setting}, ${like.slice(0, -1)})`
    : eq(changes.setting, like)
  const [last] = await database.select().from(changes).where(isOne).orderBy(desc(changes.id)).limit(1)
  return last
}

const toOfficeChange = ({ id, at, staffName, orderNumber, what, before, after }: typeof changes.$inferSelect) => ({
  changeId: id,
  at: at.toISOString(),
  staffName,
  orderNumber: orderNumber === null ? null : String(orderNumber),
  what,
  before,
  after,
})
