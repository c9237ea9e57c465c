import { describe, expect, test } from 'vitest'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const home = '/main/product-list/0'
const code = '**/assets/open-place-*.js'

const bar = ({ page }: Shopper) => page.getByRole('region', { name: 'Store details' })
const button = (shopper: Shopper, name: string) => bar(shopper).getByRole('button', { name, exact: true })
const dialog = ({ page }: Shopper) => page.getByRole('dialog', { name: 'Deliver to' })
const field = (shopper: Shopper) => dialog(shopper).getByLabel('Suburb or post code')
const use = (shopper: Shopper, place: string) => dialog(shopper).getByRole('button', { name: `Use ${place}` })

describe('Deliver to', () => {
  test('is chosen by keyboard, with a guess for a typing error, and is remembered after a reload', async () => {
    const shopper = await openShop()
    const { page } = shopper
    await shopper.goes(home)
    await button(shopper, 'Deliver to').focus()
    await page.keyboard.press('Enter')
    await field(shopper).waitFor()
    await expect.poll(() => field(shopper).evaluate(one => one === document.activeElement)).toBe(true)
    await page.keyboard.type('Eastwod')
    await use(shopper, 'Eastwood 2122').waitFor()
    await page.keyboard.press('Enter')
    await shopper.sees('Did you mean one of these?', dialog(shopper))
    await use(shopper, 'Eastwood 2122').focus()
    await page.keyboard.press('Enter')
    await button(shopper, 'Deliver to Eastwood 2122').waitFor()
    await expect.poll(() => dialog(shopper).count()).toBe(0)
    await page.reload()
    await button(shopper, 'Deliver to Eastwood 2122').click()
    await shopper.sees('$30.00', dialog(shopper))
  })

  test('offers a choice for a post code of several suburbs, and says what is outside the delivery area', async () => {
    const shopper = await openShop({ width: 390 })
    await shopper.goes(home)
    await button(shopper, 'Deliver to').click()
    await field(shopper).fill('2122')
    await use(shopper, 'Marsfield 2122').waitFor()
    expect(await use(shopper, 'Eastwood 2122').count()).toBe(1)
    await field(shopper).fill('parramatta')
    await field(shopper).press('Enter')
    await shopper.sees(
      'We don’t deliver to Parramatta 2150. You can collect your order from the shop.',
      dialog(shopper),
    )
    await saysThatItIsUnknown(shopper, '<b>&')
  })

  test('agrees in two tabs, and is gone after “Forget me on this device”', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    await button(shopper, 'Deliver to').click()
    await field(shopper).fill('eastwood')
    // a form that is sent before the suburbs are read chooses none
    await use(shopper, 'Eastwood 2122').waitFor()
    await field(shopper).press('Enter')
    await button(shopper, 'Deliver to Eastwood 2122').waitFor()
    const other = await shopper.page.context().newPage()
    await other.goto(shopper.page.url())
    await other.getByRole('button', { name: 'Deliver to Eastwood 2122' }).waitFor()
    shopper.page.on('dialog', asked => void asked.accept())
    await shopper.page.getByRole('contentinfo').getByRole('button', { name: 'Forget me on this device' }).click()
    await button(shopper, 'Deliver to').waitFor()
    await other.getByRole('button', { name: 'Deliver to', exact: true }).waitFor()
    await other.close()
  })

  test('can be tried again if the suburbs can’t be read', async () => {
    const shopper = await openShop()
    await shopper.goes(home)
    const fails = '**/suburb/**'
    await shopper.page.route(fails, route => route.fulfill({ status: 409, json: { message: 'No.' } }))
    await button(shopper, 'Deliver to').click()
    await shopper.sees('We couldn’t load the suburbs.', dialog(shopper))
    await shopper.page.unroute(fails)
    shopper.errors.splice(0)
    await dialog(shopper).getByRole('button', { name: 'Try again' }).click()
    await field(shopper).fill('2138')
    await use(shopper, 'Rhodes 2138').waitFor()
  })

  test.each(['{', '{"name":"<b>","postCode":7}', '{"name":"\\u202E","postCode":"2122"}', `"${'x'.repeat(400)}"`])(
    'shows no place for the stored value %s',
    async stored => {
      const shopper = await openShop()
      await shopper.page.addInitScript(text => localStorage.setItem('shop.place', text), stored)
      await shopper.goes(home)
      await button(shopper, 'Deliver to').click()
      await field(shopper).waitFor()
      expect(await dialog(shopper).getByText('Remove this place').count()).toBe(0)
    },
  )

  test('is not in the first load', async () => {
    const shopper = await openShop()
    const asked: string[] = []
    shopper.page.on('request', request => asked.push(request.url()))
    await shopper.goes(home)
    await shopper.main.getByRole('article').first().waitFor()
    expect(asked.filter(url => url.includes('/open-place-'))).toEqual([])
    const loaded = shopper.page.waitForRequest(code)
    await button(shopper, 'Deliver to').click()
    await loaded
  })
})

/** A text that names no suburb is said as it was typed. */
async function saysThatItIsUnknown(shopper: Shopper, text: string) {
  await field(shopper).fill(text)
  await field(shopper).press('Enter')
  await shopper.sees(`We can’t find “${text}”`, dialog(shopper))
}
