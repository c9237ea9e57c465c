import { createVault } from '#machines/journal/vault'
import { createClient } from '../effects/client.ts'
import type { Environment } from '../effects/environment.ts'
import { gatewayNow, noteGatewayTime } from '../effects/gateway-clock.ts'
import { forgetOrders } from '../effects/order-keys.ts'
import { unpaidMethod, type LogoutNotice } from '../effects/logout-notice.ts'
import { takeLinkSecret } from '../effects/link-secrets.ts'
import { createShopStorage } from '../effects/storage.ts'
import type { JournalBuffer } from '../journal/journal-buffer.ts'
import type { Visit } from '../journal/visit.ts'
import { createPageTransition } from './page-transition.ts'

interface Options {
  journalBuffer: JournalBuffer
  logoutNotice: LogoutNotice
  /** Connects the tabs of this browser. */
  tabs: BroadcastChannel
  log(...words: unknown[]): void
  startVisit(): void
  /** The visit, which is prepared with this environment; effects use it when they run. */
  visit(): Visit
}

/** What the effects need from the browser. The secret of a mailed link is moved from the URL to the vault. */
export function createBrowserEnvironment(
  window: Window & typeof globalThis,
  { journalBuffer, logoutNotice, tabs, log, startVisit, visit }: Options,
): Environment {
  const local = () => window.localStorage
  const storage = createShopStorage(local)
  const vault = createVault()
  takeLinkSecret(window, vault)
  const shop = () => visit().shop
  const checkout = () => shop().getSnapshot().children.checkout?.getSnapshot()
  /** The payment method of the order that a refused token interrupts, if certainly nothing was paid. */
  let unpaid = ''
  const call = createClient({
    base: import.meta.env.VITE_API_BASE_URL ?? '/v1',
    token: () => storage.token(),
    now: gatewayNow,
    log,
    answered: noteGatewayTime,
    refused() {
      // read now: the logout stops the checkout that was being paid
      unpaid = unpaidMethod(checkout())
      shop().getSnapshot().children.session?.send({ type: 'session.expired' })
    },
  })
  return {
    call,
    storage,
    vault,
    now: gatewayNow,
    log,
    reveal: createPageTransition(window),
    writeJournalTail: () => journalBuffer.writeTail(),
    trimJournal: earlier => visit().trim(earlier),
    deleteJournals: scope => visit().deleteJournals(scope),
    forgetOrders: () => forgetOrders(local),
    raiseToast: toast => shop().send({ type: 'toast.raised', toast }),
    startVisit,
    reload() {
      logoutNotice.note(unpaid)
      window.location.reload()
    },
    notifyTabs: (what = 'cart.changed') => tabs.postMessage(what),
    shop,
    checkout,
  }
}
