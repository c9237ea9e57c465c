import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparableCoupon } from '#contract/coupon'
import type { NewOrder } from '#contract/order'
import type { OpenDatabase } from '#gateway/database/database'
import { openDatabaseWith } from '../../contract/gateway/case-database.ts'
import { caseGoods, newRequestId, type Answered, type Call } from '../../contract/gateway/given.ts'
import { fakeProvider } from '../../kit/fake-provider.ts'
import {
  approves,
  authorizes,
  begins,
  openShopWithPayments,
  orders,
  purchaseOf,
  usesOf,
  type ShopWithPayments,
} from '../../contract/payments/payment-given.ts'

const spellings = {
  'in small letters': 'ten',
  'with spaces around it': ' \u00A0TEN\u3000',
  'with a space inside': 'T EN',
  'in full-width letters': 'ｔｅｎ',
  'with zero-width characters': 'T\u200BE\u2060N\uFEFF',
  'with a soft hyphen and a mark of direction': 'TE\u00ADN\u200E',
}

/** Codes without a character that is visible. */
const emptyCodes = ['', ' ', '\u3000', '\u200B\uFEFF']

describe('review F11, review issue 32: one coupon in several spellings', () => {
  let opened: OpenDatabase
  let shop: ShopWithPayments & { app: FastifyInstance }
  beforeAll(async () => {
    const typed = { discountType: 'percent', percentOff: 10, description: '', used: 0 } as const
    const coupons = [...caseGoods.coupons, { ...typed, couponCode: ' Ｆｒｅｅ ship\u200B' }]
    opened = await openDatabaseWith({ ...caseGoods, coupons })
    shop = await openShopWithPayments(opened.database, fakeProvider())
  })
  afterAll(async () => {
    await shop.app.close()
    await opened.close()
  })

  const call: Call = (...asked) => shop.call(...asked)
  const validated = (code: string): Promise<Answered> => call('validateCoupon', { params: { code } })
  const ordered = (body: NewOrder): Promise<Answered> => call('placeOrder', { body })

  describe.each(Object.entries(spellings))('%s', (_, couponCode) => {
    test('the coupon check finds it', async () => {
      expect((await validated(couponCode)).body).toMatchObject({ statusCode: 200, data: { couponCode: 'TEN' } })
    })

    test('an order gets its discount', async () => {
      const { body } = await purchaseOf(call)
      const answer = await ordered({ ...body, couponCode, total: 54 })
      expect(answer.body).toMatchObject({ statusCode: 200, data: { couponCode: 'TEN', discount: 6 } })
    })

    test('a payment and its order may spell it differently, and count one use', async () => {
      const used = await usesOf(shop, 'TEN')
      const purchase = await purchaseOf(call, 'authorize', { total: 54, couponCode })
      expect((await begins(shop, purchase)).body).toMatchObject({ statusCode: 200, data: { amount: 54 } })
      approves(shop, purchase)
      await authorizes(shop, purchase)
      const asStored = { ...purchase, body: { ...purchase.body, couponCode: 'TEN' } }
      expect((await orders(shop, asStored)).body).toMatchObject({ statusCode: 200, data: { couponCode: 'TEN' } })
      expect(await usesOf(shop, 'TEN')).toBe(used + 1)
    })

    test('a repeated payment or order with another spelling is the same one', async () => {
      const purchase = await purchaseOf(call, 'authorize', { total: 54, couponCode: 'TEN' })
      const first = await begins(shop, purchase)
      const again = { ...purchase, body: { ...purchase.body, couponCode } }
      expect(await begins(shop, again)).toEqual(first)
      const onDelivery = { ...purchase.body, requestId: newRequestId() }
      const order = await ordered(onDelivery)
      expect(order.body.statusCode).toBe(200)
      expect(await ordered({ ...onDelivery, couponCode })).toEqual(order)
    })
  })

  test.each(emptyCodes)('an order or payment with the code %j has no coupon', async couponCode => {
    const purchase = await purchaseOf(call, 'authorize', { couponCode })
    expect((await begins(shop, purchase)).body).toMatchObject({ statusCode: 200, data: { amount: 60 } })
    const onDelivery = { ...purchase.body, requestId: newRequestId() }
    expect((await ordered(onDelivery)).body).toMatchObject({ statusCode: 200, data: { couponCode: null } })
  })

  test('the coupon check with a code of invisible characters finds none', async () => {
    expect((await validated('\u200B')).body).toMatchObject({ statusCode: 404 })
  })

  test('a code that the catalogue has with a space is found with it and without, and shown as the catalogue has it', async () => {
    for (const couponCode of ['free ship', 'FREESHIP', 'ＦＲＥＥ　ＳＨＩＰ']) {
      expect((await validated(couponCode)).body).toMatchObject({ data: { couponCode: 'FREE SHIP' } })
      const { body } = await purchaseOf(call, 'authorize', { couponCode, total: 54 })
      expect((await ordered(body)).body).toMatchObject({ statusCode: 200, data: { couponCode: 'FREE SHIP' } })
    }
    expect(await usesOf(shop, 'FREE SHIP')).toBe(3)
  })

  test('comparing a comparable code again changes nothing', () => {
    for (const code of [...Object.values(spellings), 'straße', 'ﬁve', 'ŉ5', 'i̇x', '٢٥off'])
      expect(comparableCoupon(comparableCoupon(code))).toBe(comparableCoupon(code))
  })
})
