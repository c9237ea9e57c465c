import { describe, expect, test } from 'vitest'
import type { ListQuery } from '#contract/list-paths'
import type { ListedProduct } from '#machines/catalogue/products'
import { pageOfWhole } from '#src/effects/whole-list.ts'
import { rice, tea } from '../../kit/outcomes.ts'

const products: ListedProduct[] = Array.from({ length: 20 }, (_, index) => ({
  ...rice,
  id: index + 1,
  name: `Product ${String.fromCodePoint(90 - index)}`,
  price: (index * 7) % 20,
  specialPrice: null,
  stockStatusId: index % 4 === 0 ? 2 : 3,
}))
const view = { page: 1, sort: 'featured', filters: '', layout: 'grid' } as const
const looked = (change: Partial<ListQuery>) => pageOfWhole(products, { ...view, ...change })

describe('a page of a whole list', () => {
  // Specification: 9.5
  test('has 8 products, and the last page the rest', () => {
    expect(looked({}).products.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(looked({ page: 3 }).products).toHaveLength(4)
  })

  test('beyond the last has none, but the number of all', () => {
    expect(looked({ page: 99 })).toMatchObject({ products: [], total: 20 })
  })

  // Specification: S.2.10
  test('is sorted by the current price, or by name', () => {
    const special = pageOfWhole([tea, { ...rice, price: 100, specialPrice: 1 }], { ...view, sort: 'price' })
    expect(special.products.map(({ id }) => id)).toEqual([1, 2])
    expect(looked({ sort: 'price-desc' }).products[0]).toMatchObject({ price: 19 })
    expect(looked({ sort: 'name' }).products[0]!.name).toBe('Product G')
  })

  // Specification: S.2.11
  test('leaves out products that are not in stock, if asked', () => {
    expect(looked({ filters: 'stock=1' }).total).toBe(15)
    expect(looked({ filters: 'stock=in', page: 2 }).products).toHaveLength(7)
  })

  test('says which order and filters it has: what products of a list do not show is left out', () => {
    const requested = { sort: 'unit-price', filters: 'brand=101&without=peanut&stock=in' } as const
    expect(looked(requested)).toMatchObject({ total: 15, choice: { sort: 'featured', filters: 'stock=1' } })
    expect(looked({ sort: 'name', filters: 'diet=vegan' }).choice).toEqual({ sort: 'name', filters: '' })
    expect(looked({}).facets).toBeUndefined()
  })
})
