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
          diet: [
            { value: 'vegetarian', count: 2 },
            { value: 'vegan', count: 2 },
            { value: 'gluten-free', count: 2 },
          ],
          without: [
            { value: 'gluten', count: 3 },
            { value: 'wheat', count: 3 },
            { value: 'egg', count: 3 },
            { value: 'fish', count: 3 },
            { value: 'sesame', count: 3 },
            { value: 'soy', count: 3 },
          ],
          origin: [
            { value: 'Thailand', count: 2 },
            { value: 'Australia', count: 1 },
            { value: 'Vietnam', count: 1 },
          ],
          storage: [
            { value: 'ambient', count: 3 },
            { value: 'frozen', count: 1 },
          ],
          noInformation: 11,
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
      [{ diet: ['gluten-free'] }, [2, 4]],
      [{ diet: ['vegetarian'] }, [1, 4]],
      [{ diet: ['vegan', 'gluten-free'] }, [4]],
      [{ diet: [], without: [] }, wholeAisle],
      [{ without: ['fish'] }, [1, 3, 4]],
      [{ without: ['egg'] }, [1, 2, 4]],
      [{ without: ['walnut'] }, [1, 2, 3, 4]],
      [{ without: ['wheat', 'fish', 'wheat'] }, [1, 4]],
      [{ origin: ['Thailand', 'Vietnam'] }, [1, 2, 4]],
      [{ origin: ["Thailand' or true--"] }, []],
      [{ origin: [] }, []],
      [{ storage: ['frozen', 'chilled'] }, [3]],
      [{ storage: [] }, []],
      [{ diet: null, without: null, origin: null, storage: null }, wholeAisle],
      [{ without: ['egg'], origin: ['Thailand'], special: true }, [1]],
      [{ min: 10, stock: true, brand: [101], special: null }, [1, 3, 4, 6, 9, 10, 11, 12, 14, 15, 16]],
    ])('with the filters %j has only products that match all', async (filters, ids) => {
      expect(await read({ filters, pageSize: 100 })).toMatchObject({ ids, total: ids.length })
    })

    test('counts for each filter the products that match the others', async () => {
      const { total, facets } = await read({ filters: { brand: [102], max: 50 } })
      expect({ total, facets }).toMatchObject({
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

    test('counts for each statement and allergen the products that are left if it is chosen too', async () => {
      const { total, facets } = await read({ filters: { diet: ['vegan'], without: ['walnut'], storage: ['ambient'] } })
      expect({ total, facets }).toMatchObject({
        total: 2,
        facets: {
          diet: [
            { value: 'vegetarian', count: 2 },
            { value: 'vegan', count: 2 },
            { value: 'gluten-free', count: 1 },
          ],
          origin: [{ value: 'Thailand', count: 2 }],
          storage: [{ value: 'ambient', count: 2 }],
        },
      })
      expect(facets!.without).toContainEqual({ value: 'walnut', count: 2 })
      expect(facets!.without).toContainEqual({ value: 'egg', count: 2 })
    })

    test('without an allergen counts the products that are left out because nothing is known about them', async () => {
      expect(await read({ filters: { without: ['egg'] } })).toMatchObject({ total: 3, facets: { noInformation: 11 } })
      expect(await read({ filters: { without: ['egg'], origin: ['Thailand'] } })).toMatchObject({
        total: 2,
        facets: { noInformation: 0 },
      })
    })

    test.each(productSorts)('with a filter is the same on all pages together, sorted by %s', async sort => {
      const filters = { without: ['walnut'] }
      const pages = await Promise.all([1, 2, 3, 4].map(page => read({ sort, filters, page, pageSize: 1 })))
      const whole = await read({ sort, filters, pageSize: 100 })
      expect(pages.flatMap(({ ids }) => ids)).toEqual(whole.ids)
      expect(whole.ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
    })

    test('beyond the last has no products, but the number', async () => {
      expect(await read({ page: 1_000_000, pageSize: 100 })).toMatchObject({ ids: [], total: 15 })
    })

    test('of a list without products is empty', async () => {
      const nothing = {
        ids: [],
        total: 0,
        facets: {
          brand: [],
          special: 0,
          stock: 0,
          min: null,
          max: null,
          diet: [],
          without: [],
          origin: [],
          storage: [],
          noInformation: 0,
        },
      }
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
      ['filters.diet', { filters: { diet: 'vegan' } }],
      ['filters.diet.0', { filters: { diet: ['kosher'] } }],
      ['filters.diet', { filters: { diet: Array.from({ length: 5 }, () => 'vegan') } }],
      ['filters.without.1', { filters: { without: ['milk', 'nuts'] } }],
      ['filters.without.0', { filters: { without: ['constructor'] } }],
      ['filters.without', { filters: { without: Array.from({ length: 25 }, () => 'milk') } }],
      ['filters.origin.0', { filters: { origin: [''] } }],
      ['filters.origin.0', { filters: { origin: ['x'.repeat(61)] } }],
      ['filters.origin.0', { filters: { origin: [1] } }],
      ['filters.origin', { filters: { origin: Array.from({ length: 101 }, () => 'Thailand') } }],
      ['filters.storage.0', { filters: { storage: ['Frozen'] } }],
      ['filters.storage', { filters: { storage: { length: 1 } } }],
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
