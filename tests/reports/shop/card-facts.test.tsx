import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { listedProduct } from '#machines/catalogue/listed-product'
import { ProductCard } from '#src/catalogue/ProductCard.tsx'

const ignore = () => {}

const cardOf = (stockStatusId: number, stockStatusDescription: string | null, count = 0) =>
  renderToStaticMarkup(
    <ProductCard
      product={listedProduct({
        id: 7,
        name: 'Snow Skin Mooncakes, box of 6',
        thumbnail: '/pictures/7.svg',
        description: '<p>Served cold.</p>',
        price: 32,
        stockStatusId,
        stockStatusDescription,
      })}
      held={{ lineId: count > 0 ? 'line' : null, count, adding: false }}
      onAdd={ignore}
      onCount={ignore}
    />,
  )

describe('review serious-5: a product that cannot be bought does not say why', () => {
  test('an awaited product has the gateway’s words and a muted picture', () => {
    const card = cardOf(1, 'Back in August')
    expect(card).toContain('Back in August')
    expect(card).toContain('data-out')
    expect(card).not.toContain('Add to Cart')
  })

  test.each([null, '', '  '])('without words of the gateway (%j) it has none', words => {
    expect(cardOf(1, words)).not.toContain('undefined')
    expect(listedProduct({ ...product, stockStatusDescription: words })).not.toHaveProperty('availability')
  })

  test.each([
    [3, 'In stock'],
    [2, 'OUT OF STOCK'],
  ])('a product of status %i says “%s” once', (status, words) => {
    expect(cardOf(status, 'The gateway’s words').split(words)).toHaveLength(2)
    expect(cardOf(status, 'The gateway’s words')).not.toContain('The gateway’s words')
  })

  const product = {
    id: 7,
    name: 'Mooncakes',
    thumbnail: '',
    description: '',
    price: 32,
    stockStatusId: 1,
  }
})

describe('review serious-8: a quantity that only the cart can change', () => {
  test('a card has a stepper from the first piece on, and keeps “Add to Cart”', () => {
    const held = cardOf(3, null, 2)
    expect(held).toContain('aria-label="Increase quantity of Snow Skin Mooncakes, box of 6"')
    expect(held).toContain('aria-label="Decrease quantity of Snow Skin Mooncakes, box of 6"')
    expect(held).toContain('2 in cart')
    expect(held).toContain('Add to Cart')
    expect(cardOf(3, null)).not.toContain('Increase quantity')
  })
})
