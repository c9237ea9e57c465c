import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ImportPreview } from '#contract/office'
import { changes, products } from '#gateway/database/schema'
import { readCsv, writeCsv } from '#gateway/office/csv'
import { deleteOldImports } from '#gateway/office/import-goods'
import { onBothEngines } from '../gateway/both-engines.ts'
import { callOn, caseGateway, cartWith, orderOf, shelf } from '../gateway/given.ts'
import { officeCallOn, ownerLogsIn } from './office-given.ts'

onBothEngines(database => {
  let app: FastifyInstance
  let owner: string
  let other: string
  beforeAll(async () => {
    app = await caseGateway(database(), { office: 'on' })
    owner = (await ownerLogsIn(call, database(), 'Mei Chen')).token
    other = (await ownerLogsIn(call, database(), 'Lan Tran')).token
  })
  afterAll(() => app.close())
  const call = officeCallOn(() => app)
  const shopCall = callOn(() => app)

  const imports = async (content: string, token = owner) =>
    (await call('officeCheckImport', token, { body: { fileName: 'goods.csv', content } })).body
  const checks = async (content: string, token = owner): Promise<ImportPreview> => (await imports(content, token)).data
  const applies = async ({ importId }: ImportPreview, token = owner) =>
    (await call('officeApplyImport', token, { params: { importId } })).body
  const rowOf = async (id: number) => (await database().select().from(products).where(eq(products.id, id)))[0]!
  const csv = (...rows: readonly (readonly (string | number)[])[]) => writeCsv(rows.map(row => row.map(String)))
  const download = async () => String((await call('officeExport', owner)).body)
  const reasons = ({ errors }: ImportPreview) => errors.map(({ line, reason }) => `${line}: ${reason}`)

  /** A change by another person, in the office. */
  const changesPrice = async (productId: number, price: number) => {
    const { version } = (await call('officeProduct', other, { params: { productId } })).body.data
    const { body } = await call('officeChangeProduct', other, { params: { productId }, body: { version, price } })
    expect(body).toMatchObject({ statusCode: 200 })
  }

  describe('the file of all goods', () => {
    test('has every product, and changes nothing when it is imported as it is', async () => {
      const all = await database().select().from(products)
      const content = await download()
      expect(readCsv(content).rows).toHaveLength(all.length + 1)
      expect(await checks(content)).toMatchObject({ rows: all.length, products: [], errors: [] })
    })

    test('has no cell that a spreadsheet runs, and reads such a text back without loss', async () => {
      const { code, keywords } = await rowOf(shelf.rice)
      const formula = '=HYPERLINK("http://example.com")'
      await database().update(products).set({ keywords: formula }).where(eq(products.id, shelf.rice))
      const content = await download()
      expect(content).toContain(`"'=HYPERLINK(""http://example.com"")"`)
      expect(await checks(content)).toMatchObject({ products: [], errors: [] })
      await database().update(products).set({ keywords }).where(eq(products.id, shelf.rice))
      await applies(await checks(csv(['code', 'keywords'], [code, formula])))
      expect(await rowOf(shelf.rice)).toMatchObject({ keywords: formula })
      await database().update(products).set({ keywords }).where(eq(products.id, shelf.rice))
    })
  })

  describe('an imported file', () => {
    test('is shown as a difference, and applied as a whole with a change for each value, once', async () => {
      const [rice, sauce] = [await rowOf(shelf.rice), await rowOf(shelf.fishSauce)]
      const content = csv(
        ['code', 'price', 'stock', 'allergens', 'size'],
        [rice.code, '21.5', rice.stock + 10, 'soy, sesame', '5 kg'],
        [sauce.code, (sauce.price / 100).toFixed(2), sauce.stock, 'fish', ''],
      )
      const preview = await checks(content)
      expect(preview).toMatchObject({ rows: 2, errors: [], isApplied: false, products: [{ line: 2, code: rice.code }] })
      expect(preview.products[0]!.differences).toEqual([
        { what: 'price', before: `$${(rice.price / 100).toFixed(2)}`, after: '$21.50' },
        { what: 'stock', before: String(rice.stock), after: String(rice.stock + 10) },
        { what: 'allergens', before: 'none', after: 'sesame, soy' },
        { what: 'size', before: 'none', after: '5 kg' },
      ])
      expect((await call('officeImport', owner)).body.data).toEqual(preview)
      expect((await call('officeImport', other)).body.data).toBeNull()

      const twice = await Promise.all([applies(preview), applies(preview)])
      for (const answer of twice) expect(answer).toMatchObject({ statusCode: 200, data: { isApplied: true } })
      expect(await rowOf(shelf.rice)).toMatchObject({
        price: 2150,
        stock: rice.stock + 10,
        allergens: ['sesame', 'soy'],
        size: { amount: 5, unit: 'kg' },
      })
      const kept = await database().select().from(changes).where(eq(changes.productId, shelf.rice))
      const made = kept.filter(one =>
        preview.products[0]!.differences.some(({ what }) => one.what.startsWith(`${what} of`)),
      )
      expect(made.map(({ staffName, what }) => [staffName, what])).toEqual(
        ['price', 'stock', 'allergens', 'size'].map(what => ['Mei Chen', `${what} of ${preview.products[0]!.name}`]),
      )
      expect((await shopCall('product', { params: { id: shelf.rice } })).body.data).toMatchObject({
        price: 21.5,
        allergens: ['sesame', 'soy'],
      })
      expect(await checks(content)).toMatchObject({ products: [], errors: [] })
    })

    test('adds new products, out of sale, of a new brand too', async () => {
      const preview = await checks(
        csv(
          ['code', 'name', 'brand', 'category', 'price', 'for sale'],
          ['NEW-1', 'Crème Tea 80 g', 'Hill & Leaf', 'rice', '9.9', ''],
          ['NEW-2', 'Crème Tea 80 g', 'hill & leaf', 'rice', '12', 'yes'],
          ['NEW-3', '茶', 'Hill & Leaf', 'rice', '12', 'yes'],
        ),
      )
      expect(preview.errors).toEqual([])
      expect(preview.products[0]).toMatchObject({ productId: null, code: 'NEW-1', name: 'Crème Tea 80 g' })
      expect(preview.products[0]!.differences).toContainEqual({
        what: 'brand',
        before: null,
        after: 'Hill & Leaf (new brand)',
      })
      expect(await applies(preview)).toMatchObject({ data: { isApplied: true } })
      const { listData } = (await call('officeGoods', owner, { params: { search: 'NEW-' } })).body
      expect(listData).toMatchObject([
        { code: 'NEW-1', isForSale: false },
        { code: 'NEW-2', isForSale: true },
        { code: 'NEW-3', isForSale: true },
      ])
      const stored = await Promise.all(listData.map(({ productId }: { productId: number }) => rowOf(productId)))
      expect(stored.map(({ slug }) => slug)).toEqual(['creme-tea-80-g', 'creme-tea-80-g-2', `product-${stored[2]!.id}`])
      expect(new Set(stored.map(({ brandId }) => brandId)).size).toBe(1)
      const { body } = await shopCall('product', { params: { id: stored[1]!.id } })
      expect(body.data).toMatchObject({ name: 'Crème Tea 80 g', brandName: 'Hill & Leaf' })
      expect(body.data.productImages).toHaveLength(1)
      const picture = await app.inject(body.data.thumbnail)
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    })

    test('of 500 products with 7 faults names each by line and reason, and is not applied', async () => {
      const head = ['code', 'name', 'brand', 'category', 'price', 'special price', 'stock', 'allergens', 'description']
      const rows = Array.from({ length: 500 }, (_, at) => [
        `F-${at + 1}`,
        `Tea ${at + 1}`,
        'Hill & Leaf',
        'rice',
        '9.90',
        '',
        '5',
        'none',
        '<p>Tea, "green"</p>',
      ])
      const set = (row: number, column: string, cell: string) => void (rows[row - 2]![head.indexOf(column)] = cell)
      set(10, 'price', '12,50')
      set(77, 'category', 'Toys')
      set(130, 'name', '')
      set(201, 'stock', '-3')
      set(342, 'code', 'F-5')
      set(400, 'allergens', 'milk, dust')
      set(501, 'special price', '10.00')
      const preview = await checks(csv(head, ...rows))
      expect(reasons(preview)).toEqual([
        '10: price is ‘12,50’: write it with a point, such as 12.50.',
        '77: category is ‘Toys’: there is no such category, or it has others in it.',
        '130: No product has this code, and a new one needs a name.',
        '201: stock is ‘-3’: write a whole number from 0 to 1000000.',
        '342: The code is in line 6 already.',
        expect.stringMatching(/^400: allergens is ‘milk, dust’: ‘dust’ is none of gluten, /),
        '501: The special price has to be lower than the price.',
      ])
      expect(preview.rows).toBe(500)
      expect(preview.products).toHaveLength(493)
      expect(await applies(preview)).toMatchObject({ statusCode: 422, field: 'file' })
      expect((await call('officeGoods', owner, { params: { search: 'F-1' } })).body.listData).toEqual([])
    })

    test('names lines that can’t be read, amounts that make two cells, unknown columns, and text in another encoding', async () => {
      const { code } = await rowOf(shelf.rice)
      expect(reasons(await checks(`code,price\n${code},12,50\n"${code}"x,1\nXY,\n`))).toEqual([
        '2: The line has 3 cells, but the first line has 2. An amount with a comma makes two cells: write it with a point.',
        expect.stringMatching(/^3: The quotation marks do not match/),
        ...['name', 'brand', 'category', 'price'].map(
          name => `4: No product has this code, and a new one needs a ${name}.`,
        ),
      ])
      expect(reasons(await checks('code;colour;code\nA;red;B\n'))).toEqual([
        expect.stringMatching(/^1: There is no column ‘colour’/),
        '1: The column ‘code’ is there twice.',
      ])
      expect(reasons(await checks('name\nTea\n'))).toEqual(['1: The column ‘code’ is missing.'])
      expect(reasons(await checks(`code,origin\n${code},T\uFFFDrkiye\n`))).toEqual([
        '2: origin is ‘T\uFFFDrkiye’: some characters can’t be read; save the file as CSV in UTF-8.',
      ])
      expect(reasons(await checks(`code,diets,allergens\n${code},vegan,milk\n`))).toEqual([
        '2: This can’t be stored: diets has vegan, but allergens has milk.',
      ])
      for (const content of ['', `code,name\n${'A,B\n'.repeat(5_001)}`, `code\n${'A'.repeat(5_000_001)}`])
        expect(await imports(content)).toMatchObject({ statusCode: 422, field: 'file' })
    })

    test('is refused if another person has changed one of its products since, with both values, until it is checked again', async () => {
      const [rice, sauce] = [await rowOf(shelf.rice), await rowOf(shelf.fishSauce)]
      const preview = await checks(csv(['code', 'price'], [rice.code, '31.00'], [sauce.code, '32.00']))
      await changesPrice(shelf.fishSauce, 33)
      const refused = await applies(preview)
      expect(refused).toMatchObject({ statusCode: 409 })
      expect(refused.message).toMatch(
        /^Lan Tran changed .+ first\. The price is ‘\$33\.00’ now; you chose ‘\$32\.00’\. Nothing was changed\.$/,
      )
      expect((await rowOf(shelf.rice)).price).toBe(rice.price)
      const { importId } = preview
      const again = (await call('officeRecheckImport', owner, { params: { importId } })).body.data
      expect(again.products[1].differences).toEqual([{ what: 'price', before: '$33.00', after: '$32.00' }])
      expect(await applies(again)).toMatchObject({ data: { isApplied: true } })
      expect((await rowOf(shelf.fishSauce)).price).toBe(3200)
    })

    test('is refused if a product that it left as it was has other values since', async () => {
      const rice = await rowOf(shelf.rice)
      const price = (rice.price / 100).toFixed(2)
      const preview = await checks(csv(['code', 'price', 'origin'], [rice.code, price, rice.origin ?? '']))
      expect(preview.products).toEqual([])
      await changesPrice(shelf.rice, 41)
      expect((await applies(preview)).message).toContain('The price is ‘$41.00’ now')
    })

    test('changes the stock by the difference that was shown, whatever was ordered since', async () => {
      const { id, code, stock, price } = await rowOf(shelf.beef)
      const preview = await checks(csv(['code', 'stock'], [code, stock + 24]))
      const order = orderOf(await cartWith(shopCall, [id, 2]), (price / 100) * 2)
      expect((await shopCall('placeOrder', { body: order })).body).toMatchObject({ statusCode: 200 })
      expect(await applies(preview)).toMatchObject({ data: { isApplied: true } })
      expect((await rowOf(id)).stock).toBe(stock + 22)
      const kept = await database().select().from(changes).where(eq(changes.productId, id))
      expect(kept.at(-1)).toMatchObject({ before: String(stock - 2), after: String(stock + 22) })
    })

    test('does not bring back what was ordered after the download', async () => {
      const { id, code, price, stock } = await rowOf(shelf.beef)
      const row = csv(['code', 'stock', 'stock at download'], [code, stock, stock])
      const order = orderOf(await cartWith(shopCall, [id, 2]), (price / 100) * 2)
      expect((await shopCall('placeOrder', { body: order })).body).toMatchObject({ statusCode: 200 })
      expect(await checks(row)).toMatchObject({ products: [], errors: [] })
    })

    test('of another person, or one that a later file has replaced, can’t be applied', async () => {
      const { code } = await rowOf(shelf.rice)
      const first = await checks(csv(['code', 'origin'], [code, 'Japan']))
      expect(await applies(first, other)).toMatchObject({ statusCode: 404 })
      await checks(csv(['code', 'origin'], [code, 'Vietnam']))
      expect(await applies(first)).toMatchObject({ statusCode: 404 })
    })

    test('is kept for a day', async () => {
      const { code } = await rowOf(shelf.rice)
      vi.setSystemTime(Date.now() - 23 * 3_600_000)
      await checks(csv(['code', 'origin'], [code, 'Japan']))
      vi.useRealTimers()
      await deleteOldImports(database())
      expect((await call('officeImport', owner)).body.data).toMatchObject({ fileName: 'goods.csv' })
      vi.setSystemTime(Date.now() - 25 * 3_600_000)
      await checks(csv(['code', 'origin'], [code, 'Japan']))
      vi.useRealTimers()
      expect((await call('officeImport', owner)).body.data).toBeNull()
      await deleteOldImports(database())
    })
  })
})
