import type { Checkpoint, Entry } from '#machines/journal/entry'
import type { ShopActor } from '#machines/shop/shop'
import { within, type JournalBuffer } from './journal-buffer.ts'
import type { loadLazyParts } from './load-lazy-parts.ts'
import type { JournalStore } from './store.ts'

/** The journal of a visit, from the page load on: recorded into a buffer, and stored once its store is open. */
export interface VisitJournal {
  window: Window & typeof globalThis
  buffer: JournalBuffer
  lazyParts: typeof loadLazyParts
  log(...words: unknown[]): void
  /** Null until it is open, and once it has failed. */
  store: JournalStore | null
  /** Opens the store and begins the stored journal; null until it is needed. */
  opening: Promise<unknown> | null
  /** Where the stored journal begins: at this page load, or at its last checkpoint; null: at the initial state. */
  checkpoint: Checkpoint | null
  /** Number of entries since the checkpoint. */
  entries: number
  /** Undefined until it is created. */
  shop?: ShopActor
  /** The number of the last entry. */
  seq?(): number
}

/** Number of entries after which the journal is trimmed. */
const entriesToCheckpoint = 200

/** Continues without a journal if the browser can't store one; logs one warning. */
function continueWithout(journal: VisitJournal, error: unknown): void {
  journal.buffer.disable()
  journal.store = null
  journal.log('This visit is not journaled', error)
}

/** Opens the store. Never rejects. */
export function openStore(journal: VisitJournal): Promise<JournalStore | void> {
  const fail = (error: unknown) => continueWithout(journal, error)
  return journal
    .lazyParts()
    .then(({ openJournal }) => openJournal(journal.window, fail, () => journal.shop))
    .then(store => (journal.store = store), fail)
}

/** Begins the stored journal at the checkpoint; entries recorded since come after it. */
export function beginStored({ store, checkpoint, buffer }: VisitJournal, keepsBefore: boolean): Promise<void> | void {
  if (!store) return buffer.clear()
  const beginning = store.begin(checkpoint, keepsBefore)
  buffer.attach(store)
  return beginning
}

/** Stores a first visit, from the first interaction on: until then there is nothing to resume. */
export function openOnce(journal: VisitJournal): Promise<unknown> {
  return (journal.opening ??= openStore(journal).then(() => beginStored(journal, false)))
}

/** Begins the stored journal of an earlier page load, after the visit was resumed from it, or could not be. */
export function beginAfterReload(journal: VisitJournal, opening: Promise<unknown>, keepsBefore: boolean): void {
  // if the database answers late, the stored journal is discarded: its entries must not be mixed with those of this visit
  journal.opening = journal.store
    ? within(journal.window, Promise.resolve(beginStored(journal, keepsBefore)))
    : opening
        .then(() => journal.store?.discard())
        .then(() => beginStored(journal, false))
        .catch(error => continueWithout(journal, error))
}

/**
 * Replaces the journal's entries by a checkpoint of the current state. Never rejects.
 *
 * @param keepsBefore - whether they stay readable in the inspector
 */
export async function trimJournal(journal: VisitJournal, keepsBefore: boolean): Promise<void> {
  journal.entries = 0
  await journal
    .lazyParts()
    .then(({ checkpointOf }) => {
      journal.checkpoint = checkpointOf(journal.shop!, journal.seq!())
      return beginStored(journal, keepsBefore)
    })
    .catch(error => continueWithout(journal, error))
}

/** Adds an entry. */
export function addEntry(journal: VisitJournal, entry: Entry): void {
  journal.buffer.append(entry)
  if (entry.kind === 'send' && entry.event.type !== 'visit.started') void openOnce(journal)
  journal.entries += 1
  if (journal.entries === entriesToCheckpoint) journal.window.setTimeout(() => void trimJournal(journal, true))
}
