import { expect, test } from 'vitest'
import { splitByScript } from '#src/ui/ProductName.tsx'

test.each([
  ['Jasmine Rice 5 kg 金穗香米', ['金穗香米', 'zh']],
  ['Soy Sauce 1 L しょうゆ', ['しょうゆ', 'ja']],
  ['Tonkotsu Cup 92 g 豚骨 ラーメン', ['豚骨 ラーメン', 'ja']],
  ['Spicy Ramyun 4 × 120 g 매운라면', ['매운라면', 'ko']],
  ['Honey Mangoes, tray of 6 มะม่วง', ['มะม่วง', 'th']],
  ['Fish Sauce 700 ml nước mắm', ['nước mắm', 'vi']],
  ['Beef Pho Bowl 65 g phở bò', ['phở bò', 'vi']],
])('%s ends in its second language', (name, [text, lang]) => {
  const parts = splitByScript(name)
  expect(parts.at(-1)).toEqual({ text, lang })
  expect(parts.map(part => part.text).join(' ')).toBe(name)
})

test('a name in one language is one part', () => {
  expect(splitByScript('Crème Caramel 4 × 100 g')).toEqual([{ text: 'Crème Caramel 4 × 100 g', lang: null }])
})
