import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/product'
import { listedProduct } from '#machines/catalogue/listed-product'

const rice: Product = {
  id: 5,
  name: 'Jasmine Rice 5 kg 香米',
  thumbnail: '/pictures/rice.svg',
  description: '<p>Long &amp; <b>fragrant</b>. Keeps for a year.</p><p>More words.</p>',
  price: 18.9,
  specialPrice: 15.9,
  stockStatusId: 3,
}

describe('a product in a list', () => {
  test('has what its card shows, without HTML', () => {
    expect(listedProduct(rice)).toEqual({
      id: 5,
      name: 'Jasmine Rice 5 kg 香米',
      thumbnail: '/pictures/rice.svg',
      price: 18.9,
      specialPrice: 15.9,
      stockStatusId: 3,
      sentence: 'Long & fragrant.',
      unitPrice: '$3.18 / kg',
    })
  })

  test('has a unit price from the current price, and none if its name has no size', () => {
    const { specialPrice: _, ...usual } = rice
    expect(listedProduct(usual)).toMatchObject({ specialPrice: null, unitPrice: '$3.78 / kg' })
    expect(listedProduct({ ...rice, name: 'Rice' }).unitPrice).toBeNull()
  })

  test('has its multi-buy, in words too', () => {
    const multiBuy = { quantity: 2, price: 30 }
    expect(listedProduct({ ...rice, multiBuy })).toMatchObject({ multiBuy, multiBuyText: '2 for $30' })
    expect(listedProduct({ ...rice, multiBuy: null })).not.toHaveProperty('multiBuy')
  })

  // Specification: 3.12
  test('leaves out other fields of the gateway', () => {
    expect(listedProduct({ ...rice, origin: 'Thailand' } as Product)).not.toHaveProperty('origin')
  })
})
