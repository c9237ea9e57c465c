import { and, asc, eq, sql } from 'drizzle-orm'
import type { DeliveryFeeQuestion, DeliveryMethod } from '#contract/delivery'
import { toDollars } from '#contract/money'
import type { Database } from './database.ts'
import { clamped } from './ids.ts'
import { badRequest, softly } from './refused.ts'
import { deliveryMethods, suburbs } from './schema.ts'
import type { StoreRules } from './settings.ts'

type Row = typeof deliveryMethods.$inferSelect

/** What a fee depends on. */
export type Destination = Pick<DeliveryFeeQuestion, 'postCode' | 'city' | 'regionId'>

/** The ways for an order to reach its shopper. */
export async function allDeliveryMethods(database: Database): Promise<DeliveryMethod[]> {
  const rows = await database.select().from(deliveryMethods).orderBy(asc(deliveryMethods.position))
  return rows.map(({ id, name, description, fee, needsAddress }) => ({
    id,
    name,
    description,
    needsAddress,
    ...(fee === null ? {} : { fee: toDollars(fee) }),
  }))
}

/** @throws Refused 400 for a method that the shop does not have */
export async function deliveryMethodOf(database: Database, id: string): Promise<Row> {
  const [row] = await database.select().from(deliveryMethods).where(eq(deliveryMethods.id, id))
  if (row === undefined) throw badRequest('Delivery method is unknown')
  return row
}

/**
 * What delivery costs, in cents: the method's own fee, else the post code's, else the standard one.
 *
 * @param destination - null for a method that needs no address
 * @throws Refused softly, 422, outside the delivery area
 */
export async function feeFor(
  database: Database,
  rules: StoreRules,
  method: Row,
  destination: Destination | null,
): Promise<number> {
  if (!method.needsAddress || destination === null) return method.fee ?? rules.standardDeliveryFee
  if (rules.limitAreaShipping && !(await isDeliveredTo(database, destination))) {
    throw softly(422, `We do not deliver to ${destination.city} ${destination.postCode} yet.`)
  }
  const fee = rules.calculateDeliveryFee ? rules.deliveryFees[destination.postCode.trim()] : undefined
  return method.fee ?? fee ?? rules.standardDeliveryFee
}

async function isDeliveredTo(database: Database, { postCode, city, regionId }: Destination): Promise<boolean> {
  const rows = await database
    .select({ name: suburbs.name })
    .from(suburbs)
    .where(
      and(
        eq(suburbs.inDeliveryArea, true),
        eq(suburbs.regionId, clamped(regionId)),
        eq(suburbs.postCode, postCode.trim()),
        eq(sql`lower(${suburbs.name})`, city.trim().toLowerCase()),
      ),
    )
    .limit(1)
  return rows.length > 0
}
