import type { Database } from '../database/database.ts'
import { changes } from '../database/schema.ts'

/** The name under which changes of the operator's commands are kept. */
export const commandName = 'Command'

/** A change, as it is kept for good. It holds no customer's data. */
export interface Change {
  /** Who made it. */
  staffName: string
  /** The number of the order that was changed; omit for other changes. */
  orderNumber?: number
  /** What was changed, such as 'status of order 10001'. */
  what: string
  before: string | null
  after: string | null
}

/** Keeps a change, in the transaction that makes it. */
export async function recordChange(transaction: Database, change: Change): Promise<void> {
  await transaction.insert(changes).values(change)
}
