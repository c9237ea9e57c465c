import type { ShopActor } from '#machines/shop/shop'
import { afterMissingFile } from '../release/missing-files.ts'
import { within } from './journal-buffer.ts'
import { openOnce, type VisitJournal } from './visit-journal.ts'

/**
 * Handles the buttons 'Report a problem' and 'Forget me on this device', in the footer, which is static HTML, and on the confirmation of an order,
 * and 'Deliver to' in the first line, which is static HTML too.
 */
export function listenForButtons(
  journal: VisitJournal,
  shop: ShopActor,
  deleteJournals: (scope: 'all') => Promise<unknown>,
): void {
  const { window, lazyParts, log } = journal
  window.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-failed]')
    if (button)
      within(window, openOnce(journal))
        .then(lazyParts)
        .then(({ handleJournalButton }) => handleJournalButton(button, window, shop, journal, deleteJournals))
        // asked by the browser: the code of a dialog or a toast may not load either
        .catch(async error => {
          await afterMissingFile(error)
          log(error)
          if (window.confirm(button.dataset.failed)) button.click()
        })
  })
}
