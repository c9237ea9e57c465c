import { beforeEach, describe, expect, test } from 'vitest'
import {
  chooses,
  comesToPay,
  giftBox,
  isGone,
  isTold,
  keysOf,
  newOrders,
  opensWindow,
  payButton,
  pays,
  paysOnDelivery,
  ships,
} from '../../kit/paying-shopper.ts'

const { cart } = giftBox

beforeEach(async () => void (await newOrders()))

const accepted = 'The address is accepted.'
const refused = 'This shop does not deliver there.'

describe("the provider's window", () => {
  // Specification: 4.54, S.1.29
  test('that is cancelled, closed, blocked or declined charges nothing, says so, and can pay the same order later', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    const ended = ['authorize 41.90 AUD: created', 'authorize 41.90 AUD: created']
    const cancelled = await opensWindow(shopper)
    await chooses(cancelled, 'Cancel')
    await isTold(shopper, 'You closed the payment window. Nothing was charged, and your order was not placed.')
    await isGone(cancelled)
    const closed = await opensWindow(shopper)
    await closed.close()
    await isTold(shopper, 'You closed the payment window.')
    await provider.holds(...ended)
    await expect.poll(() => shopper.gateway.count('endPayment')).toBe(2)

    await shopper.page.evaluate(() => Object.assign(window, { opens: window.open, open: () => null }))
    await payButton(shopper).click()
    await isTold(
      shopper,
      'Your browser blocked the payment window. You haven’t been charged. Allow pop-ups for this shop',
    )
    await shopper.page.evaluate(() => Object.assign(window, { open: (window as { opens?: typeof open }).opens }))

    await pays(shopper, 'Decline')
    await isTold(
      shopper,
      /^Your payment was declined\. You haven’t been charged\. Try another card, or choose a different payment method\.\s*Change payment method$/,
    )
    await provider.holds(...ended, 'authorize 41.90 AUD: approved')
    await pays(shopper)
    await shopper.seesOrder()
    await provider.holds(...ended, 'authorize 41.90 AUD: captured')
    // a declined card keeps the key
    expect(keysOf(shopper)).toHaveLength(3)
    expect(await newOrders()).toBe(1)
  })

  test('has disabled buttons until its script has loaded', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    let comes = () => {}
    const script = new Promise<void>(resolve => (comes = resolve))
    await shopper.page.context().route('**/sandbox/paypal/window.js', route => script.then(() => route.continue()))
    const [window] = await Promise.all([shopper.page.waitForEvent('popup'), payButton(shopper).click()])
    await window.getByRole('heading', { name: 'Approve this payment' }).waitFor()
    expect(await window.getByRole('button', { disabled: false }).count()).toBe(0)
    comes()
    await chooses(window, 'Approve')
    await shopper.seesOrder()
    await provider.holds('authorize 41.90 AUD: captured')
  })

  // Specification: S.8.20
  test('that declined a card still allows payment on delivery', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    await pays(shopper, 'Decline')
    await isTold(shopper, 'Your payment was declined')
    await shopper.presses('Change payment method')
    await paysOnDelivery(shopper)
    await provider.holds('authorize 41.90 AUD: approved')
    expect(await newOrders()).toBe(1)
  })

  test('opens once for two presses and Enter, and a slow card is waited for', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    const window = await opensWindow(shopper, () => payButton(shopper).dblclick())
    await payButton(shopper).press('Enter')
    expect(shopper.page.context().pages()).toHaveLength(2)
    await chooses(window, 'Approve slowly')
    await shopper.sees('Your payment is being confirmed…')
    await shopper.seesOrder()
    expect(shopper.gateway.count('beginPayment')).toBe(1)
    expect(shopper.gateway.count('authorizePayment')).toBe(1)
    await provider.holds('authorize 41.90 AUD: captured')
    expect(await newOrders()).toBe(1)
  })

  // Specification: 4.54
  test('rejects another address than the reviewed one, and says why', async () => {
    const { shopper, provider } = await comesToPay({ cart })
    const window = await opensWindow(shopper)
    await ships(window, 'Perth', '6000', refused)
    await shopper.sees('We do not deliver to Perth NSW 6000. Choose the address of your order in the payment window.')
    await expect.poll(() => window.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true)
    await ships(window, 'Epping', '2121', refused)
    await shopper.sees('Your order isn’t going to Epping NSW 2121. To change that, close the payment window')
    shopper.gateway.fails('deliveryFee', 'HTTP 500')
    await ships(window, 'Ryde', '2112', refused)
    await shopper.sees('We couldn’t check whether we deliver to Ryde NSW 2112.')
    await ships(window, 'eastwood', '2122', accepted)
    await shopper.seesNot('We couldn’t check whether we deliver')
    await chooses(window, 'Approve')
    await shopper.seesOrder()
    expect(shopper.ordersSent[0]!.deliveryAddress).toMatchObject({ address1: '88 Lantern Lane', city: 'Eastwood' })
    await provider.holds('authorize 41.90 AUD: captured')
    expect(await newOrders()).toBe(1)
  })
})
