import { beforeAll, describe, expect, test } from 'vitest'
import { buys, newCustomer, type Customer } from '../../kit/customer-shopper.ts'
import { openShop, type Shopper, type ShopperOptions } from '../../kit/shopper.ts'

const path = '/account/usuals'
let mai: Customer
beforeAll(async () => {
  mai = await newCustomer()
  await buys(mai, [
    [101, 2],
    [301, 1],
  ])
  await buys(mai, [[101, 3]])
})

async function opens(options: ShopperOptions = {}): Promise<Shopper> {
  const shopper = await openShop({ token: mai.token, ...options })
  await shopper.goes(path)
  await shopper.seesHeading('Your usuals')
  return shopper
}

const cards = ({ main }: Shopper) => main.getByRole('article')
const review = ({ main }: Shopper) => main.getByRole('region', { name: 'Add to your cart' })

describe('the usuals of a customer', () => {
  test('are linked from the favourites, and list what is ordered most often first', async () => {
    const shopper = await openShop({ token: mai.token })
    await shopper.goes('/main/favourites')
    await shopper.follows('Your usuals')
    await shopper.seesHeading('Your usuals')
    await expect.poll(() => cards(shopper).count()).toBe(2)
    await expect.poll(() => cards(shopper).first().textContent()).toContain('Jasmine Rice')
  })

  test('are added together by keyboard, after the shopper has seen them', async () => {
    const shopper = await opens({ cart: [] })
    await cards(shopper).first().waitFor()
    await shopper.main.getByRole('button', { name: 'Add all to cart' }).press('Enter')
    const heading = review(shopper).getByRole('heading')
    await expect.poll(() => heading.evaluate(one => one === document.activeElement)).toBe(true)
    await expect.poll(() => review(shopper).getByRole('spinbutton').first().inputValue()).toBe('3')
    await review(shopper).getByRole('checkbox').last().press('Space')
    await review(shopper).getByRole('button', { name: 'Add 1 product to cart' }).press('Enter')
    await shopper.seesToast('Success: You have added 1 product to your shopping cart!')
    const opener = shopper.main.getByRole('button', { name: 'Add all to cart' })
    await expect.poll(() => opener.evaluate(one => one === document.activeElement)).toBe(true)
  })

  test('that could not be loaded show an error, and are shown after a retry', async () => {
    const shopper = await openShop({ token: mai.token })
    shopper.gateway.fails('usuals', 'HTTP 500')
    await shopper.goes(path)
    await shopper.sees('We couldn’t load your usuals')
    await shopper.gateway.answers()
    await shopper.presses('Try again')
    await expect.poll(() => cards(shopper).count()).toBe(2)
  })

  test('are shown for a customer only', async () => {
    const shopper = await openShop()
    await shopper.goes(path)
    await shopper.seesHeading('Login')
  })

  test('are what is chosen after a reload in the middle of the review', async () => {
    const shopper = await opens({ cart: [] })
    await shopper.presses('Add all to cart')
    await review(shopper).getByRole('checkbox').last().uncheck()
    await shopper.page.reload()
    await expect.poll(() => review(shopper).getByRole('checkbox', { checked: true }).count()).toBe(1)
  })

  test('fit on a phone, with their review, in light and dark', async () => {
    const shopper = await opens({ width: 390, touch: true })
    await shopper.presses('Add all to cart')
    await review(shopper).getByRole('checkbox').first().waitFor()
    expect(await shopper.overflowInSchemes()).toEqual([0, 0])
  })
})
