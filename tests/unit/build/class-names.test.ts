import { expect, test } from 'vitest'
import { createClassNames } from '#tools/build/class-names'

test('the name of a class begins with its component', () => {
  const nameOf = createClassNames()
  expect(nameOf('price', '/shop/src/catalogue/ProductCard.module.css')).toBe('ProductCard-price')
  expect(nameOf('name', '/shop/src/catalogue/ProductCard.module.css?used')).toBe('ProductCard-name')
})

test('two files with the same class names fail the build', () => {
  const nameOf = createClassNames()
  nameOf('row', '/shop/src/cart/Line.module.css')
  expect(() => nameOf('row', '/shop/src/checkout/Line.module.css')).toThrow(
    '/shop/src/cart/Line.module.css and /shop/src/checkout/Line.module.css would share their classes',
  )
})
