import type { ShopActor } from '#machines/shop/shop'
import { forgetShopper } from './forget.ts'
import type { JournalStore } from './store.ts'

/* One chunk for what the journal needs later: to write, to resume, or to report. */

export { checkpointOf, startingPointFrom, restoreTimers, timeLeft } from './resume.ts'
export { openJournal } from './store.ts'

/** Acts on a button that is static HTML: 'Forget me on this device', or 'Report a problem', which is a chunk of its own. */
export async function press(
  button: Element,
  window: Window,
  shop: ShopActor,
  store: JournalStore | null,
): Promise<void> {
  if (button.matches('[data-forget]')) return forgetShopper(window, shop)
  const { openReport } = await import('../report/open-report.tsx')
  return openReport(window.document, shop, store)
}
