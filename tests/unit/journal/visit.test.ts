import { describe, expect, test, vi } from 'vitest'
import { createJournalBuffer, journalMark } from '#src/journal/journal-buffer.ts'
import type { InspectionMessage } from '#src/journal/inspection.ts'
import { startVisit } from '#src/journal/visit.ts'
import { settledDatabases as settled } from '../../kit/fake-browser.ts'
import { openBrowser } from '../../kit/open-journal.ts'
import { openShop } from '../../kit/open-shop.ts'
import type { PageOptions } from '../../kit/fake-browser.ts'

const { logic: machine } = openShop()
const typed = { type: 'newsletter.typed', value: 'mei@example.com' }

/** Loads the shop in a tab; its effects never end. */
async function load(tab: ReturnType<ReturnType<typeof openBrowser>['openTab']>, more: Partial<PageOptions> = {}) {
  const page = tab.loadPage(more)
  const told: InspectionMessage[] = []
  Object.assign(page.window, { inspection: { push: (one: InspectionMessage) => told.push(one) } })
  const keeper = createJournalBuffer()
  const log = vi.fn()
  const visit = await startVisit({
    window: page.window,
    machine,
    load: async () => {},
    buffer: keeper,
    served: null,
    log,
  })
  visit.shop.send({ type: 'visit.started', flow: 'flow', sessionId: null, identity: { is: 'nobody' } })
  await settled()
  return {
    ...page,
    ...visit,
    keeper,
    log,
    from: 'shop' in told[0]! ? told[0].from : null,
    email: () => visit.shop.getSnapshot().children.newsletter?.getSnapshot().context.email,
    async types() {
      visit.shop.getSnapshot().children.newsletter!.send(typed as never)
      await vi.waitFor(settled)
    },
    leaves(how: 'commits' | 'aborts' = 'commits') {
      keeper.writeTail()
      keeper.flush()
      page.end(how)
      visit.shop.stop()
    },
  }
}

describe('a visit', () => {
  test('has no journal until the shopper does something', async () => {
    const browser = openBrowser()
    const page = await load(browser.openTab())
    expect(browser.local.has(journalMark)).toBe(false)
    await page.types()
    await vi.waitFor(() => expect(browser.local.has(journalMark)).toBe(true))
  })

  test.each(['commits', 'aborts'] as const)('continues after a reload whose last write %s', async how => {
    const tab = openBrowser().openTab()
    const page = await load(tab)
    await page.types()
    await vi.waitFor(async () => expect((await settled(), page.session.has('shop.journal'))).toBe(true))
    await settled()
    page.leaves(how)
    const again = await load(tab)
    expect(again.email()).toBe(typed.value)
    expect(again.log).not.toHaveBeenCalled()
  })

  test('in a second tab has its own journal', async () => {
    const browser = openBrowser()
    const one = await load(browser.openTab())
    await one.types()
    await vi.waitFor(() => expect(browser.local.has(journalMark)).toBe(true))
    const other = await load(browser.openTab())
    await settled()
    expect(other.email()).toBe('')
    expect(other.session.get('shop.journal')).not.toBe(one.session.get('shop.journal'))
  })

  test('works without a journal when storage is blocked, and logs that once', async () => {
    const page = await load(openBrowser().openTab(), { isBlocked: () => true })
    await page.types()
    await page.types()
    await vi.waitFor(() => expect(page.log).toHaveBeenCalledTimes(1))
    expect(page.log.mock.calls[0]![0]).toBe('This visit is not journaled')
    expect(page.email()).toBe(typed.value)
  })

  test('works without a journal once the database fails, and logs that once', async () => {
    const browser = openBrowser()
    const page = await load(browser.openTab())
    await page.types()
    await vi.waitFor(() => expect(browser.local.has(journalMark)).toBe(true))
    await settled()
    await page.types()
    page.keeper.flush()
    for (const transaction of page.transactions) transaction.abort()
    await settled()
    await page.types()
    expect(page.log).toHaveBeenCalledTimes(1)
    expect(page.email()).toBe(typed.value)
  })

  test('forgets the journals of all tabs and keeps its own state', async () => {
    const browser = openBrowser()
    const [one, other] = [await load(browser.openTab()), await load(browser.openTab())]
    for (const page of [one, other]) await page.types()
    await vi.waitFor(async () => expect((await browser.journals()).heads).toHaveLength(2))
    await one.deleteJournals()
    expect((await browser.journals()).heads).toHaveLength(1)
    expect(one.email()).toBe(typed.value)
  })
})
