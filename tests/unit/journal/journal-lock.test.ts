import { describe, expect, test } from 'vitest'
import { claimJournal } from '#src/journal/journal-lock.ts'
import { openBrowser } from '../../kit/open-journal.ts'

const claim = async ({ window }: { window: Window }, ...known: { id: string; at: number }[]) =>
  (await claimJournal(window.navigator.locks, window.sessionStorage, known)).id

describe('the journal of a tab', () => {
  test('stays the same over a reload', async () => {
    const tab = openBrowser().openTab()
    const page = tab.loadPage()
    const id = await claim(page)
    page.end('commits')
    expect(await claim(tab.loadPage(), { id: 'newer', at: 9 })).toBe(id)
  })

  test('is the newest one that no open tab holds', async () => {
    const browser = openBrowser()
    const known = [1, 3, 2].map(at => ({ id: `journal-${at}`, at }))
    const ids = [1, 2, 3].map(() => claim(browser.openTab().loadPage(), ...known))
    expect(await Promise.all(ids)).toEqual(['journal-3', 'journal-2', 'journal-1'])
  })

  test('is a new one if open tabs hold all others', async () => {
    const browser = openBrowser()
    const id = await claim(browser.openTab().loadPage())
    expect(await claim(browser.openTab().loadPage(), { id, at: 1 })).not.toBe(id)
  })

  test('is not shared with a duplicated tab, whose session storage is a copy', async () => {
    const browser = openBrowser()
    const original = browser.openTab()
    const id = await claim(original.loadPage())
    const copy = browser.openTab()
    for (const [key, value] of original.session) copy.session.set(key, value)
    expect(await claim(copy.loadPage(), { id, at: 1 })).not.toBe(id)
  })

  test('of a closed tab goes to the next tab that is opened', async () => {
    const browser = openBrowser()
    const page = browser.openTab().loadPage()
    const id = await claim(page)
    page.end('commits')
    expect(await claim(browser.openTab().loadPage(), { id, at: 1 })).toBe(id)
  })

  test('stays the same over a reload that took longer than the wait for its lock', async () => {
    const tab = openBrowser().openTab()
    const page = tab.loadPage()
    const id = await claim(page)
    page.end('commits')
    const next = tab.loadPage()
    const { locks } = next.window.navigator
    /** As a browser that was suspended: the wait ends before the answer that the lock is free. */
    const request = (...args: unknown[]) =>
      typeof args[1] === 'object' && 'signal' in (args[1] as object)
        ? Promise.reject(new DOMException('Timed out', 'TimeoutError'))
        : (locks.request as (...all: unknown[]) => Promise<unknown>)(...args)
    const claimed = await claimJournal({ request } as LockManager, next.window.sessionStorage, [])
    expect(claimed).toEqual({ id, adopted: false })
  })
})
