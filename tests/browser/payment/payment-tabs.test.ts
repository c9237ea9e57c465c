import { beforeEach, describe, expect, test } from 'vitest'
import {
  comesToPay,
  ginseng,
  keysOf,
  newOrders,
  openPayer,
  opensTab,
  opensWindow,
  chooses,
  pays,
  mayPay,
} from '../../kit/paying-shopper.ts'
import type { Shopper } from '../../kit/shopper.ts'

const { cart } = ginseng
const captured = 'authorize 47.90 AUD: captured'

beforeEach(async () => void (await newOrders()))

const isInOtherTab = ({ page }: Shopper) =>
  page.getByRole('heading', { name: 'Your checkout is open in another tab' }).waitFor()

describe('a checkout that is open in another tab', () => {
  test('is reported, and can be continued here with its input', async () => {
    const payer = await openPayer({ cart })
    const { shopper: one } = payer
    await one.checksOut()
    await one.fillsDetails({ 'First name': 'Mai Anh' })
    await one.field('Company').fill('Half typ')
    const { shopper: other } = await opensTab(payer)
    await other.goes('/check-out')
    await isInOtherTab(other)
    await other.presses('Continue here')
    await other.seesStep('Your Details')
    await expect.poll(() => other.field('First name').inputValue()).toBe('Mai Anh')
    await expect.poll(() => other.field('Company').inputValue()).toBe('Half typ')
    const region = other.field('Region/State').locator('option:checked')
    await expect.poll(() => region.textContent()).toBe('New South Wales')
    await isInOtherTab(one)
    await one.presses('Continue here')
    await one.seesStep('Your Details')
    await expect.poll(() => one.field('Company').inputValue()).toBe('Half typ')
    await isInOtherTab(other)
  })

  test('and whose order has an unknown outcome is looked up with its key, and places one order', async () => {
    const payer = await comesToPay({ cart })
    const { shopper: one, provider } = payer
    one.gateway.fails('placeOrder', 'HTTP 500')
    await pays(one)
    await one.main.getByRole('heading', { name: 'We are checking your order' }).waitFor()
    const { shopper: other } = await opensTab(payer)
    await other.goes('/check-out')
    await isInOtherTab(other)
    await other.presses('Continue here')
    await other.main.getByRole('heading', { name: 'We are checking your order' }).waitFor()
    await one.gateway.answers()
    await other.asksAgain('Thank you for your order')
    await other.seesOrder()
    await provider.holds(captured)
    expect(new Set([...keysOf(one), ...keysOf(other)]).size).toBe(1)
    expect(await newOrders()).toBe(1)
  })

  test('and is being paid there is paid once, here', async () => {
    const payer = await comesToPay({ cart })
    const { shopper: one, provider } = payer
    const window = await opensWindow(one)
    const { shopper: other } = await opensTab(payer)
    await other.goes('/check-out')
    await isInOtherTab(other)
    await other.presses('Continue here')
    await mayPay(other)
    await pays(other)
    await other.seesOrder()
    await chooses(window, 'Approve')
    await window.getByText('That did not work. Please try again.').waitFor()
    await window.close()
    await one.sees('You have no items in your shopping cart.')
    await provider.holds(captured)
    expect(new Set([...keysOf(one), ...keysOf(other)]).size).toBe(1)
    expect(await newOrders()).toBe(1)
  })

  test('places one order if both tabs place it at the same time', async () => {
    const payer = await comesToPay({ cart })
    const { shopper: one, provider } = payer
    one.gateway.holds('placeOrder')
    await pays(one)
    await one.sees('Paid. Your order is being placed…')
    await one.gateway.isAsked('placeOrder')
    const { shopper: other } = await opensTab(payer)
    await other.goes('/check-out')
    await isInOtherTab(other)
    await other.presses('Continue here')
    await other.main.getByRole('heading', { name: 'We are checking your order' }).waitFor()
    await one.gateway.isAsked('placeOrder', 2)
    await one.gateway.answers()
    const number = await other.seesOrder()
    await one.page.bringToFront()
    await one.reloads()
    await one.seesCart('0 item(s) - $ 0')
    expect(number).not.toBe('')
    await provider.holds(captured)
    expect(new Set([...keysOf(one), ...keysOf(other)]).size).toBe(1)
    expect(await newOrders()).toBe(1)
  })
})
