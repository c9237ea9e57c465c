import { sql, type SQL } from 'drizzle-orm'
import { assert, create, type Struct } from 'superstruct'
import { describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import { standardMessage } from '#contract/refusal'
import { routes } from '#contract/routes'
import { queryRows, type Database } from '#gateway/database/database'
import { deleteOldAnswers } from '#gateway/requests/idempotency'
import { accountCases } from '../accounts/account-cases.ts'
import { customerCases } from '../accounts/customer-cases.ts'
import { pageCases } from '../catalogue/page-cases.ts'
import { suggestionCases } from '../catalogue/suggestion-cases.ts'
import { bulkAddCases } from './bulk-add-cases.ts'
import {
  address,
  callOn,
  cartWith,
  caseGateway,
  caseGoods,
  caseStore,
  lineOf,
  newCustomer,
  newRequestId,
  orderOf,
  shelf,
  soft,
  type Call,
  type Json,
} from './given.ts'

const search = async (call: Call, searchCriteria: string | null): Promise<number[]> => {
  const body = { criteria: 'search', brand_id: 0, category_id: 0, searchCriteria }
  return (await call('products', { body })).body.listData.map((one: { id: number }) => one.id)
}

/**
 * The contract cases: the behaviour of every gateway, by call.
 *
 * @param call - calls the gateway with `caseGoods` and `caseStore`
 */
export function contractCases(call: Call): void {
  describe('the catalogue', () => {
    readingCases(call)
    listCases(call)
    pageCases(call)
    searchCases(call)
    suggestionCases(call)
  })
  shoppingCases(call)
  describe('an amount', () => amountCases(call))
  describe('the settings and delivery', () => settingsCases(call))
  describe('an order', () => orderErrors(call))
  describe('a change of a placed order', () => changeCases(call))
  describe('a report of a problem', () => problemCases(call))
  accountCases(call)
  customerCases(call)
  describe('an invalid request', () => malformedCases(call))
}

/** Carts, coupons and orders, for every gateway. The fake gateway also passes these. */
export function shoppingCases(call: Call): void {
  describe('a cart', () => {
    cartCases(call)
    cartRefusals(call)
    bulkAddCases(call)
    keyCases(call)
  })
  describe('a coupon', () => couponCases(call))
  describe('an order', () => {
    orderCases(call)
    orderRefusals(call)
  })
  describe('the key of an order', () => orderKeyCases(call))
}

/** The fuzzer's gateway has no reductions, and no limits of amounts. */
function amountCases(call: Call): void {
  const adding = (productId: number) => call('addLine', { body: lineOf(productId, { quantity: 1, mySessionId: null }) })
  const placing = async (total: number, more: Partial<NewOrder> = {}) =>
    call('placeOrder', { body: orderOf(await cartWith(call, [shelf.beef, 1]), total, more) })
  test('before its reduction is in a line only while there is one', async () => {
    expect((await adding(shelf.rice)).body.data).toMatchObject({ productPrice: 15.9, regularPrice: 18.9 })
    expect((await adding(shelf.coconut)).body.data).not.toHaveProperty('regularPrice')
  })
  test('that a coupon needs is null if it needs none', async () => {
    const { body } = await call('validateCoupon', { params: { code: 'TEN' } })
    expect(body.data).toMatchObject({ couponCode: 'TEN', minimumAmount: null })
  })
  test('that no order can have is not repeated: the largest one is $21,474,836.47', async () => {
    const refused = async (total: number, more = {}) => (await placing(total, more)).body
    expect(await refused(21_474_836.47)).toMatchObject({ conflicts: [{ about: 'total', was: 21_474_836.47, now: 60 }] })
    for (const total of [21_474_836.48, -1]) {
      const [conflict] = (await refused(total)).conflicts
      expect(conflict).toEqual({
        about: 'total',
        now: 60,
        message: 'The total is now $60.00. Please check your order.',
      })
    }
    expect(await refused(60, { deliveryFee: -1 })).toMatchObject({ message: 'Delivery is now free.' })
  })
}

function readingCases(call: Call): void {
  const plain = ['categoryMenu', 'topBrands', 'brands', 'banners', 'countries', 'deliveryMethods'] as const
  // Specification: 3.11, 3.16
  test.each(plain)('%s answers in the shape of the contract', async route => {
    const { status, body } = await call(route)
    expect({ status, statusCode: body.statusCode }).toEqual({ status: 200, statusCode: 200 })
    create(body, routes[route].answer as Struct<unknown, Json>)
    expect(body.listData).not.toEqual([])
  })
  // Specification: 3.9
  test('the menu lists the aisles with their sub-categories', async () => {
    const { listData } = (await call('categoryMenu')).body
    expect(listData[0]).toMatchObject({ id: 1, hasChildren: true, children: [{ id: 11, title: 'Rice' }, { id: 12 }] })
    expect(listData[1]).toMatchObject({ id: 2, hasChildren: false, children: [] })
  })
  // Specification: 2.4.3, 9.19
  test('the top brands are those with a rank, in order of rank', async () => {
    expect((await call('topBrands')).body.listData.map((one: { id: number }) => one.id)).toEqual([102, 101])
  })
  // Specification: 3.17, 3.18
  test('regions and suburbs belong to the requested country and region; unknown ids return empty lists', async () => {
    const regions = await call('regions', { params: { countryId: 1 } })
    expect(regions.body.listData).toEqual([{ regionId: 1, name: 'New South Wales' }])
    const suburbs = await call('suburbs', { params: { regionId: 1 } })
    expect(suburbs.body.listData).toEqual([
      { name: 'Eastwood', postCode: '2122', inDeliveryArea: true, deliveryFee: 5.9 },
      { name: 'Bondi', postCode: '2026', inDeliveryArea: false },
    ])
    for (const id of ['0', '999', '99999999999', 'x', '1.5', '-1']) {
      expect((await call('regions', { params: { countryId: id } })).body.listData).toEqual([])
      expect((await call('suburbs', { params: { regionId: id } })).body.listData).toEqual([])
    }
  })
  test('a product has what its label says, and nothing that is not known', async () => {
    const read = async (id: number) => {
      const { body } = await call('product', { params: { id } })
      assert(body, routes.product.answer)
      return body.data
    }
    expect(await read(shelf.coconut)).toMatchObject({
      ingredients: 'Coconut extract, water.',
      allergens: [],
      nutrition: { per: '100 ml', energy: 720, protein: 1.6, fat: 17.4, saturatedFat: 15.8, sodium: 16 },
      origin: 'Thailand',
      storage: 'ambient',
      diet: ['vegan', 'gluten-free'],
      size: { amount: 400, unit: 'ml' },
    })
    expect(await read(shelf.dumplings)).toMatchObject({
      allergens: ['gluten', 'wheat', 'sesame', 'soy'],
      mayContain: ['egg'],
    })
    const known = Object.keys(await read(shelf.ramyun))
    for (const field of ['ingredients', 'allergens', 'mayContain', 'nutrition', 'origin', 'storage', 'diet', 'size'])
      expect(known).not.toContain(field)
  })
  test('a product on special has the lowest price of the 30 days before the special began', async () => {
    expect((await call('product', { params: { id: shelf.rice } })).body.data).toMatchObject({ lowestPrice: 17.9 })
    expect((await call('product', { params: { id: shelf.fishSauce } })).body.data).not.toHaveProperty('lowestPrice')
  })
  // Specification: 3.13
  test('a product has its pictures, brand, shelf and related products', async () => {
    const { body } = await call('product', { params: { id: shelf.rice } })
    assert(body, routes.product.answer)
    expect(body.data).toMatchObject({
      name: 'Jasmine Rice 5 kg 金穗香米',
      price: 18.9,
      specialPrice: 15.9,
      brandName: 'Golden Paddy',
      code: 'T-1',
      categoryId: 11,
      stockStatusId: 3,
      stockStatusDescription: 'In stock',
    })
    expect(body.data.productImages).toHaveLength(3)
    expect(body.data.productRelated.map(one => one.id)).toEqual([4, 2])
  })
  // Specification: 9.26
  test('the stock status follows the stock, unless it was set by hand', async () => {
    const { data: gone } = (await call('product', { params: { id: shelf.gone } })).body
    expect(gone).toMatchObject({ stockStatusId: 2, stockStatusDescription: 'Out of stock' })
    const { data: awaited } = (await call('product', { params: { id: shelf.awaited } })).body
    expect(awaited).toMatchObject({ stockStatusId: 1, stockStatusDescription: 'Coming soon' })
  })
  test.each(['999', '0', '-1', 'x', '99999999999999'])('product %s is not found', async id => {
    expect(await call('product', { params: { id } })).toMatchObject({ status: 404, body: { statusCode: 404 } })
  })
}

function listCases(call: Call): void {
  const listed = async (criteria: string, category_id: number, brand_id: number) => {
    const { body } = await call('products', { body: { criteria, category_id, brand_id } })
    assert(body, routes.products.answer)
    return body.listData.map(one => one.id)
  }
  // Specification: 3.12
  test('featured products are ordered by rank', async () => expect(await listed('features', 0, 0)).toEqual([4, 1]))
  test('an aisle lists the products of all its sub-categories in catalogue order, in stock or not', async () => {
    expect(await listed('category', 1, 0)).toEqual([1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
  })
  test('what is on special or in season is listed', async () => {
    expect(await listed('special', 0, 0)).toEqual([shelf.rice])
    expect(await listed('season', 0, 0)).toEqual([shelf.three])
  })
  // Specification: 1.1
  test('a sub-category lists only its own products', async () => expect(await listed('category', 12, 0)).toEqual([2]))
  // Specification: 1.2
  test('a brand lists only its own products', async () => expect(await listed('brand', 0, 102)).toEqual([2]))
  test('an unknown category or brand lists nothing', async () => {
    for (const id of [0, 999, -1, 1.5, 1e12]) {
      expect(await listed('category', id, 0)).toEqual([])
      expect(await listed('brand', 0, id)).toEqual([])
    }
  })
}

function searchCases(call: Call): void {
  const meant: [string, number][] = [
    ['jasmine rice', shelf.rice],
    ['RICE jasmine', shelf.rice],
    ['jasmin rise', shelf.rice],
    ['hom mali', shelf.rice],
    ['golden paddy rice', shelf.rice],
    ['香米', shelf.rice],
    ['nước mắm', shelf.fishSauce],
    ['nuoc mam', shelf.fishSauce],
    ['fish sause', shelf.fishSauce],
    ['three boats', shelf.fishSauce],
    ['水饺', shelf.dumplings],
    ['dumplin', shelf.dumplings],
    ['dumlpings', shelf.dumplings],
    ['กะทิ', shelf.coconut],
    ['coconot milk', shelf.coconut],
    ['라면', shelf.ramyun],
    ['ramyon', shelf.ramyun],
    ['しょうゆ', shelf.soySauce],
    ['ＳＯＹ　ｓａｕｃｅ', shelf.soySauce],
  ]
  // Specification: 1.3
  test.each(meant)('a search for “%s” finds the intended products', async (text, id) =>
    expect((await search(call, text))[0]).toBe(id),
  )
  test.each(['', '   ', '!?', 'qqzzxx', null])('a search for %j finds nothing', async text => {
    expect(await search(call, text)).toEqual([])
  })
  test.each([`'; drop table products; --`, `' | !'a':* <-> ( & \\`, '%_%', 'a'.repeat(5_000), '💰', '\u0301'])(
    '%j is treated as plain text',
    async text => {
      await search(call, text)
      expect(await search(call, 'jasmine')).toContain(shelf.rice)
    },
  )
}

function cartCases(call: Call): void {
  // Specification: 1.6, 7.1.12
  test('the first product starts a session, priced by the gateway', async () => {
    const { body } = await call('addLine', { body: lineOf(shelf.rice, { quantity: 2 }) })
    assert(body, routes.addLine.answer)
    expect(body.data).toMatchObject({ productName: 'Jasmine Rice 5 kg 金穗香米', quantity: 2, totalPrice: 31.8 })
    expect(body.data.sessionId.length).toBeGreaterThanOrEqual(22)
    expect(body.data.id.length).toBeGreaterThanOrEqual(22)
  })
  // Specification: 3.1, 3.4, 7.1.13
  test('adding a product that is in the cart increases the quantity of its line', async () => {
    const mySessionId = await cartWith(call, [shelf.rice, 2], [shelf.coconut, 1])
    const { body } = await call('addLine', { body: lineOf(shelf.rice, { mySessionId, quantity: 3 }) })
    expect(body.data).toMatchObject({ quantity: 5, totalPrice: 79.5, sessionId: mySessionId })
    const cart = await call('cart', { params: { sessionId: mySessionId } })
    assert(cart.body, routes.cart.answer)
    expect(cart.body.listData.map(line => [line.productId, line.quantity])).toEqual([
      [shelf.rice, 5],
      [shelf.coconut, 1],
    ])
  })
  test('an unknown session has an empty cart, and adding to it starts a new session', async () => {
    expect((await call('cart', { params: { sessionId: 'made-up' } })).body.listData).toEqual([])
    const { body } = await call('addLine', { body: lineOf(shelf.rice, { mySessionId: 'made-up' }) })
    expect(body.data.sessionId).not.toBe('made-up')
  })
  // Specification: 7.1.14
  test('setting a quantity twice has the same result as once', async () => {
    const sessionId = await cartWith(call, [shelf.rice, 2])
    const [line] = (await call('cart', { params: { sessionId } })).body.listData
    const asked = { params: { id: line.id }, body: { productPrice: 0, quantity: 7 } }
    for (const _ of [1, 2]) expect((await call('changeLine', asked)).body.data).toMatchObject({ quantity: 7 })
    expect((await call('cart', { params: { sessionId } })).body.listData[0]).toMatchObject({ totalPrice: 111.3 })
  })
  test('what is wanted if a line runs out, and the note for its packer, are kept with the line and with the order', async () => {
    const sessionId = await cartWith(call, [shelf.rice, 2], [shelf.coconut, 1])
    const [line] = (await call('cart', { params: { sessionId } })).body.listData
    expect(line).toMatchObject({ substitution: null })
    const change = (fields: object) =>
      call('changeLine', { params: { id: line.id }, body: { productPrice: 0, quantity: 2, ...fields } })
    await change({ substitution: 'call' })
    await change({ note: ' Ripe ones ' })
    const { listData } = (await call('cart', { params: { sessionId } })).body
    expect(listData).toMatchObject([{ substitution: 'call', note: ' Ripe ones ' }, { substitution: null }])
    expect((await change({ note: 'x'.repeat(201) })).status).toBe(400)
    expect((await change({ substitution: 'none' })).status).toBe(400)
    const lines = listData.map(({ productId, quantity, totalPrice, substitution, note }: Json) => ({
      productId,
      quantity,
      totalPrice,
      substitution,
      ...(note && { note }),
    }))
    const [rice, coconut] = lines
    const total = Number((rice.totalPrice + coconut.totalPrice).toFixed(2))
    const { body } = await call('placeOrder', {
      body: orderOf(sessionId, total, { lines, substitution: 'other-size' }),
    })
    assert(body, routes.placeOrder.answer)
    expect(body.data).toMatchObject({
      substitution: 'other-size',
      lines: [{ substitution: 'call', note: 'Ripe ones' }, { productId: shelf.coconut }],
    })
    expect(body.data.lines[1]).not.toHaveProperty('substitution')
  })
  // Specification: 3.40, 7.1.15
  test('removing a line returns it, and it is gone afterwards', async () => {
    const sessionId = await cartWith(call, [shelf.rice, 2])
    const [{ id }] = (await call('cart', { params: { sessionId } })).body.listData
    const { body } = await call('removeLine', { params: { id } })
    expect(body).toEqual({ statusCode: 200, data: { id, quantity: 2, totalPrice: 31.8 } })
    expect((await call('cart', { params: { sessionId } })).body.listData).toEqual([])
    expect(await call('removeLine', { params: { id } })).toMatchObject({ status: 404 })
    const change = { params: { id }, body: { productPrice: 0, quantity: 1 } }
    expect(await call('changeLine', change)).toMatchObject({ status: 404, body: { statusCode: 404 } })
  })
  // Specification: 3.36
  test('the first call of a visit returns the cart lines', async () => {
    const sessionId = await cartWith(call, [shelf.rice, 2])
    const { body } = await call('begin', { params: { sessionId } })
    create(body, routes.begin.answer)
    expect(body.shoppingCart).toMatchObject([{ productId: shelf.rice, quantity: 2 }])
  })
}

function cartRefusals(call: Call): void {
  const adding = (productId: number, quantity = 1, mySessionId: string | null = null) =>
    call('addLine', { body: lineOf(productId, { quantity, mySessionId }) })
  test('a product out of stock is not added', async () => {
    expect(await adding(shelf.gone)).toEqual(soft(409, 'Moon Cake is out of stock.', { about: 'stock', left: 0 }))
  })
  test('a product that is coming soon is not added', async () => {
    expect(await adding(shelf.awaited)).toEqual(
      soft(409, 'Yuzu Juice cannot be ordered yet.', { about: 'stock', left: 0 }),
    )
  })
  test('the quantity in the cart never exceeds the stock; a refusal says how many are left', async () => {
    const threeLeft = { about: 'stock', productId: shelf.three, left: 3 }
    expect(await adding(shelf.three, 4)).toEqual(soft(409, 'Only 3 left: Dragon Fruit', threeLeft))
    expect(await adding(shelf.three, 999)).toEqual(soft(409, 'Only 3 left: Dragon Fruit', threeLeft))
    const sessionId = await cartWith(call, [shelf.three, 2])
    expect(await adding(shelf.three, 2, sessionId)).toEqual(soft(409, 'Only 3 left: Dragon Fruit', threeLeft))
    const [{ id, quantity }] = (await call('cart', { params: { sessionId } })).body.listData
    expect(quantity).toBe(2)
    const change = { params: { id }, body: { productPrice: 0, quantity: 4 } }
    expect(await call('changeLine', change)).toEqual(soft(409, 'Only 3 left: Dragon Fruit', threeLeft))
  })
  test('a line never holds more than 999', async () => {
    const sessionId = await cartWith(call, [shelf.cheap, 999])
    expect(await adding(shelf.cheap, 1, sessionId)).toEqual(
      soft(409, /^The most you can order is 999: Chopsticks/, 'stock'),
    )
  })
  test('adding an unknown product is a 404', async () => expect(await adding(999)).toMatchObject({ status: 404 }))
  test.each([0, -1, 1000, 1.5, '2', null, Number.MAX_SAFE_INTEGER])('a quantity of %j is refused', async quantity => {
    const body = { ...lineOf(shelf.rice), quantity }
    const refusal = { status: 400, body: { statusCode: 400, message: expect.stringContaining('quantity') } }
    expect(await call('addLine', { body })).toMatchObject(refusal)
    expect(await call('changeLine', { params: { id: 'x' }, body: { productPrice: 1, quantity } })).toMatchObject(
      refusal,
    )
  })
}

function keyCases(call: Call): void {
  test('repeating a key and body adds once and returns the same answer', async () => {
    const body = lineOf(shelf.rice, { requestId: newRequestId(), quantity: 2 })
    const first = await call('addLine', { body })
    expect(await call('addLine', { body })).toEqual(first)
    expect(await call('addLine', { body: Object.fromEntries(Object.entries(body).toReversed()) })).toEqual(first)
    const { listData } = (await call('cart', { params: { sessionId: first.body.data.sessionId } })).body
    expect(listData).toMatchObject([{ quantity: 2 }])
  })
  test('concurrent requests with one key add once', async () => {
    const mySessionId = await cartWith(call, [shelf.coconut, 1])
    const body = lineOf(shelf.rice, { requestId: newRequestId(), mySessionId })
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('addLine', { body })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const { listData } = (await call('cart', { params: { sessionId: mySessionId } })).body
    expect(listData).toMatchObject([{ quantity: 1 }, { quantity: 1 }])
  })
  test('a key with a different body is refused with 409', async () => {
    const requestId = newRequestId()
    await call('addLine', { body: lineOf(shelf.rice, { requestId }) })
    const other = await call('addLine', { body: lineOf(shelf.rice, { requestId, quantity: 2 }) })
    expect(other).toMatchObject({ status: 409, body: { statusCode: 409 } })
  })
  test('a key from another session is refused with 409 and reveals nothing', async () => {
    const requestId = newRequestId()
    const mySessionId = await cartWith(call, [shelf.rice, 1])
    await call('addLine', { body: lineOf(shelf.rice, { requestId, mySessionId }) })
    const other = await call('addLine', { body: lineOf(shelf.rice, { requestId, mySessionId: 'another' }) })
    expect(other.status).toBe(409)
    expect(JSON.stringify(other.body)).not.toContain(mySessionId)
  })
  test('a refusal is stored and repeated like any answer', async () => {
    const body = lineOf(shelf.gone, { requestId: newRequestId() })
    expect(await call('addLine', { body })).toEqual(await call('addLine', { body }))
  })
  test('concurrent additions to one session add up', async () => {
    const mySessionId = await cartWith(call, [shelf.cheap, 1])
    await Promise.all(Array.from({ length: 10 }, () => call('addLine', { body: lineOf(shelf.cheap, { mySessionId }) })))
    const { listData } = (await call('cart', { params: { sessionId: mySessionId } })).body
    expect(listData).toMatchObject([{ quantity: 11 }])
  })
}

function couponCases(call: Call): void {
  const asking = (code: string) => call('validateCoupon', { params: { code } })
  // Specification: 1.7, 3.8, 7.1.16
  test('a valid coupon returns its discount', async () => {
    for (const code of ['TEN', 'ten']) {
      const { body } = await asking(code)
      assert(body, routes.validateCoupon.answer)
      expect(body.data).toMatchObject({
        couponCode: 'TEN',
        discountType: 'percent',
        discountValue: 10,
      })
    }
    expect((await asking('RICH')).body.data).toMatchObject({ discountValue: 5, minimumAmount: 100 })
  })
  test.each([
    ['NOPE', 'This coupon is not valid.'],
    ['ENDED', 'This coupon has expired.'],
    ['SPENT', 'This coupon has been used up.'],
    [`' or 1=1 --`, 'This coupon is not valid.'],
  ])('the coupon %s is refused', async (code, message) => expect(await asking(code)).toEqual(soft(404, message)))
  test('removing a coupon succeeds when there is none', async () => {
    expect(await call('removeCoupon', { params: { sessionId: 'any' } })).toMatchObject({ body: { statusCode: 200 } })
  })
}

/** Cases about the raw wire format: the client parses flags and amounts, and sets its own headers. */
export function wireCases(call: Call): void {
  // Specification: 3.36, 3.38, 7.1.19
  test('guests get the settings without a session', async () => {
    const { body } = await call('begin', { params: { sessionId: 'null' } })
    expect(body).toEqual({
      statusCode: 200,
      shoppingCart: [],
      customerInfo: null,
      billingAddress: null,
      deliveryAddress: [],
      limitAreaShipping: 'T',
      receivedOnlinePayment: 'F',
      calculateDeliveyFee: 'T',
      deliveryFee: '8.90',
      minimumOrderLimit: '30.00',
      storeRegion: null,
      mailsSent: false,
    })
  })
  test('a forged token is refused on calls that depend on the customer', async () => {
    const headers = { authorization: 'Bearer a.b.c' }
    expect(await call('begin', { params: { sessionId: 'null' }, headers })).toMatchObject({ status: 401 })
    expect(await call('placeOrder', { body: orderOf('x', 1), headers })).toMatchObject({ status: 401 })
    expect(await call('brands', { headers })).toMatchObject({ status: 200 })
  })
}

function settingsCases(call: Call): void {
  const fee = (deliveryMethod: string, more = {}) =>
    call('deliveryFee', { body: { ...address, sessionId: 'x', deliveryMethod, ...more } })
  test('the delivery fee is the method’s own, else the post code’s', async () => {
    expect((await fee('home')).body).toEqual({ statusCode: 200, data: { deliveryFee: 5.9 } })
    expect((await fee('express')).body).toEqual({ statusCode: 200, data: { deliveryFee: 14.9 } })
  })
  test('a fee outside the delivery area is refused', async () => {
    const outside = soft(422, 'Bondi 2026 is outside our delivery area.', 'area')
    expect(await fee('home', { city: 'Bondi', postCode: '2026' })).toEqual(outside)
    expect(await fee('home', { city: ' Bondi ', postCode: ' 2026 ' })).toEqual(outside)
    expect(await fee('home', { postCode: '2026' })).toEqual(soft(422, /Eastwood 2026/, 'area'))
    expect(await fee('home', { regionId: 1e15 })).toEqual(soft(422, /Eastwood/, 'area'))
  })
  test('the delivery methods are listed in their order; those without a fee of their own have none', async () => {
    expect((await call('deliveryMethods')).body.listData).toEqual([
      { id: 'home', name: 'Home delivery', description: 'To your door', needsAddress: true },
      { id: 'express', name: 'Express', description: 'Today', needsAddress: true, fee: 14.9 },
      { id: 'pick-up', name: 'Pick up', description: 'At the counter', needsAddress: false, fee: 0 },
    ])
  })
  test('a method without an address has its own fee, whatever address is named', async () => {
    expect((await fee('pick-up', { city: 'Bondi', postCode: '2026' })).body.data).toEqual({ deliveryFee: 0 })
  })
  test('an unknown delivery method is a bad request', async () =>
    expect(await fee('rocket')).toMatchObject({ status: 400 }))
  // Specification: 1.21, 7.1.22
  test('subscribing to the newsletter twice succeeds', async () => {
    for (const _ of [1, 2]) {
      expect((await call('subscribeNewsletter', { body: { email: 'mei@example.com' } })).body.statusCode).toBe(200)
    }
    expect(await call('subscribeNewsletter', { body: { email: '  ' } })).toMatchObject({ status: 400 })
    expect(await call('subscribeNewsletter', { body: { email: 'x'.repeat(255) } })).toMatchObject({ status: 400 })
  })
}

function changeCases(call: Call): void {
  const ordered = async () => {
    const { headers } = await newCustomer(call)
    const sessionId = await cartWith(call, [shelf.beef, 1], [shelf.cheap, 2])
    const { data } = (await call('placeOrder', { body: orderOf(sessionId, 60.7), headers })).body
    const asks = (name: 'previewOrderChange' | 'changeOrder', more: object = {}, by: object = { headers }) =>
      call(name, {
        params: { id: data.orderId },
        body: { version: data.version, lines: [{ productId: shelf.beef, quantity: 2 }], total: 120, ...more },
        ...by,
      })
    return { data, headers, asks }
  }
  test('is shown before it is made, and made once for its key', async () => {
    const { data, headers, asks } = await ordered()
    const seen = await asks('previewOrderChange')
    assert(seen.body, routes.previewOrderChange.answer)
    expect(seen.body.data).toMatchObject({ total: 120, lines: [{ productId: shelf.beef, quantity: 2 }] })
    const read = async () => (await call('order', { params: { id: data.orderId }, headers })).body.data
    expect(await read()).toEqual(data)
    const requestId = newRequestId()
    const changed = await asks('changeOrder', { requestId })
    assert(changed.body, routes.changeOrder.answer)
    expect(changed.body.data).toEqual({ ...(seen.body.data as object), version: data.version + 1 })
    expect(await asks('changeOrder', { requestId })).toEqual(changed)
    expect(await read()).toEqual(changed.body.data)
  })
  test('is refused for another total, an older version, and what is out of stock, with the conflict', async () => {
    const { asks } = await ordered()
    expect(await asks('changeOrder', { total: 119 })).toEqual(
      soft(409, 'The total is now $120.00, not $119.00. Please check your order.', {
        about: 'total',
        was: 119,
        now: 120,
      }),
    )
    const gone = { lines: [{ productId: shelf.gone, quantity: 10 }] }
    expect(await asks('previewOrderChange', gone)).toMatchObject(soft(409, /out of stock/, 'stock'))
    expect(await asks('changeOrder', { requestId: newRequestId() })).toMatchObject({ body: { statusCode: 200 } })
    expect(await asks('changeOrder', { requestId: newRequestId() })).toMatchObject(soft(409, /meantime/, 'cart'))
  })
  test('is the customer’s alone', async () => {
    const { asks } = await ordered()
    const other = await newCustomer(call)
    for (const name of ['previewOrderChange', 'changeOrder'] as const) {
      expect(await asks(name, {}, {})).toMatchObject({ status: 404 })
      expect(await asks(name, {}, { headers: other.headers })).toMatchObject({ status: 404 })
      expect(await asks(name, { key: 'x' }, {})).toMatchObject({ status: 404 })
    }
  })
}

function problemCases(call: Call): void {
  test('is refused of an order that has not left, and is the customer’s alone', async () => {
    const { headers } = await newCustomer(call)
    const sessionId = await cartWith(call, [shelf.beef, 1])
    const { data } = (await call('placeOrder', { body: orderOf(sessionId, 60), headers })).body
    const body = { kind: 'damaged', lines: [{ productId: shelf.beef, quantity: 1 }] }
    const reports = (more: object = {}) =>
      call('reportProblem', { params: { id: data.orderId }, body: { ...body, requestId: newRequestId() }, ...more })
    expect(await reports({ headers })).toEqual(soft(409, 'Nothing can be reported of this order now. Please call us.'))
    expect(await reports()).toMatchObject({ status: 404 })
    expect(await reports({ headers: (await newCustomer(call)).headers })).toMatchObject({ status: 404 })
    expect(await reports({ headers, body: { ...body, kind: 'late' } })).toMatchObject({ status: 400 })
    expect(await reports({ headers, body: { kind: 'other' } })).toMatchObject({ status: 400 })
  })
}

function orderCases(call: Call): void {
  // Specification: 1.10, 3.21, 7.1.25
  test('a guest’s order is complete and priced by the gateway', async () => {
    const sessionId = await cartWith(call, [shelf.beef, 2], [shelf.cheap, 3])
    const delivered = { deliveryMethod: 'home', deliveryFee: 5.9, deliveryAddress: address, couponCode: 'ten' }
    const { body } = await call('placeOrder', { body: orderOf(sessionId, 114.84, { ...delivered, comment: ' Ring ' }) })
    assert(body, routes.placeOrder.answer)
    expect(body.data).toMatchObject({
      orderStatus: 'received',
      quantity: 5,
      subtotal: 121.05,
      discount: 12.11,
      couponCode: 'TEN',
      deliveryFee: 5.9,
      total: 114.84,
      deliveryMethod: 'home',
      comment: 'Ring',
      billingAddress: address,
      deliveryAddress: address,
      customer: { firstName: 'Mei', lastName: 'Lin', email: 'mei@example.com', telephone: '0298765432' },
      payment: { method: 'on-delivery', status: 'pending' },
    })
    expect(body.data.lines.map(line => [line.productId, line.quantity, line.totalPrice])).toEqual([
      [shelf.beef, 2, 120],
      [shelf.cheap, 3, 1.05],
    ])
  })
  test('an order has its lines in the order of the cart', async () => {
    // neither in the order of their ids nor in the reverse
    const wanted = [shelf.coconut, shelf.rice, shelf.beef]
    const sessionId = await cartWith(call, ...wanted.map((id): [number, number] => [id, 1]))
    const { body } = await call('placeOrder', { body: orderOf(sessionId, 85.9) })
    assert(body, routes.placeOrder.answer)
    expect(body.data.lines.map(({ productId }) => productId)).toEqual(wanted)
  })
  test('ordering deletes the cart and its session', async () => {
    const mySessionId = await cartWith(call, [shelf.beef, 1])
    await call('placeOrder', { body: orderOf(mySessionId, 60) })
    expect((await call('cart', { params: { sessionId: mySessionId } })).body.listData).toEqual([])
    const { body } = await call('addLine', { body: lineOf(shelf.rice, { mySessionId }) })
    expect(body.data.sessionId).not.toBe(mySessionId)
  })
  // Specification: S.8.29
  test('repeating a key returns the same order, also for concurrent requests', async () => {
    const body = orderOf(await cartWith(call, [shelf.beef, 1]), 60)
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('placeOrder', { body })))
    for (const answer of [...answers, await call('placeOrder', { body })]) expect(answer).toEqual(answers[0])
    expect(answers[0]!.body.statusCode).toBe(200)
    expect(await call('placeOrder', { body: { ...body, comment: 'More' } })).toMatchObject({ status: 409 })
  })
  // Specification: S.8.29
  test('a session is ordered once, even with different keys', async () => {
    const sessionId = await cartWith(call, [shelf.beef, 1])
    const answers = await Promise.all([1, 2, 3, 4].map(() => call('placeOrder', { body: orderOf(sessionId, 60) })))
    const codes = answers.map(answer => answer.body.statusCode)
    expect(codes.toSorted()).toEqual([200, 409, 409, 409])
  })
  test('a discount never exceeds the subtotal', async () => {
    const sessionId = await cartWith(call, [shelf.beef, 1])
    const { body } = await call('placeOrder', { body: orderOf(sessionId, 0, { couponCode: 'HUGE' }) })
    expect(body.data).toMatchObject({ subtotal: 60, discount: 60, total: 0 })
  })
  test('of thirty orders for the last five products five succeed', async () => {
    const sessions = await Promise.all(Array.from({ length: 30 }, () => cartWith(call, [shelf.five, 1])))
    const answers = await Promise.all(sessions.map(id => call('placeOrder', { body: orderOf(id, 40) })))
    const sold = answers.filter(answer => answer.body.statusCode === 200)
    expect(sold).toHaveLength(5)
    const refused = answers.filter(answer => !sold.includes(answer))
    for (const answer of refused) expect(answer).toEqual(soft(409, 'Durian is out of stock.', 'stock'))
  })
  test('a coupon limited to two uses is used twice', async () => {
    const sessions = await Promise.all(Array.from({ length: 10 }, () => cartWith(call, [shelf.beef, 1])))
    const bodies = sessions.map(id => orderOf(id, 59, { couponCode: 'TWICE' }))
    const answers = await Promise.all(bodies.map(body => call('placeOrder', { body })))
    expect(answers.filter(answer => answer.body.statusCode === 200)).toHaveLength(2)
  })
}

/** The answer to a discarded key, and to every later request with it. */
const discarded = soft(410, 'This order was discarded. Nothing was ordered.')

function orderKeyCases(call: Call): void {
  const about = ({ requestId, sessionId }: NewOrder) => ({ params: { requestId, sessionId } })
  const find = (body: NewOrder) => call('findOrder', about(body))
  const discard = (body: NewOrder) => call('discardOrder', about(body))
  const newBody = async () => orderOf(await cartWith(call, [shelf.beef, 1]), 60)

  test('finds the order that was placed with it, in the session that ordered', async () => {
    const body = await newBody()
    expect(await find(body)).toMatchObject({ status: 404 })
    const { data } = (await call('placeOrder', { body })).body
    expect((await find(body)).body).toEqual({ statusCode: 200, data })
    expect(await find({ ...body, sessionId: 'another' })).toMatchObject({ status: 404 })
    expect(await find({ ...body, sessionId: '' })).toMatchObject({ status: 404 })
  })
  test('places no order when it is looked up', async () => {
    const body = await newBody()
    await find(body)
    expect((await call('cart', { params: { sessionId: body.sessionId } })).body.listData).toHaveLength(1)
    expect((await call('placeOrder', { body })).body.statusCode).toBe(200)
  })
  test('is refused after it was discarded, whatever the request, and the cart is kept', async () => {
    const body = await newBody()
    expect(await discard(body)).toEqual({ status: 200, body: { statusCode: 200 } })
    expect(await discard(body)).toEqual({ status: 200, body: { statusCode: 200 } })
    expect(await call('placeOrder', { body })).toEqual(discarded)
    expect(await call('placeOrder', { body: { ...body, comment: 'Ring' } })).toEqual(discarded)
    expect(await find(body)).toMatchObject({ status: 404 })
    expect((await call('placeOrder', { body: { ...body, requestId: newRequestId() } })).body.statusCode).toBe(200)
  })
  test('can be discarded after a refusal, which remains its answer', async () => {
    const body = { ...(await newBody()), total: 1 }
    const refused = await call('placeOrder', { body })
    expect(refused.body.statusCode).toBe(409)
    expect(await discard(body)).toMatchObject({ status: 200 })
    expect(await call('placeOrder', { body })).toEqual(refused)
  })
  test('cannot be discarded once the order exists', async () => {
    const body = await newBody()
    const placed = await call('placeOrder', { body })
    expect(await discard(body)).toMatchObject({ status: 409, body: { statusCode: 409 } })
    expect(await call('placeOrder', { body })).toEqual(placed)
  })
  test('is unknown to another session', async () => {
    const body = await newBody()
    await call('placeOrder', { body })
    expect(await discard({ ...body, sessionId: 'another' })).toMatchObject({ status: 404 })
    const discardedBody = await newBody()
    await discard(discardedBody)
    expect(await discard({ ...discardedBody, sessionId: 'another' })).toMatchObject({ status: 404 })
  })
  test('is either ordered or discarded when both are requested at once, and both answers agree', async () => {
    for (let round = 0; round < 8; round += 1) {
      const body = await newBody()
      const asked = [() => call('placeOrder', { body }), () => discard(body)]
      const answers = await Promise.all((round % 2 === 0 ? asked : asked.toReversed()).map(ask => ask()))
      const [placed, given] = round % 2 === 0 ? answers : answers.toReversed()
      const isOrdered = placed!.body.statusCode === 200
      expect([given!.status, (await find(body)).status]).toEqual(isOrdered ? [409, 200] : [200, 404])
      if (!isOrdered) expect(placed).toEqual(discarded)
    }
  })
}

function orderRefusals(call: Call): void {
  const placing = async (total: number, more: Partial<NewOrder> = {}, productId: number = shelf.beef) =>
    call('placeOrder', { body: orderOf(await cartWith(call, [productId, 1]), total, more) })
  // Specification: S.8.32
  test('an order with a different total is refused', async () => {
    expect(await placing(59.99)).toEqual(soft(409, /^The total is now \$60\.00, not \$59\.99\./, 'total'))
  })
  test('an order with a different delivery fee is refused for the fee only', async () => {
    const home = { deliveryMethod: 'home', deliveryAddress: address, deliveryFee: 0 }
    const conflict = { about: 'fee', was: 0, now: 5.9 }
    expect(await placing(60, home)).toEqual(soft(409, 'Delivery is now $5.90, not free.', conflict))
  })
  test('an order below the minimum is refused', async () => {
    const message = 'Add $20.00 more to reach the minimum order of $30.00.'
    expect(await placing(10, {}, shelf.coconut)).toEqual(soft(409, message, { about: 'minimum', now: 20 }))
  })
  // Specification: S.8.34
  test.each(['NOPE', 'ENDED', 'SPENT', 'RICH'])(
    'an order with the coupon %s is refused with the same message for every reason',
    async couponCode => {
      const message = 'This coupon can’t be used for this order.'
      expect(await placing(60, { couponCode })).toEqual(soft(409, message, { about: 'coupon', message }))
    },
  )
  // Specification: S.7.14
  test('an order outside the delivery area is refused', async () => {
    const away = { ...address, city: 'Bondi', postCode: '2026' }
    expect(await placing(68.9, { deliveryMethod: 'home', deliveryAddress: away })).toEqual(
      soft(422, /Bondi 2026/, 'area'),
    )
  })
  test('online, without a payment provider', async () => {
    const refused = soft(409, 'Online payment is not available yet. Please pay on delivery.')
    expect(await placing(60, { payment: { method: 'online' } })).toEqual(refused)
    expect(await call('beginPayment', { body: orderOf('any', 60) })).toEqual(refused)
    expect(await call('authorizePayment', { params: { id: 'any' }, body: {} })).toEqual(refused)
  })
  test('a refusal lists every conflict at once', async () => {
    const sessionId = await cartWith(call, [shelf.coconut, 1], [shelf.cheap, 2])
    const lines = [
      { productId: shelf.coconut, quantity: 1, totalPrice: 9.5 },
      { productId: shelf.cheap, quantity: 2, totalPrice: 0.7 },
    ]
    const home = { deliveryMethod: 'home', deliveryAddress: address, deliveryFee: 0 }
    const body = orderOf(sessionId, 10.2, { ...home, lines, couponCode: 'ENDED' })
    const price = { about: 'price', productId: shelf.coconut, was: 9.5, now: 10 }
    expect(await call('placeOrder', { body })).toEqual(
      soft(
        409,
        'Coconut Milk 400 ml now costs $10.00, not $9.50. Add $19.30 more to reach the minimum order of $30.00. ' +
          'This coupon can’t be used for this order. Delivery is now $5.90, not free.',
        price,
        'minimum',
        'coupon',
        'fee',
      ),
    )
  })
  test.each([
    ['fewer lines', [{ productId: shelf.beef, quantity: 1, totalPrice: 60 }]],
    [
      'one line twice',
      [
        { productId: shelf.beef, quantity: 1, totalPrice: 60 },
        { productId: shelf.beef, quantity: 1, totalPrice: 60 },
      ],
    ],
    [
      'another quantity',
      [
        { productId: shelf.beef, quantity: 1, totalPrice: 60 },
        { productId: shelf.cheap, quantity: 2, totalPrice: 0.7 },
      ],
    ],
  ])('an order that shows %s than the cart has is refused for that only', async (_what, lines) => {
    const sessionId = await cartWith(call, [shelf.beef, 1], [shelf.cheap, 1])
    const body = orderOf(sessionId, 60, { lines })
    expect(await call('placeOrder', { body })).toEqual(soft(409, /^Your cart has changed in the meantime\./, 'cart'))
  })
  test('an order with the lines that were shown is not refused', async () => {
    const lines = [{ productId: shelf.beef, quantity: 1, totalPrice: 60 }]
    expect((await placing(60, { lines })).body).toMatchObject({ statusCode: 200 })
  })
  test('an order of an empty or unknown cart is refused', async () => {
    expect(await call('placeOrder', { body: orderOf('made-up', 0) })).toEqual(soft(409, /^Your cart is empty/, 'cart'))
  })
  // Specification: S.8.33
  test('stock that another shopper bought, by name', async () => {
    const [late, quick] = [await cartWith(call, [shelf.lost, 2]), await cartWith(call, [shelf.lost, 1])]
    await call('placeOrder', { body: orderOf(quick, 40) })
    const body = orderOf(late, 80)
    expect(await call('placeOrder', { body })).toEqual(soft(409, 'Only 1 left: Rambutan', { about: 'stock', left: 1 }))
    const [line] = (await call('cart', { params: { sessionId: late } })).body.listData
    expect(line).toMatchObject({ quantity: 2 })
    await call('changeLine', { params: { id: line.id }, body: { productPrice: 0, quantity: 1 } }) // a settled request stays settled
    expect(await call('placeOrder', { body })).toEqual(soft(409, 'Only 1 left: Rambutan', { about: 'stock', left: 1 }))
  })
}

function orderErrors(call: Call): void {
  const contact = orderOf('', 0).customer
  const billing = (more: object) => ({ billingAddress: { ...address, ...more } })
  const long = 'x'.repeat(101)
  const errors: [string, object][] = [
    ['First name is required', { customer: { ...contact, firstName: ' ' } }],
    ['Last name must be at most 100 characters', { customer: { ...contact, lastName: long } }],
    ['Email must be a valid email address', { customer: { ...contact, email: 'mei' } }],
    ['Phone number must be at least 8 characters', { customer: { ...contact, telephone: '1234567' } }],
    ['Address 1 is required', billing({ address1: '' })],
    ['Address 2 must be at most 100 characters', billing({ address2: long })],
    ['Company must be at most 200 characters', billing({ company: 'x'.repeat(201) })],
    ['Suburb/City is required', billing({ city: '' })],
    ['Post code is required', billing({ postCode: '' })],
    ['Region/State is not one of this country', billing({ regionId: 22 })],
    ['Region/State is not one of this country', billing({ countryId: 1e12 })],
    ['Order comment must be at most 1000 characters', { comment: 'x'.repeat(1001) }],
    ['Delivery address is required', { deliveryMethod: 'home', deliveryAddress: null }],
    ['Delivery method is unknown', { deliveryMethod: 'rocket' }],
    ['requestId is missing or invalid', { requestId: '' }],
    ['requestId is too long.', { requestId: 'x'.repeat(201) }],
    ['payment.method is missing or invalid', { payment: { method: 'promises' } }],
    ['customer.email is missing or invalid', { customer: { ...contact, email: 7 } }],
    ['total is missing or invalid', { total: 'much' }],
  ]
  test.each(errors)('%s', async (message, more) => {
    const body = { ...orderOf('any', 60), ...more }
    expect(await call('placeOrder', { body })).toEqual({ status: 400, body: { statusCode: 400, message } })
  })
}

function malformedCases(call: Call): void {
  const refusal = { status: 400, body: { statusCode: 400, message: expect.any(String) } }
  test.each(['a\0b', 'a\ud800b', '\udc00'])('%j in a text is refused', async text => {
    const body = { criteria: 'search', brand_id: 0, category_id: 0, searchCriteria: text }
    expect(await call('products', { body })).toEqual(refusal)
    expect(await call('subscribeNewsletter', { body: { email: text } })).toEqual(refusal)
    expect(await call('addLine', { body: lineOf(1, { mySessionId: text }) })).toEqual(refusal)
    expect(await call('subscribeNewsletter', { body: { email: 'mei@example.com', more: [{ [text]: 1 }] } })).toEqual(
      refusal,
    )
  })
  test.each([[], 'text', 7, null, {}])('%j as a body is refused', async body => {
    expect(await call('addLine', { body })).toEqual(refusal)
    expect(await call('placeOrder', { body })).toEqual(refusal)
  })
}

/**
 * Invariants D1 to D8 of a gateway's database, checked after all other cases.
 */
export function databaseCases(database: () => Database, call: Call): void {
  const rows = <Row>(query: SQL) => queryRows<Row>(database(), query)
  const none = async (query: SQL) => expect(await rows(query)).toEqual([])
  const refused = (query: SQL, constraint: RegExp) =>
    expect(database().execute(query)).rejects.toMatchObject({ cause: { message: expect.stringMatching(constraint) } })

  // Invariant: D1
  test('D1: stock is never negative, and missing stock was sold or is reserved for a payment', async () => {
    await refused(sql`update products set stock = -1 where id = 1`, /products_stock/)
    const sold = await rows<{ id: number; all: number }>(sql`
      select id, (stock + coalesce((select sum(quantity) from order_lines join orders on orders.id = order_id
          where product_id = products.id and orders.status <> 'cancelled'), 0)
        + coalesce((select sum(quantity) from holds where product_id = products.id), 0))::int as all from products order by id`)
    expect(sold).toEqual(caseGoods.products.map(({ id, stock }) => ({ id, all: stock })))
  })
  // Invariant: D2
  test('D2: the total of an order is the sum of its lines, discount and fee', async () => {
    await none(sql`select id from orders where total <> subtotal - discount + delivery_fee`)
    await none(sql`
      select id from orders where subtotal <> (select sum(price * quantity) from order_lines where order_id = id)`)
    await refused(sql`update orders set total = total + 1`, /orders_total/)
    await refused(sql`update orders set subtotal = subtotal + 1, total = total + 1`, /come to/)
  })
  // Invariant: D3
  test('D3: a key, a session and a provider order belong to one order', async () => {
    for (const column of ['request_id', 'session_id', 'provider_order_id']) {
      await refused(sql`update orders set ${sql.identifier(column)} = 'same'`, new RegExp(`orders_${column}_unique`))
    }
    await refused(sql`update payments set provider_order_id = 'same'`, /payments_provider_order_id_unique/)
    await none(sql`
      select payments.request_id from payments join orders on orders.id = order_id where payments.request_id <> orders.request_id
        or amount <> total or payments.provider_order_id <> orders.provider_order_id`)
  })
  test('the amount of a payment is the sum of its reservations, and only a paid payment gets an order', async () => {
    await refused(sql`update payments set amount = amount + 1`, /payments_total/)
    await refused(sql`update payments set state = 'lost'`, /payments_state/)
    await refused(sql`update payments set state = 'created' where order_id is not null`, /payments_ordered_are_paid/)
    await none(sql`
      select payments.request_id from payments join orders on orders.id = order_id
        where state in ('ending', 'ended') and orders.status <> 'cancelled'`)
    // without an order of the provider a payment violates another constraint, and which row is checked first is undefined
    await refused(
      sql`update payments set state = 'captured', capture_id = null where provider_order_id is not null`,
      /payments_captured/,
    )
    await refused(
      sql`update payments set state = 'authorized', authorization_id = null where provider_order_id is not null`,
      /payments_authorized/,
    )
    await none(sql`
      select payments.request_id from payments join holds using (request_id) group by payments.request_id
        having sum(price * quantity) <> min(subtotal)`)
    await none(sql`
      select payments.request_id from payments join holds using (request_id) where order_id is not null or state in ('ending', 'ended')`)
  })
  // Invariant: D4
  test('D4: the uses of a coupon are its orders and open payments, and never exceed its limit', async () => {
    const used = await rows<{ code: string; uses: number }>(sql`
      select code, (used - (select count(*) from orders where coupon_code = code and status <> 'cancelled') - (select count(*) from payments
        where coupon_code = code and order_id is null and state not in ('ending', 'ended')))::int as uses
      from coupons order by code`)
    const before = caseGoods.coupons.map(({ couponCode, used }) => ({ code: couponCode, uses: used }))
    expect(used).toEqual(before.toSorted((a, b) => (a.code < b.code ? -1 : 1)))
    await refused(sql`update coupons set used = 3 where code = 'TWICE'`, /coupons_used/)
  })
  // Invariant: D5
  test('D5: the regions of an order’s addresses belong to their countries', async () => {
    await none(sql`
      select orders.id from orders, lateral (values (billing_address), (delivery_address)) as given(address)
      where address is not null and not exists (
        select from regions where id = (address->>'regionId')::int and country_id = (address->>'countryId')::int)`)
  })
  // Invariant: D7
  test('D7: an order has at least one line', async () => {
    const bare = sql`
      insert into orders (id, request_id, session_id, status, first_name, last_name, email, telephone, billing_address,
        delivery_method, subtotal, discount, delivery_fee, total, payment_method, payment_status)
      values ('bare', 'bare', 'bare', 'received', '', '', '', '', '{}', '', 0, 0, 0, 0, 'on-delivery', 'pending')`
    await refused(bare, /has no lines/)
  })
  // Invariant: D8
  test('D8: an order that fails halfway changes nothing, and its key can be used again', async () => {
    const sessionId = await cartWith(call, [shelf.pair, 3])
    const body = orderOf(sessionId, 108, { couponCode: 'TEN' })
    const state = () =>
      rows(sql`select (select sum(stock) from products) as stock, (select sum(used) from coupons) as used,
      (select count(*) from orders) as orders, (select count(*) from carts) as carts`)
    const before = await state()
    await database().execute(sql`alter table order_lines add constraint broken check (product_id <> ${sql.raw('14')})`)
    expect(await call('placeOrder', { body })).toMatchObject({ status: 500, body: { message: standardMessage } })
    await database().execute(sql`alter table order_lines drop constraint broken`)
    expect(await state()).toEqual(before)
    expect((await call('placeOrder', { body })).body).toMatchObject({ statusCode: 200, data: { total: 108 } })
  })
  test('a store may name its region, and have fees by post code without a delivery area', async () => {
    const store = { ...caseStore, regionId: 1, limitAreaShipping: false }
    const app = await caseGateway(database(), { store })
    const asking = callOn(() => app)
    const storeRegion = { regionId: 1, regionName: 'New South Wales', countryId: 1, countryName: 'Australia' }
    expect((await asking('begin', { params: { sessionId: 'null' } })).body).toMatchObject({ storeRegion })
    const body = { ...address, sessionId: 'x', deliveryMethod: 'home' }
    expect((await asking('deliveryFee', { body })).body.data).toEqual({ deliveryFee: 5.9 })
    const elsewhere = { ...body, city: 'Bondi', postCode: '2026' }
    expect((await asking('deliveryFee', { body: elsewhere })).body.data).toEqual({ deliveryFee: 8.9 })
    const order = orderOf(await cartWith(asking, [shelf.beef, 1]), 68.9, {
      deliveryMethod: 'home',
      deliveryFee: 8.9,
      deliveryAddress: { ...address, city: 'Bondi', postCode: '2026' },
    })
    const placed = (await asking('placeOrder', { body: order })).body.data
    expect(placed.deliveryAddress).toMatchObject({ city: 'Bondi', postCode: '2026' })
    await app.close()
  })
  test('the key of a cart change is deleted after two days, the key of an order never', async () => {
    const [added, recent] = [
      lineOf(shelf.cheap, { requestId: newRequestId() }),
      lineOf(shelf.cheap, { requestId: newRequestId() }),
    ]
    const order = orderOf(await cartWith(call, [shelf.pair, 1]), 40)
    const { body: first } = await call('addLine', { body: added })
    await call('addLine', { body: recent })
    const { body: placed } = await call('placeOrder', { body: order })
    const age = (requestId: string, hours: number) =>
      database().execute(
        sql`update answers set created_at = now() - make_interval(hours => ${hours}::int) where request_id = ${requestId}`,
      )
    await age(added.requestId!, 49)
    await age(recent.requestId!, 47)
    await age(order.requestId, 24 * 365)
    await deleteOldAnswers(database())
    const keys = [added.requestId!, recent.requestId!, order.requestId]
    const kept = await rows<{ requestId: string }>(
      sql`select request_id as "requestId" from answers where request_id in ${keys}`,
    )
    expect(kept.map(({ requestId }) => requestId).toSorted()).toEqual([recent.requestId!, order.requestId].toSorted())
    expect((await call('placeOrder', { body: order })).body).toEqual(placed)
    expect((await call('addLine', { body: added })).body.data.sessionId).not.toBe(first.data.sessionId)
  })
  test('a search finds a brand by its new name', async () => {
    const named = async (brand: string) => {
      await database().execute(sql`update brands set name = ${brand} where id = 102`)
      return search(call, 'zephyr')
    }
    expect(await named('Zephyr Boats')).toEqual([shelf.fishSauce])
    expect(await named('Three Boats')).toEqual([])
  })
}
