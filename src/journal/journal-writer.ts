import type { Entry } from '#machines/journal/entry'
import { gatewayNow } from '../effects/gateway-clock.ts'
import type { JournalWriter } from './journal-buffer.ts'
import type { JournalDatabase, StoredHead } from './journal-database.ts'
import { writeTail } from './journal-tail.ts'
import type { WriteFailure } from './write-failure.ts'

/** Number of waiting entries that are written without delay. */
export const entriesAtOnce = 200
/** Milliseconds after which waiting entries are written. */
export const flushDelay = 100
/** Milliseconds without an entry after which the next one is written at once, before another tab deletes the journal as too old. */
const longPause = 3_600_000

/** Writes the entries of this tab's journal to the database, in batches, and to the tail what the database does not have. */
export interface BatchWriter extends JournalWriter {
  /** The head of a new journal, until the database has committed it; null once it has. */
  uncommittedHead: StoredHead | null
  /** A copy of the entries that wait to be written. */
  waiting(): Entry[]
  /** Drops entries up to a number that the database does not have. */
  drop(upTo: number): void
}

interface WriterOptions {
  window: Window
  database: JournalDatabase
  /** The id of this tab's journal. */
  journal: string
  failure: WriteFailure
  /** Called when entries were not written, because another tab has deleted the journal. */
  onDeleted(): void
}

const copyOf = (entries: readonly Entry[]) => JSON.parse(JSON.stringify(entries)) as Entry[]

export function createJournalWriter({ window, database, journal, failure, onDeleted }: WriterOptions): BatchWriter {
  const state: { batch: Entry[]; timer: number | undefined; lastAt: number } = {
    batch: [],
    timer: undefined,
    lastAt: gatewayNow(),
  }
  /** Entries that the database has not committed yet; a reload could lose them. */
  const uncommitted = new Set<Entry>()
  const write = (entries: readonly Entry[]) => {
    const transaction = database.transaction('readwrite', { durability: 'relaxed' })
    transaction.onabort = () => failure.report(transaction.error)
    for (const entry of entries) uncommitted.add(entry)
    const head = transaction.objectStore('head').getKey(journal)
    transaction.oncomplete = () => {
      for (const entry of entries) uncommitted.delete(entry)
      if (head.result === undefined) onDeleted()
    }
    const stored = transaction.objectStore('entries')
    // serialised here, once per batch, and not while an event is handled
    for (const entry of copyOf(entries)) stored.put({ ...entry, journal })
    head.onsuccess = () => {
      // another tab has deleted this journal: its entries are worth nothing without a head
      if (head.result === undefined) stored.delete(database.keysOf(journal))
      transaction.commit()
    }
  }
  const flush = () => {
    window.clearTimeout(state.timer)
    state.timer = undefined
    const entries = state.batch.splice(0)
    if (entries.length === 0 || failure.isReported) return
    try {
      write(entries)
    } catch (error) {
      failure.report(error) // must not throw into the code that sent the event
    }
  }
  const writer: BatchWriter = {
    uncommittedHead: null,
    waiting: () => copyOf(state.batch),
    drop(upTo) {
      state.batch = state.batch.filter(({ seq }) => seq > upTo)
      for (const entry of uncommitted) if (entry.seq <= upTo) uncommitted.delete(entry)
    },
    append(entry) {
      state.batch.push(entry)
      const isLate = Math.abs(entry.at - state.lastAt) > longPause
      state.lastAt = entry.at
      if (isLate || state.batch.length >= entriesAtOnce) flush()
      else state.timer ??= window.setTimeout(flush, flushDelay)
    },
    writeTail() {
      const entries = [...uncommitted, ...state.batch]
      writeTail(window.sessionStorage, { journal, entries, head: writer.uncommittedHead })
    },
    flush,
  }
  return writer
}
