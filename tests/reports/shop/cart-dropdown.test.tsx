import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CartSheet } from '#src/menus/CartSheet.tsx'
import { riceLine } from '../../kit/outcomes.ts'

const ignore = () => {}
const drawn = (quantity: number, minimum: { missing: number; minimum: number } | null, isInvalid = false) =>
  renderToStaticMarkup(
    <CartSheet
      lines={[{ ...riceLine, quantity }]}
      minimum={minimum}
      isInvalid={isInvalid}
      isWaiting={false}
      onClose={ignore}
      onCount={ignore}
      onRemove={ignore}
    />,
  )

/** The text that describes the disabled 'Checkout'. */
const whyNot = (html: string) => {
  const id = /aria-disabled="true" aria-describedby="([^"]*)"[^>]*>Checkout</.exec(html)?.[1] ?? 'none'
  return new RegExp(`<p id="${id}"[^>]*>(.*?)</p>`).exec(html)?.[1]!.replaceAll(/<[^>]*>/g, '')
}

describe('review serious-8: a quantity that only the cart can change', () => {
  test('a line of the dropdown has a stepper, which does not remove the line', () => {
    expect(drawn(2, null)).toMatch(/aria-label="Decrease quantity of Jasmine Rice[^"]*"(?! disabled)/)
    expect(drawn(2, null)).toMatch(/aria-label="Increase quantity of Jasmine Rice/)
    expect(drawn(1, null)).toMatch(/aria-label="Decrease quantity of Jasmine Rice[^"]*" disabled/)
    expect(drawn(2, null)).toContain('x 2')
  })

  test('below the minimum order it says what is missing, and its “Checkout” is disabled', () => {
    const html = drawn(1, { missing: 2550, minimum: 3000 })
    expect(html).not.toContain('href="/check-out"')
    expect(whyNot(html)).toBe('Add $25.50 more to reach the minimum order of $30.00')
    expect(drawn(1, null)).toContain('href="/check-out"')
  })

  test('with an invalid quantity it says so, and its “Checkout” is disabled', () => {
    expect(whyNot(drawn(1, null, true))).toBe('Please correct the quantity first.')
  })
})
