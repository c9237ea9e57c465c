import { describe, expect, test } from 'vitest'
import { walksOf } from '#tools/walks/page-walk'
import { catalogueWalks } from './walks/catalogue.ts'
import { deliveryPlaceWalks } from './walks/delivery-place.ts'
import { listWalks } from './walks/list.ts'
import { lookupWalks } from './walks/lookup.ts'
import { newsletterWalks } from './walks/newsletter.ts'
import { placesWalks } from './walks/places.ts'
import { productWalks } from './walks/product.ts'
import { rowsWalks } from './walks/rows.ts'
import { searchWalks } from './walks/search.ts'
import { shippingWalks } from './walks/shipping.ts'
import { suggestionsWalks } from './walks/suggestions.ts'

const machines = [
  listWalks,
  productWalks,
  shippingWalks,
  deliveryPlaceWalks,
  catalogueWalks,
  lookupWalks,
  placesWalks,
  rowsWalks,
  searchWalks,
  suggestionsWalks,
  newsletterWalks,
]

describe.each(walksOf(machines))('the page follows the machine $id', ({ paths, missed, untaken }) => {
  test.each(paths)('in $title', ({ take }) => take())

  test('and takes every transition', () => {
    expect(missed()).toEqual(untaken)
  })
})
