import { expect, test } from 'vitest'
import { openShop, type Shopper } from '../../kit/shopper.ts'

const home = '/main/product-list/0'

/**
 * Elements that look different after a change of the styles: another place, size or computed style.
 *
 * @param change - 'remove' switches the styles after the header off; 'merge' moves them to those in the head
 */
const changedBy = ({ page }: Shopper, change: 'remove' | 'merge', selector: string) =>
  page.evaluate(
    ([act, elements]) => {
      const looks = () =>
        [...document.querySelectorAll(elements)].map(element => {
          const { x, y, width, height } = element.getBoundingClientRect()
          const computed = getComputedStyle(element)
          const styles = [...computed].map(name => `${name}: ${computed.getPropertyValue(name)}`)
          return [...[x, y, width, height].map(String), ...styles]
        })
      const before = looks()
      const later = document.querySelector<HTMLStyleElement>('#styles style')!
      const first = [...document.querySelectorAll('head style')].find(one => one.textContent.includes('.SkipLink-'))!
      if (act === 'merge') first.textContent += later.textContent
      later.sheet!.disabled = true
      const after = looks()
      const changed = [...document.querySelectorAll(elements)].flatMap((element, at) => {
        const values = before[at]!.filter((value, one) => value !== after[at]![one])
        return values.length > 0 ? [`${element.outerHTML.slice(0, 80)}: ${values.join('; ')}`] : []
      })
      return { compared: before.length, changed }
    },
    [change, selector] as const,
  )

test.each([390, 1280])('the header looks the same before the styles after it are read, at %d px', async width => {
  const shopper = await openShop({ width, touch: width < 768 })
  for (const path of [home, '/check-out']) {
    await shopper.goes(path)
    await shopper.seesCart('0 item(s) - $ 0')
    const { compared, changed } = await changedBy(shopper, 'remove', 'header, header *, #slim-bar *')
    expect(compared).toBeGreaterThan(50)
    expect(changed).toEqual([])
  }
})

test('pages that are opened later look as if all styles were in one sheet', async () => {
  const shopper = await openShop({ cart: [[101, 2]] })
  for (const path of [
    '/cart',
    '/check-out',
    '/auth/login',
    '/main/register',
    '/main/product-detail/101',
    '/main/faq',
  ]) {
    await shopper.goes(home)
    await shopper.seesCart('2 item(s) - $ 31.80')
    await shopper.goesByLink(path)
    await shopper.page.waitForLoadState('networkidle')
    const { compared, changed } = await changedBy(shopper, 'merge', '#root [class]')
    expect(compared).toBeGreaterThan(50)
    expect(changed).toEqual([])
  }
})
