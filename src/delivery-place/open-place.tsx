import { createRoot } from 'react-dom/client'
import { createVault } from '#machines/journal/vault'
import type { ShopActor } from '#machines/shop/shop'
import { System } from '../system/actors.tsx'
import { PlaceDialog } from './PlaceDialog.tsx'
import { startPlace } from './start-place.ts'

export { startPlace } from './start-place.ts'

/** Shops whose dialog is rendered. */
const rendered = new WeakSet<ShopActor>()

/** Opens the dialog 'Deliver to' over the page, in a React root of its own: its button is static HTML. */
export function openPlace(document: Document, shop: ShopActor, log: (...words: unknown[]) => void): void {
  startPlace(shop, log, { type: 'place.open' })
  if (rendered.has(shop)) return
  rendered.add(shop)
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <System value={{ shop, served: shop, vault: createVault() }}>
      <PlaceDialog />
    </System>,
  )
}
