import { asc, sql } from 'drizzle-orm'
import type { OpeningDay } from '#contract/opening-hours'
import type { Database } from '../database/database.ts'
import { openingHours, postCodeFees, storeSettings } from '../database/schema.ts'
import type { StoreRules } from './store-rules.ts'

/** Stores the rules that the office can change, if the database has none yet. Later values of the rules' file change nothing. */
export const storeFirstRules = (database: Database, rules: StoreRules): Promise<void> =>
  database.transaction(async transaction => {
    const { standardDeliveryFee, minimumOrderLimit, limitAreaShipping, calculateDeliveryFee } = rules
    const [stored] = await transaction
      .insert(storeSettings)
      .values({ standardDeliveryFee, minimumOrderLimit, limitAreaShipping, calculateDeliveryFee })
      .onConflictDoNothing()
      .returning()
    const fees = Object.entries(rules.deliveryFees).map(([postCode, fee]) => ({ postCode, fee }))
    if (stored === undefined) return
    if (fees.length > 0) await transaction.insert(postCodeFees).values(fees)
    await storeOpeningHours(transaction, rules.openingHours)
  })

/**
 * The rules with the values of the database, which are read for each request: a change in the office counts at once on every gateway.
 *
 * @param database - the transaction, within one
 * @param rules - for a database without values: those of the store
 */
export async function readRules(database: Database, rules: StoreRules): Promise<StoreRules> {
  const fees = sql<Record<
    string,
    number
  > | null>`(select jsonb_object_agg(${postCodeFees.postCode}, ${postCodeFees.fee}) from ${postCodeFees})`
  const [row] = await database
    .select({
      standardDeliveryFee: storeSettings.standardDeliveryFee,
      minimumOrderLimit: storeSettings.minimumOrderLimit,
      limitAreaShipping: storeSettings.limitAreaShipping,
      calculateDeliveryFee: storeSettings.calculateDeliveryFee,
      deliveryFees: fees,
    })
    .from(storeSettings)
  return row === undefined ? rules : { ...rules, ...row, deliveryFees: row.deliveryFees ?? {} }
}

/** Stores the opening hours in place of those before. */
export async function storeOpeningHours(transaction: Database, days: readonly OpeningDay[]): Promise<void> {
  await transaction.delete(openingHours)
  const rows = days.map(({ weekday, opens, closes }) => ({ weekday, opensAt: opens, closesAt: closes }))
  if (rows.length > 0) await transaction.insert(openingHours).values(rows)
}

/** The days on which the store is open. @param rules - for a database without settings: those of the store */
export async function listOpeningHours(database: Database, rules: StoreRules): Promise<OpeningDay[]> {
  const rows = await database.select().from(openingHours).orderBy(asc(openingHours.weekday))
  const isStored = rows.length > 0 || (await database.select().from(storeSettings)).length > 0
  if (!isStored) return [...rules.openingHours]
  return rows.map(({ weekday, opensAt, closesAt }) => ({
    weekday,
    opens: opensAt.slice(0, 5),
    closes: closesAt.slice(0, 5),
  }))
}
