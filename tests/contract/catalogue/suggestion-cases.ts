import { assert } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes'
import { shelf, type Call } from '../gateway/given.ts'

/** GET /suggestions, of every gateway that has it. */
export function suggestionCases(call: Call): void {
  const suggest = async (q: string) => {
    const { status, body } = await call('suggestions', { params: { q } })
    expect({ status, statusCode: body.statusCode }).toEqual({ status: 200, statusCode: 200 })
    assert(body, routes.suggestions.answer)
    const { products, aisles, brands } = body.data
    return {
      products,
      ids: products.map(({ id }) => id),
      aisles: aisles.map(({ title }) => title),
      brands: brands.map(({ name }) => name),
    }
  }
  const nothing = { ids: [], aisles: [], brands: [] }

  describe('suggestions', () => {
    test('are products, aisles and brands, each with what a list shows of it', async () => {
      const { products, aisles, brands } = await suggest('golden')
      expect(products).toHaveLength(6)
      expect({ aisles, brands }).toEqual({ aisles: [], brands: ['Golden Paddy'] })
      const [rice] = (await suggest('jasmine')).products
      expect(rice).toEqual({
        id: shelf.rice,
        name: 'Jasmine Rice 5 kg 金穗香米',
        thumbnail: expect.any(String),
        price: 18.9,
        specialPrice: 15.9,
        stockStatusId: 3,
      })
    })

    test.each([
      ['jas', shelf.rice],
      ['Jasmine R', shelf.rice],
      ['ja', shelf.rice],
      ['hom m', shelf.rice],
      ['香', shelf.rice],
      ['nước', shelf.fishSauce],
      ['ＳＯＹ', shelf.soySauce],
    ])('for “%s” include the intended product', async (text, id) => expect((await suggest(text)).ids).toContain(id))

    test('for a misspelt word are similar products, and say so', async () => {
      const { products } = await suggest('dumlpings')
      expect(products).toMatchObject([{ id: shelf.dumplings, isSimilar: true }])
      expect((await suggest('dumplings')).products[0]).not.toHaveProperty('isSimilar')
    })

    test('leave out products whose description alone has the words', async () => {
      expect((await suggest('shelf')).ids).toEqual([])
    })

    test('begin with aisles, and end with their shelves', async () => {
      expect((await suggest('rice')).aisles).toEqual(['Rice & Grains', 'Rice'])
      expect((await suggest('gi')).aisles).toEqual(['Gifts'])
    })

    test('for a single letter are aisles and brands alone', async () => {
      expect(await suggest('r')).toMatchObject({ ids: [], aisles: ['Rice & Grains', 'Rice'] })
    })

    test.each(['', ' ', '!?', 'qqzzxx', '💰', '\u0301'])('for %j are none', async text => {
      expect(await suggest(text)).toMatchObject(nothing)
    })

    test.each([
      `'; drop table products; --`,
      `' | !'a':* <-> ( & \\`,
      '%_%',
      'a'.repeat(5_000),
      '<script>',
      '__proto__',
    ])('take %j as plain text', async text => {
      await suggest(text)
      expect((await suggest('jasmine')).ids).toContain(shelf.rice)
    })
  })
}
