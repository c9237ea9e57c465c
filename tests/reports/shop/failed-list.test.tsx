import type { ComponentType } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { productPath } from '#contract/paths'
import { offlineMessage, standardMessage, type Refusal } from '#contract/refusal'
import { ListScreen } from '#src/catalogue/ListScreen.tsx'
import { loadListParts } from '#src/catalogue/load-list-parts.ts'
import { ProductScreen } from '#src/product/ProductScreen.tsx'
import { drawScreen } from '../../kit/draw-screen.tsx'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import { lost, refused } from '../../kit/outcomes.ts'

const aisle = '/main/product-list/11?by=category'
const offline: Refusal = { code: 'lost', message: offlineMessage, status: 0 }

// the browser has loaded them before it opens a list
beforeAll(async () => void (await loadListParts()))

/** The page at a path, of which no attempt to read it succeeds. */
async function failed(path: string, effect: string, Screen: ComponentType, refusal: Refusal) {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf(path) })
  shop.send('shop', { type: 'visit.started', flow: 'visit', sessionId: null, identity: { is: 'guest' } })
  await shop.settled()
  if (shop.waiting('loadPage').length > 0) await shop.answers('loadPage')
  await shop.answers('readCategories/ask')
  while (shop.waiting(effect).length > 0) {
    await shop.refuses(effect, refusal)
    shop.host.fireNext()
    await shop.settled()
  }
  if (shop.waiting('reveal').length > 0) await shop.answers('reveal')
  return drawScreen(shop, path, Screen)
}

describe('review shopper-3 21: a failed aisle whose notice is below its shelves', () => {
  test('the notice is above the shelves, and nothing to sort is offered', async () => {
    const html = await failed(aisle, 'readProducts/ask', ListScreen, lost)
    const [notice, shelves] = [html.indexOf('We couldn’t load the products'), html.indexOf('All Rice')]
    expect(notice).toBeGreaterThan(0)
    expect(shelves).toBeGreaterThan(notice)
    expect(html).not.toContain('<select')
  })
})

describe('review shopper-3 20: a page that was not read and says nothing of the lost connection', () => {
  const pages: [name: string, path: string, effect: string, Screen: ComponentType][] = [
    ['a list', aisle, 'readProducts/ask', ListScreen],
    ['a product', productPath(1), 'readProduct/ask', ProductScreen],
  ]
  test.each(pages)('%s says that the browser is offline', async (_, path, effect, Screen) => {
    expect(await failed(path, effect, Screen, offline)).toContain(`${offlineMessage} Your cart is saved.`)
  })

  test.each(pages)('%s has the standard message for a refusal of its request', async (_, path, effect, Screen) => {
    expect(await failed(path, effect, Screen, refused)).toContain(`${standardMessage} Your cart is saved.`)
  })
})
