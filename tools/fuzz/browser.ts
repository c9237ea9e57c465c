import { storageKeys } from '#src/effects/storage.ts'
import { flushDelay } from '#src/journal/store.ts'
import type { BrowserPage } from '../../tests/kit/fake-browser.ts'
import { lookAtForgetting, lookAtLogout, type Page, type Tab, type World } from './world.ts'

/** Keys of `localStorage` whose change the other tabs act on. */
const watchedKeys: readonly string[] = Object.values(storageKeys)

/** Opens a page of a tab, on the run's timers. */
export const openBrowserPage = (world: World, tab: Tab, page: Page): BrowserPage =>
  world.browser.openPage({
    session: tab.storage,
    isBlocked: () => world.storageIs === 'blocked',
    isHanging: () => world.storageIs === 'hanging',
    changing(key, before, after) {
      if (key === storageKeys.session && after === null) lookAtForgetting(world, page, before!)
      if (key === storageKeys.token && after === null) lookAtLogout(world, page, before!)
      if (!watchedKeys.includes(key)) return
      for (const other of world.tabs) if (other !== tab && other.page) other.inbox.push('storage')
    },
    setTimeout(fire, delay) {
      world.count += 1
      // the store writes and shortens in the background; a step of passing time goes on to the next timer of a machine
      const isUpkeep = delay === 0 || delay === flushDelay
      page.timers.set(world.count, { fire, at: world.mono + delay, isUpkeep })
      return world.count
    },
    clearTimeout: id => void page.timers.delete(id),
  })

/** Everything that the browser keeps of journals, and how many entries there are by journal. */
export async function readKept({ browser, tabs }: World): Promise<World['kept']> {
  const { heads, entries } = await browser.journals()
  const sizes: Record<string, number> = {}
  for (const { journal } of entries) sizes[journal] = (sizes[journal] ?? 0) + 1
  const tails = tabs.map(({ storage }) => [...storage])
  return { text: JSON.stringify([heads, entries, tails]), sizes }
}
