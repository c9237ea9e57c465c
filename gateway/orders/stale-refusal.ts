import { desc, eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { changes } from '../database/schema.ts'
import { softRefusal, type Refused } from '../requests/refusals.ts'

/**
 * The refusal of a change that was decided on an older version of an order. It names the person who was first.
 *
 * @param both - a sentence with the value of now and the one that was wanted
 */
export async function staleRefusal(transaction: Database, number: number, both: string): Promise<Refused> {
  const [last] = await transaction
    .select({ staffName: changes.staffName })
    .from(changes)
    .where(eq(changes.orderNumber, number))
    .orderBy(desc(changes.id))
    .limit(1)
  return softRefusal(
    409,
    `${last?.staffName ?? 'Another person'} changed this order first. ${both} Nothing was changed.`,
  )
}
