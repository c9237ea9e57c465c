import { describe, expect, test } from 'vitest'
import { canonicalPath } from '#src/server/canonical.ts'

const canonical = (address: string, products?: number) => {
  const { pathname, search } = new URL(address, 'https://shop.example')
  return canonicalPath({ pathname, search }, products)
}

describe('the canonical path', () => {
  test.each([
    ['/', '/main/product-list/0'],
    ['/main/product-list/0', '/main/product-list/0'],
    ['/main/product-list/0/', '/main/product-list/0'],
    ['/main/product-list/0?page=1', '/main/product-list/0'],
    ['/main/product-list/0?page=2', '/main/product-list/0?page=2'],
    ['/main/product-list/0?by=features&diet=vegan', '/main/product-list/0'],
    ['/main/product-list/21', '/main/product-list/21?by=category'],
    ['/main/product-list/021?by=category', '/main/product-list/21?by=category'],
    [
      '/main/product-list/21?view=list&page=2&stock=in&sort=name&by=category',
      '/main/product-list/21?by=category&page=2',
    ],
    ['/main/product-list/101?by=brand&utm_source=letter', '/main/product-list/101?by=brand'],
    ['/main/product-list/0?q=%20rice%20&by=search&sort=name', '/main/product-list/0?by=search&q=rice'],
    ['/main/product-detail/101/?from=letter', '/main/product-detail/101'],
    ['/main/faq/', '/main/faq'],
    ['/main/brands', '/main/brands'],
    ['/cart//', '/cart'],
    ['/nowhere/', '/nowhere'],
  ])('of %s is %s', (address, path) => {
    expect(canonical(address)).toBe(path)
  })

  test('of a page beyond the last is the last page’s', () => {
    expect(canonical('/main/product-list/0?page=99', 20)).toBe('/main/product-list/0?page=3')
    expect(canonical('/main/product-list/0?page=99', 0)).toBe('/main/product-list/0')
  })

  test('is its own canonical path', () => {
    for (const address of ['/', '/main/product-list/21?page=2&sort=name', '/main/product-list/0?by=search&q=%26%3D+'])
      expect(canonical(canonical(address))).toBe(canonical(address))
  })
})
