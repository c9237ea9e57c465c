import { schema, type Entry, type Journal } from '#machines/journal/entry'
import { fingerprints } from '#machines/journal/fingerprints'
import type { JournalStore } from '#src/journal/store.ts'

type Head = Omit<Journal, 'entries'>

/** A journal as a browser keeps it: a database that is written in batches, and a synchronous tail for what is urgent. */
export interface FuzzJournal extends JournalStore {
  /** All that is kept, as text. */
  text(): string
  /** How many entries are kept. */
  size(): number
  /** The browser is killed: what was not written is lost. */
  crash(): void
  empty(): void
  /** The tab is closed, and what it alone kept goes. */
  close(): void
}

/** @param others - the journals of the other tabs, that this one may have to delete */
export function createFuzzJournal(others: () => FuzzJournal[]): FuzzJournal {
  const state = { head: null as Head | null, entries: [] as Entry[], batch: [] as Entry[], tail: [] as Entry[] }
  const flush = () => {
    if (state.head) state.entries.push(...state.batch)
    state.batch = []
  }
  return {
    async read() {
      if (!state.head) return null
      const from = state.head.checkpoint?.seq ?? 0
      const bySeq = new Map([...state.entries, ...state.tail].map(entry => [entry.seq, entry]))
      const entries = [...bySeq.values()].filter(({ seq }) => seq > from).toSorted((a, b) => a.seq - b.seq)
      return structuredClone({ ...state.head, entries, before: null })
    },
    async begin(checkpoint) {
      const upTo = checkpoint?.seq || Infinity
      state.batch = state.batch.filter(({ seq }) => seq > upTo)
      state.tail = []
      state.head = { schema, fingerprints, checkpoint }
      state.entries = state.entries.filter(({ seq }) => seq > upTo)
    },
    append: entry => void state.batch.push(entry),
    async discard() {
      this.empty()
      state.tail = []
    },
    async deleteOthers() {
      for (const other of others()) other.empty()
    },
    writeTail() {
      if (state.batch.length > 0) state.tail = [...state.batch]
    },
    flush,
    text: () => JSON.stringify([state.head, state.entries, state.tail]),
    size: () => state.entries.length + state.batch.length,
    crash() {
      state.batch = []
    },
    close() {
      state.tail = []
    },
    empty() {
      state.head = null
      state.entries = []
    },
  }
}
