import { cartIn, sessionIn } from './invariants/invariant.ts'
import { answer } from './network.ts'
import { runBrowser } from './page-reloads.ts'
import { restorePage, settled } from './pages.ts'
import { recordProgress } from './progress.ts'
import { providerWindow } from './provider-window.ts'
import { completableCalls } from './responses.ts'
import { receiveMessage, sendEvent, type StepContext } from './send-event.ts'
import { asksToResend, tasks } from './tasks.ts'
import { advanceToNextTimer } from './timers.ts'
import { runningTabs, type World } from './world.ts'

/** Lets hanging databases respond again. */
export async function releaseDatabases(world: World): Promise<void> {
  world.storageStatus = 'open'
  world.browser.release()
  await settled()
}

/** The shopper presses 'Try again' wherever an error is shown. */
function pressRetry(here: Pick<StepContext, 'world' | 'tab'>): void {
  tasks.retries(here as StepContext)
  const { page } = here.tab
  if (sessionIn(page).value.start === 'unreachable')
    sendEvent(here, { to: 'session', event: { type: 'session.retry' } })
  else if (cartIn(page).value.lines === 'unreachable') sendEvent(here, { to: 'cart', event: { type: 'cart.reload' } })
}

/** Ends all faults: delivers messages and responses, fires timers, closes provider windows, and retries what failed. */
export async function endFaults(world: World): Promise<void> {
  for (const tab of world.tabs) {
    if (!tab.page || (tab.page.status === 'running' && world.clockStatus === 'right')) continue
    restorePage(world, tab)
  }
  world.lateRequests = []
  if (world.storageStatus === 'hanging') await releaseDatabases(world)
  for (let turn = 0; turn < 60; turn += 1) {
    for (const tab of runningTabs(world)) {
      while (tab.inbox.length > 0) receiveMessage(world, tab)
      providerWindow.leaves({ world, tab } as StepContext)
      pressRetry({ world, tab })
    }
    await settled()
    recordProgress(world)
    for (let one = completableCalls(world)[0]; one; one = completableCalls(world)[0]) {
      answer(world, one)
      await settled()
      recordProgress(world)
      await runBrowser(world)
    }
    const isPaying = world.pending.some(({ name }) => name === 'windowLeft')
    const isHeard = runningTabs(world).every(({ inbox }) => inbox.length === 0)
    const isAsked = runningTabs(world).some(({ page }) => asksToResend(page))
    const isBusy = (await advanceToNextTimer(world, 60_000)) || !isHeard || isPaying || isAsked
    if (!isBusy) return
  }
  world.violations.push('X3: the shop still has timers, calls or messages after 60 rounds')
}
