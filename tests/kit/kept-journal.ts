import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Entry, StoredJournal } from '#machines/journal/entry'

/** What a browser keeps of a visit's journal. */
interface Kept {
  head: Omit<StoredJournal, 'entries'>
  entries: Entry[]
}

/** The journal of a page's visit, as the browser has stored it by now; the database opens in its own time. */
export async function keptJournal(page: Page): Promise<Kept> {
  const read = () =>
    page.evaluate(async () => {
      // as when the page is left: what is not written yet is written now, whatever the clock says
      window.dispatchEvent(new PageTransitionEvent('pagehide'))
      // opening a database that is not there would make an empty one, and the shop would find no stores in it
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
  await expect.poll(read, { message: 'the journal is opened' }).not.toBeNull()
  return (await read())!
}
