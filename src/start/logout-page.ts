import { pageOf } from '#contract/paths'
import type { ShopActor } from '#machines/shop/shop'

/** Logs out if the logout page is shown by following a link or typing its path. A reload, Back, Forward and a restored tab do not log out. */
export function logOutOnLogoutPage({ history, location }: Window, shop: ShopActor): void {
  if (pageOf(location.pathname) !== 'logout') return
  // distinguishes the entry of the history from a new one when it is shown again
  if (history.state === null) history.replaceState({}, '')
  shop.getSnapshot().children.session?.send({ type: 'session.logOut' })
}
