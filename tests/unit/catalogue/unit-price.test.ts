import { describe, expect, test } from 'vitest'
import { unitPrice } from '#machines/catalogue/unit-price'

describe('a unit price follows from the size in the name', () => {
  test.each([
    ['Golden Paddy Jasmine Rice 5 kg 金穗香米', 1590, '$3.18 / kg'],
    ['Red Crane Light Soy Sauce 500 ml 生抽', 450, '$9.00 / L'],
    ['Honey Mangoes, tray of 6 มะม่วง', 1150, '$1.92 per piece'],
    ['Hanok Spicy Ramyun 4 × 120 g 매운라면', 520, '$10.83 / kg'],
    ['Mi Goreng 5x80g', 420, '$10.50 / kg'],
    ['Bean & Bean Soy Milk 1 L 豆浆', 390, '$3.90 / L'],
    ['Soy Milk 1l', 390, '$3.90 / L'],
    ['Japanese Soy Sauce 1.8 L', 1800, '$10.00 / L'],
    ['Dumplings 1000 g', 1350, '$13.50 / kg'],
    ['Red Ginseng Tea 30 × 3 g', 900, '$100.00 / kg'],
    ['Coconut Water 12 x 330 mL', 1980, '$5.00 / L'],
    ['Lotus Mooncakes, tin of 4', 3800, '$9.50 per piece'],
    ['Brown Rice, bag of 2 kg', 900, '$4.50 / kg'],
  ])('%s at %i cents is %s', (name, cents, words) => {
    expect(unitPrice(name, cents)).toBe(words)
  })
})

describe('a unit price is left out if the size is ambiguous', () => {
  test.each([
    ['a name without a size', 'Shanghai Bok Choy, bunch', 290],
    ['a product sold by the piece', 'Dragon Fruit, each', 390],
    ['two sizes', 'Rice 5 kg and Flour 1 kg', 1590],
    ['a size and a count', 'Dumplings 500 g, pack of 20', 990],
    ['an approximate size', 'Whole fish, about 1 kg', 1990],
    ['a bonus', 'Rice 5 kg, 1 kg free', 1590],
    ['a range', 'Pumpkin 1-2 kg', 590],
    ['a decimal comma', 'Water 1,5 L', 190],
    ['another unit', 'Vitamin C 500 mg', 990],
    ['a count of something else', 'Set of 5 glasses', 990],
    ['a unit that is part of a word', 'Rice 5 grains', 990],
    ['a fraction', 'Melon 1/2 kg', 300],
    ['a pack of one', 'Coconut, pack of 1', 300],
    ['a size of zero', 'Rice 0 kg', 300],
    ['a price of zero', 'Rice 5 kg', 0],
    ['a price that is not a number', 'Rice 5 kg', Number.NaN],
    ['a unit price of zero', 'Salt, pack of 999', 1],
  ])('%s', (_, name, cents) => {
    expect(unitPrice(name, cents)).toBeNull()
  })
})

describe('a unit price', () => {
  test('counts pieces also before a name with accents', () => {
    expect(unitPrice('Spring Rolls, pack of 20 chả giò chay', 790)).toBe('$0.40 per piece')
  })
})
