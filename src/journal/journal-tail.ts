import type { Entry } from '#machines/journal/entry'
import type { StoredHead } from './journal-database.ts'
import { lastTimeIn } from './retention.ts'

/** Key in `sessionStorage` of the entries that the database may not have yet. */
export const tailKey = 'shop.tail'

/** What a tab writes synchronously of its journal, because the page may end before the database has it. */
export interface Tail {
  journal: string
  entries: Entry[]
  /** Null if the database has the journal's head. */
  head: StoredHead | null
}

/** The tail that the last page load wrote of a journal; without entries and head if it wrote none, or it is damaged. */
export function readTail(session: Storage, journal: string): Tail {
  const empty: Tail = { journal, entries: [], head: null }
  try {
    const tail = JSON.parse(session.getItem(tailKey) ?? 'null') as Tail | null
    const isTail = tail?.journal === journal && Array.isArray(tail.entries) && typeof tail.head === 'object'
    return isTail && tail.entries.every(entry => typeof entry?.seq === 'number') ? tail : empty
  } catch {
    return empty
  }
}

/** Writes a tail, unless it is empty. @throws if the storage is full */
export function writeTail(session: Storage, tail: Tail): void {
  if (tail.entries.length > 0 || tail.head !== null) session.setItem(tailKey, JSON.stringify(tail))
}

/** The times of what a tail has, in milliseconds since the epoch. */
export const timesIn = ({ entries, head }: Tail): number[] => [
  ...entries.map(({ at }) => at),
  ...(head ? [lastTimeIn(head, undefined)] : []),
]
