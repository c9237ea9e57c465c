import { expect, test } from 'vitest'
import { demoGoods } from '#gateway/demo/goods'
import { nameParts } from '#src/ui/ProductName.tsx'
import { withWholePacks } from '#src/ui/ToastCard.tsx'

test.each([
  ['Jasmine Rice 5 kg 金穗香米', ['金穗香米', 'zh']],
  ['Soy Sauce 1 L しょうゆ', ['しょうゆ', 'ja']],
  ['Tonkotsu Cup 92 g 豚骨 ラーメン', ['豚骨 ラーメン', 'ja']],
  ['Spicy Ramyun 4 × 120 g 매운라면', ['매운라면', 'ko']],
  ['Honey Mangoes, tray of 6 มะม่วง', ['มะม่วง', 'th']],
  ['Fish Sauce 700 ml nước mắm', ['nước mắm', 'vi']],
  ['Beef Pho Bowl 65 g phở bò', ['phở bò', 'vi']],
  ['Vegetable Spring Rolls, pack of 20 chả giò chay', ['chả giò chay', 'vi']],
  ['Rice Vermicelli 400 g bún', ['bún', 'vi']],
  ['Black Bean Noodles phở bò', ['phở bò', 'vi']],
])('%s ends in its second language', (name, [text, lang]) => {
  const parts = nameParts(name)
  expect(parts.at(-1)).toEqual({ text, lang })
  expect(parts.map(part => part.text).join(' ')).toBe(name)
})

test('the pack size is a separate part of a name', () => {
  expect(nameParts('Crème Caramel 4 × 100 g')).toEqual([
    { text: 'Crème Caramel', lang: null },
    { text: '4 × 100 g', lang: null, pack: true },
  ])
  expect(nameParts('Melon, each')).toEqual([
    { text: 'Melon,', lang: null },
    { text: 'each', lang: null, pack: true },
  ])
})

test('a message keeps the pack size of the name in it on one line', () => {
  const said = withWholePacks('Success: Remove Hanok Spicy Ramyun 4 × 120 g 매운라면 from your shopping cart!')
  expect(said).toBe('Success: Remove Hanok Spicy Ramyun 4\u00A0×\u00A0120\u00A0g 매운라면 from your shopping cart!')
  expect(withWholePacks('Success: You have added Mangoes, tray of 6 to your shopping cart!')).toContain(
    'tray\u00A0of\u00A06 to',
  )
})

test('words in the page’s language after the pack size keep that language', () => {
  expect(nameParts('Milk Tea 4 × 75 g with straws').at(-1)).toEqual({ text: 'with straws', lang: null })
})

test('a name without a pack size in one language is one part', () => {
  expect(nameParts('Crème Caramel')).toEqual([{ text: 'Crème Caramel', lang: null }])
})

/** Letters alone do not tell Japanese names of Han letters from Chinese ones. */
const langOf = ({ text, lang }: { text: string; lang: string }) => (/^\p{Script=Han}+$/u.test(text) ? 'zh' : lang)

test('every name of the catalogue has its pack size and its whole second name as parts', () => {
  const wrong = demoGoods.products.filter(({ name, second }) => {
    const parts = nameParts(second ? `${name} ${second.text}` : name)
    const native = parts.find(({ lang }) => lang !== null)
    const size = parts.find(({ pack }) => pack)?.text
    return (
      parts.length !== (second ? 3 : 2) ||
      size === undefined ||
      !name.endsWith(size) ||
      native?.text !== second?.text ||
      (second && native?.lang !== langOf(second))
    )
  })
  expect(demoGoods.products).toHaveLength(247)
  expect(wrong.map(({ name }) => name)).toEqual([])
})
