import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { listedProduct } from '#machines/catalogue/listed-product'
import { unitPrice } from '#machines/catalogue/unit-price'
import { CartLine } from '#src/cart/CartLine.tsx'
import { riceLine } from '../../kit/outcomes.ts'

const ignore = () => {}
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const lineOf = (productName: string, price: number, quantity: number) =>
  textOf(
    renderToStaticMarkup(
      <CartLine
        choice={null}
        line={{ ...riceLine, productName, quantity, productPrice: price, totalPrice: price * quantity }}
        quantity={quantity}
        isChanging={false}
        isWaiting={false}
        send={ignore}
      />,
    ),
  )

describe('review serious-11: one word for two prices', () => {
  test.each([1, 2])(
    '%i trays of mangoes have the price of a piece, and the price of a tray only by its count',
    quantity => {
      const text = lineOf('Honey Mangoes, tray of 6', 11.5, quantity)
      expect(text).toContain('$1.92 per piece')
      expect(text).not.toContain(' each')
      expect(text.includes('2 × $11.50')).toBe(quantity === 2)
    },
  )

  test('a product sold by the piece has no unit price, in whatever quantity', () => {
    expect(lineOf('Dragon Fruit, each', 3.9, 2)).toContain('2 × $3.90')
    expect(lineOf('Dragon Fruit, each', 3.9, 2)).not.toContain('per piece')
  })
})

describe('review B14: a product with another unit price on each page', () => {
  test.each([
    ['Jasmine Rice 5 kg', 15.9, '$3.18 / kg'],
    ['Pork Dumplings 1 kg', 13.5, '$13.50 / kg'],
    ['Sesame Seeds 100 g', 3.2, '$32.00 / kg'],
    ['Light Soy Sauce 500 ml', 4.5, '$9.00 / L'],
  ])('%s has the same on its card, its page and in the cart', (name, price, words) => {
    const product = { id: 1, name, thumbnail: '', description: '', price, stockStatusId: 3 }
    expect(listedProduct(product).unitPrice).toBe(words)
    expect(unitPrice(name, price * 100)).toBe(words)
    expect(lineOf(name, price, 2)).toContain(words)
  })
})
