import { describe, expect, test } from 'vitest'
import { readProductForm, type ProductEntries } from '#machines/office/product-form'
import { officeProduct as product } from '../../kit/outcomes.ts'

const reads = (typed: ProductEntries['typed'], isForSale: boolean | null = null, of = product) =>
  readProductForm({ typed, isForSale }, of)

describe('the form of a product', () => {
  test('changes only what differs from the product', () => {
    expect(reads({})).toEqual({ change: {}, errors: {} })
    expect(reads({ price: '15.90', specialPrice: '', stock: '12', delivery: '' }, true).change).toEqual({})
    expect(reads({ price: ' 14.5 ', specialPrice: '12' }, false).change).toEqual({
      price: 14.5,
      specialPrice: 12,
      isForSale: false,
    })
    expect(reads({ specialPrice: '' }, null, { ...product, specialPrice: 9.9 }).change).toEqual({ specialPrice: null })
  })

  test('takes a last day of a special price only with one', () => {
    expect(reads({ specialPrice: '12', specialLastDay: '2026-12-06' }).change).toEqual({
      specialPrice: 12,
      specialLastDay: '2026-12-06',
    })
    expect(Object.keys(reads({ specialLastDay: '2026-12-06' }).errors)).toEqual(['specialLastDay'])
  })

  test('adds a delivery and a corrected count up to one difference', () => {
    expect(reads({ delivery: '24' }).change).toEqual({ stockChange: 24 })
    expect(reads({ stock: '10' }).change).toEqual({ stockChange: -2 })
    expect(reads({ stock: '10', delivery: '24' }).change).toEqual({ stockChange: 22 })
  })

  test.each(['much', '0', '-3', '1.005', '12,50', '1e3', '123456'])('has an error for the price %s', price => {
    expect(Object.keys(reads({ price }).errors)).toEqual(['price'])
  })

  test('has an error for a price or a stock that is left empty, and for a special price that is not lower', () => {
    expect(Object.keys(reads({ price: '', stock: '' }).errors)).toEqual(['price', 'stock'])
    expect(reads({ specialPrice: '15.90' }).errors).toEqual({
      specialPrice: 'The special price has to be lower than the price',
    })
    expect(reads({ price: '20', specialPrice: '15.90' }).errors).toEqual({})
  })

  test.each(['many', '1.5', '-2', '1234567'])('has an error for %s pieces', pieces => {
    expect(Object.keys(reads({ stock: pieces, delivery: pieces }).errors)).toEqual(['stock', 'delivery'])
  })
})
