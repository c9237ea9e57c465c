import { randomId, type Locks } from '../effects/secure-context.ts'

/** Acquires a lock and holds it until the page ends. Null if another tab holds it. @param wait - milliseconds */
export function acquireLock(locks: Locks, name: string, wait = 0): Promise<(() => void) | null> {
  const options: LockOptions = wait > 0 ? { signal: AbortSignal.timeout(wait) } : { ifAvailable: true }
  return new Promise(resolve => {
    locks
      .request(name, options, lock => (lock ? new Promise<void>(release => resolve(release)) : resolve(null)))
      // the page may have been suspended while it waited, and the lock be free
      .catch(() => resolve(wait > 0 ? acquireLock(locks, name) : null))
  })
}

/** Key in `sessionStorage` of this tab's journal. */
export const journalKey = 'shop.journal'

/** The name of a journal's lock. */
export const lockOf = (journal: string) => `shop/journal/${journal}`

/**
 * Finds this tab's journal and locks it until the tab is closed: its own after a reload, else the newest that no other
 * tab has locked, else a new one. `sessionStorage` has the id; a duplicated tab copies it, but can't get the lock.
 *
 * @param known - the existing journals, with the time of their checkpoint
 * @returns the journal's id, and whether it was another tab's
 */
export async function claimJournal(
  locks: Locks,
  session: Storage,
  known: readonly { id: string; at: number }[],
): Promise<{ id: string; adopted: boolean }> {
  const stored = session.getItem(journalKey)
  const mine = stored && /^[\w-]{1,64}$/.test(stored) ? stored : null
  // after a reload, the page before holds the lock until it has ended
  if (mine && (await acquireLock(locks, lockOf(mine), 1_000))) return { id: mine, adopted: false }
  for (const { id } of known.toSorted((a, b) => b.at - a.at)) {
    if (id === mine || !(await acquireLock(locks, lockOf(id)))) continue
    session.setItem(journalKey, id)
    return { id, adopted: true }
  }
  const id = randomId()
  await acquireLock(locks, lockOf(id))
  session.setItem(journalKey, id)
  return { id, adopted: false }
}
