import type { Entry, StoredJournal } from '#machines/journal/entry'
import { lastTimeIn } from './retention.ts'

/** What the database has of a journal beside its entries. */
export interface StoredHead extends Omit<StoredJournal, 'entries'> {
  id: string
  /** Milliseconds since the epoch. */
  begunAt?: number
}

/** The journals of this browser: the object store `head` has one record for each, `entries` their entries by journal and number. */
export interface JournalDatabase {
  /** A transaction on both object stores, for reading by default. @throws if the database is closed */
  transaction(mode?: IDBTransactionMode, options?: IDBTransactionOptions): IDBTransaction
  /** The keys of a journal's entries, up to a number: all by default. */
  keysOf(journal: string, upTo?: number): IDBKeyRange
  close(): void
}

/** A journal in the database. */
export interface KnownJournal {
  id: string
  /** The time of its last entry or of its checkpoint; 0 without either. Milliseconds since the epoch. */
  at: number
  /** Milliseconds since the epoch; 0 if unknown. */
  begunAt: number
}

export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
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
export async function openDatabase(
  { indexedDB, IDBKeyRange }: Window & typeof globalThis,
  lost: (error: unknown) => void,
): Promise<JournalDatabase> {
  const request = indexedDB.open('shop', 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('head')
    request.result.createObjectStore('entries', { keyPath: ['journal', 'seq'] })
  }
  const database = await resultOf(request)
  database.onversionchange = () => {
    database.close()
    lost(new Error('Another tab needs a newer version of the database'))
  }
  database.onclose = () => lost(new Error('The browser has closed the database'))
  return {
    transaction: (mode, options) => database.transaction(['head', 'entries'], mode, options),
    keysOf: (journal, upTo = Infinity) => IDBKeyRange.bound([journal, 0], [journal, upTo]),
    close: () => database.close(),
  }
}

/** The journals in the database. */
export async function knownJournals({ transaction, keysOf }: JournalDatabase): Promise<KnownJournal[]> {
  const reading = transaction()
  const heads = await resultOf<StoredHead[]>(reading.objectStore('head').getAll())
  const entries = reading.objectStore('entries')
  return Promise.all(
    heads
      .filter(head => typeof head?.id === 'string')
      .map(async head => {
        const last = await resultOf(entries.openCursor(keysOf(head.id), 'prev'))
        return { id: head.id, at: lastTimeIn(head, last?.value as Entry | undefined), begunAt: head.begunAt ?? 0 }
      }),
  )
}

/** What the database has of a journal, read in one transaction on both object stores. The head is undefined if there is none. */
export function storedParts(
  { keysOf }: JournalDatabase,
  reading: IDBTransaction,
  journal: string,
): Promise<[head: StoredHead | undefined, entries: Entry[]]> {
  const [heads, entries] = [reading.objectStore('head'), reading.objectStore('entries')]
  return Promise.all([
    resultOf<StoredHead | undefined>(heads.get(journal)),
    resultOf<Entry[]>(entries.getAll(keysOf(journal))),
  ])
}

export async function deleteJournal({ transaction, keysOf }: JournalDatabase, journal: string): Promise<void> {
  const deleting = transaction('readwrite')
  deleting.objectStore('head').delete(journal)
  deleting.objectStore('entries').delete(keysOf(journal))
  await committed(deleting)
}

export async function deleteEveryJournal({ transaction }: JournalDatabase): Promise<void> {
  const deleting = transaction('readwrite')
  for (const name of ['head', 'entries']) deleting.objectStore(name).clear()
  await committed(deleting)
}
