/** Journals in a browser: which one is this tab's, held by a lock for as long as the tab lives. */

/** Holds a lock until the page goes; null when somebody else holds it. `wait` is in milliseconds. */
export function hold(locks: LockManager, name: string, wait = 0): Promise<(() => void) | null> {
  const options: LockOptions = wait > 0 ? { signal: AbortSignal.timeout(wait) } : { ifAvailable: true }
  return new Promise(resolve => {
    locks
      .request(name, options, lock => (lock ? new Promise<void>(release => resolve(release)) : resolve(null)))
      .catch(() => resolve(null))
  })
}

const lockOf = (journal: string) => `shop/journal/${journal}`

/**
 * Finds the journal of this tab: its own after a reload, else the newest that no living tab holds, else a new one.
 *
 * @param known - journals that exist, with the time of their checkpoint
 * @returns its id; a duplicated tab copies `sessionStorage`, and the lock says who is who
 */
export async function claimJournal(
  locks: LockManager,
  session: Storage,
  known: readonly { id: string; at: number }[],
): Promise<string> {
  const key = 'shop.journal'
  const mine = session.getItem(key)
  if (mine && (await hold(locks, lockOf(mine), 250))) return mine
  for (const { id } of known.toSorted((a, b) => b.at - a.at)) {
    if (id === mine || !(await hold(locks, lockOf(id)))) continue
    session.setItem(key, id)
    return id
  }
  const id = crypto.randomUUID()
  await hold(locks, lockOf(id))
  session.setItem(key, id)
  return id
}
