import { describe, expect, test } from 'vitest'
import { allergens, type Nutrition } from '#contract/product-facts'
import { checkGoods } from '#gateway/database/check-goods'
import { labelProblems } from '#gateway/database/check-label'
import type { SeedProduct } from '#gateway/database/goods'
import { pastPrices } from '#gateway/demo/catalogue/past-prices'
import { demoGoods } from '#gateway/demo/goods'

const { products } = demoGoods
const labelled = products.filter(({ allergens }) => allergens !== undefined)

/** The words of an ingredient list that name an allergen. */
const words: Record<string, RegExp> = { soy: /\bsoy(?:beans?)?\b/i, gluten: /./ }
const namesAllergen = (text: string, allergen: string) =>
  (words[allergen] ?? new RegExp(`\\b${allergen.replace('-', ' ')}s?\\b`, 'i')).test(text)

describe('the labels of the sample store', () => {
  test('are complete, except for things that are no food, packs of several products, and two teas that have none', () => {
    expect(products.filter(product => !labelled.includes(product)).map(({ name }) => name)).toEqual([
      'Jade Garden Aged Pu-erh Tea Cake 357 g',
      'Red Envelopes, pack of 10',
      'Paper Lantern, each',
      'Uji House Matcha Starter Set, each',
      'Fruit Gift Basket, each',
      'Noodle Night Basket, each',
      'Hot Pot Basket, each',
      'Hanok Red Ginseng Tea 30 × 3 g',
      "Auntie Mei Chilli Lovers' Box, each",
    ])
    for (const { nutrition, origin, storage } of labelled) expect([nutrition, origin, storage]).not.toContain(undefined)
  })

  test('name every allergen in the ingredients', () => {
    const missing = labelled.flatMap(({ id, ingredients, allergens = [] }) =>
      allergens.filter(one => ingredients !== undefined && !namesAllergen(ingredients, one)).map(one => [id, one]),
    )
    expect(missing).toEqual([])
  })

  test('declare every allergen that the ingredients name', () => {
    const plant = /coconut milk|egg wash|buckwheat/gi
    const undeclared = labelled.flatMap(({ id, ingredients = '', allergens: declared = [] }) =>
      allergens
        .filter(
          one => one !== 'gluten' && !declared.includes(one) && namesAllergen(ingredients.replaceAll(plant, ''), one),
        )
        .map(one => [id, one]),
    )
    expect(undeclared).toEqual([])
  })

  test('can be stored', () => {
    expect(() => checkGoods(demoGoods)).not.toThrow()
  })
})

describe('a label', () => {
  const nutrition: Nutrition = { per: '100 g', energy: 400, fat: 3, saturatedFat: 1, carbohydrate: 9, sugars: 2 }
  const problemsOf = (label: object) => labelProblems({ ...products[0]!, diets: [], ...label } as SeedProduct)

  test.each([
    [{ allergens: ['nuts'] }, 'allergens has nuts, not one of'],
    [{ mayContain: ['Milk'] }, 'mayContain has Milk, not one of'],
    [{ diets: ['kosher'] }, 'diets has kosher, not one of'],
    [{ storage: 'cool' }, 'storage has cool, not one of'],
    [{ diets: ['vegan'], allergens: ['milk'] }, 'diets has vegan, but allergens has milk'],
    [{ diets: ['gluten-free'], allergens: ['barley'] }, 'diets has gluten-free, but allergens has barley'],
    [{ diets: ['vegetarian'], allergens: ['fish'] }, 'diets has vegetarian, but allergens has fish'],
    [{ nutrition: { ...nutrition, per: 'serving' } }, 'nutrition.per has serving, not one of 100 g, 100 ml'],
    [{ nutrition: { ...nutrition, energy: 3_701 } }, 'nutrition.energy is 3701, not 0 to 3700 kilojoules'],
    [{ nutrition: { ...nutrition, sodium: -1 } }, 'nutrition.sodium is -1, not 0 to 40000 milligrams'],
    [{ nutrition: { ...nutrition, fat: 101 } }, 'nutrition.fat is 101, not 0 to 100 grams'],
    [{ nutrition: { ...nutrition, protein: Number.NaN } }, 'nutrition.protein is NaN, not 0 to 100 grams'],
    [{ nutrition: { ...nutrition, saturatedFat: 4 } }, 'nutrition has more saturated fat than fat'],
    [{ nutrition: { ...nutrition, sugars: 10 } }, 'nutrition has more sugars than carbohydrate'],
    [{ origin: '' }, 'origin has not 1 to 60 characters'],
    [{ origin: 'x'.repeat(61) }, 'origin has not 1 to 60 characters'],
    [{ size: { amount: 0, unit: 'g' } }, 'size is 0 g, not an amount of g, kg, ml, L, piece'],
    [{ size: { amount: 1, unit: 'oz' } }, 'size is 1 oz, not an amount of g, kg, ml, L, piece'],
  ])('%j is refused', (label, problem) => {
    expect(problemsOf(label)).toEqual([expect.stringContaining(problem)])
  })

  test('without any data has no problem, nor has one with partial nutrition', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ nutrition: { per: '100 g', protein: null } })).toEqual([])
  })
})

describe('the past prices of a product on special', () => {
  test('end with its special price, and were in part lower than the regular price before', () => {
    expect(pastPrices(401, 500, 400)).toEqual([{ before: 500, after: 400, daysAgo: 6 }])
    expect(pastPrices(404, 500, 400)).toEqual([
      { before: 500, after: 450, daysAgo: 29 },
      { before: 450, after: 500, daysAgo: 22 },
      { before: 500, after: 400, daysAgo: 9 },
    ])
  })
})
