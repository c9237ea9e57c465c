import { create } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { brands } from '#gateway/demo/catalogue/brands'
import type { DemoBrand } from '#gateway/demo/catalogue/catalogue'
import { feeChange } from '#contract/fee-text'
import { formatAmount, numeric, toCents, toDollars } from '#contract/money'
import { filterIn, viewIn } from '#contract/list-paths'

describe('the constants of section 9', () => {
  // Specification: 9.19
  test('brands: ten of them are the top brands', () => {
    const ranked: readonly DemoBrand[] = brands
    expect(ranked.filter(({ rank }) => rank !== undefined)).toHaveLength(10)
  })

  // Specification: 2.1.3, 3.15, 9.30, S.2.4
  test('a list by default shows the featured products, with the ids 0, as a grid, from its first page', () => {
    expect(filterIn({ pathname: '/main/product-list/0', search: '' })).toEqual({
      criteria: 'features',
      categoryId: 0,
      brandId: 0,
    })
    expect(viewIn('')).toEqual({ page: 1, sort: 'featured', filters: '', layout: 'grid' })
  })
})

describe('money', () => {
  test.each([
    [1.005, 101],
    [8.165, 817],
    [1.115, 112],
    [10.075, 1008],
    [1.0049, 100],
    [4.35, 435],
  ])(
    '%d dollars are %i cents: half a cent is rounded up, also if the binary fraction is below it',
    (dollars, cents) => {
      expect(toCents(dollars)).toBe(cents)
    },
  )

  // Specification: 9.27, S.1.30
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [1234, '$12.34'],
    [123_450, '$1,234.50'],
    [1_588_410, '$15,884.10'],
    [123_456_789, '$1,234,567.89'],
    [-430, '−$4.30'],
  ])('of %i cents is written %s', (cents, text) => expect(formatAmount(cents)).toBe(text))

  test('on the wire is dollars with two decimals', () => {
    expect(toCents(12.34)).toBe(1234)
    expect(toDollars(1234)).toBe(12.34)
  })

  test('as text is read as a number, and blank text as none', () => {
    expect(create('12.50', numeric)).toBe(12.5)
    for (const blank of ['', ' ']) expect(() => create(blank, numeric)).toThrow('Expected a number')
  })

  test('of a delivery that becomes free or costs something is named in a sentence', () => {
    expect(feeChange(0, 590)).toBe('Delivery is now free, not $5.90.')
    expect(feeChange(590, 0)).toBe('Delivery is now $5.90, not free.')
  })
})
