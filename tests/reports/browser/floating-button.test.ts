import { describe, expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

describe('review C26: a floating button over the amounts', () => {
  test.each(['/cart', '/main/product-detail/101'])(
    'on a phone “Scroll to top” of %s is above the footer, not in the window with the pinned bar',
    async path => {
      const shopper = await openShop({ cart: [[101, 2]], width: 390, height: 600 })
      const { page } = shopper
      await shopper.goes(path)
      const button = page.getByRole('button', { name: 'Scroll to top' })
      await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
      await button.waitFor()
      await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }))
      await expect.poll(() => button.getAttribute('data-scrolled')).toBe('up')
      const { y } = (await button.boundingBox())!
      expect(y).toBeGreaterThan(600)
      await button.scrollIntoViewIfNeeded()
      await button.click()
      await expect.poll(shopper.scrolledTo).toBe(0)
    },
  )
})
