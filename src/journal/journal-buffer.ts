import type { Entry } from '#machines/journal/entry'

/** Key in `localStorage` that is set while a journal may exist. A first visit does not have it and waits for no database. */
export const journalMark = 'shop.journaled'

/** Whether a journal may exist. Blocked storage has none. */
export const isMarked = (window: Window): boolean => {
  try {
    return window.localStorage.getItem(journalMark) !== null
  } catch {
    return false
  }
}

/** Writes a journal's entries. */
export interface JournalWriter {
  append(entry: Entry): void
  /** Writes the entries that the database may not have yet, synchronously. */
  writeTail(): void
  flush(): void
}

/** Milliseconds of one of the timers that a wait consists of. */
const step = 200

/**
 * The value of a promise, if it resolves in time: a database that never answers must not stop the shop. The wait consists of short
 * timers, one after the other: after a page was suspended, a single one ends before the answers that arrived meanwhile are handled.
 *
 * @param wait - milliseconds
 * @returns undefined if it does not
 */
export function within<Value>(window: Window, promise: Promise<Value>, wait = 400): Promise<Value | undefined> {
  const pause = (left: number): Promise<undefined> =>
    new Promise(resolve =>
      window.setTimeout(() => resolve(left > step ? pause(left - step) : undefined), Math.min(left, step)),
    )
  return Promise.race([promise, pause(wait)])
}

/** Holds a journal's entries until a writer is attached, then passes them on. */
export interface JournalBuffer extends JournalWriter {
  /** Passes the buffered entries to a store, and every later one. Ignored once disabled. */
  attach(store: JournalWriter): void
  /** Drops the buffered entries: a checkpoint replaces them. */
  clear(): void
  /** Drops all entries from now on: there will be no store, or the store has failed. */
  disable(): void
  /** As the store's, but never throws. */
  writeTail(): void
}

/** A buffer without a store. */
export function createJournalBuffer(): JournalBuffer {
  /** `early` is null once disabled. */
  const state: { early: Entry[] | null; store: JournalWriter | null } = { early: [], store: null }
  return {
    append(entry) {
      if (state.store) state.store.append(entry)
      else state.early?.push(entry)
    },
    attach(store) {
      if (!state.early) return
      state.store = store
      for (const entry of state.early.splice(0)) store.append(entry)
    },
    clear: () => void state.early?.splice(0),
    disable() {
      state.early = state.store = null
    },
    writeTail() {
      try {
        state.store?.writeTail()
      } catch {
        // storage is full or blocked; the order or payment that follows must not depend on it
      }
    },
    flush: () => state.store?.flush(),
  }
}
