import { beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order'
import { buys, newCustomer, type Customer } from '../../kit/customer-shopper.ts'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

const current = '/manage-order/current-order'
const history = '/manage-order/history-order'
const rice = 'Golden Paddy Jasmine Rice 5 kg 金穗香米'

let mai: Customer
let first: Order
let second: Order
beforeAll(async () => {
  mai = await newCustomer()
  first = await buys(mai, [
    [101, 2],
    [301, 1],
  ])
  second = await buys(mai, [[101, 3]])
})

async function opens(path: string, options: ShopperOptions = {}): Promise<Shopper> {
  const shopper = await openShop({ token: mai.token, ...options })
  await shopper.goes(path)
  return shopper
}

const cards = ({ main }: Shopper) => main.getByRole('button', { name: /^Order / })
const card = ({ main }: Shopper, { orderNumber }: Order) =>
  main.getByRole('listitem').filter({ has: main.page().getByRole('button', { name: `Order ${orderNumber}` }) })
const unfolds = (shopper: Shopper, { orderNumber }: Order) => shopper.presses(`Order ${orderNumber}`)

describe('the orders', () => {
  // Specification: 1.19, 2.1.27, S.7.15, S.7.18
  test('are listed newest first, with number, date, status, items and total', async () => {
    const shopper = await opens(current)
    await shopper.seesHeading('Current Order')
    await shopper.seesTitle('Current Order · Lucky Lantern Grocer')
    await cards(shopper).first().waitFor()
    const texts = await cards(shopper).allTextContents()
    const day = new Date(first.createdAt).toLocaleDateString('en-AU', {
      dateStyle: 'long',
      timeZone: 'Australia/Sydney',
    })
    expect(texts).toEqual([
      `Order ${second.orderNumber}, ${day}, Received, 3 items, $${second.total.toFixed(2)}`,
      `Order ${first.orderNumber}, ${day}, Received, 3 items, $${first.total.toFixed(2)}`,
    ])
    await shopper.follows('Order History', shopper.main.getByRole('navigation', { name: 'Manage Account' }))
    await shopper.sees('You have no orders.')
    await shopper.follows('Continue Shopping')
    await shopper.seesPath('/main/product-list/0')
  })

  // Specification: 1.20
  test('show their status in words, and their date in the store’s time zone', async () => {
    const words = {
      received: 'Received',
      preparing: 'Preparing',
      'on-its-way': 'On its way',
      'ready-for-pickup': 'Ready for pickup',
      completed: 'Completed',
      cancelled: 'Cancelled',
    }
    const shopper = await openShop({ token: mai.token })
    // 7.30 in the morning of 2 March in Sydney; in New York it is still 1 March
    const createdAt = '2026-03-01T20:30:00.000Z'
    const listData = Object.keys(words).map(orderStatus => ({ ...first, createdAt, orderId: orderStatus, orderStatus }))
    shopper.gateway.says('orders', { listData })
    await shopper.goes(history)
    await cards(shopper).first().waitFor()
    const texts = await cards(shopper).allTextContents()
    expect(texts.map(text => text.split(', ')[2])).toEqual(Object.values(words))
    expect(new Set(texts.map(text => text.split(', ')[1]))).toEqual(new Set(['2 March 2026']))
  })

  // Specification: S.7.3
  test('are on the account page: the last three, the newest first', async () => {
    const shopper = await openShop({ token: mai.token })
    const one = (orderNumber: string, createdAt: string) => ({ ...first, orderId: orderNumber, orderNumber, createdAt })
    const lists = {
      current: [one('7', '2026-11-07T01:00:00Z'), one('3', '2026-11-03T01:00:00Z')],
      history: [one('5', '2026-11-05T14:00:00Z'), one('1', '2026-11-01T01:00:00Z')],
    }
    await shopper.page.route(/\/v1\/order\/fetchOrder$/, route => {
      const { orderStatus } = route.request().postDataJSON() as { orderStatus: keyof typeof lists }
      return route.fulfill({ json: { statusCode: 200, listData: lists[orderStatus] } })
    })
    await shopper.goes('/manage-account')
    await cards(shopper).first().waitFor()
    const numbers = (await cards(shopper).allTextContents()).map(text => /^Order (\d+), (\d+)/.exec(text)?.slice(1, 3))
    // a day begins in Sydney
    expect(numbers).toEqual([
      ['7', '7'],
      ['5', '6'],
      ['3', '3'],
    ])
  })

  test('that could not be loaded show an error, and are shown after a retry', async () => {
    const shopper = await openShop({ token: mai.token })
    shopper.gateway.fails('orders', 'HTTP 500')
    await shopper.goes(current)
    await shopper.sees('We couldn’t load your orders')
    await shopper.gateway.answers()
    await shopper.presses('Try again')
    await cards(shopper).first().waitFor()
    expect(await shopper.h1.evaluate(one => one === document.activeElement)).toBe(true)
  })
})

describe('an order', () => {
  // Specification: S.7.16
  test('expands in place to lines with pictures, addresses, payment and totals', async () => {
    const shopper = await opens(current)
    await unfolds(shopper, first)
    const open = card(shopper, first)
    await open.getByRole('link', { name: rice }).waitFor()
    await expect.poll(() => open.getByRole('listitem').locator('img').count()).toBe(2)
    for (const words of ['Billing address', '1 Test Street', 'Pick up at the shop', 'Pay on delivery', 'Not paid yet'])
      await shopper.sees(words, open)
    await shopper.seesAmount('Total', `$${first.total.toFixed(2)}`, open)
    await unfolds(shopper, second)
    await card(shopper, second).getByRole('button', { name: 'Buy Again' }).waitFor()
    expect(await open.getByRole('link').count()).toBe(0)
    // back from a product it is still open
    await shopper.follows(rice, card(shopper, second))
    await shopper.seesHeading(/Jasmine Rice/)
    await shopper.page.goBack()
    await card(shopper, second).getByRole('button', { name: 'Buy Again' }).waitFor()
    await unfolds(shopper, second)
    await expect.poll(() => cards(shopper).first().getAttribute('aria-expanded')).toBe('false')
  })

  test('that could not be loaded shows an error in place, and is shown after a retry', async () => {
    const shopper = await opens(current)
    shopper.gateway.fails('order', 'down')
    await unfolds(shopper, first)
    await shopper.sees('We couldn’t load this order.')
    await shopper.gateway.answers()
    await shopper.presses('Try again')
    await card(shopper, first).getByRole('link', { name: rice }).waitFor()
  })

  test('expands on a phone without overflow, in light and dark', async () => {
    const shopper = await opens(current, { width: 390, touch: true })
    await unfolds(shopper, first)
    await card(shopper, first).getByRole('button', { name: 'Buy Again' }).waitFor()
    expect(await shopper.overflowInSchemes()).toEqual([0, 0])
  })
})

describe('buying again', () => {
  // Specification: S.7.17
  test('adds every line to the cart, and announces it once', async () => {
    const shopper = await opens(current)
    await unfolds(shopper, first)
    shopper.gateway.holds('addLines')
    await shopper.main.getByRole('button', { name: 'Buy Again' }).dblclick()
    await shopper.gateway.isAsked('addLines')
    await shopper.main.getByRole('button', { name: 'Adding...' }).waitFor()
    await shopper.gateway.answers()
    await shopper.seesToast('Success: You have added 2 products to your shopping cart!')
    await shopper.seesCart(`3 item(s) - $ ${first.total.toFixed(2)}`)
    expect(shopper.gateway.count('addLines')).toBe(1)
    await expect.poll(() => shopper.page.locator('[data-kind="success"]').count()).toBe(1)
  })

  /** Answers with the products of the first order: the rice with another price, the sauce sold out. */
  const changes = (shopper: Shopper) =>
    shopper.page.route(/\/v1\/products\//, async route => {
      const answer = await route.fetch()
      const { listData, ...rest } = (await answer.json()) as { listData: { id: number }[] }
      const changed = listData.map(one =>
        one.id === 101 ? { ...one, price: 20.5, specialPrice: null } : { ...one, stockStatusId: 2 },
      )
      await route.fulfill({ json: { ...rest, listData: changed } })
    })
  const review = ({ main }: Shopper) => main.getByRole('region', { name: 'Add to your cart' })

  test('shows what has changed before anything is added, with a similar product for one that is sold out', async () => {
    const shopper = await opens(current, { cart: [] })
    await unfolds(shopper, first)
    await changes(shopper)
    await shopper.presses('Buy Again')
    await shopper.sees('1 price has changed. 1 product is not available.', review(shopper))
    await shopper.sees('Out of stock', review(shopper))
    await expect
      .poll(() =>
        review(shopper)
          .getByRole('heading')
          .evaluate(one => one === document.activeElement),
      )
      .toBe(true)
    expect(shopper.gateway.count('addLines')).toBe(0)
    const [own, other] = await review(shopper).getByRole('checkbox').all()
    expect([await own!.isChecked(), await other!.isChecked()]).toEqual([true, false])
    await other!.check()
    await shopper.presses('Add 2 products to cart', review(shopper))
    await shopper.seesToast('Success: You have added 2 products to your shopping cart!')
    await expect.poll(() => review(shopper).count()).toBe(0)
    const button = shopper.main.getByRole('button', { name: 'Buy Again' })
    await expect.poll(() => button.evaluate(one => one === document.activeElement)).toBe(true)
  })

  test('names the products that the gateway refuses in their lines, and adds the others', async () => {
    const shopper = await opens(current, { cart: [] })
    await unfolds(shopper, first)
    const message = 'Red Crane Light Soy Sauce is sold out.'
    await shopper.page.route(/\/v1\/cart\/lines$/, async route => {
      const answer = await route.fetch()
      const { data, ...rest } = (await answer.json()) as { data: object }
      await route.fulfill({
        json: { ...rest, data: { ...data, added: [101], refused: [{ productId: 301, message, left: 0 }] } },
      })
    })
    await shopper.presses('Buy Again')
    await shopper.sees(message, review(shopper))
    await shopper.sees('1 product was not added.', review(shopper))
    await shopper.seesToast('Success: You have added 1 product to your shopping cart!')
  })

  test('adds nothing twice if the response was lost', async () => {
    const lan = await newCustomer()
    const order = await buys(lan, [
      [101, 2],
      [301, 1],
    ])
    const shopper = await openShop({ token: lan.token })
    await shopper.goes(current)
    await unfolds(shopper, order)
    shopper.gateway.fails('addLines', 'lost')
    await shopper.presses('Buy Again')
    await shopper.gateway.isAsked('addLines')
    await shopper.gateway.answers()
    await shopper.seesToast('Success: You have added 2 products to your shopping cart!')
    await shopper.seesCart(`3 item(s) - $ ${order.total.toFixed(2)}`)
  })

  test('says so if prices could not be read, and goes on after a retry', async () => {
    const shopper = await opens(current, { cart: [] })
    await unfolds(shopper, first)
    shopper.gateway.fails('productsById', 'HTTP 500')
    await shopper.presses('Buy Again')
    await shopper.sees('We couldn’t check prices and stock.', review(shopper))
    await shopper.gateway.answers()
    await shopper.presses('Try again', review(shopper))
    await shopper.seesToast('Success: You have added 2 products to your shopping cart!')
  })
})
