import { storageKeys } from '#src/effects/storage.ts'
import { flushDelay } from '#src/journal/journal-writer.ts'
import type { BrowserPage } from '../../tests/kit/fake-browser.ts'
import { orderKeyPrefix } from '#src/effects/order-keys.ts'
import { checkOrderRemoval, checkSessionRemoval, checkTokenRemoval, type Page, type Tab, type World } from './world.ts'

/** Keys of `localStorage` whose changes other tabs react to. */
const watchedKeys: readonly string[] = Object.values(storageKeys)

/** Opens a page of a tab with simulated timers. */
export const openBrowserPage = (world: World, tab: Tab, page: Page): BrowserPage =>
  world.browser.openPage({
    session: tab.storage,
    isBlocked: () => world.storageStatus === 'blocked',
    isHanging: () => world.storageStatus === 'hanging',
    isFrozen: () => page.status === 'frozen',
    changing(key, before, after) {
      if (key === storageKeys.session && after === null) checkSessionRemoval(world, page, before!)
      if (key === storageKeys.token && after === null) checkTokenRemoval(world, page, before!)
      if (key.startsWith(orderKeyPrefix) && after === null)
        checkOrderRemoval(world, page, key.slice(orderKeyPrefix.length))
      if (!watchedKeys.includes(key)) return
      for (const other of world.tabs) if (other !== tab && other.page) other.inbox.push('storage')
    },
    setTimeout(fire, delay) {
      world.count += 1
      // background timers of the journal store; the step `nextTimer` skips them
      const isBackground = delay === 0 || delay === flushDelay
      page.timers.set(world.count, { fire, at: world.monotonic + delay, isBackground })
      return world.count
    },
    clearTimeout: id => void page.timers.delete(id),
  })

/** Reads everything that the browser stores of journals, and counts the entries of each. */
export async function readJournals({ browser, tabs }: World): Promise<World['storedJournals']> {
  const { heads, entries } = await browser.journals()
  const sizes: Record<string, number> = {}
  for (const { journal } of entries) sizes[journal] = (sizes[journal] ?? 0) + 1
  const tails = tabs.map(({ storage }) => [...storage])
  return { text: JSON.stringify([heads, entries, tails]), sizes }
}
