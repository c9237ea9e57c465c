import type { Entry } from '#machines/journal/entry'
import type { JournalStore } from './store.ts'

/** The name in `localStorage` of what is set while a journal may exist, so that a first visit waits for no database. */
export const mark = 'shop.journaled'

/** Takes a journal's entries from the first moment on, and hands them over once a store is there. */
export interface Keeper {
  append(entry: Entry): void
  /** From now on entries go to the store, those kept so far first; not after giving up. */
  attach(store: JournalStore): void
  /** No store will come, or the one that came fails: nothing is kept any longer. */
  giveUp(): void
  /** Writes down at once what must not be forgotten; never throws. */
  remember(): void
  flush(): void
}

/** A keeper without a store yet. */
export function createKeeper(): Keeper {
  /** `early` is null once it has given up. */
  const state: { early: Entry[] | null; store: JournalStore | null } = { early: [], store: null }
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
    giveUp() {
      state.early = state.store = null
    },
    remember() {
      try {
        state.store?.keepTail()
      } catch {
        // storage is full or blocked: what was about to happen must happen all the same
      }
    },
    flush: () => state.store?.flush(),
  }
}
