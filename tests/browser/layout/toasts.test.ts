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
      await passes(shopper, 1) // it appears with the next tick
      return toast.count()
    })
    .toBe(1)
}

/** Lines of text that an element shows. Runs in the page. */
const linesIn = (text: Element) => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)

/** Waits until it has faded out and is removed. */
async function goes(shopper: Shopper, toast: Locator) {
  await expect.poll(() => stateOf(toast)).toBe('leaving')
  expect(await toast.evaluate(one => getComputedStyle(one).transitionDuration)).toBe('0.3s')
  await passes(shopper, 250)
  expect(await stateOf(toast)).toBe('leaving')
  await passes(shopper, 50)
  await expect
    .poll(async () => {
      await passes(shopper, 100) // until it is removed from the page
      return toasts(shopper).count()
    })
    .toBe(0)
}

/**
 * Runs in the page: the headings, prices and buttons that are under a toast, each with its first words. What is clipped, or under another
 * element than the toast, is not found at its point.
 */
function coveredByToasts(): string[] {
  const style = document.createElement('style')
  style.textContent = '*, ::before, ::after { pointer-events: auto !important }'
  document.head.append(style)
  const toasts = [...document.querySelectorAll('[data-sonner-toast][data-visible="true"] [data-kind]')].map(one =>
    one.getBoundingClientRect(),
  )
  const found: string[] = []
  for (const element of document.querySelectorAll('header *, main *, footer *')) {
    const isPrice = [...element.childNodes].some(one => one instanceof Text && /\$\d/.test(one.data))
    if (!isPrice && !element.matches('h1, h2, h3, h4, button, input, select, [role=button], a[class*=button]')) continue
    const box = element.getBoundingClientRect()
    for (const toast of toasts) {
      const [left, right] = [Math.max(box.left, toast.left), Math.min(box.right, toast.right)]
      const [top, bottom] = [Math.max(box.top, toast.top), Math.min(box.bottom, toast.bottom)]
      if (right - left <= 1 || bottom - top <= 1) continue
      const here = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2)
      if (here.includes(element)) found.push(`${element.localName} ${element.textContent.slice(0, 40)}`)
    }
  }
  style.remove()
  return found
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
  test('stays under the pointer, and for 1000 ms afterwards', async () => {
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
  test('disappears when it is tapped', async () => {
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

  // Specification: 9.36
  test.each([
    [390, 844],
    [320, 568],
  ])(
    'on a phone of %i px has two lines of text with the older ones folded behind it, and does not catch a tap that had begun',
    async (width, height) => {
      const shopper = await openShop({ width, height, touch: true, motion: true })
      const { page, main } = shopper
      await shopper.goes('/main/product-list/0?by=search&q=rice')
      const visible = page.locator('[data-sonner-toast][data-visible="true"] [data-kind]:not([data-state="leaving"])')
      /** Whether a tap on the middle of the toast reaches it. */
      const isReached = () =>
        visible.evaluate(toast => {
          const { x, y, width, height } = toast.getBoundingClientRect()
          return toast.contains(document.elementFromPoint(x + width / 4, y + height / 2))
        })
      const buttons = main.getByRole('button', { name: /^Add to Cart: / })
      const labels = await buttons.evaluateAll(all => all.slice(0, 3).map(one => one.getAttribute('aria-label')!))
      await main.getByRole('button', { name: labels[0]!, exact: true }).tap()
      await visible.waitFor()
      expect(await isReached()).toBe(false)
      await expect.poll(isReached).toBe(true)
      for (const label of labels.slice(1)) {
        await main.getByRole('button', { name: label, exact: true }).tap()
        await visible.filter({ hasText: label.replace('Add to Cart: ', '') }).waitFor()
      }
      await visible.getByText('+2').waitFor()
      const { y: top, height: head } = (await shopper.header.boundingBox())!
      // it slides down to its place
      await expect.poll(async () => (await visible.boundingBox())!.y).toBeGreaterThanOrEqual(top + head)
      const box = (await visible.boundingBox())!
      expect([await visible.count(), box.height <= 56, box.y >= top + head, width - box.x - box.width <= 16]).toEqual([
        1,
        true,
        true,
        true,
      ])
      expect(await visible.locator('p').evaluate(linesIn)).toBe(2)
      // screen readers read all of it
      expect(await visible.locator('p').textContent()).toMatch(/ to your shopping cart!$/)
      // again: a repeated text is counted, and shown once
      await main.getByRole('button', { name: labels[2]!, exact: true }).tap()
      await visible.getByText('×2').waitFor()
      await expect.poll(() => visible.textContent()).toContain('2 times')
    },
  )

  test.each([
    [1280, 900],
    [390, 844],
    [320, 420],
  ])('does not cover the open dropdown of the cart in a window of %i x %i px', async (width, height) => {
    const shopper = await openShop({ width, height, noTimeouts: true })
    await shopper.goes('/main/product-list/0?by=search&q=rice')
    await shopper.presses(`Add to Cart: ${rice}`)
    const toast = toasts(shopper)
    await shopper.page.locator('[data-sonner-toast][data-mounted="true"]').waitFor() // until then it is above the window
    await shopper.opensCart()
    const removal = shopper.cartMenu.getByRole('button', { name: `Remove ${rice}` })
    /** The point in the middle of the button is the button's. */
    const isReached = () =>
      removal.evaluate(button => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    await expect.poll(isReached).toBe(true)
    await shopper.page.getByRole('button', { name: /item\(s\) - \$/ }).click()
    await shopper.cartMenu.waitFor({ state: 'hidden' })
    // opening it may have scrolled the page, so that another place is free
    await expect
      .poll(async () => {
        const { y, height: length } = (await toast.boundingBox())!
        const { y: top, height: head } = (await shopper.header.boundingBox())!
        return y >= top + head && y + length <= height
      })
      .toBe(true)
  })

  const additions = {
    'the list': ['/main/product-list/0', 'Add to Cart: '],
    'the list of rows': ['/main/product-list/0?view=list', 'Add to Cart: '],
    'the results of a search': ['/main/product-list/0?by=search&q=rice', 'Add to Cart: '],
    'the product page': ['/main/product-detail/101', 'Add to Cart'],
    'the cart': ['/cart', 'Remove '],
    'the checkout': ['/check-out', null],
  } as const
  const places = Object.entries(additions).flatMap(([page, [path, button]]) =>
    ([[1280, 900], [390, 844]] as const).map(([width, height]) => ({ page, path, button, width, height })),
  ) // prettier-ignore
  test.each(places)(
    'covers no heading, price or button of $page in a window of $width px, in either scheme',
    async ({ path, button, width, height }) => {
      const cart = [[101, 2], [201, 1], [901, 3]] as const // prettier-ignore
      const shopper = await openShop({ cart, width, height, noTimeouts: true })
      const { page, main } = shopper
      const isClear = async (count: number) => {
        await expect.poll(() => page.locator('[data-sonner-toast][data-mounted="true"]').count()).toBe(count)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await expect.poll(() => page.evaluate(coveredByToasts)).toEqual([])
        }
      }
      await shopper.goes(path)
      if (button !== null) {
        await main.getByRole('button', { name: button }).filter({ visible: true }).first().click()
        await isClear(1)
      }
      await shopper.opensCart()
      await shopper.cartMenu
        .getByRole('button', { name: /^Remove / })
        .first()
        .click()
      await shopper.cartMenu.waitFor({ state: 'hidden' })
      await isClear(button === null ? 1 : 2)
    },
  )

  // Specification: 2.1.19, S.3.7, S.4.7
  test('links to the cart after an addition, and can undo a removal', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await shopper.goes('/main/product-detail/101')
    await shopper.presses('Add to Cart')
    await toasts(shopper).getByRole('button', { name: 'View Cart' }).click()
    await shopper.seesPath('/main/shopping-cart')
    await shopper.seesCart('3 item(s) - $ 47.70')
    await shopper.presses(`Remove ${rice}`)
    await shopper.seesCart('0 item(s) - $ 0')
    await toasts(shopper).getByRole('button', { name: 'Undo' }).click()
    await shopper.seesCart('3 item(s) - $ 47.70')
    await shopper.main.getByRole('link', { name: rice }).waitFor()
  })
  test('of a removal restores the line at its place, also after a reload', async () => {
    const shopper = await openShop({ cart: [[101, 2], [201, 1], [901, 1]] }) // prettier-ignore
    const removals = shopper.main.getByRole('button', { name: /^Remove / })
    const names = () => removals.evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? one.textContent))
    await shopper.goes('/cart')
    await expect.poll(() => removals.count()).toBe(3)
    const before = await names()
    await shopper.presses(`Remove ${rice}`)
    await expect.poll(() => removals.count()).toBe(2)
    await toasts(shopper).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(names).toEqual(before)
    await shopper.reloads()
    await expect.poll(names).toEqual(before)
  })
})
