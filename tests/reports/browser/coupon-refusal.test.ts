import { describe, expect, test } from 'vitest'
import { openShop } from '../../kit/shopper.ts'

describe('review serious-6: a message that a pinned bar cuts off', () => {
  test.each([844, 560])(
    'the refusal of a coupon is above the bar of a phone of %i px, as wide as its card',
    async height => {
      const shopper = await openShop({ width: 390, height, touch: true, cart: [[101, 1]] })
      await shopper.goes('/cart')
      await shopper.appliesCoupon('NOPE99')
      const refusal = shopper.main.locator('[aria-live] span').filter({ hasText: /coupon/i })
      await refusal.waitFor()
      const bar = shopper.page.locator('[data-pinned]')
      await expect
        .poll(async () => {
          const [text, pinned] = [(await refusal.boundingBox())!, (await bar.boundingBox())!]
          return text.y + text.height <= pinned.y
        })
        .toBe(true)
      const field = (await shopper.main.getByLabel('Coupon code').boundingBox())!
      const message = await refusal.evaluate(text => text.parentElement!.getBoundingClientRect().width)
      expect(message).toBeGreaterThan(field.width + 60)
    },
  )
})
