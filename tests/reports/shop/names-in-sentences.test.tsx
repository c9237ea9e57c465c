import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { nameParts, ProductName } from '#src/ui/ProductName.tsx'

const textOf = (name: string, stacked: boolean) =>
  renderToStaticMarkup(<ProductName name={name} stacked={stacked} />).replaceAll(/<[^>]*>/g, '')

describe('review small-15: a name that ends with a comma', () => {
  test.each([
    ['Honey Mangoes, tray of 6 มะม่วง', 'Honey Mangoes tray of 6 มะม่วง'],
    ['Wombok Cabbage, each', 'Wombok Cabbage each'],
    ['Shanghai Bok Choy, bunch 上海青', 'Shanghai Bok Choy bunch 上海青'],
    ['Matcha Starter Set, box of 3', 'Matcha Starter Set box of 3'],
    ['Salt, Pepper and Lime 30 g', 'Salt, Pepper and Lime 30 g'],
  ])('%s has none where each part has a line of its own', (name, stacked) => {
    expect(textOf(name, true)).toBe(stacked)
    expect(textOf(name, false)).toBe(name)
  })
})

describe('review small-30: the multiplier of a pack', () => {
  test.each([
    ['Coconut Milk pack of 12 × 400 g', 'pack of 12 × 400 g'],
    ['Ramyun 4 × 120 g', '4 × 120 g'],
    ['Soy Milk, carton of 6 x 1 L', 'carton of 6 x 1 L'],
    ['Gyoza, pack of 20', 'pack of 20'],
  ])('%s keeps all of “%s” together', (name, pack) => {
    expect(nameParts(name).find(part => part.pack)?.text).toBe(pack)
  })
})
