import { describe, expect, test } from 'vitest'
import type { CartSnapshot } from '#machines/cart/cart'
import { expectedLines } from '#machines/cart/selectors'
import { openShop } from '../../kit/open-shop.ts'
import { refused, riceLine, settings, twoLeft } from '../../kit/outcomes.ts'

/** A cart with one pack of rice, of which this many are requested. */
async function requests(quantity: number) {
  const shop = openShop()
  const toasts: string[] = []
  shop.root.on('toast', ({ toast }: { toast: { text: string } }) => toasts.push(toast.text))
  shop.root.start()
  shop.send('shop', { type: 'visit.started', flow: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
  await shop.answers('begin', { settings, lines: [riceLine] })
  shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity })
  const sends = async () => {
    shop.host.fireNext()
    await shop.settled()
  }
  await sends()
  const shown = () => expectedLines(shop.at<CartSnapshot>('cart').context).map(line => line.quantity)
  const sent = () => shop.waiting('changeLine').map(({ input }) => (input as { quantity: number }).quantity)
  return { ...shop, toasts, sends, shown, sent }
}

describe('review serious-14: a quantity that is more than there is', () => {
  test('becomes what is left, with a message that says so', async () => {
    const shop = await requests(600)
    expect(shop.sent()).toEqual([600])
    await shop.refuses('changeLine', twoLeft)
    expect([shop.shown(), shop.toasts]).toEqual([[2], [twoLeft.message]])
    await shop.sends()
    expect(shop.sent()).toEqual([2])
    await shop.answers('changeLine', { ...riceLine, quantity: 2, totalPrice: 31.8 })
    expect(shop.shown()).toEqual([2])
  })

  test.each([
    ['nothing is left', { ...twoLeft, conflicts: [{ about: 'stock', message: 'Out of stock', left: 0 }] }],
    ['the refusal names no quantity', refused],
    ['as many as were requested are said to be left', { ...twoLeft, conflicts: [{ about: 'stock', left: 600 }] }],
  ])('is as it was before if %s', async (_, refusal) => {
    const shop = await requests(600)
    await shop.refuses('changeLine', refusal)
    await shop.answers('readCart', [riceLine])
    expect([shop.shown(), shop.sent()]).toEqual([[1], []])
  })

  test('gives way to a quantity that was typed meanwhile', async () => {
    const shop = await requests(600)
    shop.send('cart', { type: 'cart.setQuantity', lineId: riceLine.id, quantity: 1 })
    await shop.refuses('changeLine', twoLeft)
    expect(shop.shown()).toEqual([1])
  })
})
