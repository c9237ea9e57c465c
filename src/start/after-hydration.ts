import { loadLazyParts } from '../journal/load-lazy-parts.ts'
import type { Early } from './early-input.ts'
import { loadWhileIdle } from './idle-loading.ts'
import { followLinks, watchLinks, type LinkTarget } from './link-navigation.ts'
import { logOutOnLogoutPage } from './logout-page.ts'
import { loadPage } from './pages.ts'
import type { StartedShop } from './started-shop.ts'

/** Follows links, replays early input, and loads what is probably needed next. May be called more than once. */
export async function afterHydration(window: Window & typeof globalThis, started: StartedShop): Promise<void> {
  const { shop, environment, navigator, prefetch, openPages, recoverOrders } = started
  const { document } = window
  followLinks(document, to => {
    navigator.push(to)
    logOutOnLogoutPage(window, shop)
  })
  const request = (to: LinkTarget, withData = true) => void prefetch(to, withData).catch(() => {})
  watchLinks(document, request)
  // links open no documents any more
  document.getElementById('speculation')?.remove()
  await (window as { early?: Early }).early?.replay()
  performance.mark('alive')
  const watchFocus = () => window.addEventListener('focusin', watchSearch, { once: true })
  const watchSearch = () =>
    void import('../suggestions/watch-search-field.ts').then(
      ({ watchSearchField }) => watchSearchField(window, shop, environment.log),
      watchFocus,
    )
  if (document.activeElement === document.body) watchFocus()
  else watchSearch()
  recoverOrders()
  loadWhileIdle(window, async () => {
    // after the next release it could not be loaded any more, and what is typed then would not survive a reload
    const { watchCustomer, registerServiceWorker } = await loadLazyParts()
    watchCustomer(window, shop, environment)
    registerServiceWorker(window)
    ;(await openPages()).readAhead(shop.getSnapshot().children.list!, document)
    ;(await loadPage('product')).prefetchLikely!(window, request)
  })
}
