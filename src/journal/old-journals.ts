import { storedParts, deleteJournal, type JournalDatabase, type KnownJournal } from './journal-database.ts'
import { acquireLock, lockOf } from './journal-lock.ts'
import { customerIn, customersIn, isExpired } from './retention.ts'
import { gatewayNow } from '../effects/gateway-clock.ts'
import type { Locks } from '../effects/secure-context.ts'

/** Deletes closed tabs' journals that are too old, and those with the data of a customer who is not logged in. */
export async function deleteOldJournals(
  window: Window,
  locks: Locks,
  database: JournalDatabase,
  journals: readonly KnownJournal[],
): Promise<void> {
  const customer = customerIn(window)
  for (const { id, at, begunAt } of journals) {
    const release = await acquireLock(locks, lockOf(id))
    if (!release) continue
    // a page that is being reloaded may have all its entries in the tail
    const isOld = isExpired(at || begunAt, gatewayNow())
    const customers = isOld ? [] : [...customersIn(await storedParts(database, database.transaction(), id))]
    if (isOld || customers.some(one => one !== customer)) await deleteJournal(database, id)
    release()
  }
}
