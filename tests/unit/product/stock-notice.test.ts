import { describe, expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { productPath } from '#contract/paths'
import type { StockNotice } from '#machines/product/stock-notice'
import { productWith } from '#src/effects/product.ts'
import { accountFor, detail, lost, mai, refused } from '../../kit/outcomes.ts'
import { locationOf, openShop } from '../../kit/open-shop.ts'
import { createRecordingClient } from '../../kit/recorded-calls.ts'

const own = accountFor(mai)

/** A shop that shows a product. */
async function openProduct() {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: null, identity: { is: 'guest' } })
  shop.send('shop', { type: 'location.changed', move: 'PUSH', location: locationOf(productPath(1)) })
  await shop.answers('loadPage')
  await shop.answers('readProduct/ask', detail)
  await shop.answers('reveal')
  const notice = () => shop.at<{ context: { notice: StockNotice } }>('product').context.notice
  const state = () => shop.at<{ value: unknown }>('product').value
  const types = (value: string) => shop.send('product', { type: 'product.typedEmail', value })
  const asks = (requestId: string) => shop.send('product', { type: 'product.askNotice', requestId })
  const accountBecomes = (account: typeof own | null) => shop.send('product', { type: 'account.changed', account })
  return { ...shop, notice, state, types, asks, accountBecomes }
}

test('the request for a mail has the product, the email and the key', async () => {
  const { call, requests } = createRecordingClient(() => ({ statusCode: 200 }))
  const reader = { read: () => Promise.resolve({ ...detail, stockNotice: true }) }
  const product = createActor(productWith(reader, call).provide({ actions: { reportReady: () => {} } })).start()
  product.send({ type: 'page.open', location: locationOf(productPath(1)), account: own })
  await waitFor(product, snapshot => snapshot.matches('ready'))
  product.send({ type: 'page.shown' })
  product.send({ type: 'product.askNotice', requestId: 'notice-1' })
  await waitFor(product, snapshot => snapshot.matches({ ready: 'asked' }))
  const body = { productId: 1, email: own.info.email, requestId: 'notice-1' }
  expect(requests).toMatchObject([{ method: 'POST', path: '/stock-notices', body }])
})

describe('a mail about a product that is not in stock', () => {
  test('is asked for with a valid email only, and once while the answer is awaited', async () => {
    const shop = await openProduct()
    for (const email of ['', '  ', 'mai', 'mai@example']) {
      shop.types(email)
      shop.asks('first')
      expect(shop.state()).toEqual({ ready: { form: 'invalid' } })
    }
    shop.types(' mai@example.com ')
    shop.asks('first')
    shop.asks('second')
    shop.types('other@example.com')
    expect(shop.waiting('askNotice')[0]!.input).toEqual({ productId: 1, email: 'mai@example.com', requestId: 'first' })
    await shop.answers('askNotice', null)
    expect(shop.state()).toEqual({ ready: 'asked' })
  })

  test('whose answer was lost is asked for again with its key, and another email with another', async () => {
    const shop = await openProduct()
    shop.types('mai@example.com')
    shop.asks('first')
    await shop.refuses('askNotice', lost)
    expect([shop.state(), shop.notice().refusal]).toEqual([{ ready: { form: 'refused' } }, lost])
    shop.asks('second')
    expect(shop.waiting('askNotice')[0]!.input).toMatchObject({ requestId: 'first' })
    await shop.refuses('askNotice', refused)
    shop.asks('third')
    expect(shop.waiting('askNotice')[0]!.input).toMatchObject({ requestId: 'third' })
    await shop.refuses('askNotice', lost)
    shop.types('ann@example.com')
    shop.asks('fourth')
    expect(shop.waiting('askNotice')[0]!.input).toMatchObject({ email: 'ann@example.com', requestId: 'fourth' })
  })

  test('has the email of the account unless another one is typed', async () => {
    const shop = await openProduct()
    shop.types('ann@example.com')
    shop.accountBecomes(own)
    expect(shop.notice()).toMatchObject({ email: 'ann@example.com', ownEmail: own.info.email })
    shop.types(' ')
    shop.accountBecomes(own)
    expect(shop.notice().email).toBe(own.info.email)
  })

  test('is neither asked for nor shown after a logout', async () => {
    const shop = await openProduct()
    shop.types('ann@example.com')
    shop.accountBecomes(null) // a visitor stays a visitor
    expect(shop.notice().email).toBe('ann@example.com')
    shop.accountBecomes(own)
    shop.asks('first')
    shop.accountBecomes(null)
    expect([shop.state(), shop.notice()]).toEqual([
      { ready: { form: 'untouched' } },
      { email: '', ownEmail: null, requestId: null, refusal: null },
    ])
  })
})
