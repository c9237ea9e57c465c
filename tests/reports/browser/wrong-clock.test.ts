import { describe, expect, test } from 'vitest'
import { newCustomer } from '../../kit/customer-shopper.ts'
import { openShop } from '../../kit/shopper.ts'

/** Runs in the page: sets the device's clock ahead by milliseconds. */
function setClock(ahead: number) {
  const Device = Date
  const now = () => Device.now() + ahead
  globalThis.Date = new Proxy(Device, {
    construct: (target, given: []) => (given.length === 0 ? new target(now()) : new target(...given)),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
}

describe('thm-mni-ii/feedbacksystem#1638: a device whose clock differs from the gateway’s', () => {
  test.each([30, -365 * 24])(
    'a guest orders and a customer logs in, each with a reload, %i hours ahead',
    async hours => {
      const shopper = await openShop({ cart: [[101, 4]] })
      await shopper.page.context().addInitScript(setClock, hours * 3_600_000)
      await shopper.reviews()
      await shopper.reloads()
      await shopper.mayPlace()
      await shopper.placesOrder()
      await shopper.seesOrder()
      await shopper.goes('/auth/login')
      await shopper.logsIn(await newCustomer('Mai', 'Tran'))
      await shopper.seesHeading('My Account')
      await shopper.reloads()
      await shopper.seesHeading('My Account')
      const measured = await shopper.page.evaluate(() => Number(localStorage.getItem('shop.clock')))
      expect(Math.abs(measured / 3_600_000 + hours)).toBeLessThan(1)
    },
  )
})
