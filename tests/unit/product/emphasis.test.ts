import { expect, test } from 'vitest'
import { emphasized } from '#src/product/emphasis.ts'

const marked = (ingredients: string, allergens: string[]) =>
  emphasized(ingredients, allergens)
    .map(({ text, isAllergen }) => (isAllergen ? `[${text}]` : text))
    .join('')

test.each([
  ['Wheat flour, water.', ['gluten', 'wheat'], '[Wheat] flour, water.'],
  ['Soy sauce (soybeans), soya, soyabean.', ['soy'], '[Soy] sauce ([soybeans]), [soya], [soyabean].'],
  ['Prawn (crustacean), oyster (mollusc).', ['crustacean', 'mollusc'], 'Prawn ([crustacean]), oyster ([mollusc]).'],
  ['Eggs, eggplant, egg.', ['egg'], '[Eggs], eggplant, [egg].'],
  ['Coconut milk.', ['soy'], 'Coconut milk.'],
  ['Brazil nuts, pine nut.', ['brazil-nut', 'pine-nut'], '[Brazil nuts], [pine nut].'],
  ['Céleri, céleris.', ['céleri'], '[Céleri], [céleris].'],
  ['A (b) c.', ['(b', '', ' '], 'A [(b]) c.'],
  ['MILK', ['milk'], '[MILK]'],
  ['', ['milk'], ''],
])('in %j the allergens %j are emphasized', (ingredients, allergens, expected) => {
  expect(marked(ingredients, allergens)).toBe(expected)
})

test('each part has the place where it begins', () => {
  expect(emphasized('Milk, soy.', ['soy', 'milk'])).toEqual([
    { at: 0, text: 'Milk', isAllergen: true },
    { at: 4, text: ', ', isAllergen: false },
    { at: 6, text: 'soy', isAllergen: true },
    { at: 9, text: '.', isAllergen: false },
  ])
})
