import { asc, eq } from 'drizzle-orm'
import type { Conflict } from '#contract/conflict'
import type { DeliveryFeeQuestion, DeliveryMethod } from '#contract/delivery'
import { toDollars } from '#contract/money'
import type { Database } from '../database/database.ts'
import { findServedSuburb, type Destination } from '../customers/addresses.ts'
import { badRequest, conflictRefusal } from '../requests/refusals.ts'
import { deliveryMethods } from '../database/schema.ts'
import { comparablePostCode } from '#contract/suburb-names'
import { feeOfPostCode, type StoreRules } from '../shop/store-rules.ts'

export type DeliveryRow = typeof deliveryMethods.$inferSelect

export async function listDeliveryMethods(database: Database): Promise<DeliveryMethod[]> {
  const rows = await database.select().from(deliveryMethods).orderBy(asc(deliveryMethods.position))
  return rows.map(({ id, name, description, fee, needsAddress }) => ({
    id,
    name,
    description,
    needsAddress,
    ...(fee === null ? {} : { fee: toDollars(fee) }),
  }))
}

/** @throws Refused 400 for an unknown method */
export async function readDeliveryMethod(database: Database, id: string): Promise<DeliveryRow> {
  const [row] = await database.select().from(deliveryMethods).where(eq(deliveryMethods.id, id))
  if (row === undefined) throw badRequest('Delivery method is unknown')
  return row
}

/**
 * The delivery fee in cents: the method's own, else the post code's, else the standard fee.
 *
 * @param destination - null for a method without an address
 * @returns a conflict outside the delivery area
 */
export async function findDeliveryFee(
  database: Database,
  rules: StoreRules,
  method: DeliveryRow,
  destination: Destination | null,
): Promise<number | Conflict> {
  if (!method.needsAddress || destination === null) return method.fee ?? rules.standardDeliveryFee
  const suburb = rules.limitAreaShipping ? await findServedSuburb(database, destination) : null
  if (suburb !== null && 'about' in suburb) return suburb
  const postCode = suburb?.postCode ?? comparablePostCode(destination.postCode)
  return method.fee ?? feeOfPostCode(rules, postCode)
}

/** The delivery fee to a suburb in dollars; null if it does not depend on the address, or nothing is delivered there. */
export function feeToSuburb(
  rules: StoreRules,
  { inDeliveryArea, postCode }: { inDeliveryArea: boolean; postCode: string },
): number | null {
  const isServed = inDeliveryArea || !rules.limitAreaShipping
  return rules.calculateDeliveryFee && isServed ? toDollars(feeOfPostCode(rules, postCode)) : null
}

/**
 * The delivery fee in dollars.
 *
 * @throws Refused 400 for an unknown method, softly 422 outside the delivery area
 */
export async function quoteDeliveryFee(
  database: Database,
  rules: StoreRules,
  question: DeliveryFeeQuestion,
): Promise<{ deliveryFee: number }> {
  const method = await readDeliveryMethod(database, question.deliveryMethod)
  const fee = await findDeliveryFee(database, rules, method, question)
  if (typeof fee !== 'number') throw conflictRefusal([fee])
  return { deliveryFee: toDollars(fee) }
}
