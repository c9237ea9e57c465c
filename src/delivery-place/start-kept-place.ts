import type { ShopActor } from '#machines/shop/shop'
import { placeKey } from '../effects/place-key.ts'

function isPlaceKept(): boolean {
  try {
    return window.localStorage.getItem(placeKey) !== null
  } catch {
    return false // storage is blocked
  }
}

/** Starts the machine of 'Deliver to' if the device keeps a place, for the parts of pages that show what delivery to it costs. Not on the server. */
export function startKeptPlace(shop: ShopActor): void {
  if (!isPlaceKept()) return
  // the page is complete without these facts
  const leaveOut = () => {}
  void import('./open-place.tsx').then(({ startPlace }) => startPlace(shop, leaveOut, null), leaveOut)
}
