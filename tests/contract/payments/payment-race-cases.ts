import { describe, expect, test, vi } from 'vitest'
import { cartWith, lineOf, orderOf, shelf } from '../gateway/given.ts'
import {
  approves,
  atProvider,
  authorizes,
  begins,
  expires,
  openShopWithPayments,
  orders,
  paid,
  purchaseOf,
  rowOf,
  stockOf,
  usesOf,
  type Purchase,
  type ShopWithPayments,
} from './payment-given.ts'

/** Concurrent shoppers, tabs and gateways. */
export function raceCases(shop: () => ShopWithPayments): void {
  describe('payments at the same time', () => {
    scarceCases(shop)
    tabCases(shop)
    jobCases(shop)
    lockOrderCases(shop)
  })
}

const times = <Value>(count: number, make: (at: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

const codesOf = (answers: { body: { statusCode: number } }[]) => answers.map(answer => answer.body.statusCode)

const online = (sessionId: string, total: number, more: object = {}): Purchase => ({
  body: orderOf(sessionId, total, more),
  headers: {},
  way: 'authorize',
  id: null,
})

/** Releases a test's reservations, so that the next test has the stock. */
async function clears(shop: ShopWithPayments, purchases: Purchase[]): Promise<void> {
  for (const purchase of purchases) await expires(shop, purchase)
  await shop.runJob()
}

function scarceCases(shop: () => ShopWithPayments): void {
  test('of twenty orders for the last two products, half paid online, two succeed', async () => {
    const sessions = await times(20, () => cartWith(shop().call, [shelf.scarce, 1]))
    const purchases = sessions.map(sessionId => online(sessionId, 40))
    const answers = await times(20, at =>
      at % 2 === 0 ? begins(shop(), purchases[at]!) : shop().call('placeOrder', { body: purchases[at]!.body }),
    )
    expect(codesOf(answers).filter(code => code === 200)).toHaveLength(2)
    expect(codesOf(answers).filter(code => code === 409)).toHaveLength(18)
    expect(await stockOf(shop(), shelf.scarce)).toBe(0)
    await clears(shop(), purchases)
  })
  test('of ten payments with a coupon for one use one gets it', async () => {
    const purchases = await times(10, () => purchaseOf(shop().call, 'authorize', { couponCode: 'ONCE', total: 59 }))
    const answers = await times(10, at => begins(shop(), purchases[at]!))
    expect(codesOf(answers).filter(code => code === 200)).toHaveLength(1)
    expect(await usesOf(shop(), 'ONCE')).toBe(1)
    await clears(shop(), purchases)
    expect(await usesOf(shop(), 'ONCE')).toBe(0)
  })
}

function tabCases(shop: () => ShopWithPayments): void {
  test('of several tabs paying for one cart one continues, and one order is paid', async () => {
    const sessionId = await cartWith(shop().call, [shelf.beef, 1])
    const tabs = [1, 2, 3, 4].map(() => online(sessionId, 60))
    const before = await stockOf(shop(), shelf.beef)
    await times(4, at => begins(shop(), tabs[at]!))
    expect(await stockOf(shop(), shelf.beef)).toBe(before - 1)
    for (const tab of tabs.filter(({ id }) => id !== null)) approves(shop(), tab)
    await times(4, async at => tabs[at]!.id === null || authorizes(shop(), tabs[at]!))
    const placed = await Promise.all(tabs.filter(({ id }) => id !== null).map(tab => orders(shop(), tab)))
    expect(codesOf(placed).filter(code => code === 200)).toHaveLength(1)
    await shop().runJob()
    const charged = tabs.filter(({ id }) => id !== null && atProvider(shop(), { id } as Purchase).charges > 0)
    expect(charged).toHaveLength(1)
  })
  test('a session is ordered once, online or on delivery', async () => {
    for (let round = 0; round < 5; round++) {
      const purchase = await paid(shop())
      const delivered = { body: orderOf(purchase.body.sessionId, 60) }
      const answers = await Promise.all([orders(shop(), purchase), shop().call('placeOrder', delivered)])
      expect(codesOf(answers).filter(code => code === 200)).toHaveLength(1)
      await shop().runJob()
      await vi.waitFor(() => expect(['captured', 'voided']).toContain(atProvider(shop(), purchase).status))
      const isPaid = answers[0]!.body.statusCode === 200
      expect(atProvider(shop(), purchase)).toMatchObject({ charges: isPaid ? 1 : 0 })
    }
  })
}

function jobCases(shop: () => ShopWithPayments): void {
  test('an order at the moment of its payment’s expiry is placed and paid, or refused and released', async () => {
    const other = await openShopWithPayments(shop().database, shop().fake)
    const purchases = await times(12, () => paid(shop()))
    for (const purchase of purchases) await expires(shop(), purchase)
    const [answers] = await Promise.all([
      times(12, at => orders(shop(), purchases[at]!)),
      shop().runJob(),
      other.runJob(),
    ])
    await shop().runJob()
    await other.app.close()
    for (const [at, purchase] of purchases.entries()) {
      const isPlaced = answers[at]!.body.statusCode === 200
      await vi.waitFor(() => expect(atProvider(shop(), purchase).status).toBe(isPlaced ? 'captured' : 'voided'))
      expect([200, 410]).toContain(answers[at]!.body.statusCode)
      expect((await rowOf(shop(), purchase))!.held).toBe(0)
    }
  })
}

function lockOrderCases(shop: () => ShopWithPayments): void {
  const beef: [number, number] = [shelf.beef, 1]
  const rice: [number, number] = [shelf.rice, 4]

  test('payments that exchange coupons do not deadlock', async () => {
    const all: Purchase[] = []
    const visit = async (line: [number, number], subtotal: number, isFirst: boolean) => {
      const sessionId = await cartWith(shop().call, line)
      for (let n = 0; n < 10; n++) {
        const isTen = n % 2 === (isFirst ? 0 : 1)
        const purchase = online(sessionId, isTen ? subtotal * 0.9 : subtotal - 8, {
          couponCode: isTen ? 'TEN' : 'EIGHT',
        })
        all.push(purchase)
        expect((await begins(shop(), purchase)).body.statusCode).toBe(200)
      }
    }
    await Promise.all([visit(beef, 60, true), visit(rice, 63.6, false), visit([shelf.cheap, 100], 35, true)])
    await clears(shop(), all)
  })
  test('payments that exchange products do not deadlock', async () => {
    const otherCart = async (purchase: Purchase, [productId, quantity]: [number, number], total: number) => {
      const { sessionId: mySessionId } = purchase.body
      const [line] = (await shop().call('cart', { params: { sessionId: mySessionId } })).body.listData
      await shop().call('addLine', { body: lineOf(productId, { quantity, mySessionId }) })
      await shop().call('removeLine', { params: { id: line.id } })
      return online(mySessionId, total)
    }
    const paidFor = async (line: [number, number], total: number) =>
      payingFor(shop(), online(await cartWith(shop().call, line), total))
    for (let round = 0; round < 8; round++) {
      const paid = [await paidFor(beef, 60), await paidFor(rice, 63.6)]
      const next = [await otherCart(paid[0]!, rice, 63.6), await otherCart(paid[1]!, beef, 60)]
      expect(codesOf(await times(2, at => begins(shop(), next[at]!)))).toEqual([200, 200])
      await clears(shop(), next)
      for (const purchase of paid) expect(atProvider(shop(), purchase).status).toBe('voided')
    }
  })
}

async function payingFor(shop: ShopWithPayments, purchase: Purchase): Promise<Purchase> {
  await begins(shop, purchase)
  approves(shop, purchase)
  expect((await authorizes(shop, purchase)).body.statusCode).toBe(200)
  return purchase
}
