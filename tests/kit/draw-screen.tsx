import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { Router } from 'react-router-dom'
import { createVault } from '#machines/journal/vault'
import type { ShopActor } from '#machines/shop/shop'
import { System } from '#src/system/actors.tsx'
import type { OpenShop } from './open-shop.ts'

const navigator = { createHref: String, push() {}, replace() {}, go() {} }

/** The HTML of a screen in the current state of a shop, without the comments that React puts between texts. */
export function drawScreen({ root }: OpenShop, location: string, Screen: ComponentType): string {
  const shop = root as unknown as ShopActor
  return renderToString(
    <System value={{ shop, served: shop, vault: createVault() }}>
      <Router location={location} navigator={navigator}>
        <Screen />
      </Router>
    </System>,
  ).replaceAll('<!-- -->', '')
}
