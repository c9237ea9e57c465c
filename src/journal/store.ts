import { schema, type Checkpoint, type Entry, type Kept } from '#machines/journal/entry'
import { fingerprints } from '#machines/journal/fingerprints'
import { mark } from './journal-buffer.ts'
import { claimJournal } from './tabs.ts'

/** Where a tab's journal is kept: IndexedDB in batches, with a synchronous tail for what must not be forgotten. */
export interface JournalStore {
  /** What was kept, as it is: whether that is a journal is for the reader to find out. */
  read(): Promise<Kept | null>
  /**
   * A new page load, or a long journal: it begins with the state as it is now, or at the very beginning; entries up to there
   * are let go.
   *
   * Where that fails, nothing is written any more.
   *
   * @param goesOn - whether what there was until now is kept as the part before; what was before that goes in any case
   */
  begin(checkpoint: Checkpoint | null, goesOn: boolean): Promise<void>
  append(entry: Entry): void
  /** Deletes what other tabs have written, those of earlier visits among them; living ones begin theirs anew. */
  forgetOthers(): Promise<void>
  /** Writes down, before it returns, what the database may not have yet. */
  keepTail(): void
  flush(): void
}

const tailKey = 'shop.tail'
/** Entries that wait no longer to be written. */
export const entriesAtOnce = 200
const flushPause = 100

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The database refused'))
  })
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The database refused'))
  })

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('shop', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('head')
    request.result.createObjectStore('entries', { keyPath: ['journal', 'seq'] })
  }
  return settled(request)
}

interface StoredHead extends Omit<Kept, 'entries'> {
  id: string
}
interface Tail {
  journal: string
  entries: Entry[]
  /** Null where the database has the journal's head. */
  head: StoredHead | null
}

/**
 * Opens this tab's journal.
 *
 * @param fail - is told, once, that nothing can be written any more: the disk is full, or the database has gone
 * @throws where the browser gives no database, no locks or no storage
 */
export async function openJournal(
  window: Window & typeof globalThis,
  fail: (error: unknown) => void,
): Promise<JournalStore> {
  const database = await openDatabase(window.indexedDB)
  const session = window.sessionStorage
  const heads = await settled<StoredHead[]>(database.transaction('head').objectStore('head').getAll())
  const known = heads.map(head => ({ id: head.id, at: head.checkpoint?.at ?? 0 }))
  const journal = await claimJournal(window.navigator.locks, session, known)
  const mine = window.IDBKeyRange.bound([journal, 0], [journal, Infinity])
  window.localStorage.setItem(mark, '1')
  const state: {
    batch: Entry[]
    timer: number | undefined
    /** What the journal begins with anew, as long as the database has not said that it has it. */
    head: StoredHead | null
    failed?: true
  } = { batch: [], timer: undefined, head: null }
  /** Handed to the database, which has not said yet that it has them: with the page they might go. */
  const underWay = new Set<Entry>()

  const failOnce = (error: unknown) => {
    if (state.failed) return
    state.failed = true
    // what was written before is not what the next page load is to go on from
    window.localStorage.removeItem(mark)
    fail(error)
  }

  /** What the last page load had to leave outside the database. */
  const late = (): Tail => {
    const nothing: Tail = { journal, entries: [], head: null }
    try {
      const tail = JSON.parse(session.getItem(tailKey) ?? 'null') as Tail | null
      return tail?.journal === journal ? tail : nothing
    } catch {
      return nothing
    }
  }
  const write = (entries: readonly Entry[]) => {
    const transaction = database.transaction(['head', 'entries'], 'readwrite', { durability: 'relaxed' })
    transaction.onabort = () => failOnce(transaction.error)
    for (const entry of entries) underWay.add(entry)
    transaction.oncomplete = () => {
      for (const entry of entries) underWay.delete(entry)
    }
    const store = transaction.objectStore('entries')
    // all at once, and not while somebody waits for what an event does
    const copies = JSON.parse(JSON.stringify(entries)) as Entry[]
    for (const entry of copies) store.put({ ...entry, journal })
    const head = transaction.objectStore('head').getKey(journal)
    head.onsuccess = () => {
      // another tab has let go of it for somebody who left: nothing of theirs comes after
      if (head.result === undefined) store.delete(mine)
      transaction.commit()
    }
  }
  const flush = () => {
    window.clearTimeout(state.timer)
    state.timer = undefined
    const entries = state.batch.splice(0)
    if (entries.length === 0 || state.failed) return
    try {
      write(entries)
    } catch (error) {
      failOnce(error) // whoever sends an event to a chart must not hear of it
    }
  }
  /** What there is in the database and out of it, by a transaction that reads both stores. */
  const wholeBy = async (transaction: IDBTransaction, tail: Tail): Promise<Kept | null> => {
    const [stored, entries] = await Promise.all([
      settled<StoredHead | undefined>(transaction.objectStore('head').get(journal)),
      settled<Entry[]>(transaction.objectStore('entries').getAll(mine)),
    ])
    const newest = tail.head ?? stored
    if (!newest) return null
    const { id: _id, ...head } = newest
    const bySeq = new Map([...entries, ...tail.entries].map(entry => [entry.seq, entry]))
    const from = head.checkpoint?.seq ?? 0
    const since = [...bySeq.values()].filter(({ seq }) => !(seq <= from)).toSorted((a, b) => a.seq - b.seq)
    return { ...head, entries: since.map(({ journal: _journal, ...entry }: Entry & { journal?: string }) => entry) }
  }
  const begin: JournalStore['begin'] = async (checkpoint, goesOn) => {
    // a journal that begins anew (with nothing, or with what a server drew) lets go of all that an older one left under its name
    const upTo = checkpoint?.seq || Infinity
    if (goesOn) flush()
    else {
      state.batch = state.batch.filter(({ seq }) => seq > upTo)
      for (const entry of underWay) if (entry.seq <= upTo) underWay.delete(entry)
    }
    const kept = session.getItem(tailKey)
    const tail = late()
    const letGoOfTail = () => {
      if (session.getItem(tailKey) === kept) session.removeItem(tailKey)
    }
    // what goes on after these entries needs them until it is written down: the page may go before
    if (!goesOn || upTo === Infinity) letGoOfTail()
    const transaction = database.transaction(['head', 'entries'], 'readwrite')
    const whole = goesOn ? await wholeBy(transaction, tail) : null
    const before = whole && { ...whole, before: undefined }
    const head: StoredHead = { schema, fingerprints, checkpoint, before, id: journal }
    if (!goesOn) state.head = head
    transaction.objectStore('head').put(head, journal)
    transaction.objectStore('entries').delete(window.IDBKeyRange.bound([journal, 0], [journal, upTo]))
    await committed(transaction)
    if (state.head === head) state.head = null
    letGoOfTail()
  }
  return {
    read() {
      const { entries, ...tail } = late()
      const batch = JSON.parse(JSON.stringify(state.batch)) as Entry[]
      return wholeBy(database.transaction(['head', 'entries']), { ...tail, entries: [...entries, ...batch] })
    },
    begin: (checkpoint, goesOn) => begin(checkpoint, goesOn).catch(failOnce),
    async forgetOthers() {
      const transaction = database.transaction(['head', 'entries'], 'readwrite')
      const { lowerBound, upperBound } = window.IDBKeyRange
      for (const others of [upperBound([journal], true), lowerBound([journal, Infinity], true)]) {
        transaction.objectStore('entries').delete(others)
      }
      for (const others of [upperBound(journal, true), lowerBound(journal, true)]) {
        transaction.objectStore('head').delete(others)
      }
      await committed(transaction)
    },
    append(entry) {
      state.batch.push(entry)
      if (state.batch.length >= entriesAtOnce) flush()
      else state.timer ??= window.setTimeout(flush, flushPause)
    },
    keepTail() {
      const entries = [...underWay, ...state.batch]
      const { head } = state
      if (entries.length > 0) session.setItem(tailKey, JSON.stringify({ journal, entries, head } satisfies Tail))
    },
    flush,
  }
}
