import { expect, test } from 'vitest'
import { multiBuyOffer } from '#src/product/multi-buy-offer.ts'

const offer = { quantity: 2, price: 7.5 }

test('the page of a product says what its multi-buy saves, and its last day at the store', () => {
  expect(multiBuyOffer(offer, 420, null)).toBe('2 for $7.50: you save $0.90')
  // the end of 24 December in Sydney
  expect(multiBuyOffer(offer, 420, '2026-12-24T13:00:00.000Z')).toBe('2 for $7.50: you save $0.90. Until 24 December')
  expect(multiBuyOffer(offer, 420, 'soon')).toBe('2 for $7.50: you save $0.90')
})
