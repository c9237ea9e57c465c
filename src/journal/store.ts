import { schema, type Checkpoint, type Entry, type StoredJournal } from '#machines/journal/entry'
import { fingerprints } from '#machines/journal/fingerprints'
import type { ShopActor } from '#machines/shop/shop'
import { checkpointOf } from './checkpoint.ts'
import { forgetWithOthers } from './forget.ts'
import { journalMark, type JournalWriter } from './journal-buffer.ts'
import { gatewayNow } from '../effects/gateway-clock.ts'
import { locksIn } from '../effects/secure-context.ts'
import { acquireLock, claimJournal, lockOf } from './journal-lock.ts'
import { customerIn, customersIn, isExpired, lastTimeIn } from './retention.ts'

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
  /** Deletes closed tabs' journals that are too old, and those with the data of a customer who is not logged in. */
  deleteOld(): Promise<void>
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

/** Key in `sessionStorage` of the entries that the database may not have yet. */
export const tailKey = 'shop.tail'
/** Key in `sessionStorage` of this tab's journal, if the cart was used while it was kept for the next page load. */
const cartKey = 'shop.journal-cart'
/** Key in `sessionStorage` of this tab's journal, once writing it has failed. */
const failedKey = 'shop.journal-failed'
/** Key in `localStorage` that is set for a moment, so that other tabs begin their journals again. */
export const deletedKey = 'shop.journals-deleted'
/** Number of waiting entries that are written without delay. */
export const entriesAtOnce = 200
/** Milliseconds after which waiting entries are written. */
export const flushDelay = 100
/** Milliseconds without an entry after which the next one is written at once, before another tab deletes the journal as too old. */
const longPause = 3_600_000

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The database request failed'))
  })
export const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The database request failed'))
  })

/** @param lost - called when the database can't be used any more: another tab needs a newer version, or the browser deleted it */
export async function openDatabase(factory: IDBFactory, lost: (error: unknown) => void): Promise<IDBDatabase> {
  const request = factory.open('shop', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('head')
    request.result.createObjectStore('entries', { keyPath: ['journal', 'seq'] })
  }
  const database = await settled(request)
  database.onversionchange = () => {
    database.close()
    lost(new Error('Another tab needs a newer version of the database'))
  }
  database.onclose = () => lost(new Error('The browser has closed the database'))
  return database
}

/** The stored journals, with the time of their last entry. */
async function knownIn(database: IDBDatabase, rangeOf: (id: string) => IDBKeyRange) {
  const transaction = database.transaction(['head', 'entries'])
  const heads = await settled<StoredHead[]>(transaction.objectStore('head').getAll())
  const entries = transaction.objectStore('entries')
  return Promise.all(
    heads
      .filter(head => typeof head?.id === 'string')
      .map(async head => {
        const last = await settled(entries.openCursor(rangeOf(head.id), 'prev'))
        return { id: head.id, at: lastTimeIn(head, last?.value as Entry | undefined), begunAt: head.begunAt ?? 0 }
      }),
  )
}

interface StoredHead extends Omit<StoredJournal, 'entries'> {
  id: string
  /** Milliseconds since the epoch. */
  begunAt?: number
}
interface Tail {
  journal: string
  entries: Entry[]
  /** Null if the database has the journal's head. */
  head: StoredHead | null
}

/**
 * Opens this tab's journal. Deletes journals that are too old, or hold the data of a customer who is not logged in any more.
 *
 * @param fail - called once when nothing can be written any more: the disk is full, or the database was closed
 * @param shop - the shop of this tab, which clears the shopper's data when another tab does; undefined until it exists
 * @throws if the browser has no database, no locks or no storage
 */
export async function openJournal(
  window: Window & typeof globalThis,
  fail: (error: unknown) => void,
  shop: () => ShopActor | undefined,
): Promise<JournalStore> {
  const state: {
    batch: Entry[]
    timer: number | undefined
    /** The head of a new journal, until the database has committed it. */
    head: StoredHead | null
    failed?: true
    /** Deletes this tab's journal, which is out of date once writing has failed; absent until it is opened. */
    discard?(): void
    /** The machines for which the stored journal is left as it is; null if it is written. */
    kept: readonly string[] | null
    /** Number and time of the last entry. */
    lastSeq: number
    lastAt: number
  } = { batch: [], timer: undefined, head: null, kept: null, lastSeq: 0, lastAt: gatewayNow() }
  const failOnce = (error: unknown) => {
    if (state.failed) return
    state.failed = true
    state.discard?.()
    fail(error)
  }
  // also if there is no database: the data on the screen is cleared
  forgetWithOthers(window, shop)
  const database = await openDatabase(window.indexedDB, failOnce)
  const session = window.sessionStorage
  const rangeOf = (id: string) => window.IDBKeyRange.bound([id, 0], [id, Infinity])
  const known = await knownIn(database, rangeOf)
  const recent = known.filter(({ at }) => !isExpired(at, gatewayNow()))
  const locks = locksIn(window)
  if (!locks) throw new Error('This browser has no locks')
  const { id: journal, adopted } = await claimJournal(locks, session, recent)
  const mine = rangeOf(journal)
  const remove = async (id: string) => {
    const transaction = database.transaction(['head', 'entries'], 'readwrite')
    transaction.objectStore('head').delete(id)
    transaction.objectStore('entries').delete(rangeOf(id))
    await committed(transaction)
  }
  window.localStorage.setItem(journalMark, '1')
  /** Entries that the database has not committed yet; a reload could lose them. */
  const uncommitted = new Set<Entry>()

  /** The tail that the last page load wrote. */
  const readTail = (): Tail => {
    const empty: Tail = { journal, entries: [], head: null }
    try {
      const tail = JSON.parse(session.getItem(tailKey) ?? 'null') as Tail | null
      const isTail = tail?.journal === journal && Array.isArray(tail.entries) && typeof tail.head === 'object'
      return isTail && tail.entries.every(entry => typeof entry?.seq === 'number') ? tail : empty
    } catch {
      return empty
    }
  }
  /** The times of what the tail has, in milliseconds since the epoch. */
  const timesInTail = () => {
    const { entries, head } = readTail()
    return [...entries.map(({ at }) => at), ...(head ? [lastTimeIn(head, undefined)] : [])]
  }
  const isRecent = recent.some(({ id }) => id === journal) || timesInTail().some(at => !isExpired(at, gatewayNow()))
  const hasFailed = session.getItem(failedKey) === journal
  if (hasFailed || !isRecent) {
    // also one of another journal: it is never read again
    session.removeItem(tailKey)
    if (known.some(({ id }) => id === journal)) await remove(journal)
    session.removeItem(failedKey)
  }
  state.discard = () => {
    try {
      // the next page load of this tab must not resume from it, even if it can't be deleted now
      session.setItem(failedKey, journal)
      void remove(journal).catch(() => {})
    } catch {
      // the database is closed, or the storage is full
    }
  }
  /**
   * Begins this tab's journal again at the current state: another tab has deleted it, or it was kept. Not if another tab has changed the
   * customer: this one learns of it soon, and their data must not be stored again until then.
   */
  const beginAgain = () => {
    const running = shop()
    if (!running || state.head !== null) return
    const { customer } = running.getSnapshot().context
    if ((customer?.customerId ?? null) === customerIn(window))
      void store.begin(checkpointOf(running, state.lastSeq), false)
  }
  const write = (entries: readonly Entry[]) => {
    const transaction = database.transaction(['head', 'entries'], 'readwrite', { durability: 'relaxed' })
    transaction.onabort = () => failOnce(transaction.error)
    for (const entry of entries) uncommitted.add(entry)
    const head = transaction.objectStore('head').getKey(journal)
    transaction.oncomplete = () => {
      for (const entry of entries) uncommitted.delete(entry)
      if (head.result === undefined) beginAgain()
    }
    const stored = transaction.objectStore('entries')
    // serialised here, once per batch, and not while an event is handled
    const copies = JSON.parse(JSON.stringify(entries)) as Entry[]
    for (const entry of copies) stored.put({ ...entry, journal })
    head.onsuccess = () => {
      // another tab has deleted this journal: its entries are worth nothing without a head
      if (head.result === undefined) stored.delete(mine)
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
      failOnce(error) // must not throw into the code that sent the event
    }
  }
  /** The part of a journal that is in the database. */
  const readPart = (id: string) => {
    const transaction = database.transaction(['head', 'entries'])
    const [head, entries] = [transaction.objectStore('head'), transaction.objectStore('entries')]
    return Promise.all([settled<unknown>(head.get(id)), settled<Entry[]>(entries.getAll(rangeOf(id)))])
  }
  /** The whole journal: the database's part, read in a transaction on both stores, and the tail. */
  const readWhole = async (transaction: IDBTransaction, tail: Tail): Promise<StoredJournal | null> => {
    const [stored, entries] = await Promise.all([
      settled<StoredHead | undefined>(transaction.objectStore('head').get(journal)),
      settled<Entry[]>(transaction.objectStore('entries').getAll(mine)),
    ])
    const newest = tail.head ?? stored
    if (!newest) return null
    const { id: _id, begunAt: _at, ...head } = newest
    const bySeq = new Map([...entries, ...tail.entries].map(entry => [entry.seq, entry]))
    const from = head.checkpoint?.seq ?? 0
    const since = [...bySeq.values()].filter(({ seq }) => !(seq <= from)).toSorted((a, b) => a.seq - b.seq)
    return { ...head, entries: since.map(({ journal: _journal, ...entry }: Entry & { journal?: string }) => entry) }
  }
  const begin: JournalStore['begin'] = async (checkpoint, keepsBefore) => {
    if (state.kept && keepsBefore) return
    // at the initial or the server's state (`seq` 0), all stored entries are of an older journal
    const upTo = state.kept ? Infinity : checkpoint?.seq || Infinity
    state.kept = null
    session.removeItem(cartKey)
    if (keepsBefore) flush()
    else {
      state.batch = state.batch.filter(({ seq }) => seq > upTo)
      for (const entry of uncommitted) if (entry.seq <= upTo) uncommitted.delete(entry)
    }
    const tailBefore = session.getItem(tailKey)
    const tail = readTail()
    const deleteTail = () => {
      if (session.getItem(tailKey) === tailBefore) session.removeItem(tailKey)
    }
    // the page may be left before the new head is committed: until then the tail is needed
    if (!keepsBefore || upTo === Infinity) deleteTail()
    const transaction = database.transaction(['head', 'entries'], 'readwrite')
    const whole = keepsBefore ? await readWhole(transaction, tail) : null
    const before = whole && { ...whole, before: undefined }
    const head: StoredHead = { schema, fingerprints, checkpoint, before, id: journal, begunAt: gatewayNow() }
    // without the part before, which would be too large for the tail
    state.head = { ...head, before: null }
    transaction.objectStore('head').put(head, journal)
    transaction.objectStore('entries').delete(window.IDBKeyRange.bound([journal, 0], [journal, upTo]))
    await committed(transaction)
    state.head = null
    deleteTail()
  }
  const store: JournalStore = {
    adopted,
    keep: machines => void (state.kept = machines),
    isCartOlder: session.getItem(cartKey) === journal,
    read() {
      const { entries, ...tail } = readTail()
      const batch = JSON.parse(JSON.stringify(state.batch)) as Entry[]
      return readWhole(database.transaction(['head', 'entries']), { ...tail, entries: [...entries, ...batch] })
    },
    begin: (checkpoint, keepsBefore) => begin(checkpoint, keepsBefore).catch(failOnce),
    async discard() {
      const { entries, head } = readTail()
      if (entries.length > 0 || head !== null) session.removeItem(tailKey)
      await remove(journal)
    },
    async deleteOld() {
      const customer = customerIn(window)
      for (const { id, at, begunAt } of known) {
        if (id === journal) continue
        const release = await acquireLock(locks, lockOf(id))
        if (!release) continue
        // a page that is being reloaded may have all its entries in the tail
        const isOld = isExpired(at || begunAt, gatewayNow())
        if (isOld || [...customersIn(await readPart(id))].some(one => one !== customer)) await remove(id)
        release()
      }
    },
    async deleteAll() {
      const transaction = database.transaction(['head', 'entries'], 'readwrite')
      for (const name of ['head', 'entries']) transaction.objectStore(name).clear()
      await committed(transaction)
    },
    append(entry) {
      state.lastSeq = entry.seq
      if (state.kept) {
        const [, machine = ''] = entry.to.split('/')
        if (entry.kind !== 'send') return
        if (machine === 'cart') session.setItem(cartKey, journal)
        // once the event is handled
        if (state.kept.includes(machine)) window.setTimeout(() => state.kept && beginAgain())
        return
      }
      state.batch.push(entry)
      const isLate = Math.abs(entry.at - state.lastAt) > longPause
      state.lastAt = entry.at
      if (isLate || state.batch.length >= entriesAtOnce) flush()
      else state.timer ??= window.setTimeout(flush, flushDelay)
    },
    writeTail() {
      const entries = [...uncommitted, ...state.batch]
      const { head } = state
      if (entries.length > 0 || head !== null)
        session.setItem(tailKey, JSON.stringify({ journal, entries, head } satisfies Tail))
    },
    flush,
  }
  // after the last wait: an event before it would use what does not exist yet
  window.addEventListener('storage', ({ key }) => {
    if (key === deletedKey) beginAgain()
  })
  void store.deleteOld().catch(() => {})
  return store
}
