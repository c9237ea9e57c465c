import { orderKeyPrefix } from '../effects/order-key.ts'
import { recentSearchesKey } from '../suggestions/recent-searches.ts'
import { deleteSeenPages } from '../service-worker/seen-pages.ts'
import { within, isMarked } from './journal-buffer.ts'
import { deleteEveryJournal, openDatabase } from './journal-database.ts'
import { tailKey } from './journal-tail.ts'
import { deletedKey, type JournalStore } from './store.ts'

/** How long each way to delete the journals may take, in milliseconds. */
export const deletionPatience = 700

/** Deletes all journals with a connection of its own. One that opens too late is closed, so that it does not delete a later journal. */
async function deleteWithNewConnection(window: Window & typeof globalThis): Promise<boolean> {
  const state = { isLate: false }
  const deleting = openDatabase(window, () => {}).then(async database => {
    try {
      if (state.isLate) return false
      await deleteEveryJournal(database)
      return true
    } finally {
      database.close()
    }
  })
  const isDeleted = await within(window, deleting, deletionPatience)
  state.isLate = true
  return isDeleted === true
}

/** Deletes the database. Other tabs then close theirs and continue without a journal. */
const deleteDatabase = ({ indexedDB }: Window & typeof globalThis): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('shop')
    request.onsuccess = () => resolve(true)
    request.onerror = () => reject(request.error ?? new Error('The database was not deleted'))
  })

/**
 * Deletes every journal of this browser: with the open journal, else with a new connection, else with the whole database. Each may fail
 * or never answer: the disk is full, the database was closed, or is damaged.
 *
 * @returns whether they are deleted. If no way works, true only if this browser has never stored a journal
 */
async function deleteAll(window: Window & typeof globalThis, store: JournalStore | null): Promise<boolean> {
  const ways: (() => Promise<boolean | undefined>)[] = [
    () => within(window, store?.deleteAll().then(() => true) ?? Promise.resolve(false), deletionPatience),
    () => deleteWithNewConnection(window),
    () => within(window, deleteDatabase(window), deletionPatience),
  ]
  for (const way of ways) {
    // a way may also throw, if storage is blocked
    const isDeleted = await Promise.resolve()
      .then(way)
      .catch(() => false)
    if (!isDeleted) continue
    window.localStorage.setItem(deletedKey, '1')
    window.localStorage.removeItem(deletedKey)
    return true
  }
  return !isMarked(window)
}

/** Deletes what the service worker keeps of pages and pictures that were looked at. @returns whether nothing of it is left */
async function deleteSeen(window: Window & typeof globalThis): Promise<boolean> {
  // absent over plain http, where there is no service worker
  if (!window.caches) return true
  const deleting = deleteSeenPages(window).then(
    () => true,
    // blocked storage never held them
    (error: unknown) => (error as Error).name === 'SecurityError',
  )
  return (await within(window, deleting, deletionPatience)) === true
}

/**
 * Begins this tab's journal again, and forgets the keys of links to orders; `all`: deletes every journal of this browser first, the recent searches, and the
 * pages and pictures that the service worker keeps. Takes at most 3.5 s.
 *
 * @param begin - begins this tab's journal at its current state, without the part before
 * @returns whether all that `scope` names is deleted
 */
export async function deleteJournals(
  window: Window & typeof globalThis,
  store: JournalStore | null,
  scope: 'all' | 'own',
  begin: (keepsBefore: false) => Promise<void>,
): Promise<boolean> {
  try {
    for (const key of [tailKey, 'shop.scroll']) window.sessionStorage.removeItem(key)
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(orderKeyPrefix)) window.sessionStorage.removeItem(key)
    if (scope === 'all') window.localStorage.removeItem(recentSearchesKey)
  } catch {
    // blocked storage never held them
  }
  const areSeenDeleted = scope === 'own' || (await deleteSeen(window))
  const isDeleted = scope === 'own' || (await deleteAll(window, store))
  await within(window, begin(false), deletionPatience)
  return isDeleted && areSeenDeleted
}
