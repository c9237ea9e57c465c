import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toCents } from '#contract/money'
import { officeBase, officeRoutes } from '#contract/office'
import type { NewOrder } from '#contract/order'
import { routes } from '#contract/routes'
import type { OpenDatabase } from '#gateway/database/database'
import type { Goods } from '#gateway/database/goods'
import { products } from '#gateway/database/schema'
import { seedIfEmpty } from '#gateway/database/seeding'
import { openCaseDatabase, openDatabaseWith } from '../../contract/gateway/case-database.ts'
import {
  address,
  callOn,
  cartWith,
  caseGoods,
  lineOf,
  newCustomer,
  newRequestId,
  orderOf,
  registrationOf,
  shelf,
  soft,
  type Json,
  type Known,
} from '../../contract/gateway/given.ts'
import { officeCallOn, ownerLogsIn } from '../../contract/office/office-given.ts'
import { openShopWithPayments } from '../../contract/payments/payment-given.ts'
import { fakeProvider } from '../../kit/fake-provider.ts'

let opened: OpenDatabase
let app: FastifyInstance
let customer: Known
/** The token of an owner in the office. */
let owner: string
beforeAll(async () => {
  opened = await openCaseDatabase()
  ;({ app } = await openShopWithPayments(opened.database, fakeProvider(), { office: 'on' }))
  customer = await newCustomer(call)
  owner = (
    await ownerLogsIn(
      officeCallOn(() => app),
      opened.database,
    )
  ).token
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})
const call = callOn(() => app)

const reprices = (id: number, price: number) =>
  opened.database.update(products).set({ price, specialPrice: null, stock: 2_147_483_647 }).where(eq(products.id, id))
const tooMuch = 'One order can be at most $20,000,000.00. Please choose less.'

describe('saleor/saleor#40, fairmondo/fairmondo#619, simplcommerce/SimplCommerce#1110: amounts beyond the column', () => {
  test('the cart refuses what cannot be ordered, and says so', async () => {
    await reprices(shelf.lost, 2_500_000)
    const add = (quantity: number, mySessionId: string | null = null, productId: number = shelf.lost) =>
      call('addLine', { body: lineOf(productId, { quantity, mySessionId }) })
    expect(await add(999)).toEqual(soft(409, tooMuch))
    const { body } = await add(800)
    expect(body).toMatchObject({ statusCode: 200, data: { totalPrice: 20_000_000 } })
    const { id, sessionId } = body.data
    expect(await add(1, sessionId)).toEqual(soft(409, tooMuch))
    expect(await add(1, sessionId, shelf.cheap)).toEqual(soft(409, tooMuch))
    expect(await call('changeLine', { params: { id }, body: { productPrice: 0, quantity: 801 } })).toEqual(
      soft(409, tooMuch),
    )
    expect((await call('placeOrder', { body: orderOf(sessionId, 19_999_999) })).body).toMatchObject({
      conflicts: [{ about: 'total', was: 19_999_999, now: 20_000_000 }],
    })
    expect((await call('placeOrder', { body: orderOf(sessionId, 20_000_000) })).body).toMatchObject({
      statusCode: 200,
      data: { total: 20_000_000 },
    })
  })

  test('a cart of many products that come to too much is refused', async () => {
    await reprices(shelf.lost, 2_147_483_647)
    expect(await call('addLine', { body: lineOf(shelf.lost) })).toEqual(soft(409, tooMuch))
  })

  test('an order that a new price makes too large is refused, online and on delivery', async () => {
    await reprices(shelf.lost, 100_000)
    const sessionId = await cartWith(call, [shelf.lost, 999])
    await reprices(shelf.lost, 2_147_483_647)
    const body = orderOf(sessionId, 999_000)
    const { payment: _, ...payment } = body
    for (const answer of [await call('placeOrder', { body }), await call('beginPayment', { body: payment })]) {
      expect(answer.status).toBe(200)
      expect(answer.body.statusCode).toBe(409)
      expect(answer.body.message).toBe(tooMuch)
      expect(answer.body.conflicts).toEqual([{ about: 'stock', productId: shelf.lost, left: 0, message: tooMuch }])
    }
  })

  test.each([
    [shelf.lost, shelf.coconut],
    [shelf.lost, shelf.cheap],
  ])(
    'an order of several products is too large because of the one that costs most: %i, not %i',
    async (most, other) => {
      await reprices(most, 100_000)
      const sessionId = await cartWith(call, [other, 1], [most, 999])
      await reprices(most, 2_500_000)
      const { body } = await call('placeOrder', { body: orderOf(sessionId, 999_000) })
      // 800 of it are the limit, with the other product above it
      expect(body.conflicts).toEqual([{ about: 'stock', productId: most, left: 799, message: tooMuch }])
    },
  )

  test('goods that come back never exceed the column', async () => {
    const sessionId = await cartWith(call, [shelf.beef, 2])
    const { payment: _, ...payment } = orderOf(sessionId, 120)
    expect((await call('beginPayment', { body: payment })).body).toMatchObject({ statusCode: 200 })
    await opened.database.update(products).set({ stock: 2_147_483_647 }).where(eq(products.id, shelf.beef))
    expect((await call('addLine', { body: lineOf(shelf.beef, { mySessionId: sessionId }) })).body).toMatchObject({
      statusCode: 200,
    })
    await opened.database.update(products).set({ stock: 100_000 }).where(eq(products.id, shelf.beef))
  })

  const withProduct = (more: object): Goods => ({
    ...caseGoods,
    products: [{ ...caseGoods.products[0]!, related: [], ...more }],
  })
  let empty: OpenDatabase
  beforeAll(async () => void (empty = await openDatabaseWith(null)))
  afterAll(() => empty?.close())
  test.each([
    ['a price in dollars', withProduct({ price: 18.9, special: undefined }), 'product 1: price is 18.9'],
    ['a price beyond the column', withProduct({ price: 3e9 }), 'product 1: price is 3000000000'],
    ['a negative price', withProduct({ price: -1, special: undefined }), 'product 1: price is -1'],
    ['no price', withProduct({ price: Number.NaN }), 'product 1: price is NaN'],
    [
      'a special price that is none',
      withProduct({ special: 1_900 }),
      'product 1: special is 1900, not below the price',
    ],
    [
      'a multi-buy that makes one more cheaper',
      withProduct({ multiBuy: { quantity: 3, price: 3_779 } }),
      'product 1: 3 for $37.79 is not from $37.80, the price of 2, to below $56.70',
    ],
    ['too large a stock', withProduct({ stock: 2 ** 31 }), 'product 1: stock is 2147483648'],
    ['an id beyond the column', withProduct({ id: 99_999_999_999 }), 'product 99999999999: id is 99999999999'],
    ['a character that cannot be stored', withProduct({ name: 'Rice\0' }), 'product 1: name has characters'],
    [
      'a fee beyond the column',
      { ...caseGoods, deliveryMethods: [{ ...caseGoods.deliveryMethods[1]!, fee: 1e10 }] },
      'delivery method express: fee is 10000000000',
    ],
    [
      'a discount that is no number',
      { ...caseGoods, coupons: [{ ...caseGoods.coupons[0]!, percentOff: Infinity } as Goods['coupons'][number]] },
      'coupon TEN: percentOff is Infinity',
    ],
    [
      'a date that is none',
      { ...caseGoods, coupons: [{ ...caseGoods.coupons[0]!, endsAt: '31.12.2026' } as Goods['coupons'][number]] },
      'coupon TEN: endsAt is 31.12.2026',
    ],
  ])('goods with %s are refused before they are stored', async (_, goods, message) => {
    await expect(seedIfEmpty(empty.database, goods)).rejects.toThrow(message)
    expect(await empty.database.$count(products)).toBe(0)
  })
})

describe('saleor/saleor#40, webcompat/web-bugs#194687: huge numbers in messages', () => {
  const seen = { productId: shelf.beef, quantity: 1 }
  const huge = [1e308, -1e308, 1e22, 1e21, 123_456_789_012, -1, 2 ** 53]
  test.each(huge.flatMap(was => (['total', 'deliveryFee', 'lines'] as const).map(field => [field, was] as const)))(
    'a %s of %d is not repeated',
    async (field, was) => {
      const more: Partial<NewOrder> = field === 'lines' ? { lines: [{ ...seen, totalPrice: was }] } : { [field]: was }
      const { body } = await call('placeOrder', {
        body: { ...orderOf(await cartWith(call, [shelf.beef, 1]), 60), ...more },
      })
      expect(body.statusCode).toBe(409)
      expect(body.message).not.toMatch(/Infinity|NaN|null|undefined|e\+|-|\d{4}|, not /)
      for (const conflict of body.conflicts) {
        expect(conflict).not.toHaveProperty('was')
        expect(typeof conflict.now).toBe('number')
      }
    },
  )

  test.each([
    [1.005, 101],
    [0.1 + 0.2, 30],
    [1.1 + 2.2, 330],
    [4.35, 435],
    [8.115, 812],
    [1_023.995, 102_400],
    [19_999_999.995, 2_000_000_000],
  ])('%d dollars are %d cents', (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents)
  })

  test('a total with rounding noise is the same total', async () => {
    await reprices(shelf.cheap, 3_010)
    const sessionId = await cartWith(call, [shelf.cheap, 1])
    expect((await call('placeOrder', { body: orderOf(sessionId, 10.1 + 20) })).body).toMatchObject({ statusCode: 200 })
  })
})

const ids = [
  '99999999999',
  '2147483648',
  '9007199254740993',
  '-1',
  '0',
  '1e3',
  '1.5',
  'NaN',
  '１',
  '9'.repeat(64),
  "1'--",
  ' ',
]
const broken = ['%00', '%ED%A0%80', '%F0%28%8C%28', 'a%00b', '%', '%E2%80%AE']
const texts = ['\0', 'a\0b', '\ud800', 'a\udc00b', '\u202e', '\ufffe', 'x'.repeat(20_000), '𠮷'.repeat(500)]
const numbers = [1e308, -1e308, 1e22, 2 ** 31, 2 ** 53, -1, -0, 0.1 + 0.2, 1.5, 99_999_999_999]

const bodies: Partial<Record<keyof typeof routes, () => Json>> = {
  products: () => ({ criteria: 'search', brand_id: 1, category_id: 1, searchCriteria: 'rice' }),
  addLine: () => lineOf(shelf.beef, { requestId: newRequestId() }),
  changeLine: () => ({ productPrice: 1, quantity: 1, substitution: 'similar', note: 'Ripe ones' }),
  createAccount: () => registrationOf(),
  login: () => ({ email: 'mei@example.com', password: 'wrong', sessionId: null }),
  updatePassword: () => ({ password: 'lemongrass & lime', currentPassword: 'wrong' }),
  updateCustomer: () => ({ firstName: 'Mei', lastName: 'Lin', email: customer.email, telephone: '0298765432' }),
  forgotPassword: () => ({ email: 'mei@example.com' }),
  resetPassword: () => ({ resetToken: 'unknown', password: 'lemongrass & lime' }),
  createAddress: () => ({
    ...address,
    firstName: 'Mei',
    lastName: 'Lin',
    telephone: '0298765432',
    requestId: newRequestId(),
  }),
  updateAddress: () => ({ ...address, addressId: customer.addressId, use: 'delivery' }),
  subscribeNewsletter: () => ({ email: 'mei@example.com' }),
  deliveryFee: () => ({ ...address, sessionId: 'any', deliveryMethod: 'home' }),
  placeOrder: () => ({
    ...orderOf('any', 60),
    deliveryAddress: address,
    couponCode: 'TEN',
    comment: 'Ring',
    lines: [{ productId: 1, quantity: 1, totalPrice: 60 }],
  }),
  beginPayment: () => {
    const { payment: _, ...body } = orderOf('any', 60)
    return { ...body, deliveryAddress: address, deliveryMethod: 'home', intent: 'capture', providerOrderId: 'X' }
  },
  orders: () => ({ orderStatus: 'current' }),
  addLines: () => ({
    lines: [{ productId: shelf.beef, quantity: 1 }],
    mySessionId: null,
    requestId: newRequestId(),
  }),
  saveFavourites: () => ({ productIds: [shelf.beef], requestId: newRequestId() }),
  createLists: () => ({
    lists: [{ name: 'Hot pot', lines: [{ productId: shelf.beef, quantity: 1 }] }],
    requestId: newRequestId(),
  }),
  checkResetLink: () => ({ resetToken: 'unknown' }),
  renameList: () => ({ name: 'Hot pot' }),
  setListLine: () => ({ quantity: 1 }),
  sharedList: () => ({ key: 'unknown' }),
  setSharedLine: () => ({ key: 'unknown', quantity: 1 }),
  orderByLink: () => ({ orderNumber: '1001', key: 'unknown' }),
  cancelOrder: () => ({ requestId: newRequestId(), key: 'unknown' }),
  previewOrderChange: () => orderChange(),
  changeOrder: () => ({ requestId: newRequestId(), ...orderChange() }),
  reportProblem: () => ({
    requestId: newRequestId(),
    key: 'unknown',
    kind: 'other',
    lines: [{ productId: shelf.beef, quantity: 1 }],
    comment: 'The bag was open',
    photograph: 'iVBORw0KGgo=',
  }),
  requestStockNotice: () => ({ productId: shelf.gone, email: 'mei@example.com', requestId: newRequestId() }),
}

const orderChange = () => ({
  key: 'unknown',
  version: 0,
  lines: [{ productId: shelf.beef, quantity: 1, substitution: 'call', note: 'A ripe one' }],
  slotId: 'pick-up_2026-12-05_0900',
  deliveryAddress: address,
  substitution: 'similar',
  total: 60,
})

/** Bodies of the calls of the office. */
const officeBodies: Partial<Record<keyof typeof officeRoutes, () => Json>> = {
  officeLogIn: () => ({ email: 'mei@example.com', password: 'wrong' }),
  officeNewPassword: () => ({ password: 'a lantern over the counter' }),
  officeConfirm: () => ({ code: '123456' }),
  officeCode: () => ({ code: '123456' }),
  officeSetStatus: () => ({ status: 'packed', version: 1 }),
  officeWeigh: () => ({ productId: shelf.beef, grams: 500, version: 1 }),
  officePick: () => ({
    productId: shelf.beef,
    picking: 'substitute',
    substituteId: shelf.rice,
    quantity: 1,
    version: 1,
  }),
  officeFinishPicking: () => ({ version: 1 }),
  officeAnswerReport: () => ({ answer: 'We bring it tomorrow', version: 1 }),
  officeRefund: () => ({ requestId: newRequestId(), amount: 1, reason: 'damaged', note: 'Bruised', version: 1 }),
  officeChangeProduct: () => ({
    version: 1,
    price: 10,
    specialPrice: 9,
    specialLastDay: '2999-01-01',
    stockChange: 1,
    isForSale: true,
    name: 'Beef',
    categoryId: 1,
    size: { amount: 1, unit: 'kg' },
    nutrition: { per: '100 g', energy: 100 },
  }),
  officeChangeSetting: () => ({ version: 1, values: { capacity: '5' } }),
  officeRemoveSetting: () => ({ version: 1 }),
  officeCheckImport: () => ({ fileName: 'goods.csv', content: 'code,price\r\nLL-1,12.50\r\n' }),
}

/** The body with each of its values replaced, one at a time. */
function variants(value: Json, by: unknown[]): Json[] {
  if (typeof value !== 'object' || value === null) return by.filter(one => typeof one === typeof value)
  return Object.entries(value).flatMap(([key, inner]) =>
    variants(inner, by).map(changed => (Array.isArray(value) ? [changed] : { ...value, [key]: changed })),
  )
}

/** No answer may name a value that is not one, or be a failure of the shop. */
const checked = (what: string, statusCode: number, body: Json) => {
  expect.soft(statusCode, what).toBeLessThan(500)
  expect.soft(body.message ?? '', what).not.toMatch(/Infinity|NaN|undefined|\de\+|�/)
}

describe('saleor/saleor#40, review gateway 16: values out of range in any field', () => {
  const api = Object.entries(routes).map(([name, route]) => ({ name, base: '/v1', route }))
  const office = Object.entries(officeRoutes)
    .filter(([name]) => name !== 'officeLogOut')
    .map(([name, route]) => ({ name, base: officeBase, route }))

  test('each call that has a body is tried', () => {
    const emptyBody = /logout|Recheck|Apply|authorizePayment|shareList/i
    const tried = Object.keys({ ...bodies, ...officeBodies })
    for (const { name, route } of [...api, ...office])
      if (route.body !== null && !emptyBody.test(name)) expect.soft(tried).toContain(name)
  })

  test.each([...api, ...office])('$name refuses them, and does not fail', async ({ name, base, route }) => {
    const { method, path } = route
    const body = { ...bodies, ...officeBodies }[name as 'login']?.()
    const headers = base === officeBase ? { cookie: `office=${owner}` } : customer.headers
    const sends = async (url: string, payload?: Json) => {
      const answer = await app.inject({
        method,
        url,
        headers,
        ...(payload !== undefined && { body: payload }),
      })
      checked(`${url.slice(0, 80)} ${JSON.stringify(payload)?.slice(0, 300)}`, answer.statusCode, answer.json())
    }
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([part]) => part)
    for (const part of named)
      for (const value of [...ids.map(encodeURIComponent), ...broken])
        await sends(`${base}${path.replace(part, value)}`.replaceAll(/\{\w+\}/g, '1'), body)
    const url = `${base}${path.replaceAll(/\{\w+\}/g, customer.customerId)}`
    for (const payload of variants(body, [...texts, ...numbers])) await sends(url, payload)
    if (body !== undefined) await sends(url, null)
  })

  test.each([...ids.map(encodeURIComponent), ...broken])('a path with %s is not found or refused', async value => {
    for (const path of [
      `/v1/product/${value}`,
      `/pictures/${value}`,
      `/pictures/${value}/front/640/x`,
      `/link/confirm-email?token=${value}`,
      `/link/undo-email?token=${value}`,
      `/link/confirm-newsletter?token=${value}`,
      `/link/unsubscribe?token=${value}`,
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        const headers = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
        const answer = await app.inject({ method, url: path, headers })
        expect.soft(answer.statusCode, `${method} ${path.slice(0, 60)}`).toBeLessThan(500)
      }
    }
  })

  test('a product beyond the range of ids does not exist', async () => {
    for (const id of ['99999999999', '2147483648', '0', '-1', '1e3'])
      expect((await app.inject(`/v1/product/${id}`)).statusCode).toBe(404)
  })

  test('a coupon that ended long ago has expired, and one that never ends has not', async () => {
    await opened.database.execute(sql`
      insert into coupons (code, description, discount_type, discount, ends_at)
      values ('PAST', '', 'amount', 1, '-infinity'), ('OLD', '', 'amount', 1, '0044-03-15 BC'), ('EVER', '', 'amount', 1, 'infinity')`)
    const check = async (code: string) => (await call('validateCoupon', { params: { code } })).body.statusCode
    expect([await check('PAST'), await check('OLD'), await check('EVER')]).toEqual([404, 404, 200])
  })
})
