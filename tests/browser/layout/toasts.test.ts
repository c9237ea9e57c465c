import { describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const rice = 'Golden Paddy Jasmine Rice 5 kg'

const toasts = ({ page }: Shopper) => page.locator('[data-sonner-toaster] [data-kind]')
const passes = ({ page }: Shopper, wait: number) => page.clock.runFor(wait)
const stateOf = (toast: Locator) => toast.getAttribute('data-state')

/** A shop with a stopped clock and a new toast. */
async function openWithToast() {
  const shopper = await openShop({ clock: true, motion: true })
  await shopper.goes('/main/product-list/0?by=search&q=rice')
  await shopper.main.getByRole('article').first().waitFor()
  await shopper.page.clock.pauseAt(Date.now() + 60_000)
  await adds(shopper, rice)
  return { shopper, toast: toasts(shopper).first() }
}

async function adds(shopper: Shopper, name: string) {
  await shopper.presses(`Add to Cart: ${name}`)
  const toast = toasts(shopper).filter({ hasText: `Success: You have added ${name}` })
  await expect
    .poll(async () => {
      await passes(shopper, 1) // it comes with the next tick
      return toast.count()
    })
    .toBe(1)
}

/** It fades, and is gone. */
async function goes(shopper: Shopper, toast: Locator) {
  await expect.poll(() => stateOf(toast)).toBe('leaving')
  expect(await toast.evaluate(one => getComputedStyle(one).transitionDuration)).toBe('0.3s')
  await passes(shopper, 250)
  expect(await stateOf(toast)).toBe('leaving')
  await passes(shopper, 50)
  await expect
    .poll(async () => {
      await passes(shopper, 100) // until it is taken out of the page
      return toasts(shopper).count()
    })
    .toBe(0)
}

describe('a toast', () => {
  // Specification: 9.31, 9.33, 9.34
  test('is at the top right for 5000 ms and disappears within 300 ms', async () => {
    const { shopper, toast } = await openWithToast()
    await passes(shopper, 400) // it has slid in
    const { x, y, width } = (await toast.boundingBox())!
    expect(Math.round(1280 - x - width)).toBeLessThanOrEqual(32)
    expect(y).toBeLessThan(250)
    await passes(shopper, 4_500)
    expect(await stateOf(toast)).toBe('fresh')
    await passes(shopper, 100)
    await goes(shopper, toast)
  })

  // Specification: 9.32
  test('waits under the pointer, and 1000 ms after it', async () => {
    const { shopper, toast } = await openWithToast()
    await passes(shopper, 400)
    await toast.hover()
    await expect.poll(() => stateOf(toast)).toBe('held')
    await passes(shopper, 20_000)
    expect(await stateOf(toast)).toBe('held')
    await shopper.page.mouse.move(5, 5)
    await expect.poll(() => stateOf(toast)).toBe('extended')
    await passes(shopper, 999)
    expect(await stateOf(toast)).toBe('extended')
    await passes(shopper, 1)
    await goes(shopper, toast)
  })

  // Specification: 9.35
  test('goes when it is tapped', async () => {
    const { shopper, toast } = await openWithToast()
    await passes(shopper, 400)
    await toast.getByText('Success').click()
    await goes(shopper, toast)
  })

  // Specification: 9.36
  // Invariant: U3
  test('that is newer is above the others', async () => {
    const { shopper } = await openWithToast()
    const other = await shopper.main
      .getByRole('button', { name: /^Add to Cart: / })
      .nth(3)
      .getAttribute('aria-label')
    const name = other!.replace('Add to Cart: ', '')
    await adds(shopper, name)
    await passes(shopper, 600)
    const tops = async (text: string) => (await toasts(shopper).filter({ hasText: text }).boundingBox())!.y
    expect(await tops(name)).toBeLessThan(await tops(rice))
  })

  // Specification: 2.1.19, S.3.7, S.4.7
  test('of an addition leads to the cart, and of a removal takes it back', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await shopper.goes('/main/product-detail/101')
    await shopper.presses('Add to Cart')
    await toasts(shopper).getByRole('button', { name: 'View Cart' }).click()
    await shopper.seesAddress('/main/shopping-cart')
    await shopper.seesCart('3 item(s) - $ 47.70')
    await shopper.presses(`Remove ${rice}`)
    await shopper.seesCart('0 item(s) - $ 0')
    await toasts(shopper).getByRole('button', { name: 'Undo' }).click()
    await shopper.seesCart('3 item(s) - $ 47.70')
    await shopper.main.getByRole('link', { name: rice }).waitFor()
  })
})
