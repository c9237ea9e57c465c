import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/order'
import { openShop, type Shopper } from '../../kit/shopper.ts'

/** 7.30 in the morning of 2 March in Sydney; in New York it is still 1 March. */
const createdAt = '2026-03-01T20:30:00.000Z'

/** Orders the cart; the answer has the test's payment and a fixed time. */
async function buys(shopper: Shopper, payment: Order['payment']) {
  await shopper.reviews()
  shopper.gateway.changes<{ data: Order }>('placeOrder', answer => ({
    ...answer,
    data: { ...answer.data, payment, createdAt },
  }))
  await shopper.placesOrder()
  await shopper.seesOrder()
}

/** Defects of the printed page: truncated text, controls, and colours other than black. */
function onPaper() {
  const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const hasWords = (one: Element) => [...one.childNodes].some(node => node instanceof Text && node.data.trim() !== '')
  const isHeardOnly = (one: Element) => one.getBoundingClientRect().width <= 1
  const nameOf = (one: Element) => one.textContent!.trim().slice(0, 40)
  const receipt = document.querySelector('main article')!
  const texts = [...receipt.querySelectorAll('*')].filter(one => isShown(one) && hasWords(one) && !isHeardOnly(one))
  const isCut = (one: Element) => {
    const { left, right } = one.getBoundingClientRect()
    return left < 0 || right > innerWidth || (one.clientWidth > 0 && one.scrollWidth > one.clientWidth)
  }
  return {
    controls: [...document.querySelectorAll('a, button, nav, input')].filter(isShown).map(nameOf),
    cut: texts.filter(isCut).map(nameOf),
    coloured: texts.filter(one => getComputedStyle(one).color !== 'rgb(0, 0, 0)').map(nameOf),
    ground: getComputedStyle(document.body).backgroundColor,
  }
}

/** Whether a text is as wide as one in the display face of 14 pt. Runs in the page. */
function inDisplayFace(one: Element) {
  const [drawn, wanted] = [document.createRange(), document.createRange()]
  drawn.selectNode(one.firstChild!)
  const probe = document.body.appendChild(document.createElement('span'))
  probe.style.font = '14pt var(--font-display)'
  probe.textContent = one.firstChild!.textContent
  wanted.selectNode(probe.firstChild!)
  const difference = drawn.getBoundingClientRect().width - wanted.getBoundingClientRect().width
  probe.remove()
  return Math.abs(difference) < 1
}

describe('a receipt', () => {
  test('has its first three facts in a row in a wide window, and one below the other on a phone', async () => {
    const shopper = await openShop({ cart: [[101, 2]] })
    await buys(shopper, { method: 'on-delivery', status: 'pending' })
    const facts = shopper.main
      .getByRole('article')
      .locator('dl > div')
      .filter({ has: shopper.page.locator('dd') })
    const columns = () =>
      facts.evaluateAll(all => all.slice(-5).map(one => Math.round(one.getBoundingClientRect().left)))
    const [first, second, third, fourth] = await columns()
    expect(first! < second! && second! < third!).toBe(true)
    expect(fourth).toBe(first)
    await shopper.page.setViewportSize({ width: 390, height: 844 })
    expect(new Set(await columns()).size).toBe(1)
  })

  test.each([
    ['A4', { width: 794, height: 1123 }, false],
    ['a roll of 80 mm', { width: 302, height: 2000 }, true],
  ] as const)('on %s is complete, black on white, and without controls', async (_, size, isRoll) => {
    const cart = [
      [101, 2],
      [901, 3],
    ] as const
    const shopper = await openShop({ cart, scheme: 'dark' })
    await buys(shopper, { method: 'on-delivery', status: 'pending' })
    await shopper.page.setViewportSize(size)
    await shopper.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await shopper.page.evaluate(onPaper)).toEqual({
      controls: [],
      cut: [],
      coloured: [],
      ground: 'rgb(255, 255, 255)',
    })
    expect(await shopper.horizontalOverflow()).toBe(0)
    for (const words of ['Thank you for your order', /Lucky Lantern Grocer, 88 Lantern Lane/, /\(02\) 5550 0188/]) {
      await shopper.sees(words)
    }
    const line = shopper.main.getByRole('listitem').first()
    expect(await line.getByText('2 ×').evaluate(one => one.getBoundingClientRect().width > 1)).toBe(true)
    expect(await line.locator('b').isVisible()).toBe(false)
    await expect.poll(() => shopper.main.getByText('Lucky Lantern Grocer', { exact: true }).isVisible()).toBe(true)
    expect(await line.locator('img').isVisible()).toBe(!isRoll)
    expect(await shopper.main.getByText('Lucky Lantern Grocer', { exact: true }).evaluate(inDisplayFace)).toBe(true)
  })

  test.each([
    ['authorized', /^PayPal has reserved \$\d+\.\d\d\. You’ll be charged once we’ve packed your order\.$/],
    ['captured', 'Paid online with PayPal'],
  ] as const)(
    'of an order paid online shows the state of its payment, and when it was placed in the store’s time zone: %s',
    async (status, words) => {
      const shopper = await openShop({ cart: [[101, 2]] })
      await buys(shopper, { method: 'online', status })
      await shopper.sees(words)
      await shopper.sees('Thanks, we’ve got your order.')
      await shopper.sees(/^2 March 2026\D+7:30/)
    },
  )
})
