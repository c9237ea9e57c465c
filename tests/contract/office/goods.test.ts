import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setSpecial } from '#gateway/cli/special-command'
import { changes, products } from '#gateway/database/schema'
import { changeProduct } from '#gateway/office/goods'
import { onBothEngines } from '../gateway/both-engines.ts'
import { callOn, caseGateway, cartWith, orderOf, shelf } from '../gateway/given.ts'
import { officeCallOn, ownerLogsIn, packerLogsIn } from './office-given.ts'

onBothEngines(database => {
  let app: FastifyInstance
  let owner: string
  let packer: string
  beforeAll(async () => {
    app = await caseGateway(database(), { office: 'on' })
    owner = (await ownerLogsIn(call, database(), 'Mei Chen')).token
    packer = await packerLogsIn(call, database(), 'Lan Tran')
  })
  afterAll(() => app.close())
  const call = officeCallOn(() => app)
  const shopCall = callOn(() => app)

  const specialCommand = (args: string[]) => setSpecial(database(), args)
  const productId = shelf.beef
  const read = async (token = owner) => (await call('officeProduct', token, { params: { productId } })).body.data
  const saves = async (token: string, body: object) =>
    (await call('officeChangeProduct', token, { params: { productId }, body })).body
  const search = async (text: string) =>
    (await call('officeGoods', packer, { params: { search: text } })).body.listData.map(
      ({ name }: { name: string }) => name,
    )

  describe('a product', () => {
    test('gets a price, a special price and a delivery, which the shop shows and the history names', async () => {
      const { version, stock, name } = await read()
      const change = { version, price: 21.5, specialPrice: 19.9, stockChange: 24 }
      const { data } = await saves(owner, change)
      expect(data).toMatchObject({ price: 21.5, specialPrice: 19.9, stock: stock + 24 })
      expect(data.history.slice(-3)).toMatchObject([
        { staffName: 'Mei Chen', what: `price of ${name}`, after: '$21.50' },
        { what: `special price of ${name}`, after: '$19.90' },
        { what: `stock of ${name}`, before: String(stock), after: String(stock + 24) },
      ])
      const { body } = await shopCall('product', { params: { id: productId } })
      expect(body.data).toMatchObject({ price: 21.5, specialPrice: 19.9 })
      expect(await saves(owner, { version: data.version, specialPrice: null })).toMatchObject({
        data: { specialPrice: null },
      })
    })

    test('gets a special price until a day, in place of one that was planned', async () => {
      await specialCommand([(await read()).code, '5.00', '2999-01-01', '2999-01-05'])
      const planned = await read()
      expect(planned).toMatchObject({
        specialPrice: null,
        plannedSpecial: { price: 5, firstDay: '2999-01-01' },
        specialLastDay: '2999-01-05',
      })
      const { version } = planned
      const saved = await saves(owner, { version, specialPrice: 6, specialLastDay: '2999-02-28' })
      expect(saved).toMatchObject({
        data: { specialPrice: 6, plannedSpecial: null, specialLastDay: '2999-02-28' },
      })
      const [row] = await database().select().from(products).where(eq(products.id, productId))
      expect(row!.specialEndsAt).toEqual(new Date('2999-03-01T00:00+11:00'))
      const next = { version: saved.data.version }
      for (const specialLastDay of ['2020-01-01', '2999-02-30', 'soon'])
        expect(await saves(owner, { ...next, specialLastDay })).toMatchObject({ field: 'specialLastDay' })
      expect(await saves(owner, { ...next, specialPrice: null })).toMatchObject({
        data: { specialPrice: null, specialLastDay: null },
      })
      expect(await saves(owner, { version: (await read()).version, specialLastDay: '2999-02-28' })).toMatchObject({
        statusCode: 422,
        field: 'specialLastDay',
      })
    })

    // clocks go from 3 am to 2 am on 4 April 2027, and from 2 am to 3 am on 3 October 2027
    test.each([
      ['2027-04-04', '2027-04-04T13:59:59Z', '2027-04-04T14:00:00Z'],
      ['2027-10-03', '2027-10-03T12:59:59Z', '2027-10-03T13:00:00Z'],
    ])('gets a special price until %s as long as it is that day at the store', async (day, lastSecond, nextDay) => {
      const savesAt = async (now: string) => {
        const { version } = await read()
        vi.setSystemTime(new Date(now))
        const change = { version, specialPrice: 6, specialLastDay: day }
        return changeProduct(database(), productId, change, 'Mei Chen', 'Australia/Sydney').finally(() =>
          vi.useRealTimers(),
        )
      }
      await expect(savesAt(nextDay)).rejects.toMatchObject({ statusCode: 422, field: 'specialLastDay' })
      await savesAt(lastSecond)
      const [row] = await database().select().from(products).where(eq(products.id, productId))
      expect(row!.specialEndsAt).toEqual(new Date(nextDay))
      await saves(owner, { version: (await read()).version, specialPrice: null })
    })

    test('gets a name, a brand, a category and what its label says, which the shop shows and finds at once', async () => {
      const { version, data, categories } = await read()
      expect(categories).toContainEqual({ id: 12, path: 'Rice & Grains > Flours' })
      const label = {
        allergens: ['soy'],
        mayContain: ['peanut'],
        diets: ['halal'],
        origin: 'Japan',
        storage: 'chilled',
      }
      const nutrition = { per: '100 g', energy: 600, protein: 20, fat: 12, saturatedFat: 5 }
      const saved = await saves(owner, {
        version,
        name: 'Quillon Steak 1 kg',
        brand: 'North Pier',
        categoryId: 12,
        ingredients: ' Beef (soy). ',
        description: '<p>Marbled</p>',
        keywords: 'zabuton',
        size: {
          amount: 1,
          unit: 'kg',
        },
        nutrition,
        ...label,
      })
      expect(saved.data.data).toMatchObject({ name: 'Quillon Steak 1 kg', ingredients: 'Beef (soy).', ...label })
      expect(saved.data.history.at(-1)).toMatchObject({ staffName: 'Mei Chen', before: 'none', after: '1 kg' })
      const { body } = await shopCall('product', { params: { id: productId } })
      expect(body.data).toMatchObject({
        name: 'Quillon Steak 1 kg',
        brandName: 'North Pier',
        categoryId: 12,
        allergens: ['soy'],
        mayContain: ['peanut'],
        diet: ['halal'],
        nutrition,
        ingredients: 'Beef (soy).',
      })
      for (const word of ['quillon', 'zabuton', 'north pier']) {
        const found = await shopCall('products', {
          body: { criteria: 'search', brand_id: 0, category_id: 0, searchCriteria: word },
        })
        expect(
          found.body.listData.map(({ id }: { id: number }) => id),
          word,
        ).toEqual([productId])
      }
      const suggested = await shopCall('suggestions', { params: { q: 'quill' } })
      expect(JSON.stringify(suggested.body)).toContain('Quillon')
      const next = { version: saved.data.version }
      for (const [change, field] of [
        [{ name: ' ' }, 'name'],
        [{ name: 'x'.repeat(121) }, 'name'],
        [{ brand: '' }, 'brand'],
        [{ categoryId: 1 }, 'categoryId'],
        [{ diets: ['vegan'], allergens: ['milk'] }, 'diets'],
        [{ nutrition: { per: '100 g', fat: 101 } }, 'nutrition'],
        [{ size: { amount: 0, unit: 'kg' } }, 'size'],
        [{ origin: 'x'.repeat(61) }, 'origin'],
      ] as const)
        expect(await saves(owner, { ...next, ...change }), field).toMatchObject({ statusCode: 422, field })
      expect(await saves(owner, { ...next, allergens: ['dust'] })).toMatchObject({ statusCode: 400 })
      const back = { name: data.name, brand: data.brand, categoryId: data.categoryId, keywords: data.keywords }
      expect(await saves(owner, { ...next, ...back })).toMatchObject({ data: { data: back } })
    })

    test('that is not for sale can’t be bought, whatever its stock is', async () => {
      const { version } = await read()
      const closed = await saves(owner, { version, isForSale: false })
      expect(closed).toMatchObject({ data: { isForSale: false } })
      const refused = await shopCall('product', { params: { id: productId } })
      expect(refused.body.data.stockStatusDescription).toBe('Out of stock')
      expect(await saves(owner, { version: closed.data.version, isForSale: true })).toMatchObject({
        data: { isForSale: true },
      })
    })

    test('that two people change at the same moment is changed once; the second learns who was first, and both values', async () => {
      const { version } = await read()
      const [one, two] = await Promise.all([saves(owner, { version, price: 30 }), saves(owner, { version, price: 31 })])
      const [first, second] = one.statusCode === 200 ? [one, two] : [two, one]
      const wanted = first.data.price === 30 ? 31 : 30
      expect(second).toMatchObject({
        statusCode: 409,
        message: `Mei Chen changed this product first. The price is ‘$${first.data.price}.00’ now; you chose ‘$${wanted}.00’. Nothing was changed.`,
      })
      expect((await read()).price).toBe(first.data.price)
    })

    test('takes a change of its stock after an order, which changes no version', async () => {
      const { version, stock, price } = await read()
      const { body } = await shopCall('placeOrder', {
        body: orderOf(await cartWith(shopCall, [productId, 2]), price * 2),
      })
      expect(body).toMatchObject({ statusCode: 200 })
      expect(await saves(packer, { version, stockChange: 5 })).toMatchObject({ data: { stock: stock + 3 } })
      expect(await saves(packer, { version: (await read()).version, stockChange: -(stock + 4) })).toMatchObject({
        statusCode: 422,
        field: 'stock',
        message: `Only ${stock + 3} are in stock: some may have been ordered in the meantime.`,
      })
    })

    test('is not changed by values that it can’t have, nor its price by a packer', async () => {
      const before = await read()
      const { version, price } = before
      for (const [change, statusCode] of [
        [{ price: 0 }, 422],
        [{ price: -1 }, 422],
        [{ price: 1.005 }, 422],
        [{ price: 1_000_000 }, 422],
        [{ specialPrice: price }, 422],
        [{ specialPrice: price + 1 }, 422],
        [{ stockChange: 1.5 }, 400],
        [{ stockChange: 9_999_999 }, 400],
        [{ price: 'much' }, 400],
      ] as const)
        expect(await saves(owner, { version, ...change }), JSON.stringify(change)).toMatchObject({ statusCode })
      for (const change of [
        { price: 12 },
        { specialPrice: null },
        { isForSale: false },
        { name: 'X' },
        { allergens: [] },
      ])
        expect(await saves(packer, { version, ...change })).toMatchObject({ statusCode: 403 })
      expect(await read()).toEqual(before)
      for (const id of ['0', '987654', 'x', '1e3'])
        expect((await call('officeProduct', owner, { params: { productId: id } })).status, id).toBe(404)
    })

    test('keeps no row of changes for a change to the values that it has', async () => {
      const { version, price } = await read()
      await saves(owner, { version, price })
      expect((await read()).version).toBe(version)
      const kept = await database().select().from(changes).where(eq(changes.productId, productId))
      expect(kept.at(-1)!.id).toBe(version)
    })
  })

  describe('the goods', () => {
    test('are those with the fewest in stock first, and are found by a part of the name or the code', async () => {
      const rows = await database().select().from(products).orderBy(products.stock)
      expect((await call('officeGoods', packer)).body.listData.map(({ stock }: { stock: number }) => stock)).toEqual(
        rows.map(({ stock }) => stock),
      )
      const row = rows.find(({ id }) => id === shelf.dumplings)
      const found = expect.arrayContaining([expect.stringContaining(row!.name)])
      expect(await search(row!.name.slice(2, 9).toUpperCase())).toEqual(found)
      expect(await search(row!.code.toLowerCase())).toEqual(found)
      for (const none of ['%', '_', '\\', 'zzzz']) expect(await search(none), none).toEqual([])
      expect((await call('officeGoods', packer, { params: { search: 'x'.repeat(101) } })).status).toBe(400)
    })
  })
})
