import { describe, expect, test } from 'vitest'
import { missedTerm, missedTermOf } from '#gateway/catalogue/missed-searches'

describe('the term of a search that found nothing', () => {
  test.each([
    ['  Durian   PASTE ', 'durian paste'],
    ['榴莲', '榴莲'],
    ['ｐａｎｄａｎ', 'pandan'],
    ['rice 5kg', 'rice 5kg'],
    ['nước mắm', 'nước mắm'],
  ])('is in small letters with single spaces: %j', (typed, term) => expect(missedTerm(typed)).toBe(term))

  test.each([
    ['mai@example.com'],
    ['ｍａｉ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['0412 345 678'],
    ['call +61 2 5550 0188'],
    ['４１１１ １１１１ １１１１ １１１１'],
    ['https://shop.example/x'],
    ['www.example.com'],
    ['please leave it at the back door'],
    ['<script>'],
    ['x'],
    [''],
    ['x'.repeat(41)],
  ])('is not kept if it is not a word of goods or may name a person: %j', typed => expect(missedTerm(typed)).toBeNull())

  test('is that of the first page of a search without filters', () => {
    const search = { criteria: 'search', brand_id: 0, category_id: 0, searchCriteria: 'Durian' } as const
    expect(missedTermOf(search)).toBe('durian')
    expect(missedTermOf({ ...search, page: 1, filters: { brands: [], special: false } } as never)).toBe('durian')
    expect(missedTermOf({ ...search, page: 2 })).toBeNull()
    expect(missedTermOf({ ...search, filters: { brands: ['Lantern'] } } as never)).toBeNull()
    expect(missedTermOf({ criteria: 'category', category_id: 1 } as never)).toBeNull()
  })
})
