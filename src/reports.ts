import type { ShopActor } from '#machines/shop'
import type { Visit } from './journal/visit.ts'

/**
 * Opens 'Report a problem' when its button is pressed. The foot of the page is the same for everybody and comes without code
 * of its own, so the document is asked.
 */
export function listenForReports(
  document: Document,
  shop: ShopActor,
  journal: Visit['journal'],
  log: (...words: unknown[]) => void,
): void {
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-report]'))
      import('./report/later.ts').then(({ openLater }) => openLater(document, shop, journal())).catch(log)
  })
}
