import { describe, expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

const product = '/main/product-list/2'

/** Values of other shapes than the shop stores. */
const hostile = [
  ['a long text', 'x'.repeat(20_000)],
  ['wrong JSON', '[null,{"key":[]},"text",1e999]'],
  ['null', 'null'],
  ['deep JSON', `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`],
  ['__proto__', '{"__proto__":{"seq":1},"journal":{"__proto__":null},"constructor":1}'],
  ['a dot', '.'],
]

/** Runs in the page before the shop: every key that the shop has, and the state of the history's entry, has this value. */
function storeEverywhere(value: string) {
  if (sessionStorage.getItem('test.done')) return
  sessionStorage.setItem('test.done', '1')
  for (const key of [
    'token',
    'session',
    'clock',
    'journaled',
    'forgotten',
    'journals-deleted',
    'order/',
    'order/.',
    'order/1',
  ])
    localStorage.setItem(`shop.${key}`, value)
  for (const key of ['refused', 'scroll', 'tail', 'journal', 'journal-cart', 'journal-failed'])
    sessionStorage.setItem(`shop.${key}`, value)
  history.replaceState({ key: { value }, usr: { step: [value] } }, '')
}

/** Runs in another tab: messages of every channel of the shop, in other shapes than its own. */
function sendEverywhere(value: string) {
  const messages = [
    value,
    null,
    1,
    [],
    { asks: value, owner: [value] },
    { handed: value, version: 2 },
    { lock: value, from: 1, is: 'wanted' },
  ]
  for (const name of ['shop', 'shop/checkout', 'shop/locks']) {
    const channel = new BroadcastChannel(name)
    for (const message of messages) channel.postMessage(message)
    channel.close()
  }
}

describe('review F19: storage, history and messages that hold values of another shape', () => {
  test.each(hostile)('a product is added although every key holds %s', async (_title, value = '') => {
    const shopper = await openShop()
    await shopper.page.context().addInitScript(storeEverywhere, value)
    await shopper.goes(`${product}#%E0%A4%A`)
    await shopper.presses(/^Add to Cart: /)
    await shopper.seesToast('Success: You have added')
    await shopper.page.evaluate(sendEverywhere, value)
    await shopper.goes('/check-out')
    await shopper.page.goBack()
    await shopper.reloads()
    // a token that is none is logged, once
    expect(shopper.errors.splice(0).filter(error => !error.startsWith('The stored token is malformed'))).toEqual([])
    expect(await shopper.page.evaluate(() => localStorage.getItem('shop.session')!.length)).toBeLessThan(100)
    expect(await shopper.page.evaluate(() => sessionStorage.getItem('shop.journal')!.length)).toBeLessThan(100)
    expect(
      await shopper.page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('shop.order/'))),
    ).toEqual([])
  })
  test('a product is added before the gateway has refused the stored session', async () => {
    const shopper = await openShop()
    shopper.gateway.holds('begin')
    await shopper.page.context().addInitScript(storeEverywhere, 'x'.repeat(100))
    await shopper.goes(product)
    await shopper.presses(/^Add to Cart: /)
    await shopper.gateway.answers()
    await shopper.seesToast('Success: You have added')
    await shopper.reloads()
    await shopper.seesCart('1 item(s) - $ 5.20')
    shopper.errors.splice(0)
  })
})
