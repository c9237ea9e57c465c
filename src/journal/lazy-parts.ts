import type { ShopActor } from '#machines/shop/shop'
import { watchSilentInput } from '../form/silent-input.ts'
import { forgetShopper } from './forget.ts'
import type { JournalStore } from './store.ts'

// pages from the server have it already; tests import this file without a page
if (typeof document !== 'undefined') watchSilentInput()

/* One chunk for the parts that are loaded later: of the journal writing, resuming and reporting, and what starts others. */

export { checkpointOf } from './checkpoint.ts'
export { startingPointFrom, restoreTimers, timeLeft } from './resume.ts'
export { deleteJournals } from './delete-journals.ts'
export { reportFailure } from './report-failure.ts'
export { openJournal } from './open-journal.ts'
export { watchCustomer } from '../other-devices/watch-customer.ts'
export { registerServiceWorker } from '../service-worker/register.ts'

/** Handles a button in static HTML: 'Forget me on this device', or 'Report a problem' or 'Deliver to', whose dialogs are other chunks. */
export async function handleJournalButton(
  button: Element,
  window: Window,
  shop: ShopActor,
  { store, log }: { store: JournalStore | null; log(...words: unknown[]): void },
  deleteJournals: Parameters<typeof forgetShopper>[2],
): Promise<void> {
  if (button.matches('[data-forget]')) return forgetShopper(window, shop, deleteJournals)
  if (button.matches('[data-place]'))
    return (await import('../delivery-place/open-place.tsx')).openPlace(window.document, shop, log)
  const { openReport } = await import('../report/open-report.tsx')
  return openReport(window.document, shop, store)
}
