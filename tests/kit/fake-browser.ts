import { fakeStorage } from './fake-storage.ts'
import { IDBFactory as FakeFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Entry } from '#machines/journal/entry'

/*
 * The part of a browser that the journal and the storage need: IndexedDB (`fake-indexeddb`), Web Locks, both storages and
 * timers. Pages of one browser share databases, locks and `localStorage`; pages of one tab share `sessionStorage`.
 */

/** How the browser treats one page. */
export interface PageOptions {
  /** The tab's `sessionStorage`; survives reloads. */
  session: Map<string, string>
  /** Whether storage and databases are blocked: every access throws. */
  isBlocked?(): boolean
  /** Whether opening a database gets no answer until `release`. */
  isHanging?(): boolean
  /** Whether the page runs no code for now. It gets no `storage` events. */
  isFrozen?(): boolean
  /** Called before a page changes `localStorage`. */
  changing?(key: string, before: string | null, after: string | null): void
  setTimeout(fire: () => void, delay: number): number
  clearTimeout(id: number): void
}

/** A page in a browser. */
export interface BrowserPage {
  window: Window & typeof globalThis
  /** The open databases. */
  databases: readonly IDBDatabase[]
  /** Transactions that have not committed. */
  transactions: Set<IDBTransaction>
  /** The browser puts the page into the back/forward cache, and restores it. */
  hide(): void
  restore(): void
  /** The browser closes the page's databases, as when the shopper clears the site's data. */
  closeDatabases(): void
  /** Ends the page: it runs no code any more, its locks are free, and its transactions commit or are lost. */
  end(how: 'commits' | 'aborts'): void
}

/** A browser without stored data. */
export function createBrowser() {
  const databases: IDBFactory = new FakeFactory()
  const local = new Map<string, string>()
  const locks = new Map<string, BrowserPage>()
  /** Requests to open a database that have no answer yet. */
  const hanging: (() => void)[] = []
  /** Sends each open page a `storage` event. */
  const listening = new Map<BrowserPage, (key: string) => void>()

  function openPage({
    session,
    isBlocked = () => false,
    isHanging = () => false,
    isFrozen = () => false,
    changing,
    ...timers
  }: PageOptions): BrowserPage {
    const state = { isGone: false }
    const opened: IDBDatabase[] = []
    const transactions = new Set<IDBTransaction>()
    const refuseBlocked = () => {
      if (isBlocked()) throw new DOMException('Storage is blocked', 'SecurityError')
    }
    const storageOver = (items: Map<string, string>, before: PageOptions['changing'] = () => {}) => {
      const write = (key: string, value: string | null) => {
        refuseBlocked()
        const kept = items.get(key) ?? null
        if (state.isGone || kept === value) return
        before(key, kept, value)
        if (value === null) items.delete(key)
        else items.set(key, value)
        if (items === local) for (const [other, tell] of listening) if (other !== page) tell(key)
      }
      const getItem = (key: string) => {
        refuseBlocked()
        return items.get(key) ?? null
      }
      const [setItem, removeItem] = [write, (key: string) => write(key, null)]
      return fakeStorage({ getItem, setItem, removeItem }, () => {
        refuseBlocked()
        return [...items.keys()]
      })
    }
    /** Makes the transactions of a database end with the page. */
    const bind = (database: IDBDatabase) => {
      opened.push(database)
      const begin = database.transaction.bind(database)
      database.transaction = (...wanted: Parameters<typeof begin>) => {
        if (state.isGone) throw new DOMException('The page has gone', 'InvalidStateError')
        const transaction = begin(...wanted)
        transactions.add(transaction)
        for (const type of ['complete', 'abort'])
          transaction.addEventListener(type, () => transactions.delete(transaction))
        return transaction
      }
    }
    /** A request that is made once the database answers. */
    const openLate = (name: string, version?: number) => {
      const late = { onsuccess: null, onerror: null, onupgradeneeded: null } as unknown as IDBOpenDBRequest
      hanging.push(() => {
        if (state.isGone) return
        const request = databases.open(name, version)
        const pass = (type: 'onsuccess' | 'onerror' | 'onupgradeneeded') => (event: Event) => {
          Object.assign(late, { result: type === 'onerror' ? undefined : request.result, error: request.error })
          if (type === 'onsuccess') bind(request.result)
          late[type]?.(event as never)
        }
        request.onsuccess = pass('onsuccess')
        request.onupgradeneeded = pass('onupgradeneeded')
      })
      return late
    }
    const indexedDB = {
      open(name: string, version?: number) {
        refuseBlocked()
        if (isHanging()) return openLate(name, version)
        const request = databases.open(name, version)
        request.addEventListener('success', () => bind(request.result))
        return request
      },
      deleteDatabase(name: string) {
        refuseBlocked()
        return databases.deleteDatabase(name)
      },
    }
    /** Grants a lock until the page is closed. A request that would wait is refused at once. */
    const request = async (
      name: string,
      { ifAvailable = false }: LockOptions,
      grant: (lock: Lock | null) => unknown,
    ) => {
      if (locks.has(name)) {
        if (!ifAvailable) throw new DOMException('The lock is held', 'AbortError')
        return grant(null)
      }
      locks.set(name, page)
      try {
        return await grant({ name, mode: 'exclusive' })
      } finally {
        if (locks.get(name) === page) locks.delete(name)
      }
    }
    const listeners: Record<string, ((event: object) => void)[]> = {}
    const dispatch = (type: string, event: object) => {
      for (const listen of listeners[type] ?? []) listen(event)
    }
    const page: BrowserPage = {
      databases: opened,
      transactions,
      window: {
        indexedDB,
        IDBKeyRange,
        localStorage: storageOver(local, changing),
        sessionStorage: storageOver(session),
        navigator: { onLine: true, locks: { request } },
        // for the bar about the connection
        document: { createElement: () => ({ dataset: {}, setAttribute() {} }), body: { append() {} } },
        setTimeout: (fire: () => void, delay = 0) => (state.isGone ? 0 : timers.setTimeout(fire, delay)),
        clearTimeout: (id: number) => timers.clearTimeout(id),
        addEventListener: (type: string, listener: (event: object) => void) => {
          listeners[type] = [...(listeners[type] ?? []), listener]
        },
      } as unknown as BrowserPage['window'],
      hide: () => dispatch('pagehide', { persisted: true }),
      restore: () => dispatch('pageshow', { persisted: true }),
      closeDatabases() {
        for (const database of opened) {
          database.close()
          database.onclose?.({} as Event)
        }
      },
      end(how) {
        state.isGone = true
        for (const [name, holder] of locks) if (holder === page) locks.delete(name)
        if (how === 'aborts')
          for (const transaction of transactions) {
            // no code of the page runs any more
            Object.assign(transaction, { onabort: null, onerror: null, oncomplete: null })
            try {
              transaction.abort()
            } catch {
              // it has committed already
            }
          }
        for (const database of opened) database.close()
        listening.delete(page)
      },
    }
    listening.set(page, key =>
      setImmediate(() => {
        if (!state.isGone && !isFrozen()) dispatch('storage', { key })
      }),
    )
    return page
  }

  /** Reads the heads and entries of all journals. */
  async function journals(): Promise<{ heads: unknown[]; entries: (Entry & { journal: string })[] }> {
    if (!(await databases.databases()).some(({ name }) => name === 'shop')) return { heads: [], entries: [] }
    const database = await new Promise<IDBDatabase>(resolve => {
      const request = databases.open('shop')
      request.addEventListener('success', () => resolve(request.result))
    })
    const all = (store: string) =>
      new Promise<never[]>(resolve => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.addEventListener('success', () => resolve(request.result as never[]))
      })
    const kept = { heads: await all('head'), entries: await all('entries') }
    database.close()
    return kept
  }

  return {
    databases,
    local,
    openPage,
    journals,
    /** Databases that hang are opened now. */
    release: () => hanging.splice(0).forEach(open => open()),
  }
}

/** Waits until all promises are settled and all database operations are done. */
export async function settledDatabases(): Promise<void> {
  for (let turn = 0; turn < 24; turn += 1) await new Promise(resolve => setImmediate(resolve))
}
