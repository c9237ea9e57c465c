import { importLookups } from '../effects/catalogue.ts'
import { gatewayNow } from '../effects/gateway-clock.ts'
import { createLogoutNotice, identityAfter } from '../effects/logout-notice.ts'
import { identityIn } from '../effects/token.ts'
import { loadListParts } from '../catalogue/load-list-parts.ts'
import { createJournalBuffer } from '../journal/journal-buffer.ts'
import { prepareVisit } from '../journal/visit.ts'
import { assemble } from './assemble.ts'
import { createBrowserEnvironment } from './browser-environment.ts'
import { createNavigator, locationIn } from './browser-history.ts'
import { logOutOnLogoutPage } from './logout-page.ts'
import { nextTask } from './next-task.ts'
import { followOtherTabs } from './other-tabs.ts'
import { renderShop } from './render-shop.tsx'
import { checkpointFromServer, pagesIn, servedIn } from './server-state.ts'
import { recoverStoredOrders } from './stored-orders.ts'
import { listenForToasts } from './toast-listener.ts'

/** Starts the shop in the browser: the state of the server or the journal, the machines, React. Resolves when React begins to render. */
export async function startShop(): Promise<void> {
  // failed calls are logged, as section 8 specifies
  const log = (...words: unknown[]) => console.error(...words)
  const journalBuffer = createJournalBuffer()
  const logoutNotice = createLogoutNotice(() => window.sessionStorage)
  const tabs = new BroadcastChannel('shop')
  const environment = createBrowserEnvironment(window, {
    journalBuffer,
    logoutNotice,
    tabs,
    log,
    startVisit: () => startVisit(),
    visit: () => visit,
  })
  const { machine, load, prefetch, openPages } = assemble(environment)

  let served = servedIn(document)
  // hydration needs the code of what the server rendered: without it, the browser renders the page
  if (document.querySelector('[data-parts]')) await loadListParts().catch(() => (served = null))
  if (served) await Promise.all(pagesIn(served).map(load))
  // without server state the machines soon read menu, banners and list
  else importLookups().catch(() => {})
  const visit = await prepareVisit({
    window,
    machine,
    load,
    buffer: journalBuffer,
    served: served && checkpointFromServer(served, locationIn(window), gatewayNow()),
    log,
  })
  const { shop } = visit
  const navigator = createNavigator(window, (move, location) => shop.send({ type: 'location.changed', move, location }))
  listenForToasts(shop, to => navigator.push(to))
  // machines emit this in the middle of a transition: the navigation has to wait for its end
  shop.on('go', ({ to, replace }) => queueMicrotask(() => navigator[replace ? 'replace' : 'push'](to)))

  const startVisit = () => {
    const visitId = shop.getSnapshot().context.visitId || crypto.getRandomValues(new Uint32Array(4)).join('-')
    const identity = identityAfter(logoutNotice.take(), identityIn(environment.storage.token(), gatewayNow()))
    shop.send({ type: 'visit.started', visitId, sessionId: environment.storage.sessionId(), identity })
  }
  // the start is split into short tasks, so that the browser can render and respond in between
  await nextTask()
  // effects start here: everything above has to be set up first
  visit.start()
  startVisit()
  // a page that the server rendered is shown already; of the shopper's own pages it renders only the frame
  if (shop.getSnapshot().context.shown === null)
    shop.send({ type: 'location.changed', move: 'POP', location: locationIn(window) })
  if (window.history.state === null) logOutOnLogoutPage(window, shop)

  const recoverOrders = () => recoverStoredOrders(shop, load, environment)
  const started = { shop, machine, environment, served, navigator, prefetch, openPages, startVisit, recoverOrders }
  followOtherTabs(window, tabs, started)
  window.addEventListener('pagehide', () => {
    journalBuffer.writeTail()
    journalBuffer.flush()
  })
  await nextTask()
  renderShop(started)
}
