import { describe, expect, test } from 'vitest'
import { anotherBuys, filledCart, orderAgain } from '../../kit/buying-shopper.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const rice = 'Golden Paddy Jasmine Rice 5 kg'
const twoRice = [[101, 2]] as const
const home = '/main/product-list/0'

/** Checks that exactly one order was placed: order numbers are consecutive, and another shopper orders before and after it. */
async function placesOne(act: () => Promise<string>) {
  const before = await anotherBuys([[102, 1]])
  const number = await act()
  const after = await anotherBuys([[102, 1]])
  expect([number, after.orderNumber]).toEqual([1, 2].map(more => String(Number(before.orderNumber) + more)))
}

const ends = async (shopper: Shopper) => {
  const number = await shopper.seesOrder()
  await shopper.seesCart('0 item(s) - $ 0')
  return number
}

describe('a guest buys', () => {
  // Specification: 1.7, 1.10, 2.6.5, 3.29, 4.10, S.1.13, S.1.15, S.4.4, S.4.9, S.4.10, S.4.17, S.4.18, S.4.24, S.8.4, S.8.5, S.8.7, S.8.18, S.8.19, S.8.21, S.8.30, S.8.31
  test('from search to confirmation, for the shown amounts', async () => {
    const shopper = await openShop()
    const { page, main } = shopper
    await shopper.goes(home)
    await shopper.searches('jasmine rice')
    await shopper.adds(rice)
    await shopper.seesCart('1 item(s) - $ 15.90')

    await shopper.presses('Noodles', shopper.aisles)
    await shopper.follows('Wheat & Egg Noodles', shopper.aisles)
    await shopper.seesHeading(/^Wheat & Egg Noodles/)
    const link = main.getByRole('heading', { level: 2 }).getByRole('link').first()
    const noodles = (await link.textContent())!
    await link.click()
    await shopper.seesHeading(noodles)
    await shopper.field('Quantity').fill('3')
    await shopper.presses('Add to Cart')
    await shopper.seesToast(`Success: You have added ${noodles} to your shopping cart!`)
    await page.getByRole('button', { name: 'View Cart' }).first().click()
    await shopper.seesPath('/main/shopping-cart')

    await main.getByRole('button', { name: `Remove ${noodles}` }).click()
    await shopper.seesCart('1 item(s) - $ 15.90')
    await shopper.quantityOf(rice).fill('2')
    await shopper.seesCart('2 item(s) - $ 31.80')
    await shopper.appliesCoupon('WELCOME10')
    await shopper.sees('10% off ($3.18)')
    await shopper.seesAmount('Subtotal', '$31.80')
    await shopper.seesAmount('Discount', '−$3.18')
    await shopper.seesAmount('Delivery', 'Calculated at checkout')
    await shopper.seesAmount('Total', '$28.62')

    await shopper.follows('Checkout')
    await shopper.fillsDetails()
    await shopper.continues('Delivery')
    await shopper.seesAmount('Delivery', '$5.90')
    await shopper.continues('Payment')
    await shopper.continues('Review')
    await shopper.field('Order comment').fill('Leave it at the door 🚪')
    await shopper.seesAmount('Total', '$34.52')
    await shopper.placesOrder()
    const number = await ends(shopper)
    await shopper.seesTitle('Thank you for your order · Lucky Lantern Grocer')
    for (const [name, amount] of [
      ['Subtotal', '$31.80'],
      ['Discount', '−$3.18'],
      ['Delivery', '$5.90'],
      ['Total', '$34.52'],
    ] as const) {
      await shopper.seesAmount(name, amount)
    }
    for (const words of ['Mai Tran', '88 Lantern Lane', 'Eastwood NSW 2122', 'Pay on delivery']) {
      await shopper.sees(words)
    }
    await shopper.sees('Leave it at the door 🚪')
    await main.getByRole('link', { name: 'Register' }).waitFor()

    const [sent, ...more] = shopper.ordersSent
    expect(more).toEqual([])
    const { data } = await orderAgain(sent!)
    expect(data).toMatchObject({
      orderNumber: number,
      subtotal: 31.8,
      discount: 3.18,
      couponCode: 'WELCOME10',
      deliveryFee: 5.9,
      total: 34.52,
      deliveryMethod: 'home-delivery',
      comment: 'Leave it at the door 🚪',
    })
    expect(data.lines).toMatchObject([{ productId: 101, quantity: 2, productPrice: 15.9, totalPrice: 31.8 }])
    expect(data.customer).toEqual({
      firstName: 'Mai',
      lastName: 'Tran',
      email: 'mai.tran@example.com',
      telephone: '0255500188',
    })
  })

  test('on a phone, by touch', async () => {
    const shopper = await openShop({ width: 390, height: 844, touch: true })
    const { page, main } = shopper
    await shopper.goes(home)
    await shopper.presses('Menu', shopper.header)
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await shopper.presses('Rice & Grains', drawer)
    await shopper.follows('Rice', drawer.getByRole('listitem').filter({ hasText: 'Rice & Grains' }).getByRole('list'))
    await drawer.waitFor({ state: 'hidden' })
    await shopper.adds(rice)
    await shopper.adds(rice)
    await page.getByRole('button', { name: 'View Cart' }).first().tap()
    await shopper.seesHeading('Shopping Cart')
    await shopper.follows('Checkout')
    await shopper.fillsDetails()
    await shopper.continues('Delivery')
    await shopper.continues('Payment')
    await shopper.continues('Review')
    await shopper.mayPlace()
    await shopper.placesOrder()
    await shopper.seesOrder()
    await shopper.seesAmount('Total', '$37.70')
    await main.getByRole('link', { name: 'Continue Shopping' }).tap()
    await shopper.seesPath(home)
  })

  // Specification: 1.8, S.8.13
  test('and picks the order up, without entering a delivery address', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.checksOut()
    await shopper.fillsDetails()
    await shopper.continues('Delivery')
    await shopper.main.getByText('Pick up at the shop').click()
    await shopper.main.getByText('Delivery address').waitFor({ state: 'hidden' })
    await shopper.continues('Payment')
    await shopper.continues('Review')
    await shopper.placesOrder()
    await shopper.seesOrder()
    await shopper.seesAmount('Delivery', 'Free')
    await shopper.seesAmount('Total', '$31.80')
    expect(shopper.ordersSent[0]).toMatchObject({ deliveryMethod: 'pick-up', deliveryAddress: null })
  })

  // Specification: 1.9, 5.27, S.7.14, S.8.11
  test('and has the order delivered to another address in the delivery area', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.checksOut()
    await shopper.fillsDetails()
    await shopper.continues('Delivery')
    await shopper.main.getByText('Same as billing address').click()
    await shopper.field('Country').selectOption({ label: 'Australia' })
    await shopper.field('Region/State').selectOption({ label: 'New South Wales' })
    await shopper.field('Address 1').fill('5 Other Road')
    await shopper.field('Suburb/City').selectOption('Epping')
    await expect.poll(() => shopper.field('Post code').inputValue()).toBe('2121')
    await shopper.continues('Payment')
    await shopper.continues('Review')
    await shopper.mayPlace()
    await shopper.placesOrder()
    await shopper.seesOrder()
    await shopper.sees('5 Other Road')
    await shopper.sees('88 Lantern Lane')
  })
})

describe('the checkout', () => {
  // Specification: S.1.7
  test('and is asked to wait while there are no delivery methods to choose from', async () => {
    const shopper = await openShop({ cart: twoRice })
    shopper.gateway.holds('deliveryMethods')
    await shopper.goes('/check-out')
    await shopper.fillsDetails()
    await shopper.continues('Delivery')
    await shopper.main.getByRole('button', { name: 'Loading delivery methods…' }).first().waitFor()
    await shopper.main.locator('form').evaluate(form => (form as HTMLFormElement).requestSubmit())
    expect(await shopper.main.getByText('Choose a delivery method').count()).toBe(0)
    await shopper.gateway.answers('deliveryMethods')
    await shopper.continues('Payment')
  })

  test('opens by its path before the cart has loaded', async () => {
    const shopper = await openShop({ cart: twoRice })
    shopper.gateway.holds('begin')
    await shopper.goes('/check-out')
    await shopper.sees('Loading the checkout')
    await shopper.gateway.isAsked('deliveryMethods')
    await shopper.gateway.answers('begin')
    await shopper.seesStep('Your Details')
    await shopper.seesAmount('Subtotal', '$31.80')
  })

  test('keeps the typed data and shows the changed cart after a visit to the cart page', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.checksOut()
    await shopper.fillsDetails()
    await shopper.continues('Delivery')
    await shopper.follows('Edit cart')
    await shopper.seesHeading('Shopping Cart')
    await shopper.quantityOf(rice).fill('3')
    await shopper.seesCart('3 item(s) - $ 47.70')
    await shopper.follows('Checkout')
    await shopper.seesHeading('Checkout')
    await shopper.seesStep('Delivery')
    await shopper.seesAmount('Total', '$53.60')
    await shopper.sees('Mai Tran')
  })

  test('goes from step to step by Back and Forward, also after a reload, and leaves from its first step', async () => {
    const shopper = await openShop({ cart: twoRice })
    const { page } = shopper
    await shopper.goes('/cart')
    await shopper.follows('Checkout')
    await shopper.fillsCheckout()
    for (const step of ['Payment', 'Delivery', 'Your Details'] as const) {
      await page.goBack()
      await shopper.seesStep(step)
      await shopper.seesPath('/check-out')
    }
    await page.goBack()
    await shopper.seesHeading('Shopping Cart')
    for (const step of ['Your Details', 'Delivery', 'Payment', 'Review'] as const) {
      await page.goForward()
      await shopper.seesStep(step)
    }
    await shopper.reloads()
    await page.goBack()
    await shopper.seesStep('Payment')
    await page.goForward()
    await shopper.mayPlace()
    expect(shopper.gateway.count('deliveryMethods')).toBeLessThanOrEqual(3)
  })

  test('updates when another tab fills the cart', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.checksOut()
    await shopper.seesAmount('Subtotal', '$31.80')
    const other = await shopper.opensTab()
    await other.goes(home)
    await other.adds(rice)
    await shopper.seesAmount('Subtotal', '$47.70')
  })
})

describe('an order is placed once', () => {
  // Specification: S.8.22
  test('with a reload at every step, and keeps the typed data', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.checksOut()
    await shopper.fillsDetails({ 'Last name': 'Trần 🌸' })
    await shopper.field('Company').fill('Half typ')
    await shopper.reloads()
    for (const [label, value] of [
      ['First name', 'Mai'],
      ['Last name', 'Trần 🌸'],
      ['Company', 'Half typ'],
      ['Post code', '2122'],
    ] as const) {
      await expect.poll(() => shopper.field(label).inputValue(), { message: label }).toBe(value)
    }
    await expect
      .poll(() => shopper.field('Region/State').locator('option:checked').textContent())
      .toBe('New South Wales')
    for (const step of ['Delivery', 'Payment', 'Review'] as const) {
      await shopper.continues(step)
      await shopper.reloads()
      await shopper.seesStep(step)
    }
    await shopper.field('Order comment').fill('Ring twice')
    await shopper.reloads()
    await expect.poll(() => shopper.field('Order comment').inputValue()).toBe('Ring twice')
    await shopper.mayPlace()
    await shopper.placesOrder()
    await shopper.seesOrder()
    await shopper.sees('Ring twice')
  })

  // Specification: S.8.28
  test('when the page is reloaded while it is being placed', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    await placesOne(async () => {
      shopper.gateway.fails('placeOrder', 'lost')
      await shopper.placesOrder()
      await shopper.gateway.isAsked('placeOrder')
      await shopper.gateway.answers('placeOrder')
      await shopper.reloads()
      return ends(shopper)
    })
    expect(new Set(shopper.ordersSent.map(({ requestId }) => requestId)).size).toBe(1)
  })

  // Specification: S.8.28
  test('when the page is reloaded before the gateway receives it', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    await placesOne(async () => {
      shopper.gateway.fails('placeOrder', 'hang')
      await shopper.placesOrder()
      await shopper.gateway.isAsked('placeOrder')
      await shopper.gateway.answers('placeOrder')
      await shopper.reloads()
      return ends(shopper)
    })
    expect(new Set(shopper.ordersSent.map(order => JSON.stringify(order))).size).toBe(1)
  })

  // Specification: S.8.29
  test('when Place Order is clicked twice', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    await placesOne(async () => {
      await shopper.placeButton.dblclick()
      return ends(shopper)
    })
    expect(shopper.ordersSent.length).toBe(1)
  })

  // Specification: S.8.28
  test('when the answer is lost after the gateway has placed it', async () => {
    const shopper = await openShop({ cart: twoRice })
    await shopper.reviews()
    await placesOne(async () => {
      shopper.gateway.fails('placeOrder', 'lost')
      await shopper.placesOrder()
      await shopper.sees('We are checking your order')
      await shopper.gateway.isAsked('findOrder', 1)
      return ends(shopper)
    })
    expect(shopper.ordersSent).toHaveLength(1)
  })

  // Specification: 4.34, 4.36
  test('and going back does not restore its cart', async () => {
    const shopper = await openShop({ cart: twoRice })
    const { page } = shopper
    await shopper.goes('/cart')
    await shopper.follows('Checkout')
    await shopper.fillsCheckout()
    await shopper.placesOrder()
    await shopper.seesOrder()
    await page.goBack()
    await shopper.seesHeading('Shopping Cart')
    await shopper.sees('You have no items in your shopping cart.')
    await page.goForward()
    await shopper.seesCart('0 item(s) - $ 0')
    await shopper.goes(home)
    await shopper.seesCart('0 item(s) - $ 0')
    expect(await page.evaluate(() => localStorage.getItem('shop.session'))).toBeNull()
  })
})

describe('two tabs', () => {
  test('show the same cart', async () => {
    const one = await openShop()
    await one.goes(home)
    const other = await one.opensTab()
    await other.goes(home)
    await one.adds(rice)
    await other.seesCart('1 item(s) - $ 15.90')
    await other.adds(rice)
    await one.seesCart('2 item(s) - $ 31.80')
  })

  // Specification: S.8.29
  test('that check out the same cart place one order', async () => {
    const session = await filledCart(twoRice)
    const one = await openShop()
    await one.page.addInitScript(id => localStorage.setItem('shop.session', id), session)
    await one.reviews()
    const other = await one.opensTab()
    await other.goes('/check-out')
    await other.presses('Continue here')
    await other.mayPlace()
    await one.sees('Your checkout is open in another tab')
    await placesOne(async () => {
      await other.placesOrder()
      const number = await other.seesOrder()
      await one.seesCart('0 item(s) - $ 0')
      await one.sees('You have no items in your shopping cart.')
      return number
    })
  })
})
