import { asc, eq } from 'drizzle-orm'
import type { DeliveryMethod } from '#contract/delivery'
import { toDollars } from '#contract/money'
import type { Database } from './database.ts'
import { refuseUndelivered, type Destination } from './places.ts'
import { badRequest } from './refused.ts'
import { deliveryMethods } from './schema.ts'
import type { StoreRules } from './settings.ts'

type Row = typeof deliveryMethods.$inferSelect

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
  if (rules.limitAreaShipping) await refuseUndelivered(database, destination)
  const fee = rules.calculateDeliveryFee ? rules.deliveryFees[destination.postCode.trim()] : undefined
  return method.fee ?? fee ?? rules.standardDeliveryFee
}
