import { expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { openShop } from '../../kit/shopper.ts'

/** Whether an element is drawn in a colour of the tokens, given by its custom property. */
const hasColour = (element: Locator, property: string, colour: 'color' | 'backgroundColor' = 'color') =>
  element.evaluate(
    (one, [property, colour]) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(${property})`
      const wanted = getComputedStyle(probe).color
      probe.remove()
      return getComputedStyle(one)[colour] === wanted
    },
    [property, colour] as const,
  )

test('what a special saves on a line of the cart has the colour of specials', async () => {
  const shopper = await openShop({ cart: [[101, 1]] })
  await shopper.goes('/cart')
  const saving = shopper.main.getByText('Save $3.00')
  await saving.waitFor()
  expect(await hasColour(saving, '--gold-text')).toBe(true)
})
