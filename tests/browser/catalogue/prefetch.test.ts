import { expect, test } from 'vitest'
import { idleDelay } from '#src/start/idle-loading.ts'
import { openShop } from '../../kit/shopper.ts'

test('a product is requested while its link is pressed, once, and its code when the pointer is over it', async () => {
  const shopper = await openShop()
  const { page } = shopper
  const asked = (path: string | RegExp) =>
    shopper.requests.filter(one => new URL(one.url()).pathname.match(path)).length
  await shopper.goes('/main/product-list/0')
  await shopper.seesCart('0 item(s) - $ 0')
  const link = page
    .getByRole('main')
    .getByRole('link', { name: /^Golden Paddy Jasmine Rice 5 kg/ })
    .first()
  expect(asked(/\/product-[^/]*\.js$/)).toBe(0)
  await link.hover()
  await expect.poll(() => asked(/\/product-[^/]*\.js$/)).toBe(1)
  expect(asked(/^\/v1\/product\/101$/)).toBe(0)
  await page.mouse.down()
  await expect.poll(() => asked(/^\/v1\/product\/101$/)).toBe(1)
  await page.mouse.up()
  await shopper.seesHeading(/^Golden Paddy Jasmine Rice/)
  expect(asked(/^\/v1\/product\/101$/)).toBe(1)
})

test('the code of a product page is loaded once the page is idle', async () => {
  const shopper = await openShop({ clock: true, loadsWhileIdle: true })
  const asked = () => shopper.requests.filter(one => /\/product-[^/]*\.js$/.test(one.url())).length
  await shopper.goes('/main/product-list/0')
  await shopper.seesCart('0 item(s) - $ 0')
  await expect
    .poll(async () => {
      await shopper.page.clock.runFor(idleDelay)
      return asked()
    })
    .toBe(1)
})

/** Notes what each view transition moves by itself. */
function noteGroups() {
  const start = document.startViewTransition.bind(document)
  const groups: string[][] = []
  Object.assign(window, { groups })
  document.startViewTransition = update => {
    const transition = start(update)
    const animated = () =>
      document.getAnimations().flatMap(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? [])
    void transition.ready.then(() => groups.push([...new Set(animated())]))
    return transition
  }
}

test('the picture of a product goes along from the list into its page, and back', async () => {
  const shopper = await openShop({ motion: true })
  const { page } = shopper
  await page.addInitScript(noteGroups)
  await shopper.goes('/main/product-list/0')
  const moved = () =>
    page.evaluate(() =>
      (window as unknown as { groups: string[][] }).groups.map(all => all.includes('::view-transition-group(picture)')),
    )
  await shopper.follows(/^Golden Paddy Jasmine Rice 5 kg/)
  await shopper.seesHeading(/^Golden Paddy Jasmine Rice/)
  await expect.poll(moved).toEqual([true])
  await page.goBack()
  await shopper.main.getByRole('article').first().waitFor()
  await expect.poll(moved).toEqual([true, true])
})
