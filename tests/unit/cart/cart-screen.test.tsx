import { describe, expect, test } from 'vitest'
import { CartScreen } from '#src/cart/CartScreen.tsx'
import { riceLine, settings } from '../../kit/outcomes.ts'
import { drawScreen } from '../../kit/draw-screen.tsx'
import { openShop, type OpenShop } from '../../kit/open-shop.ts'

async function openCart(line: object = {}): Promise<OpenShop> {
  const shop = openShop()
  shop.root.start()
  shop.send('shop', { type: 'visit.started', visitId: 'visit', sessionId: 'session-1', identity: { is: 'guest' } })
  await shop.answers('begin', { settings, lines: [{ ...riceLine, ...line }] })
  return shop
}

const drawn = (shop: OpenShop) => drawScreen(shop, '/cart', CartScreen)

describe('a line of the cart', () => {
  test('shows the unit price, and the price of one only where it is not the total of the line', async () => {
    const one = drawn(await openCart())
    expect(one).toContain('$3.18 / kg')
    expect(one).not.toContain('×')
    expect(drawn(await openCart({ quantity: 2, totalPrice: 31.8 }))).toContain('2 × $15.90 · $3.18 / kg')
  })

  test('with a special price shows the former total and what is saved', async () => {
    const html = drawn(await openCart({ quantity: 2, totalPrice: 31.8, regularPrice: 18 }))
    expect(html).toMatch(/now <\/span><b[^>]*>\$31\.80<\/b><span class="vh"> was <\/span><s>\$36\.00<\/s>/)
    expect(html).toContain('Save $4.20')
  })
})

describe('a line with a multi-buy', () => {
  const multiBuy = { quantity: 2, price: 30 }

  test('says what one more costs while one is missing', async () => {
    const html = drawn(await openCart({ linePrice: 15.9, multiBuy }))
    expect(html).toContain('>Add 1 more: 2 for $30</p>')
    expect(html).not.toContain('You save')
  })

  test('shows what is paid, what it would cost without, and what is saved, once', async () => {
    const html = drawn(await openCart({ quantity: 2, totalPrice: 31.8, linePrice: 30, multiBuy }))
    expect(html).toMatch(/now <\/span><b[^>]*>\$30\.00<\/b><span class="vh"> was <\/span><s>\$31\.80<\/s>/)
    expect(html).toContain('>You save $1.80 with 2 for $30</p>')
    expect(html).not.toContain('Add 1 more')
    expect(html).not.toContain('Save $')
  })

  test('says what the special price saves besides', async () => {
    const html = drawn(await openCart({ quantity: 2, totalPrice: 31.8, regularPrice: 18, linePrice: 30, multiBuy }))
    expect(html).toContain('<s>$36.00</s>')
    expect(html).toContain('Save $4.20')
    expect(html).toContain('You save $1.80 with 2 for $30')
  })

  test('shows the total of the quantity that is being changed', async () => {
    const shop = await openCart({ linePrice: 15.9, multiBuy })
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 2 })
    expect(drawn(shop)).toContain('You save $1.80 with 2 for $30')
  })
})

describe('the link to the checkout', () => {
  test.each([0, 9999, null])('is disabled, and says why, while a quantity field holds %s', async quantity => {
    const shop = await openCart()
    expect(drawn(shop).match(/href="\/check-out"/g)).toHaveLength(2)
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity })
    const html = drawn(shop)
    expect(html).not.toContain('href="/check-out"')
    expect(html).toContain('Please correct the quantity first.')
    shop.send('cart', { type: 'cart.setQuantity', lineId: 'line-1', quantity: 2 })
    expect(drawn(shop)).toContain('href="/check-out"')
  })
})
