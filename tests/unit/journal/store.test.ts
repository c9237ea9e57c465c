import { IDBObjectStore } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import type { Entry, StoredJournal } from '#machines/journal/entry'
import { journalMark } from '#src/journal/journal-buffer.ts'
import { entriesAtOnce } from '#src/journal/journal-writer.ts'
import { deletedKey } from '#src/journal/store.ts'
import { settledDatabases as settled } from '../../kit/fake-browser.ts'
import { checkpoint, entry, openBrowser } from '../../kit/open-journal.ts'

const seqs = (kept: StoredJournal | null) => kept?.entries.map(({ seq }) => seq)

describe('the journal store', () => {
  test('returns null before a journal has begun', async () => {
    const { store } = await openBrowser().openTab().loadJournal()
    expect(await store.read()).toBeNull()
  })

  test('returns entries that wait to be written together with the written ones', async () => {
    const { store } = await openBrowser().openTab().loadJournal()
    await store.begin(null, false)
    store.append(entry(1))
    store.flush()
    await settled()
    store.append(entry(2))
    expect(seqs(await store.read())).toEqual([1, 2])
  })

  test('is opened while another tab deletes every journal', async () => {
    const browser = openBrowser()
    const tab = browser.openTab()
    const page = await tab.loadJournal()
    await page.store.begin(null, false)
    page.end('commits')
    // the journal is deleted before it is opened, because writing it has failed
    tab.session.set('shop.journal-failed', tab.session.get('shop.journal')!)
    browser.local.delete(journalMark)
    const other = browser.openTab().loadPage()
    const { store, failures } = await tab.loadJournal({
      changing: key => key === journalMark && other.window.localStorage.setItem(deletedKey, '1'),
    })
    expect(browser.local.has(deletedKey)).toBe(true)
    expect(await store.read()).toBeNull()
    expect(failures).toEqual([])
  })

  test('writes a batch after a pause, and at once when it is full', async () => {
    const browser = openBrowser()
    const { store, host } = await browser.openTab().loadJournal()
    await store.begin(null, false)
    const written = async () => (await settled(), (await browser.journals()).entries.length)
    store.append(entry(1))
    expect(await written()).toBe(0)
    host.fireNext()
    expect(await written()).toBe(1)
    for (let seq = 2; seq < 2 + entriesAtOnce; seq += 1) store.append(entry(seq))
    expect(await written()).toBe(1 + entriesAtOnce)
  })

  test('a reload continues from the entries that were written', async () => {
    const tab = openBrowser().openTab()
    const page = await tab.loadJournal()
    await page.store.begin(checkpoint(3), false)
    for (const seq of [4, 5]) page.store.append(entry(seq))
    page.store.flush()
    page.end('commits')
    const { store } = await tab.loadJournal()
    const kept = await store.read()
    expect(kept?.checkpoint).toEqual(checkpoint(3))
    expect(seqs(kept)).toEqual([4, 5])
  })

  test.each(['commits', 'aborts'] as const)('the tail has entries whose transaction %s after the page', async how => {
    const tab = openBrowser().openTab()
    const page = await tab.loadJournal()
    await page.store.begin(null, false)
    page.store.append(entry(1))
    page.store.flush()
    // entry 1 is handed to the database, entry 2 is not
    page.store.append(entry(2))
    expect(page.transactions.size).toBe(1)
    page.store.writeTail()
    page.end(how)
    await settled()
    const { store } = await tab.loadJournal()
    expect(seqs(await store.read())).toEqual([1, 2])
  })

  test('the tail has the head whose transaction was lost with the page', async () => {
    const tab = openBrowser().openTab()
    const page = await tab.loadJournal()
    await page.store.begin(null, false)
    const begun = page.store.begin(checkpoint(2), false)
    page.store.append(entry(3))
    page.store.writeTail()
    page.end('aborts')
    void begun
    const { store } = await tab.loadJournal()
    const kept = await store.read()
    expect(kept?.checkpoint).toEqual(checkpoint(2))
    expect(seqs(kept)).toEqual([3])
  })

  test('the tail has a head without entries: a reload right after all journals were deleted continues from it', async () => {
    const tab = openBrowser().openTab()
    const page = await tab.loadJournal()
    await page.store.begin(null, false)
    page.store.append(entry(1))
    page.store.flush()
    await settled()
    await page.store.deleteAll()
    void page.store.begin(checkpoint(2), false)
    page.store.writeTail()
    page.end('aborts')
    const { store } = await tab.loadJournal()
    const kept = await store.read()
    expect(kept?.checkpoint).toEqual(checkpoint(2))
    expect(seqs(kept)).toEqual([])
  })

  test('a tail of another journal and a tail that is not JSON are ignored', async () => {
    const tab = openBrowser().openTab()
    const { store, session } = await tab.loadJournal()
    await store.begin(null, false)
    for (const tail of [JSON.stringify({ journal: 'another', entries: [entry(9)], head: null }), '{']) {
      session.set('shop.tail', tail)
      expect(seqs(await store.read())).toEqual([])
    }
  })

  test('beginning at a checkpoint drops the entries up to it and keeps what follows', async () => {
    const { store } = await openBrowser().openTab().loadJournal()
    await store.begin(null, false)
    for (const seq of [1, 2, 3]) store.append(entry(seq))
    const begun = store.begin(checkpoint(2), true)
    store.append(entry(4))
    await begun
    const kept = await store.read()
    expect(seqs(kept)).toEqual([3, 4])
    expect(seqs(kept!.before as StoredJournal)).toEqual([1, 2, 3])
  })

  test('only the part before is kept, not the part before that', async () => {
    const { store } = await openBrowser().openTab().loadJournal()
    await store.begin(null, false)
    store.append(entry(1))
    await store.begin(checkpoint(1), true)
    store.append(entry(2))
    await store.begin(checkpoint(2), true)
    const { before } = (await store.read())!
    expect(seqs(before as StoredJournal)).toEqual([2])
    expect((before as StoredJournal).before).toBeUndefined()
  })

  test('a journal that starts again has no part before', async () => {
    const { store } = await openBrowser().openTab().loadJournal()
    await store.begin(null, false)
    store.append(entry(1))
    await store.begin(checkpoint(1), false)
    expect(await store.read()).toMatchObject({ entries: [], before: null })
  })

  test('a failed transaction is reported once, and the next load does not restore the journal', async () => {
    const browser = openBrowser()
    const tab = browser.openTab()
    const page = await tab.loadJournal()
    await page.store.begin(null, false)
    for (const seq of [1, 2]) {
      page.store.append(entry(seq))
      page.store.flush()
    }
    for (const transaction of page.transactions) transaction.abort()
    await settled()
    expect(page.failures).toHaveLength(1)
    page.store.append(entry(3))
    page.store.flush()
    expect(page.transactions.size).toBe(0)
    page.store.writeTail()
    page.end('commits')
    expect(await (await tab.loadJournal()).store.read()).toBeNull()
  })

  test.each(['succeeds', 'fails'])(
    'a failed transaction in one tab costs no other tab its journal, and its own is not restored: its deletion %s',
    async how => {
      const browser = openBrowser()
      const [tab, other] = [browser.openTab(), browser.openTab()]
      const [page, intact] = [await tab.loadJournal(), await other.loadJournal()]
      for (const { store } of [page, intact]) {
        await store.begin(null, false)
        store.append(entry(1))
        store.flush()
      }
      await settled()
      page.store.append(entry(2))
      page.store.flush()
      const [database] = page.databases
      if (how === 'fails')
        database!.transaction = () => {
          throw new DOMException('The database is damaged', 'UnknownError')
        }
      for (const transaction of page.transactions) transaction.abort()
      await settled()
      page.end('commits')
      intact.end('commits')
      expect(browser.local.get(journalMark)).toBe('1')
      expect(seqs(await (await other.loadJournal()).store.read())).toEqual([1])
      const again = await tab.loadJournal()
      expect(await again.store.read()).toBeNull()
      await again.store.begin(null, false)
      again.store.append(entry(1))
      again.store.flush()
      await settled()
      again.end('commits')
      expect(seqs(await (await tab.loadJournal()).store.read())).toEqual([1])
    },
  )

  test('a full disk does not throw to the sender of an event', async () => {
    const page = await openBrowser().openTab().loadJournal()
    await page.store.begin(null, false)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    })
    page.store.append(entry(1))
    expect(() => page.store.flush()).not.toThrow()
    put.mockRestore()
    expect(page.failures).toMatchObject([{ name: 'QuotaExceededError' }])
  })

  test('opening fails when the browser blocks storage', async () => {
    await expect(
      openBrowser()
        .openTab()
        .loadJournal({ isBlocked: () => true }),
    ).rejects.toThrow('blocked')
  })

  test('deleting all journals deletes those of this tab and of all others', async () => {
    const browser = openBrowser()
    const pages = [await browser.openTab().loadJournal(), await browser.openTab().loadJournal()]
    for (const { store } of pages) {
      await store.begin(null, false)
      store.append(entry(1))
      store.flush()
    }
    await settled()
    await pages[0]!.store.deleteAll()
    const { heads, entries } = await browser.journals()
    expect([heads, entries]).toEqual([[], []])
    for (const { store } of pages) expect(await store.read()).toBeNull()
  })

  // Invariant: S3b
  test('deleting a journal that is kept for the next page load deletes all of its entries', async () => {
    const tab = openBrowser().openTab()
    const { store } = await tab.loadJournal()
    await store.begin(null, false)
    for (const seq of [1, 2, 3]) store.append(entry(seq))
    store.flush()
    await settled()
    store.keep(['checkout'])
    await store.deleteAll()
    await store.begin(checkpoint(1), false)
    expect(seqs(await store.read())).toEqual([])
  })
})

const day = 24 * 3_600_000
const keys = ['shop.token', 'shop.session'] as const
/** A token of a customer. @param validFor - milliseconds */
const tokenOf = (customerId: string, validFor = day) => {
  const claims = { sub: customerId, firstName: '', lastName: '', email: '', exp: (Date.now() + validFor) / 1_000 }
  return `e30.${btoa(JSON.stringify(claims))}.sign`
}

describe('the stored journals', () => {
  /** Tabs that were open side by side, with an entry each, and are closed. Returns the journals' ids. */
  async function closed(browser: ReturnType<typeof openBrowser>, ...last: Entry[]) {
    const pages = []
    for (const one of last) {
      const page = await browser.openTab().loadJournal()
      await page.store.begin(null, false)
      page.store.append(one)
      page.store.flush()
      pages.push(page)
    }
    await settled()
    for (const page of pages) page.end('commits')
    return pages.map(({ session }) => session.get('shop.journal'))
  }
  const idsIn = async (browser: ReturnType<typeof openBrowser>) =>
    (await browser.journals()).heads.map(head => (head as { id: string }).id)

  // Invariant: J7
  test.each([
    ['23 hours ago', day - 3_600_000, 1],
    ['24 hours ago', day, 0],
    ['in the future, because the clock was set back', -day - 3_600_000, 0],
  ])('of a tab that was last used %s', async (_when, age, left) => {
    const browser = openBrowser()
    const [id] = await closed(browser, entry(1, Date.now() - age))
    const page = await browser.openTab().loadJournal()
    await settled()
    expect((await idsIn(browser)).filter(one => one === id)).toHaveLength(left)
    expect(seqs(await page.store.read())).toEqual(left === 1 ? [1] : undefined)
  })

  test('of a tab that is being reloaded right after its start are kept', async () => {
    const browser = openBrowser()
    const tab = browser.openTab()
    const page = await tab.loadJournal()
    await page.store.begin(null, false)
    page.store.append(entry(1))
    page.store.writeTail()
    page.end('aborts')
    await browser.openTab().loadJournal()
    await settled()
    expect(seqs(await (await tab.loadJournal()).store.read())).toEqual([1])
  })

  test('of a tab that is reloaded right after a day without activity are kept', async () => {
    const browser = openBrowser()
    const other = browser.openTab()
    ;(await other.loadJournal()).end('commits')
    const tab = browser.openTab()
    const page = await tab.loadJournal()
    await page.store.begin(null, false)
    page.store.append(entry(1, Date.now() - day))
    page.store.flush()
    await settled()
    page.store.append(entry(2, Date.now()))
    await settled()
    page.store.writeTail()
    page.end('aborts')
    await other.loadJournal()
    await settled()
    expect(seqs(await (await tab.loadJournal()).store.read())).toEqual([1, 2])
  })

  test('of this tab are deleted after a day, with the tail', async () => {
    const tab = openBrowser().openTab()
    const page = await tab.loadJournal()
    await page.store.begin(null, false)
    page.store.append(entry(1, Date.now() - day))
    page.store.writeTail()
    page.store.flush()
    await settled()
    page.end('commits')
    const again = await tab.loadJournal()
    expect(await again.store.read()).toBeNull()
    expect(tab.session.has('shop.tail')).toBe(false)
  })

  test.each([
    ['older than a day', (tail: string) => tail.replaceAll(/"at":(\d+)/g, (_at, at) => `"at":${Number(at) - day}`)],
    ['of another journal', (tail: string) => tail.replace(/"journal":"/, '"journal":"other-')],
  ])('that only a tail %s still has are deleted with it', async (_what, change) => {
    const browser = openBrowser()
    const tab = browser.openTab()
    const page = await tab.loadJournal()
    void page.store.begin(checkpoint(1), false)
    page.store.append(entry(2))
    page.store.writeTail()
    page.end('aborts')
    tab.session.set('shop.tail', change(tab.session.get('shop.tail')!))
    const again = await tab.loadJournal()
    expect(await again.store.read()).toBeNull()
    expect(tab.session.has('shop.tail')).toBe(false)
  })

  const typed = (customerId: string) => ({
    ...entry(1),
    event: { type: 'visit.started', identity: { is: 'customer', customer: { customerId } } },
  })

  test.each([
    ['is deleted once the token has expired', tokenOf('mai', -1), 0],
    ['is deleted once another customer is logged in', tokenOf('lan'), 0],
    ['is deleted once no customer is logged in', null, 0],
    ['is kept while they are logged in', tokenOf('mai'), 1],
  ])('with a customer’s data %s', async (_what, token, left) => {
    const browser = openBrowser()
    // the next tab resumes the newer journal
    const [id] = await closed(browser, typed('mai'), entry(1, Date.now()))
    if (token !== null) browser.local.set(keys[0], token)
    await browser.openTab().loadJournal()
    await settled()
    expect((await idsIn(browser)).filter(one => one === id)).toHaveLength(left)
  })

  test('of open tabs are never deleted by age', async () => {
    const browser = openBrowser()
    const open = await browser.openTab().loadJournal()
    await open.store.begin(null, false)
    open.store.append(entry(1, Date.now() - 2 * day))
    open.store.flush()
    await settled()
    await browser.openTab().loadJournal()
    await settled()
    expect(await idsIn(browser)).toContain(open.session.get('shop.journal'))
  })
})
