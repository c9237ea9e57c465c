import { describe, expect, test } from 'vitest'
import { readProductForm, type ProductEntries } from '#machines/office/product-form'
import { officeProduct } from '../../kit/outcomes.ts'

const nutrition = { per: '100 g', energy: 1480, protein: 6.8 }
const product = { ...officeProduct, data: { ...officeProduct.data, nutrition } }
const reads = (typed: ProductEntries['typed']) => readProductForm({ typed, isForSale: null }, product)

describe('the data of a product', () => {
  test('are changed only where they differ', () => {
    expect(reads({ name: ` ${product.data.name} `, categoryId: '11', allergens: '', energy: '1480' }).change).toEqual(
      {},
    )
    expect(
      reads({ name: 'Rice', categoryId: '12', size: '5 KG', storage: 'chilled', origin: 'Japan', diets: 'vegan' })
        .change,
    ).toEqual({
      name: 'Rice',
      categoryId: 12,
      size: { amount: 5, unit: 'kg' },
      storage: 'chilled',
      origin: 'Japan',
      diets: ['vegan'],
    })
  })

  test('say with an empty text that something is not known, and with ‘none’ that there is none', () => {
    const known = { ...product, data: { ...product.data, allergens: ['milk' as const], origin: 'Japan' } }
    const change = (typed: ProductEntries['typed']) => readProductForm({ typed, isForSale: null }, known).change
    expect(change({ allergens: '', origin: '' })).toEqual({ allergens: null, origin: null })
    expect(change({ allergens: 'None' })).toEqual({ allergens: [] })
    expect(change({ allergens: 'soy; milk' })).toEqual({ allergens: ['milk', 'soy'] })
  })

  test('have a table of nutrition as a whole, or none', () => {
    expect(reads({ fat: '0.6' }).change).toEqual({ nutrition: { per: '100 g', energy: 1480, protein: 6.8, fat: 0.6 } })
    expect(reads({ energy: '', protein: '' }).change).toEqual({ nutrition: null })
    expect(reads({ nutritionPer: '' }).errors).toEqual({ nutritionPer: 'Please choose an amount' })
  })

  test('have an error for each text that can’t be read', () => {
    const typed = {
      name: ' ',
      brand: '',
      categoryId: '',
      size: 'large',
      allergens: 'milk, dust',
      diets: 'keto',
      energy: '1,5',
    }
    expect(Object.keys(reads(typed).errors)).toEqual(Object.keys(typed))
  })
})
