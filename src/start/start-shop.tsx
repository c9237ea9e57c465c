import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { createVault } from '#machines/journal/vault'
import { pageOf } from '#contract/paths'
import { System, type Running } from '../system/actors.tsx'
import { createNavigator, locationIn } from './browser-history.ts'
import { App } from './App.tsx'
import { importLookups } from '../effects/catalogue.ts'
import { createClient } from '../effects/client.ts'
import { gatewayNow, noteGatewayTime } from '../effects/gateway-clock.ts'
import { forgetOrders, orderKeys } from '../effects/order-keys.ts'
import { createRefusals, identityAfter, unpaidMethod } from '../effects/refusals.ts'
import { createShopStorage, storageKeys } from '../effects/storage.ts'
import { identityIn } from '../effects/token.ts'
import { loadWhileIdle } from './idle-loading.ts'
import { followLinks, watchLinks } from './link-navigation.ts'
import { createJournalBuffer } from '../journal/journal-buffer.ts'
import { loadLazyParts, prepareVisit } from '../journal/visit.ts'
import { nextTask } from './next-task.ts'
import { loadPage } from './pages.ts'
import { createReveal } from './reveal.ts'
import type { Early } from './early-input.ts'
import { checkpointFromServer, pagesIn, servedIn } from './server-state.ts'
import { takeResetToken } from '../effects/reset-token.ts'
import { assemble } from './assemble.ts'
import { listenForToasts } from './toast-listener.ts'

/** Starts the shop in the browser: the state of the server or the journal, the machines, React. Resolves when React begins to render. */
export async function startShop(): Promise<void> {
  // failed calls are logged, as section 8 specifies
  const log = (...words: unknown[]) => console.error(...words)
  const storage = () => window.localStorage
  const keep = createShopStorage(storage)
  const vault = createVault()
  takeResetToken(window, vault)
  const journalBuffer = createJournalBuffer()
  const refusals = createRefusals(() => window.sessionStorage)
  const tabs = new BroadcastChannel('shop')
  const checkout = () => shop.getSnapshot().children.checkout?.getSnapshot()
  /** The payment method of the order that a refused token interrupts, if certainly nothing was paid. */
  let unpaid = ''

  const call = createClient({
    base: import.meta.env.VITE_API_BASE_URL ?? '/v1',
    token: () => keep.token(),
    now: gatewayNow,
    log,
    answered: noteGatewayTime,
    refused() {
      // read now: the logout stops the checkout that was being paid
      unpaid = unpaidMethod(checkout())
      shop.getSnapshot().children.session?.send({ type: 'session.expired' })
    },
  })
  const { machine, load, prefetch } = assemble({
    call,
    keep,
    vault,
    now: gatewayNow,
    log,
    reveal: createReveal(window),
    remember: () => journalBuffer.writeTail(),
    trimJournal: earlier => trim(earlier),
    forgetJournal: scope => deleteJournals(scope),
    forgetOrders: () => forgetOrders(storage),
    raiseToast: toast => shop.send({ type: 'toast.raised', toast }),
    reload() {
      refusals.note(unpaid)
      window.location.reload()
    },
    tellOthers: (what = 'cart.changed') => tabs.postMessage(what),
    checkout,
  })

  const served = servedIn(document)
  if (served) await Promise.all(pagesIn(served).map(load))
  // without server state the machines soon read menu, banners and list
  else importLookups().catch(() => {})
  const { shop, start, trim, deleteJournals } = await prepareVisit({
    window,
    machine,
    load,
    buffer: journalBuffer,
    served: served && checkpointFromServer(served, locationIn(window), gatewayNow()),
    log,
  })
  const navigator = createNavigator(window, (move, location) => shop.send({ type: 'location.changed', move, location }))

  listenForToasts(shop, to => navigator.push(to))
  // machines emit this in the middle of a transition: the navigation has to wait for its end
  shop.on('go', ({ to, replace }) => queueMicrotask(() => navigator[replace ? 'replace' : 'push'](to)))

  const begin = () => {
    const visitId = shop.getSnapshot().context.visitId || crypto.getRandomValues(new Uint32Array(4)).join('-')
    const identity = identityAfter(refusals.take(), identityIn(keep.token(), gatewayNow()))
    shop.send({ type: 'visit.started', visitId, sessionId: keep.sessionId(), identity })
  }
  // the start is split into short tasks, so that the browser can render and respond in between
  await nextTask()
  // effects start here: everything above has to be set up first
  start()
  begin()
  // a page that the server rendered is shown already; of the shopper's own pages it renders only the frame
  if (shop.getSnapshot().context.shown === null)
    shop.send({ type: 'location.changed', move: 'POP', location: locationIn(window) })

  /** Following a link to the logout page, or typing its path, logs out. A reload, Back, Forward and a restored tab do not. */
  const logOutOnItsPage = () => {
    const { history, location } = window
    if (pageOf(location.pathname) !== 'logout') return
    // distinguishes the entry of the history from a new one when it is shown again
    if (history.state === null) history.replaceState({}, '')
    shop.getSnapshot().children.session?.send({ type: 'session.logOut' })
  }
  if (window.history.state === null) logOutOnItsPage()

  tabs.addEventListener('message', ({ data }) => {
    const { cart, checkout } = shop.getSnapshot().children
    cart?.send({ type: 'cart.read' })
    // of a tab that has handed its checkout over, what was typed ends with the order
    if (data === 'order.placed' && checkout?.getSnapshot().context.isInOtherTab) {
      checkout.send({ type: 'checkout.ordered' })
      trim()
    }
  })
  window.addEventListener('storage', ({ key }) => {
    // null: another tab has emptied the storage
    if (key === storageKeys.session || key === storageKeys.token || key === null) begin()
  })
  /** Orders whose outcome is not known, of an earlier visit or a closed tab; their code is rarely needed. */
  const recover = () => {
    if (orderKeys(storage)[0]) loadPage('checkout').then(({ recoverOrders }) => recoverOrders!(shop, load, call), log)
  }
  // a frozen tab gets no `storage` events
  const catchUp = () => {
    recover()
    const identity = identityIn(keep.token(), gatewayNow())
    const stored = identity.is === 'customer' ? identity.customer.customerId : undefined
    if (stored !== shop.getSnapshot().context.customer?.customerId) begin()
  }
  window.addEventListener('focus', catchUp)
  window.addEventListener('visibilitychange', catchUp)
  window.addEventListener('pagehide', () => {
    journalBuffer.writeTail()
    journalBuffer.flush()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) begin()
  })

  await nextTask()
  const report = (failure: unknown) => {
    if (import.meta.env.DEV) log(failure)
    loadLazyParts()
      .then(({ reportFailure }) => reportFailure(shop, failure))
      .catch(log)
  }
  const root = document.getElementById('root')!
  const { early } = window as { early?: Early }
  const running: Running = { live: shop, served: shop, vault, report }
  /** Called when hydration is done, possibly more than once. */
  const live = async () => {
    running.served = shop // hydration is over
    followLinks(document, to => {
      navigator.push(to)
      logOutOnItsPage()
    })
    const request = (pathname: string, withData = true) => void prefetch(pathname, withData).catch(() => {})
    watchLinks(document, request)
    await early?.replay()
    performance.mark('alive')
    recover()
    loadWhileIdle(window, async () => {
      // after the next release it could not be loaded any more, and what is typed then would not survive a reload
      await loadLazyParts()
      ;(await loadPage('product')).prefetchLikely!(window, request)
    })
  }
  const page = (
    <StrictMode>
      <System value={running}>
        <App navigator={navigator} onAlive={live} />
      </System>
    </StrictMode>
  )
  if (served) {
    running.served = createActor(machine, { id: 'shop', snapshot: structuredClone(served.snapshot) as never })
    early?.collect()
    startTransition(() => void hydrateRoot(root, page, { onRecoverableError: report }))
  } else createRoot(root, { onRecoverableError: report }).render(page)
}
