import type { ShopActor } from '#machines/shop/shop'
import { watchConnection } from '../connection/watch-connection.ts'
import { forgetWithOthers } from './forget.ts'
import { journalMark } from './journal-buffer.ts'
import { deleteJournal, knownJournals, openDatabase } from './journal-database.ts'
import type { JournalDatabase, KnownJournal } from './journal-database.ts'
import { claimJournal } from './journal-lock.ts'
import { readTail, tailKey, timesIn } from './journal-tail.ts'
import { deleteOldJournals } from './old-journals.ts'
import { gatewayNow } from '../effects/gateway-clock.ts'
import { locksIn } from '../effects/secure-context.ts'
import { isExpired } from './retention.ts'
import { createJournalStore, type JournalStore } from './store.ts'
import { createWriteFailure } from './write-failure.ts'

/** Key in `sessionStorage` of this tab's journal, once writing it has failed. */
const failedKey = 'shop.journal-failed'

/** Deletes a tab's journal that must not be resumed: writing it has failed, or it is too old. */
async function deleteUnusable(
  session: Storage,
  database: JournalDatabase,
  journal: string,
  known: KnownJournal | undefined,
): Promise<void> {
  const times = [...(known ? [known.at] : []), ...timesIn(readTail(session, journal))]
  const isRecent = times.some(at => !isExpired(at, gatewayNow()))
  if (isRecent && session.getItem(failedKey) !== journal) return
  // if the tail is another journal's, it goes too: it is never read again
  session.removeItem(tailKey)
  if (known) await deleteJournal(database, journal)
  session.removeItem(failedKey)
}

/** Deletes this tab's journal after writing it has failed. */
function discardFailed(session: Storage, database: JournalDatabase, journal: string): void {
  try {
    // the next page load of this tab must not resume from it, even if it can't be deleted now
    session.setItem(failedKey, journal)
    void deleteJournal(database, journal).catch(() => {})
  } catch {
    // the storage is full
  }
}

/**
 * Opens this tab's journal. Deletes journals that are too old, or hold the data of a customer who is not logged in any more.
 *
 * @param fail - called once when nothing can be written any more: the disk is full, or the database was closed
 * @param shop - the shop of this tab, which clears the shopper's data when another tab does; undefined until it exists
 * @throws if the browser has no database, no locks or no storage
 */
export async function openJournal(
  window: Window & typeof globalThis,
  fail: (error: unknown) => void,
  shop: () => ShopActor | undefined,
): Promise<JournalStore> {
  const failure = createWriteFailure(fail)
  watchConnection(window, shop)
  // also if there is no database: the data on the screen is cleared
  forgetWithOthers(window, shop)
  const database = await openDatabase(window, failure.report)
  const session = window.sessionStorage
  const known = await knownJournals(database)
  const recent = known.filter(({ at }) => !isExpired(at, gatewayNow()))
  const locks = locksIn(window)
  if (!locks) throw new Error('This browser has no locks')
  const { id: journal, adopted } = await claimJournal(locks, session, recent)
  window.localStorage.setItem(journalMark, '1')
  const isOwn = ({ id }: KnownJournal) => id === journal
  await deleteUnusable(session, database, journal, known.find(isOwn))
  failure.discard = () => discardFailed(session, database, journal)
  const store = createJournalStore({ window, database, journal, adopted, failure, shop })
  const others = known.filter(one => !isOwn(one))
  void deleteOldJournals(window, locks, database, others).catch(() => {})
  return store
}
