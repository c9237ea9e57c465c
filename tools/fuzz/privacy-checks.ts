import { orderKeyPrefix } from '#src/effects/order-keys.ts'
import { readJournals } from './browser.ts'
import { sessionIn } from './invariants/invariant.ts'
import { settled } from './pages.ts'
import { guestData, stateText } from './replay-check.ts'
import { runningTabs, type World } from './world.ts'

/** Checks invariant V4: 24 hours after the last activity, guest data is deleted, except in unsettled orders. */
export async function checkGuestDataDeleted(world: World): Promise<void> {
  // a clock that was set hides how much time has passed
  if (world.clockStatus === 'set' || world.storageStatus !== 'open') return
  if ([...world.storage.keys()].some(key => key.startsWith(orderKeyPrefix))) return
  // old journals are deleted in the background
  for (let turn = 0; turn < 4; turn += 1) await settled()
  const states = runningTabs(world).map(({ page }) => stateText(page))
  const { text } = await readJournals(world)
  if (guestData.test(text)) world.violations.push('V4: a journal contains guest data')
  if (states.some(state => guestData.test(state))) world.violations.push('V4: a page contains guest data')
}

/** Checks invariant V5: once the shopper is forgotten, no open tab and no journal of one has what was typed. */
export function checkForgotten(world: World): void {
  for (const { page } of world.tabs) if (page?.status === 'frozen') page.isForgotten = true
  for (const { page, number } of runningTabs(world)) {
    const { who } = sessionIn(page).value
    if (guestData.test(stateText(page))) world.violations.push(`V5: tab ${number} contains guest data while ${who}`)
  }
}
