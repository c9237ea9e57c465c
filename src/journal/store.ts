import { schema, type Checkpoint, type Entry, type StoredJournal } from '#machines/journal/entry'
import { fingerprints } from '#machines/journal/fingerprints'
import type { ShopActor } from '#machines/shop/shop'
import { checkpointOf } from './checkpoint.ts'
import { gatewayNow } from '../effects/gateway-clock.ts'
import type { JournalWriter } from './journal-buffer.ts'
import { committed, deleteEveryJournal, deleteJournal, storedParts } from './journal-database.ts'
import type { JournalDatabase, StoredHead } from './journal-database.ts'
import { readTail, tailKey, type Tail } from './journal-tail.ts'
import { createJournalWriter, type BatchWriter } from './journal-writer.ts'
import { customerIn } from './retention.ts'
import type { WriteFailure } from './write-failure.ts'

/**
 * Stores a tab's journal: in IndexedDB, in batches, and in `sessionStorage` synchronously for entries that must not be lost
 * (the tail).
 */
export interface JournalStore extends JournalWriter {
  /** Whether the journal was another tab's, which was closed. */
  adopted: boolean
  /** The stored value, not validated; null if there is none. */
  read(): Promise<StoredJournal | null>
  /**
   * Begins the journal at a checkpoint, or at the initial state: on a page load, or when it is shortened. Entries up to the
   * checkpoint are deleted. If that fails, nothing is written any more.
   *
   * @param keepsBefore - whether the previous part is kept as `before`; the part before that is deleted in any case. If it is, a
   *   journal that is kept for the next page load stays as it is
   */
  begin(checkpoint: Checkpoint | null, keepsBefore: boolean): Promise<void>
  /** Deletes this tab's journal, because another build wrote it. */
  discard(): Promise<void>
  /**
   * Stops writing, so that the next page load finds this tab's journal unchanged, until one of these machines gets input: then the journal
   * begins again at the current state, because that input is newer.
   */
  keep(machines: readonly string[]): void
  /** Whether the cart was used while the journal was kept: its commands in the journal are older than those sent since. */
  isCartOlder: boolean
  /** Deletes every journal of this browser. Open tabs begin theirs again at their current state, this one with `begin`. */
  deleteAll(): Promise<void>
}

/** Key in `sessionStorage` of this tab's journal, if the cart was used while it was kept for the next page load. */
const cartKey = 'shop.journal-cart'
/** Key in `localStorage` that is set for a moment, so that other tabs begin their journals again. */
export const deletedKey = 'shop.journals-deleted'

interface StoreOptions {
  window: Window & typeof globalThis
  database: JournalDatabase
  /** The id of this tab's journal. */
  journal: string
  adopted: boolean
  failure: WriteFailure
  shop: () => ShopActor | undefined
}

/** This tab's journal while the page is open. */
interface TabJournal {
  id: string
  database: JournalDatabase
  session: Storage
  writer: BatchWriter
  /** The machines for which the stored journal is left as it is; null if it is written. */
  kept: readonly string[] | null
}

/** The whole journal: the database's part and the tail. */
async function readWhole(
  { id: journal, database }: TabJournal,
  reading: IDBTransaction,
  tail: Omit<Tail, 'journal'>,
): Promise<StoredJournal | null> {
  const [stored, entries] = await storedParts(database, reading, journal)
  const newest = tail.head ?? stored
  if (!newest) return null
  const { id: _id, begunAt: _at, ...head } = newest
  const bySeq = new Map([...entries, ...tail.entries].map(entry => [entry.seq, entry]))
  const start = head.checkpoint?.seq ?? 0
  const since = [...bySeq.values()].filter(({ seq }) => !(seq <= start)).toSorted((a, b) => a.seq - b.seq)
  return { ...head, entries: since.map(({ journal: _journal, ...entry }: Entry & { journal?: string }) => entry) }
}

async function beginJournal(tab: TabJournal, checkpoint: Checkpoint | null, keepsBefore: boolean): Promise<void> {
  const { id, database, session, writer } = tab
  if (tab.kept && keepsBefore) return
  // at the initial or the server's state (`seq` 0), all stored entries are of an older journal
  const upTo = tab.kept ? Infinity : checkpoint?.seq || Infinity
  tab.kept = null
  session.removeItem(cartKey)
  if (keepsBefore) writer.flush()
  else writer.drop(upTo)
  const tailBefore = session.getItem(tailKey)
  const tail = readTail(session, id)
  const deleteTail = () => {
    if (session.getItem(tailKey) === tailBefore) session.removeItem(tailKey)
  }
  // the page may be left before the new head is committed: until then the tail is needed
  if (!keepsBefore || upTo === Infinity) deleteTail()
  const transaction = database.transaction('readwrite')
  const whole = keepsBefore ? await readWhole(tab, transaction, tail) : null
  const before = whole && { ...whole, before: undefined }
  const head: StoredHead = { schema, fingerprints, checkpoint, before, id, begunAt: gatewayNow() }
  // without the part before, which would be too large for the tail
  writer.uncommittedHead = { ...head, before: null }
  transaction.objectStore('head').put(head, id)
  transaction.objectStore('entries').delete(database.keysOf(id, upTo))
  await committed(transaction)
  writer.uncommittedHead = null
  deleteTail()
}

/** The store of a journal that this tab has locked. */
export function createJournalStore(options: StoreOptions): JournalStore {
  const { window, database, journal, adopted, failure, shop } = options
  const session = window.sessionStorage
  const state = { lastSeq: 0 }
  /**
   * Begins this tab's journal again at the current state: another tab has deleted it, or it was kept. Not if another tab has changed the
   * customer: this one learns of it soon, and their data must not be stored again until then.
   */
  const beginAgain = () => {
    const running = shop()
    if (!running || writer.uncommittedHead !== null) return
    const { customer } = running.getSnapshot().context
    if ((customer?.customerId ?? null) === customerIn(window)) void begin(checkpointOf(running, state.lastSeq), false)
  }
  const writer = createJournalWriter({ window, database, journal, failure, onDeleted: beginAgain })
  const tab: TabJournal = { id: journal, database, session, writer, kept: null }
  const begin: JournalStore['begin'] = (checkpoint, keepsBefore) =>
    beginJournal(tab, checkpoint, keepsBefore).catch(failure.report)
  window.addEventListener('storage', ({ key }) => {
    if (key === deletedKey) beginAgain()
  })
  return {
    adopted,
    keep: machines => void (tab.kept = machines),
    isCartOlder: session.getItem(cartKey) === journal,
    read() {
      const { head, entries } = readTail(session, journal)
      return readWhole(tab, database.transaction(), { head, entries: [...entries, ...writer.waiting()] })
    },
    begin,
    async discard() {
      const { entries, head } = readTail(session, journal)
      if (entries.length > 0 || head !== null) session.removeItem(tailKey)
      await deleteJournal(database, journal)
    },
    deleteAll: () => deleteEveryJournal(database),
    append(entry) {
      state.lastSeq = entry.seq
      if (!tab.kept) return writer.append(entry)
      const [, machine = ''] = entry.to.split('/')
      if (entry.kind !== 'send') return
      if (machine === 'cart') session.setItem(cartKey, journal)
      // once the event is handled
      if (tab.kept.includes(machine)) window.setTimeout(() => tab.kept && beginAgain())
    },
    writeTail: writer.writeTail,
    flush: writer.flush,
  }
}
