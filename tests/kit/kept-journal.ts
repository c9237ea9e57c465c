import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Entry, StoredJournal } from '#machines/journal/entry'

/** A visit's journal as stored in the browser. */
interface Kept {
  head: Omit<StoredJournal, 'entries'>
  entries: Entry[]
}

/** The journal of a page's visit as the browser has it now; null while there is none. */
const read = (page: Page): Promise<Kept | null> =>
  page.evaluate(async () => {
    // as on leaving the page: writes the buffered entries, regardless of the clock
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    // opening a missing database would create it without object stores, and the shop would fail
    if (!(await indexedDB.databases()).some(({ name }) => name === 'shop')) return null
    return new Promise<Kept | null>((resolve, reject) => {
      const opening = indexedDB.open('shop')
      opening.onerror = () => reject(opening.error ?? new Error('no database'))
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(['head', 'entries'])
        const heads = transaction.objectStore('head').getAll()
        const entries = transaction.objectStore('entries').getAll()
        transaction.oncomplete = () => {
          opening.result.close()
          const head = heads.result[0] as Kept['head'] | undefined
          resolve(head ? { head, entries: entries.result as Entry[] } : null)
        }
      }
    })
  })

/** Reads the journal of a page's visit from the browser; waits until the database opens. */
export async function keptJournal(page: Page): Promise<Kept> {
  await expect.poll(() => read(page), { message: 'the journal is opened' }).not.toBeNull()
  return (await read(page))!
}

/** Everything that the browser stores of journals as JSON: the heads, the entries and the tab's storage. */
export const journalTexts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    if (!(await indexedDB.databases()).some(({ name }) => name === 'shop')) return JSON.stringify({ ...sessionStorage })
    return new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open('shop')
      opening.onerror = () => reject(opening.error ?? new Error('no database'))
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(['head', 'entries'])
        const all = ['head', 'entries'].map(name => transaction.objectStore(name).getAll() as IDBRequest<unknown[]>)
        transaction.oncomplete = () => {
          opening.result.close()
          resolve(JSON.stringify([...all.map(({ result }) => result), { ...sessionStorage }]))
        }
      }
    })
  })

/** The last entries of a page's journal, one per line: time, machine and event type, without the events' data. */
export async function lastEntries(page: Page, most = 25): Promise<string[]> {
  const { entries } = (await read(page)) ?? { entries: [] }
  return entries
    .slice(-most)
    .map(({ at, to, event }) => `${new Date(at).toISOString().slice(11, 23)} ${to} ${event.type}`)
}
