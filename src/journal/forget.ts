import type { ShopActor } from '#machines/shop/shop'
import { placeKey } from '../effects/place-key.ts'

/** Key in `localStorage` of the last 'Forget me on this device', so that other tabs also clear the shopper's data. */
export const dataClearedKey = 'shop.forgotten'

const question =
  'Forget you on this device? This removes your cart, your login and anything you typed. Orders you have placed are not affected.'

/** Has the session machine forget the shopper in this tab. */
export const forgetIn = (shop: ShopActor | undefined): void =>
  shop?.getSnapshot().children.session?.send({ type: 'session.forget' })

/**
 * Clears the shopper's data in this tab when it is cleared in another one. A page in the back/forward cache gets no event: it
 * learns of it when it is restored.
 */
export function forgetWithOthers(window: Window, shop: () => ShopActor | undefined): void {
  const lastId = () => {
    try {
      return window.localStorage.getItem(dataClearedKey)
    } catch {
      return null // storage is blocked, so no tab has stored anything
    }
  }
  const state = { atHide: lastId() }
  window.addEventListener('storage', ({ key }) => {
    if (key === dataClearedKey) forgetIn(shop())
  })
  window.addEventListener('pagehide', () => void (state.atHide = lastId()))
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && lastId() !== state.atHide) forgetIn(shop())
  })
}

const clearedToast = { kind: 'success', text: 'Success: Your data has been removed from this device.' } as const
const notClearedToast = {
  kind: 'error',
  text: 'Your data could not be removed from this device. To remove it, clear this site’s data in your browser’s settings.',
} as const

/**
 * 'Forget me on this device': asks, then has the session machine forget the shopper, here and in the other tabs, and says whether
 * nothing is left.
 *
 * @param deleteJournals - resolves to true if all journals are deleted
 */
export function forgetShopper(
  window: Window,
  shop: ShopActor,
  deleteJournals: (scope: 'all') => Promise<unknown>,
): void {
  if (!window.confirm(question)) return
  try {
    // other tabs get a `storage` event only if the value differs
    window.localStorage.setItem(dataClearedKey, String(Math.random()))
    // a logout keeps it; the event is what this tab would get from another one
    window.localStorage.removeItem(placeKey)
    window.dispatchEvent(new StorageEvent('storage', { key: placeKey }))
  } catch {
    // storage is blocked, so no tab has stored anything
  }
  const session = shop.getSnapshot().children.session!
  forgetIn(shop)
  const watching = session.subscribe(({ value }) => {
    if (value.who === 'loggingOut') return
    watching.unsubscribe()
    // the logout has deleted them, but does not say whether it could
    void deleteJournals('all').then(isDeleted =>
      shop.send({ type: 'toast.raised', toast: isDeleted === true ? clearedToast : notClearedToast }),
    )
  })
}
