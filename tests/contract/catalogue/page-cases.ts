import { assert } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { productSorts } from '#contract/product'
import { routes } from '#contract/routes'
import { shelf, type Call } from '../gateway/given.ts'

const aisle = { criteria: 'category', category_id: 1, brand_id: 0 }
const wholeAisle = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]

/** Pages of a list: numbers, sorting, filters, totals and facets. */
export function pageCases(call: Call): void {
  const read = async (fields: object, list: object = aisle) => {
    const { body } = await call('products', { body: { ...list, ...fields } })
    assert(body, routes.products.answer)
    return { ids: body.listData.map(({ id }) => id), total: body.total, facets: body.facets }
  }

  describe('a page of a list', () => {
    test('has its products, the number on all pages and what filters would leave', async () => {
      expect(await read({ page: 2, pageSize: 4 })).toEqual({
        ids: [6, 7, 8, 9],
        total: 15,
        facets: {
          brand: [
            { id: 101, name: 'Golden Paddy', count: 14 },
            { id: 102, name: 'Three Boats', count: 1 },
          ],
          special: 1,
          stock: 13,
          min: 0.35,
          max: 60,
        },
      })
    })

    test.each([[{ page: 1 }], [{ sort: 'featured' }], [{ filters: {} }]])(
      'is the first of eight products with %j',
      async fields => expect((await read(fields)).ids).toEqual(wholeAisle.slice(0, 8)),
    )

    test.each(productSorts)('repeats and leaves out no product, sorted by %s', async sort => {
      const pages = await Promise.all([1, 2, 3, 4].map(page => read({ sort, page, pageSize: 4 })))
      const whole = await read({ sort, pageSize: 100 })
      expect(pages.flatMap(({ ids }) => ids)).toEqual(whole.ids)
      expect(whole.ids.toSorted((a, b) => a - b)).toEqual(wholeAisle)
    })

    test.each([
      ['price', [13, 2, 3, 4, 6, 7, 8, 9, 1, 11, 12, 14, 15, 16, 10]],
      ['price-desc', [10, 11, 12, 14, 15, 16, 1, 2, 3, 4, 6, 7, 8, 9, 13]],
      ['name', [13, 4, 9, 11, 2, 16, 1, 14, 7, 3, 12, 15, 6, 10, 8]],
      ['unit-price', [1, 3, 6, 2, 4, 10, 7, 8, 9, 11, 12, 13, 14, 15, 16]],
      ['newest', wholeAisle.toReversed()],
    ])('is sorted by %s, and by id where that is equal', async (sort, ids) => {
      expect((await read({ sort, pageSize: 100 })).ids).toEqual(ids)
    })

    test('is in the order of the whole list if no other is requested', async () => {
      const features = { criteria: 'features', category_id: 0, brand_id: 0 }
      const brand = { criteria: 'brand', category_id: 0, brand_id: 101 }
      const search = { criteria: 'search', category_id: 0, brand_id: 0, searchCriteria: 'rice' }
      for (const list of [features, brand, search, aisle]) {
        const { ids } = await read({}, list)
        expect(await read({ pageSize: 100 }, list)).toMatchObject({ ids, total: ids.length })
        expect((await read({ page: 2, pageSize: 1 }, list)).ids).toEqual(ids.slice(1, 2))
      }
    })

    test('of a search for similar words says so', async () => {
      const search = { criteria: 'search', category_id: 0, brand_id: 0, searchCriteria: 'jasmin rise' }
      const { body } = await call('products', { body: { ...search, page: 1 } })
      expect(body.listData[0]).toMatchObject({ id: shelf.rice, isSimilar: true })
    })

    test.each([
      [{ special: true }, [1]],
      [{ special: false }, wholeAisle],
      [{ stock: true }, wholeAisle.filter(id => id !== shelf.gone && id !== shelf.awaited)],
      [{ brand: [102] }, [2]],
      [{ brand: ['102', 101] }, wholeAisle],
      [{ brand: [] }, []],
      [{ brand: [999, 99_999_999_999] }, []],
      [{ min: 40 }, [10, 11, 12, 14, 15, 16]],
      [{ max: 9.99 }, [13]],
      [{ min: 15.9, max: '15.90' }, [1]],
      [{ min: 2, max: 1 }, []],
      [{ min: -1e300, max: 1e300 }, wholeAisle],
      [{ min: 10, stock: true, brand: [101], special: null }, [1, 3, 4, 6, 9, 10, 11, 12, 14, 15, 16]],
    ])('with the filters %j has only products that match all', async (filters, ids) => {
      expect(await read({ filters, pageSize: 100 })).toMatchObject({ ids, total: ids.length })
    })

    test('counts for each filter the products that match the others', async () => {
      const { total, facets } = await read({ filters: { brand: [102], max: 50 } })
      expect({ total, facets }).toEqual({
        total: 1,
        facets: {
          brand: [
            { id: 101, name: 'Golden Paddy', count: 13 },
            { id: 102, name: 'Three Boats', count: 1 },
          ],
          special: 0,
          stock: 1,
          min: 10,
          max: 10,
        },
      })
    })

    test('beyond the last has no products, but the number', async () => {
      expect(await read({ page: 1_000_000, pageSize: 100 })).toMatchObject({ ids: [], total: 15 })
    })

    test('of a list without products is empty', async () => {
      const nothing = { ids: [], total: 0, facets: { brand: [], special: 0, stock: 0, min: null, max: null } }
      const search = { criteria: 'search', category_id: 0, brand_id: 0, searchCriteria: 'qqzzxx' }
      for (const list of [search, { ...aisle, category_id: 999 }, { ...aisle, category_id: 1.5 }])
        expect(await read({ page: 1 }, list)).toEqual(nothing)
    })

    test.each([
      ['page', { page: 0 }],
      ['page', { page: 1.5 }],
      ['page', { page: '1' }],
      ['pageSize', { pageSize: 101 }],
      ['pageSize', { pageSize: 0 }],
      ['sort', { sort: 'cheapest' }],
      ['filters', { filters: [] }],
      ['filters.brand', { filters: { brand: 101 } }],
      ['filters.brand.0', { filters: { brand: [0] } }],
      ['filters.brand', { filters: { brand: Array.from({ length: 101 }, () => 1) } }],
      ['filters.stock', { filters: { stock: 1 } }],
      ['filters.min', { filters: { min: 'cheap' } }],
    ])('is refused with an invalid %s: %j', async (name, fields) => {
      const message = `${name} is missing or invalid`
      expect(await call('products', { body: { ...aisle, ...fields } })).toEqual({
        status: 400,
        body: { statusCode: 400, message },
      })
    })

    test.each([[{}], [{ page: null, pageSize: null, sort: null, filters: null }]])(
      'is not sent for %j: the answer is the whole list alone',
      async fields => {
        const { body } = await call('products', { body: { ...aisle, ...fields } })
        expect(Object.keys(body)).toEqual(['statusCode', 'listData'])
        expect(body.listData).toHaveLength(15)
      },
    )
  })
}
