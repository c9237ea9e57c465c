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
})
