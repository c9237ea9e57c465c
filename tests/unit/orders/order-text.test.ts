import { describe, expect, test } from 'vitest'
import { taxLines } from '#src/orders/Confirmation.tsx'
import { addressLines } from '#src/orders/order-text.ts'
import { address } from '../../kit/outcomes.ts'

describe('the lines of an address', () => {
  const place = { ...address, company: '', address2: '', city: 'Ryde', postCode: '2112' }

  test('have the state as the post abbreviates it, and no country if it is the store’s', () => {
    const lines = addressLines({ ...place, regionName: 'New South Wales', countryName: 'Australia' })
    expect(lines.slice(1)).toEqual(['Ryde NSW 2112'])
  })

  test('have other regions and countries by their names', () => {
    const lines = addressLines({ ...place, regionName: 'Otago', countryName: 'New Zealand' })
    expect(lines.slice(1)).toEqual(['Ryde Otago 2112', 'New Zealand'])
  })
})

describe('a printed receipt', () => {
  test('has the ABN and the words about GST that the store has set', () => {
    expect(taxLines({ abn: '53 004 085 616', gst: 'Prices include GST' })).toEqual([
      'ABN 53 004 085 616',
      'Prices include GST',
    ])
  })

  test('has no line that the store has not set', () => expect(taxLines({ abn: '', gst: '' })).toEqual([]))
})
