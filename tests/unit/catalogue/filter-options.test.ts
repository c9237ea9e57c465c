import { describe, expect, test } from 'vitest'
import { filtersIn, filterText } from '#contract/list-filters'
import type { ListFacets } from '#contract/product'
import { chosenFilters, leftOutWords, optionsOf } from '#machines/catalogue/filter-options'

const facets: ListFacets = {
  brand: [
    { id: 102, name: 'Hanok', count: 9 },
    { id: 101, name: 'Auntie Mei', count: 2 },
  ],
  special: 1,
  stock: 2,
  min: 1,
  max: 9,
  diet: [
    { value: 'vegetarian', count: 4 },
    { value: 'gluten-free', count: 0 },
  ],
  without: [
    { value: 'pine-nut', count: 3 },
    { value: 'brazil-nut', count: 3 },
  ],
  origin: [
    { value: 'Japan', count: 1 },
    { value: 'China', count: 5 },
  ],
  noInformation: 3,
}
const brands = [{ id: 103, name: 'Umi' }]
const options = (name: 'brand' | 'diet' | 'without' | 'origin' | 'storage', chosen = '') =>
  optionsOf(name, filtersIn(chosen), facets, brands).map(one => `${one.isChosen ? '+' : ''}${one.name} ${one.count}`)

describe('the values of a filter', () => {
  test('are in an order that does not depend on their counts', () => {
    expect(options('brand')).toEqual(['Auntie Mei 2', 'Hanok 9'])
    expect(options('origin')).toEqual(['China 5', 'Japan 1'])
    expect(options('without')).toEqual(['Brazil nut 3', 'Pine nut 3'])
    expect(options('diet')).toEqual(['Vegetarian 4', 'Gluten-free 0'])
  })

  test('are none if the gateway does not count them', () => {
    expect(options('storage')).toEqual([])
  })

  test('have the chosen ones among them, also if no product has them now', () => {
    expect(options('origin', 'origin=Peru,Japan')).toEqual(['China 5', '+Japan 1', '+Peru 0'])
    expect(options('brand', 'brand=103,104')).toEqual(['Auntie Mei 2', '+Brand 104 0', 'Hanok 9', '+Umi 0'])
    expect(options('storage', 'storage=ambient')).toEqual(['+Room temperature 0'])
  })
})

describe('the filters that are on', () => {
  test('have a name each, and the filters that stay when it is removed', () => {
    const all = 'brand=101&diet=vegan&without=soy%2Cpine-nut&origin=Japan&storage=frozen&min=2&max=5&special=1&stock=1'
    const chosen = chosenFilters(filtersIn(all), facets, brands)
    expect(chosen.map(({ name }) => name)).toEqual([
      'On special',
      'In stock only',
      'Auntie Mei',
      '$2.00 to $5.00',
      'Vegan',
      'Free from soy',
      'Free from pine nut',
      'Japan',
      'Frozen',
    ])
    expect(filterText(chosen[5]!.rest)).toBe(all.replace('soy%2C', ''))
    expect(filterText(chosen[3]!.rest)).toBe(all.replace('&min=2&max=5', ''))
  })

  test('name a price without the other', () => {
    expect(chosenFilters(filtersIn('min=2'), facets, []).map(({ name }) => name)).toEqual(['From $2.00'])
    expect(chosenFilters(filtersIn('max=2'), facets, []).map(({ name }) => name)).toEqual(['Up to $2.00'])
  })

  test('say how many products are left out for lack of information, only if allergens are chosen', () => {
    expect(leftOutWords(filtersIn('without=soy'), facets)).toBe(
      '3 products are left out: there is no information about allergens.',
    )
    expect(leftOutWords(filtersIn('without=soy'), { ...facets, noInformation: 1 })).toMatch(/^1 product is left out/)
    expect(leftOutWords(filtersIn('without=soy'), { ...facets, noInformation: 0 })).toBeNull()
    expect(leftOutWords(filtersIn('stock=1'), facets)).toBeNull()
    expect(leftOutWords(filtersIn('diet=vegan'), facets)).toMatch(/label states/)
  })
})
