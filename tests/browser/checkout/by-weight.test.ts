import { describe, expect, test } from 'vitest'
import type { CartLine } from '#contract/cart'
import type { Order, OrderSummary } from '#contract/order'
import { fillsCart, newCustomer } from '../../kit/customer-shopper.ts'
import { mayPay, openPayer, paymentsSent, pays, reviewsOnline } from '../../kit/paying-shopper.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

/** Two wombok of about 1.5 kg, at $3.00 a kilogram and at most 1.8 kg each; 1.5 kg of eggplant at $9.00; one pack of rice. */
const cart = [
  [404, 2],
  [414, 3],
  [101, 1],
] as const

const textOf = async (shopper: Shopper, name: string) =>
  (await shopper.main.getByRole('listitem').filter({ hasText: name }).last().textContent())!.replaceAll(/\s+/g, ' ')

describe('goods by weight', () => {
  test.each([
    ['in a wide window', { width: 1280 }],
    ['on a phone', { width: 390, height: 844, touch: true }],
  ])('are bought %s: product, cart, checkout and receipt say what is estimated', async (_where, options) => {
    const shopper = await openShop({ cart: [[101, 1]], ...options })
    await shopper.goes('/main/product-detail/404')
    await shopper.sees('$3.00 / kg')
    await shopper.sees('Sold by the piece, about 1.5 kg each. You pay for what we weigh, at most $5.40 each.')
    await shopper.main.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
    await shopper.sees('2 pieces, about 1.5 kg each')
    await shopper.presses(/^Add to Cart$/)
    await shopper.seesToast('Success: You have added')
    await shopper.goes('/main/product-detail/414')
    await shopper.sees('Sold in steps of 500 g. You pay for what we weigh, at most $4.50 for each step.')
    await shopper.main.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
    await shopper.sees('1.5 kg')
    await shopper.presses(/^Add to Cart$/)
    await shopper.seesToast('Success: You have added')

    await shopper.goes('/cart')
    expect(await textOf(shopper, 'Wombok')).toContain('2 pieces, about 1.5 kg each · $3.00 / kg')
    expect(await textOf(shopper, 'Wombok')).toContain('about $9.00')
    expect(await textOf(shopper, 'Eggplant')).toContain('1.5 kg · $9.00 / kg')
    await shopper.seesAmount('Estimated total', '$38.40')
    await shopper.sees('You pay for what we weigh, at most $40.20.')
    expect(await shopper.horizontalOverflow()).toBe(0)

    await shopper.follows('Checkout')
    await shopper.seesStep('Your Details')
    await shopper.fillsCheckout()
    await shopper.sees('You pay for what we weigh, at most $46.10.')
    expect(await shopper.horizontalOverflow()).toBe(0)
    await shopper.placesOrder()
    await shopper.seesOrder()
    expect(shopper.ordersSent).toMatchObject([{ total: 44.3, most: 46.1 }])
    expect(await textOf(shopper, 'Wombok')).toContain('2 pieces, about 1.5 kg eachabout $9.00')
    await shopper.seesAmount('Estimated total', '$44.30')
    await shopper.sees('You pay for what we weigh, at most $46.10.')
    expect(await shopper.horizontalOverflow()).toBe(0)
  })

  test('show what a kilogram costs on their cards', async () => {
    const shopper = await openShop()
    await shopper.goes('/')
    await shopper.searches('wombok')
    const card = shopper.main.getByRole('article').filter({ hasText: 'Wombok' })
    await shopper.sees('$3.00 / kg', card)
  })

  test('are estimated in the header’s cart', async () => {
    const shopper = await openShop({ cart })
    await shopper.goes('/')
    await shopper.seesCart('6 item(s) - $ 38.40')
    await shopper.opensCart()
    await shopper.sees('x 2, about 1.5 kg each', shopper.cartMenu)
    await shopper.sees('about $9.00', shopper.cartMenu)
    await shopper.sees('Estimated total', shopper.cartMenu)
  })

  test('are paid online: the most is reserved, and nothing is charged before they are weighed', async () => {
    const { shopper, provider } = await openPayer({ cart })
    await reviewsOnline(shopper)
    await shopper.sees('We reserve $46.10, the most that it can come to, and charge what we weigh.')
    await mayPay(shopper)
    await pays(shopper)
    await shopper.seesOrder()
    expect(paymentsSent(shopper)).toMatchObject([{ total: 44.3, most: 46.1 }])
    await provider.holds('authorize 46.10 AUD: held')
    await shopper.seesAmount('Estimated total', '$44.30')
  })

  test('are authorised by the gateway, with the most, also in a shop that creates and captures orders in the browser', async () => {
    const inBrowser = { VITE_PAYPAL_CREATE: 'client', VITE_PAYPAL_APPROVE: 'client' }
    const { shopper, provider } = await openPayer({ cart }, inBrowser)
    await reviewsOnline(shopper)
    await pays(shopper)
    await shopper.seesOrder()
    await provider.holds('authorize 46.10 AUD: held')
  })

  test('have their weights on the order’s page, once they are weighed', async () => {
    const customer = await newCustomer()
    await fillsCart(customer, cart)
    const shopper = await openShop({ token: customer.token })
    await shopper.reviews()
    await shopper.placesOrder()
    const number = await shopper.seesOrder()
    await shopper.goes('/manage-order/current-order')
    await shopper.sees('about $44.30')
    await shopper.presses(`Order ${number}`)
    await shopper.seesAmount('Estimated total', '$44.30')
    expect(await textOf(shopper, 'Wombok')).toContain('2 pieces, about 1.5 kg each')

    const later = await openShop({ token: customer.token })
    later.gateway.changes<{ listData: OrderSummary[] }>('orders', answer => ({
      ...answer,
      listData: answer.listData.map(order => ({ ...order, isEstimate: null, total: 44.54 })),
    }))
    later.gateway.changes<{ data: Order }>('order', answer => {
      const order = { ...answer.data, isEstimate: null }
      const weights = [3080, 1500]
      const lines = order.lines.map((line, at) =>
        line.weighed ? { ...line, weighedGrams: weights[at]!, totalPrice: at === 0 ? 9.24 : 13.5 } : line,
      )
      return { ...answer, data: { ...order, lines, subtotal: 38.64, total: 44.54 } }
    })
    await later.goes('/manage-order/current-order')
    await later.presses(`Order ${number}`)
    await later.seesAmount('Total', '$44.54')
    expect(await textOf(later, 'Wombok')).toContain('3.08 kg weighed (ordered 2 pieces, about 1.5 kg each)$9.24')
    await later.seesNot('You pay for what we weigh')
    await later.seesNot(/about \$/)
  })

  test('have exact amounts at a gateway that knows nothing of weights', async () => {
    const shopper = await openShop({ cart })
    const without = (lines: CartLine[]) => lines.map(line => ({ ...line, weighed: undefined }))
    shopper.gateway.changes<{ shoppingCart: CartLine[] }>('begin', answer => ({
      ...answer,
      shoppingCart: without(answer.shoppingCart),
    }))
    shopper.gateway.changes<{ listData: CartLine[] }>('cart', answer => ({
      ...answer,
      listData: without(answer.listData),
    }))
    await shopper.goes('/cart')
    await shopper.seesAmount('Total', '$38.40')
    expect(await textOf(shopper, 'Wombok')).toContain('2 × $4.50')
    await shopper.seesNot(/about|Estimated/)
    await shopper.follows('Checkout')
    await shopper.seesStep('Your Details')
    await shopper.fillsCheckout()
    await shopper.placesOrder()
    await shopper.seesOrder()
    expect(shopper.ordersSent[0]).not.toHaveProperty('most')
  })
})
