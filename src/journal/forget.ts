import type { ShopActor } from '#machines/shop/shop'

/** Key in `localStorage` that is set for a moment, so that other tabs also clear the shopper's data. */
export const forgottenKey = 'shop.forgotten'

const question =
  'Forget you on this device? This removes your cart, your login and anything you typed. Orders you have placed are not affected.'

/** Has the session machine forget the shopper in this tab. */
export const forgetIn = (shop: ShopActor | undefined): void =>
  shop?.getSnapshot().children.session?.send({ type: 'session.forget' })

/** 'Forget me on this device': asks, then has the session machine forget the shopper, here and in the other tabs. */
export function forgetShopper(window: Window, shop: ShopActor): void {
  if (!window.confirm(question)) return
  try {
    window.localStorage.setItem(forgottenKey, '1')
    window.localStorage.removeItem(forgottenKey)
  } catch {
    // storage is blocked, so no tab has stored anything
  }
  const session = shop.getSnapshot().children.session!
  forgetIn(shop)
  const watching = session.subscribe(({ value }) => {
    if (value.who === 'loggingOut') return
    watching.unsubscribe()
    const text = 'Success: Your data has been removed from this device.'
    shop.send({ type: 'toast.raised', toast: { kind: 'success', text } })
  })
}
