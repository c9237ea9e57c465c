import { afterAll, describe, expect, test } from 'vitest'
import { searchProducts } from '#gateway/catalogue/search'
import { demoGoods } from '#gateway/demo/goods'
import { openDatabaseWith } from '../../contract/gateway/case-database.ts'

const { database, close } = await openDatabaseWith(demoGoods)
afterAll(close)

const products = new Map(demoGoods.products.map(product => [product.id, product]))
const find = async (text: string) => {
  const { ids, isSimilar } = await searchProducts(database, text)
  return { isSimilar, found: ids.map(id => products.get(id)!) }
}
const namesOf = async (text: string) => (await find(text)).found.map(({ name }) => name)

describe('review serious-9: a search that guesses wildly', () => {
  test.each(['durian', 'durain', 'coke', 'cola', 'toilet paper', 'batteries', 'shampoo', 'nappies', 'dog food'])(
    '“%s” finds nothing, or only what names it',
    async text => {
      const { found } = await find(text)
      const words = text.split(' ')
      const isNamed = ({ name, keywords, description }: (typeof found)[number]) =>
        words.every(word => `${name} ${keywords ?? ''} ${description}`.toLowerCase().includes(word))
      expect(found.filter(product => !isNamed(product)).map(({ name }) => name)).toEqual([])
    },
  )

  test.each([
    ['lyhcee', /lychee/i],
    ['gigner', /ginger/i],
    ['noddles', /noodle/i],
    ['jasmin rise', /jasmine|rice/i],
    ['rcie', /rice/i],
    ['dumlpings', /dumpling/i],
    ['seasame oil', /sesame/i],
  ])('“%s” finds at most eight products, all of them %s, those in stock first', async (text, name) => {
    const { isSimilar, found } = await find(text)
    expect(isSimilar).toBe(true)
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(8)
    for (const product of found) expect(product.name).toMatch(name)
    const inStock = found.map(({ stock }) => stock > 0)
    expect(inStock).toEqual(inStock.toSorted((a, b) => Number(b) - Number(a)))
  })

  test.each([
    ['hotpot', 'hot pot'],
    ['oystersauce', 'oyster sauce'],
  ])('“%s” finds what “%s” finds, as an exact match', async (together, apart) => {
    const [one, other] = [await find(together), await find(apart)]
    expect(one.isSimilar).toBe(false)
    expect(one.found.length).toBeGreaterThan(0)
    const names = other.found.map(({ name }) => name)
    expect(one.found.filter(({ name }) => !names.includes(name))).toEqual([])
  })

  test('“米” finds rice before rice vinegar', async () => {
    const names = await namesOf('米')
    expect(names.length).toBeGreaterThan(0)
    expect(names[0]).toMatch(/rice/i)
    const vinegar = names.findIndex(name => /vinegar/i.test(name))
    const isRice = (name: string) => /米(?:\s|$)/.test(name)
    expect(names.slice(0, Math.max(0, vinegar)).filter(isRice).length).toBe(
      vinegar < 0 ? 0 : names.filter(isRice).length,
    )
  })
})
