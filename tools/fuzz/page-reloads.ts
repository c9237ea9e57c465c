import { endPage, load, type End } from './pages.ts'
import { runBackgroundTimers } from './timers.ts'
import { runningTabs, type Tab, type World } from './world.ts'

/** Reloads a page. Records the token for which the page itself requested the reload. */
export async function reload(world: World, tab: Tab, how: End): Promise<void> {
  const { requested, refused } = tab.page!
  if (requested === 'reload' && refused) tab.reloadedFor.push(refused.token)
  world.figures.reloads += 1
  endPage(world, tab, how)
  await load(world, tab)
}

/** Reloads pages that requested it and runs the background timers of the others. */
export async function runBrowser(world: World): Promise<void> {
  for (const tab of runningTabs(world)) {
    if (tab.page.requested === 'reload') await reload(world, tab, 'reload')
    else await runBackgroundTimers(world, tab.page)
  }
}
