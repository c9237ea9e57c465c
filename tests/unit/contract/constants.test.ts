import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brands } from '#gateway/demo/catalogue/brands'
import type { DemoBrand } from '#gateway/demo/catalogue/catalogue'
import { toCents, toDollars } from '#contract/money'
import { pageSize } from '#machines/catalogue/list'
import { filterIn, viewIn } from '#contract/list-paths'
import { moneyText } from '#src/ui/format-money.ts'
import { stockStatus } from '#contract/offer'
import { routes } from '#contract/routes'
import { waits } from '#contract/waits'
import { interval } from '#src/ui/SlideRow.tsx'

const styles = (name: string) => readFileSync(new URL(`../../../src/${name}.css`, import.meta.url), 'utf8')

describe('the constants of section 9', () => {
  // Specification: 9.1, 9.3, 9.4
  test('calls: success is 200 and 201, time-out 5000 ms, another try after 500 ms', () => {
    const lists = [routes.products, routes.categoryMenu, routes.cart, routes.placeOrder]
    for (const { success } of lists) expect(success).toEqual([200, 201])
    expect(waits.lookup).toEqual({ timeout: 5_000, retries: 2, pause: 500 })
  })

  // Specification: 9.26
  test('lists: 8 products a page, stock status 2 out of stock and 3 in stock', () => {
    expect(pageSize).toBe(8)
    expect(stockStatus).toEqual({ outOfStock: 2, inStock: 3 })
  })

  // Specification: 9.19
  test('brands: ten of them are the top brands', () => {
    const ranked: readonly DemoBrand[] = brands
    expect(ranked.filter(({ rank }) => rank !== undefined)).toHaveLength(10)
  })

  // Specification: 4.50, 9.15
  test('carousels: every 3000 ms', () => expect(interval).toBe(3_000))

  // Specification: 2.1.3, 3.15, 9.30, S.2.4
  test('a list by default shows the featured products, with the ids 0, as a grid, from its first page', () => {
    expect(filterIn({ pathname: '/main/product-list/0', search: '' })).toEqual({
      criteria: 'features',
      categoryId: 0,
      brandId: 0,
    })
    expect(viewIn('')).toEqual({ page: 1, sort: 'featured', stock: 'all', layout: 'grid' })
  })

  // Specification: 9.9, 9.10
  test('breakpoints: 600 px for phones, 1025 px for the side menu', () => {
    expect(styles('styles/layout')).toContain('@media (min-width: 600px)')
    expect(styles('layout/Shell.module')).toContain('@media (min-width: 1025px)')
    expect(styles('menus/CartSheet.module')).toContain('@media (max-width: 599px)')
  })
})

describe('money', () => {
  // Specification: 9.27, S.1.30
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1234, '$12.34'],
    [123_450, '$1234.50'],
    [-430, '−$4.30'],
  ])('of %i cents is written %s', (cents, text) => expect(moneyText(cents)).toBe(text))

  test('on the wire is dollars with two decimals', () => {
    expect(toCents(12.34)).toBe(1234)
    expect(toDollars(1234)).toBe(12.34)
  })
})
