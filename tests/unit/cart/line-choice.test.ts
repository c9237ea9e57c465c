import { describe, expect, test } from 'vitest'
import type { CartLine } from '#contract/cart'
import type { CartSnapshot } from '#machines/cart/cart'
import { lineChoice } from '#machines/cart/page-selectors'
import { maskJournal } from '#machines/journal/mask'
import { riceLine, settings } from '../../kit/outcomes.ts'
import { openShop } from '../../kit/open-shop.ts'

async function openCart(line: CartLine = riceLine) {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
  await shop.answers('begin', { settings, lines: [line] })
  const context = () => shop.at<CartSnapshot>('cart').context
  return { ...shop, context, choice: () => lineChoice(context(), context().lines[0]!) }
}
const chooses = (choice: object) => ({ type: 'cart.setQuantity', lineId: 'line-1', quantity: 1, choice })

describe('what the shopper wants for a line', () => {
  test('is sent with its quantity, together with a note and a quantity that follow at once', async () => {
    const shop = await openCart()
    shop.send('cart', chooses({ substitution: 'call' }))
    shop.send('cart', chooses({ note: 'Ripe' }))
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 2 })
    expect(shop.choice()).toEqual({ substitution: 'call', note: 'Ripe' })
    shop.host.fireNext()
    expect(shop.waiting('changeLine')).toMatchObject([
      { input: { id: 'line-1', quantity: 2, productPrice: 15.9, substitution: 'call', note: 'Ripe' } },
    ])
    await shop.answers('changeLine', { ...riceLine, quantity: 2, totalPrice: 31.8, substitution: 'call', note: 'Ripe' })
    expect(shop.context().lines).toMatchObject([{ quantity: 2, substitution: 'call', note: 'Ripe' }])
  })

  test('is not offered by a gateway whose lines have none', async () => {
    const { substitution: _, ...older } = riceLine
    expect((await openCart(older)).choice()).toBeNull()
  })

  test('a masked journal has the choice, and no letter of the note', () => {
    const { event } = maskJournal({ event: chooses({ substitution: 'call', note: 'Ring 5 times' }) })
    expect(event).toEqual(chooses({ substitution: 'call', note: 'xxxx 0 xxxxx' }))
  })
})
