import { describe, expect, test } from 'vitest'
import { productPath } from '#contract/paths'
import type { ProductView } from '#machines/product/product'
import { detail, gone, refused } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'

/** A shop that asks the gateway about a product. */
async function openProduct(id = 1) {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: null, identity: { is: 'guest' } })
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf(productPath(id)) })
  await shop.answers('loadPage')
  const view = () => shop.at<{ context: { shown: ProductView | null } }>('product').context.shown
  const state = () => shop.at<{ value: string }>('product').value
  return { ...shop, view, state }
}

const failed = { ...refused, status: 403 }

describe('a product that could not be read', () => {
  test('is shown without its refusal after a retry that succeeds, also if an earlier one failed', async () => {
    const shop = await openProduct()
    await shop.refuses('readProduct/ask', failed)
    await shop.answers('reveal')
    shop.send('product', { type: 'product.retry' })
    await shop.refuses('readProduct/ask', failed)
    expect([shop.state(), shop.view()]).toMatchObject(['unreachable', { product: null, refusal: failed }])
    shop.send('product', { type: 'product.retry' })
    await shop.answers('readProduct/ask', detail)
    expect([shop.state(), shop.view()]).toMatchObject([
      { ready: { form: 'untouched' } },
      { product: detail, refusal: null },
    ])
  })

  test('that turns out not to exist is missing', async () => {
    const shop = await openProduct()
    await shop.refuses('readProduct/ask', failed)
    await shop.answers('reveal')
    shop.send('product', { type: 'product.retry' })
    await shop.refuses('readProduct/ask', gone)
    expect([shop.state(), shop.view()]).toMatchObject(['missing', { product: null, refusal: gone }])
  })
})
