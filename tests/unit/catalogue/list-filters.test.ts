import fc from 'fast-check'
import { validate } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { filterCount, filtersIn, filterText, noFilters, parameterOf, type Filters } from '#contract/list-filters'
import { isExact, listPath, viewIn } from '#contract/list-paths'
import { toDollars } from '#contract/money'
import { listFilters } from '#contract/product'
import { allergens, diets, longestOrigin, storages } from '#contract/product-facts'
import { isBlank } from '#contract/visible-text'
import { seed } from '../../kit/seed.ts'

const filter = { criteria: 'category', categoryId: 11, brandId: 0 } as const
const cents = fc.option(fc.integer({ min: 1, max: 99_999_999 }), { nil: null })
const filters: fc.Arbitrary<Filters> = fc
  .record({
    brand: fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999 }), { maxLength: 100 }),
    diet: fc.subarray([...diets]),
    without: fc.subarray([...allergens]),
    origin: fc.uniqueArray(
      fc
        .string({ minLength: 1, maxLength: longestOrigin, unit: fc.oneof(fc.constantFrom(...',%&+=# '), fc.string()) })
        .filter(name => !isBlank(name) && name.length <= longestOrigin),
      { maxLength: 5 },
    ),
    storage: fc.subarray([...storages]),
    prices: fc.tuple(cents, cents),
    special: fc.boolean(),
    stock: fc.boolean(),
  })
  .map(({ prices: [one, other], brand, origin, ...rest }) => ({
    ...rest,
    brand: brand.toSorted((a, b) => a - b),
    origin: origin.toSorted(),
    min: one !== null && other !== null ? Math.min(one, other) : one,
    max: one !== null && other !== null ? Math.max(one, other) : other,
  }))

describe('the filters in a URL', () => {
  test('are read as they were written, whatever characters their values have', () => {
    fc.assert(
      fc.property(filters, chosen => {
        expect(filtersIn(filterText(chosen))).toEqual(chosen)
        const path = listPath(filter, { filters: filterText(chosen), page: 2 })
        const { search } = new URL(path, 'http://shop.example')
        expect(filtersIn(viewIn(search).filters)).toEqual(chosen)
        expect(viewIn(search).filters).toBe(filterText(chosen))
        expect(isExact(search, path)).toBe(true)
      }),
      { seed },
    )
  })

  const parameters = ['brand', 'diet', 'without', 'origin', 'storage', 'min', 'max', 'special', 'stock', 'sort', 'x']
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'vegan',
      'peanut,soy',
      '1',
      'in',
      '-1',
      '1e9',
      '0',
      '5.',
      '$7',
      '1,2',
      '%2C',
      '%',
      '٣',
      'NaN',
      '1'.repeat(400),
    ),
  )
  test('are valid for the contract, and have one form, whatever a URL contains', () => {
    const query = fc
      .array(fc.tuple(fc.constantFrom(...parameters), values), { maxLength: 20 })
      .map(all => all.map(([name, value]) => `${name}=${value}`).join('&'))
    fc.assert(
      fc.property(query, text => {
        const { min, max, ...read } = filtersIn(text)
        const sent = { ...read, min: min && toDollars(min), max: max && toDollars(max) }
        expect(validate(sent, listFilters)[0]).toBeUndefined()
        expect(min === null || max === null || min <= max).toBe(true)
        const written = filterText({ ...read, min, max })
        expect(filterText(filtersIn(written))).toBe(written)
        expect(filtersIn(viewIn(text).filters)).toEqual({ ...read, min, max })
      }),
      { seed },
    )
  })

  test.each<[string, Partial<Filters>]>([
    ['brand=102,101,102', { brand: [101, 102] }],
    ['brand=102%2C101', { brand: [101, 102] }],
    ['brand=101&brand=102&min=&max=', { brand: [101, 102] }],
    ['brand=0,-1,abc,1.5,1e3,9999999999', {}],
    ['diet=vegan,paleo', { diet: ['vegan'] }],
    ['without=soy,peanut,air', { without: ['peanut', 'soy'] }],
    ['origin=South+Korea,Japan', { origin: ['Japan', 'South Korea'] }],
    ['origin=South%20Korea', { origin: ['South Korea'] }],
    ['origin=Korea%252C%20Republic%20of,Japan', { origin: ['Japan', 'Korea, Republic of'] }],
    ['origin=,%20,%E2%80%8B', {}],
    [`origin=${'a'.repeat(61)}`, {}],
    ['storage=frozen,warm', { storage: ['frozen'] }],
    ['min=2.5&max=10', { min: 250, max: 1_000 }],
    ['min=10&max=2.5', { min: 250, max: 1_000 }],
    ['min=$3&max=７', { min: 300, max: 700 }],
    ['min=0&max=-4', {}],
    ['min=2.505&max=1e3', {}],
    ['min=NaN&max=Infinity', {}],
    ['special=1&stock=1', { special: true, stock: true }],
    ['special=yes&stock=true', {}],
    ['stock=in', { stock: true }],
    ['%=&=&&brand', {}],
  ])('of %s are known values alone', (text, known) => {
    expect(filtersIn(text)).toEqual({ ...noFilters, ...known })
  })

  test('separate values by commas, which the URL shows as they are', () => {
    const chosen = { ...noFilters, brand: [101, 102], origin: ['Korea, Republic of'] }
    expect(listPath(filter, { filters: filterText(chosen) })).toBe(
      '/main/product-list/11?by=category&brand=101,102&origin=Korea%252C+Republic+of',
    )
    expect(parameterOf('Korea, Republic of')).toBe('Korea%2C Republic of')
  })

  test.each(['?by=category&stock=in', '?by=category&brand=2,1', '?brand=1&brand=2', '?min=&max=', '?diet=paleo'])(
    'are corrected if they have another form: %s',
    search => {
      const { filters: text } = viewIn(search)
      expect(isExact(search, listPath(filter, { filters: filterText(filtersIn(text)) }))).toBe(false)
    },
  )

  test('are counted: each value, and both prices together', () => {
    expect(filterCount(noFilters)).toBe(0)
    expect(filterCount(filtersIn('brand=1,2&min=3&max=4&stock=1&without=soy'))).toBe(5)
  })
})
