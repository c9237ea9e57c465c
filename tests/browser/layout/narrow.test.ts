import { expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { comesToPay, isTold, pays } from '../../kit/paying-shopper.ts'
import { openShop } from '../../kit/shopper.ts'

const phone = { width: 390, height: 844 }

/** The boxes of an element and of its text, in pixels. */
const boxesOf = (element: Locator) =>
  element.evaluate(one => {
    const text = document.createRange()
    text.selectNodeContents(one)
    const [outer, inner] = [one.getBoundingClientRect(), text.getBoundingClientRect()]
    return {
      lines: new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size,
      start: inner.left - outer.left,
      end: outer.right - inner.right,
      above: inner.top - outer.top,
      right: outer.right,
    }
  })

test('on a phone the title of a delivery method has one line, and its description the width of the card', async () => {
  const shopper = await openShop({ cart: [[101, 2]], ...phone })
  await shopper.checksOut()
  await shopper.fillsDetails()
  shopper.gateway.holds('deliveryFee')
  await shopper.continues('Delivery')
  await shopper.main.getByText('Pick up at the shop').click()
  const card = shopper.main.locator('label').filter({ hasText: 'Home delivery' })
  const fee = card.getByText('Choose it to see the fee')
  await fee.waitFor()
  const description = await boxesOf(card.locator('small'))
  expect((await boxesOf(card.locator('b'))).lines).toBe(1)
  expect(description.lines).toBeLessThanOrEqual(2)
  expect(description.right).toBe((await boxesOf(fee)).right)
})

test('on a phone the text of “Change payment method” has one line, in the middle of the button and clear of its edge', async () => {
  const { shopper } = await comesToPay(phone)
  await pays(shopper, 'Decline')
  await isTold(shopper, 'Your payment was declined')
  const button = shopper.main.getByRole('button', { name: 'Change payment method' })
  const { lines, start, end, above } = await boxesOf(button)
  expect(lines).toBe(1)
  expect(Math.abs(start - end)).toBeLessThanOrEqual(1)
  expect(above).toBeGreaterThanOrEqual(4)
})

test('on a phone the email of the review has one line, and a hint is close to its checkbox', async () => {
  const shopper = await openShop({ cart: [[101, 2]], ...phone })
  await shopper.checksOut()
  await shopper.fillsDetails()
  await shopper.continues('Delivery')
  const words = shopper.main.getByText('Same as billing address')
  const hint = shopper.main.getByText('88 Lantern Lane, Eastwood NSW 2122').last()
  const [above, below] = [(await words.boundingBox())!, (await hint.boundingBox())!]
  expect(below.y - above.y - above.height).toBeLessThanOrEqual(6)
  await shopper.continues('Payment')
  await shopper.continues('Review')
  const facts = shopper.main.locator('form dl > div').filter({ hasText: 'Your Details' }).locator('dd')
  // name, email and phone
  expect((await boxesOf(facts)).lines).toBe(3)
})

test.each([390, 320])('at %i px the accepted payments in the footer have two rows of the same width', async width => {
  const shopper = await openShop({ width, height: 844 })
  await shopper.goes('/main/faq')
  const marks = shopper.page.getByRole('list', { name: 'Accepted payments' }).locator('[data-payment-mark]')
  await marks.first().waitFor()
  const rows = await marks.evaluateAll(all => {
    const ends = new Map<number, number>()
    for (const { top, right } of all.map(one => one.getBoundingClientRect())) ends.set(top, right)
    return [...ends.values()].map(Math.round)
  })
  expect(rows).toEqual([width - 16, width - 16])
})

test('the bullet of a link with two lines in the summary of errors is beside its first line', async () => {
  const shopper = await openShop({ cart: [[101, 2]], ...phone })
  await shopper.checksOut()
  await shopper.presses('Continue')
  const link = shopper.main.getByRole('link', { name: 'First name is required' })
  await link.waitFor()
  const [baseline, firstLine, lines] = await link.evaluate(one => {
    const item = one.closest('li')!
    item.style.inlineSize = '90px'
    // a bullet is on the baseline of the item's first line, as an empty inline block is
    const probe = document.createElement('i')
    probe.style.display = 'inline-block'
    item.prepend(probe)
    const text = document.createRange()
    text.selectNodeContents(one)
    const rows = [...text.getClientRects()].map(row => row.bottom)
    return [probe.getBoundingClientRect().bottom, rows[0]!, rows.length]
  })
  expect(lines).toBe(2)
  expect(baseline).toBeLessThanOrEqual(firstLine)
})
