import { describe, expect, test } from 'vitest'
import { newCustomer, type Customer } from '../../kit/customer-shopper.ts'
import { openShop, type Shopper } from '../../kit/shopper.ts'

/** Two devices of a customer: browsers that share nothing but the login. */
async function devices({ token }: Customer): Promise<[Shopper, Shopper]> {
  const open = () => openShop({ token, loadsWhileIdle: true, begins: 'in the browser' })
  return [await open(), await open()]
}

/** The page asks what has changed, for the first time some seconds after its start. */
const asks = ({ gateway }: Shopper) => expect.poll(() => gateway.count('revisions')).toBeGreaterThan(0)

describe('two devices of a customer', () => {
  // one test, because each page asks for the first time some seconds after its start
  test('have the same cart after each change of either, whichever of two requests arrives first', async () => {
    const [phone, laptop] = await devices(await newCustomer())
    await phone.goes('/main/product-detail/101')
    await laptop.goes('/cart')
    await laptop.sees('You have no items in your shopping cart.')
    await Promise.all([asks(phone), asks(laptop)])
    await phone.presses(/^Add to Cart/)
    // this device had no cart yet
    await laptop.main.getByRole('spinbutton').waitFor()
    await phone.goesByLink('/cart')
    // the product's page has a quantity, too
    await phone.seesHeading('Shopping Cart')
    const quantities = [phone, laptop].map(({ main }) => main.getByRole('spinbutton'))
    await quantities[0]!.waitFor()
    const isSent = (device: Shopper) =>
      expect.poll(() => device.unanswered.some(one => one.method() === 'PUT')).toBe(true)
    for (const { typed, first, second } of [
      { typed: ['3', '5'], first: phone, second: laptop },
      { typed: ['2', '7'], first: laptop, second: phone },
    ]) {
      for (const { gateway } of [phone, laptop]) gateway.holds('changeLine')
      for (const [at, text] of typed.entries()) await quantities[at]!.fill(text)
      for (const device of [phone, laptop]) await isSent(device)
      const answer = first.page.waitForResponse(response => response.request().method() === 'PUT')
      await first.gateway.answers()
      await answer
      await second.gateway.answers()
      const last = typed[second === phone ? 0 : 1]
      for (const quantity of quantities) await expect.poll(() => quantity.inputValue()).toBe(last)
    }
    await laptop.main.getByRole('button', { name: /^Remove/ }).click()
    await phone.seesCart('0 item(s) - $ 0')
  })

  test('have the same favourites and lists', async () => {
    const [phone, laptop] = await devices(await newCustomer())
    await laptop.goes('/main/favourites')
    await phone.goes('/main/product-detail/101')
    await Promise.all([asks(phone), asks(laptop)])
    await phone.main
      .getByRole('button', { name: /^Save / })
      .first()
      .click()
    await laptop.main
      .getByRole('button', { name: /^Save /, pressed: true })
      .first()
      .waitFor()
    for (const device of [phone, laptop]) await device.goesByLink('/main/lists')
    await phone.main.getByLabel('Name of the list').fill('Hot pot')
    await phone.presses('Create list')
    await laptop.main.getByRole('link', { name: /Hot pot/ }).waitFor()
  })
})
