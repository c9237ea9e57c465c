import type { Entry, Journal } from '#machines/journal/entry'
import { claimJournal } from './tabs.ts'

/** Where a tab's journal is kept: IndexedDB in batches, with a synchronous tail for what must not be forgotten. */
export interface JournalStore {
  read(): Promise<Journal | null>
  /** A new page load, or a long journal: the state as it is now; entries up to its checkpoint are let go. */
  begin(head: Omit<Journal, 'entries'>): Promise<void>
  append(entry: Entry): void
  /** Deletes what other tabs have written, those of earlier visits among them; living ones begin theirs anew. */
  forgetOthers(): Promise<void>
  /** Writes down, before it returns, what the database may not have yet. */
  keepTail(): void
  flush(): void
}

const tailKey = 'shop.tail'
const entriesAtOnce = 200
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

interface StoredHead extends Omit<Journal, 'entries'> {
  id: string
}

/** Opens this tab's journal. @throws where the browser gives no database, no locks or no storage */
export async function openJournal(window: Window & typeof globalThis): Promise<JournalStore> {
  const database = await openDatabase(window.indexedDB)
  const session = window.sessionStorage
  const heads = await settled<StoredHead[]>(database.transaction('head').objectStore('head').getAll())
  const known = heads.map(head => ({ id: head.id, at: head.checkpoint?.at ?? 0 }))
  const journal = await claimJournal(window.navigator.locks, session, known)
  const mine = window.IDBKeyRange.bound([journal, 0], [journal, Infinity])
  const state: { batch: Entry[]; timer: number | undefined } = { batch: [], timer: undefined }

  const tail = (): { journal: string; entries: Entry[] } => {
    try {
      return JSON.parse(session.getItem(tailKey) ?? 'null') ?? { journal, entries: [] }
    } catch {
      return { journal, entries: [] }
    }
  }
  const flush = () => {
    window.clearTimeout(state.timer)
    state.timer = undefined
    if (state.batch.length === 0) return
    const transaction = database.transaction('entries', 'readwrite', { durability: 'relaxed' })
    const store = transaction.objectStore('entries')
    for (const entry of state.batch.splice(0)) store.put({ ...entry, journal })
    transaction.commit()
  }
  return {
    async read() {
      const transaction = database.transaction(['head', 'entries'])
      const [head, stored] = await Promise.all([
        settled<StoredHead | undefined>(transaction.objectStore('head').get(journal)),
        settled<Entry[]>(transaction.objectStore('entries').getAll(mine)),
      ])
      if (!head) return null
      const kept = tail()
      const late = kept.journal === journal ? kept.entries : []
      const bySeq = new Map([...stored, ...late].map(entry => [entry.seq, entry]))
      const from = head.checkpoint?.seq ?? 0
      const entries = [...bySeq.values()].filter(entry => entry.seq > from).toSorted((a, b) => a.seq - b.seq)
      return { ...head, entries: entries.map(({ seq, at, to, kind, event }) => ({ seq, at, to, kind, event })) }
    },
    async begin(head) {
      // a journal that begins anew (with nothing, or with what a server drew) lets go of all that an older one left under its name
      const upTo = head.checkpoint?.seq || Infinity
      state.batch = state.batch.filter(entry => entry.seq > upTo)
      session.removeItem(tailKey)
      const transaction = database.transaction(['head', 'entries'], 'readwrite')
      transaction.objectStore('head').put({ ...head, id: journal } satisfies StoredHead, journal)
      transaction.objectStore('entries').delete(window.IDBKeyRange.bound([journal, 0], [journal, upTo]))
      await committed(transaction)
    },
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
      state.batch.push(JSON.parse(JSON.stringify(entry)) as Entry)
      if (state.batch.length >= entriesAtOnce) flush()
      else state.timer ??= window.setTimeout(flush, flushPause)
    },
    keepTail() {
      if (state.batch.length > 0) session.setItem(tailKey, JSON.stringify({ journal, entries: state.batch }))
    },
    flush,
  }
}
