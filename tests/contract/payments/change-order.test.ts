import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PicturePaths } from '#gateway/catalogue/pictures'
import { idempotencyKeys, orders as ordersTable, slotWindows, storeSettings } from '#gateway/database/schema'
import { cancelOrder } from '#gateway/orders/cancel-order'
import { setOrderStatus } from '#gateway/orders/order-status'
import { finishPicking, pickLine } from '#gateway/orders/pick-line'
import { weighLine } from '#gateway/orders/weigh-line'
import { storeFirstRules } from '#gateway/shop/store-settings'
import { onBothEngines } from '../gateway/both-engines.ts'
import { address, caseStore, newCustomer, newRequestId, shelf, soft, type Json } from '../gateway/given.ts'
import { changingShopOn, goodsIn, ordered, type Wanted } from './change-given.ts'
import { atProvider, becomesDue, stockOf, usesOf } from './payment-given.ts'

const pictures = { ofProduct: () => '/pictures/goods.svg' } as unknown as PicturePaths
const noLink = { status: 404, body: { statusCode: 404, message: 'This link does not work any more.' } }
const { beef, dumplings, rice, durian, cheap, pair } = { ...shelf, durian: shelf.five }

describe('a change of an order', () => {
  onBothEngines(database => {
    const given = changingShopOn(database)
    const { shop, places, pays, keyOf, changeOf, sends, changes, previews, reads, set } = given
    const { opensWindows, slots, kept, mailsAbout, paymentOf, rowOf } = given
    let goods: Record<number, number>
    // the rules that the office can change
    beforeAll(() => storeFirstRules(database(), caseStore))
    beforeEach(async () => {
      goods = await goodsIn(database())
    })
    afterEach(async () => {
      await set([beef, dumplings, rice, durian, cheap, pair], {
        weighed: null,
        multiBuy: null,
        specialPrice: null,
        status: null,
      })
      await set([beef], { price: 6000 })
      await set([dumplings], { price: 1000 })
      await set([rice], { price: 1890, specialPrice: 1590 })
      await database().delete(slotWindows)
      await database().update(ordersTable).set({ slot: null })
      expect(await goodsIn(database())).toEqual(goods)
    })
    const quantities = (order: Json) => order.lines.map((line: Json) => [line.productId, line.quantity])
    const office = { staffName: 'Mei Chen', version: null }

    test('replaces lines, sums and stock together, and tells the shopper and the office', async () => {
      const before = [await stockOf(shop(), beef), await stockOf(shop(), rice)]
      const order = await places()
      expect(order.version).toBe(0)
      const wanted: Wanted[] = [
        [rice, 1],
        [beef, 2],
      ]
      const seen = (await previews(order, wanted)).body.data
      expect(seen).toMatchObject({ total: 135.9, version: 0, lines: [{ productId: beef }, { productId: rice }] })
      expect(await reads(order)).toEqual(order)
      const changed = (await changes(order, wanted, 135.9)).body.data
      expect(changed).toEqual({ ...seen, version: 1 })
      expect(await reads(order)).toEqual(changed)
      expect([await stockOf(shop(), beef), await stockOf(shop(), rice)]).toEqual([before[0]! - 2, before[1]! - 1])
      expect(await kept(order)).toMatchObject([
        {
          staffName: 'The customer',
          what: `contents of order ${order.orderNumber}`,
          before: '1 × Wagyu Beef 1 kg; 2 × Pork & Chive Dumplings 1 kg 手工水饺; Total: $80.00',
          after: '2 × Wagyu Beef 1 kg; 1 × Jasmine Rice 5 kg 金穗香米; Total: $135.90',
        },
      ])
      await expect.poll(() => mailsAbout(order).length).toBe(1)
      expect(mailsAbout(order)[0]).toMatchObject({ to: order.customer.email })
      expect(mailsAbout(order)[0]!.text).toContain(`
2 × Wagyu Beef 1 kg instead of 1 × Wagyu Beef 1 kg
Removed: 2 × Pork & Chive Dumplings 1 kg 手工水饺
Added: 1 × Jasmine Rice 5 kg 金穗香米

It comes to $135.90 now.
That is what you pay when you get it.
`)
      const stale = setOrderStatus(
        database(),
        { number: Number(order.orderNumber), status: 'preparing', staffName: 'Mei Chen', version: 0 },
        'Shop',
      )
      await expect(stale).rejects.toThrow(/^The customer changed this order first\./)
    })

    test('is open to who may see the order, with one answer to all others', async () => {
      const [mei, hoa] = [await newCustomer(shop().call), await newCustomer(shop().call)]
      const order = await places(ordered, 80, {}, mei.headers)
      const other = await places()
      const asks = async (name: 'changeOrder' | 'previewOrderChange', key?: string, headers = {}, id = order.orderId) =>
        shop().call(name, { params: { id }, body: changeOf(order, key, [[beef, 1]], 60), headers })
      for (const name of ['previewOrderChange', 'changeOrder'] as const) {
        for (const key of [await keyOf(other), 'x', undefined]) expect(await asks(name, key)).toEqual(noLink)
        expect(await asks(name, undefined, hoa.headers)).toEqual(noLink)
        expect(await asks(name, await keyOf(order), {}, 'none')).toEqual(noLink)
        expect((await asks(name, undefined, { authorization: 'Bearer x' })).status).toBe(401)
        expect((await asks(name, undefined, mei.headers)).body.data.total).toBe(60)
      }
      expect((await changes({ ...order, version: 1 }, [[beef, 2]], 120)).body.data.version).toBe(2)
    })

    test('made three times with a lost answer each time, happens once each time', async () => {
      let order = await places()
      const key = await keyOf(order)
      for (const quantity of [3, 1, 2]) {
        const body = changeOf(order, key, [[beef, quantity]], quantity * 60)
        await sends(order, body)
        const { requestId, ...rest } = body
        const again = await sends(order, body)
        expect(await sends(order, rest, { 'idempotency-key': requestId! })).toEqual(again)
        expect(again.body.data).toMatchObject({ version: order.version + 1, total: quantity * 60 })
        order = again.body.data
      }
      expect(await kept(order)).toHaveLength(3)
      await expect.poll(() => mailsAbout(order).length).toBe(3)
      const body = changeOf(order, key, [[beef, 4]], 240)
      await sends(order, body)
      expect(await sends(order, { ...body, total: 1 })).toMatchObject({ status: 409, body: { statusCode: 409 } })
      const answers = await database()
        .select()
        .from(idempotencyKeys)
        .where(eq(idempotencyKeys.call, 'POST /order/change'))
      expect(answers.length).toBeGreaterThanOrEqual(4)
      for (const { answer } of answers) expect(JSON.stringify(answer)).not.toMatch(/@|Lin|Rowe/)
    })

    test('that changes nothing leaves the order as it is, without a mail', async () => {
      const order = await places()
      expect((await changes(order, ordered, 80)).body.data).toEqual(order)
      expect(await kept(order)).toEqual([])
      expect(mailsAbout(order)).toEqual([])
    })

    test('keeps the price of what is not raised, and has that of today for what is raised or new', async () => {
      const order = await places(
        [
          [beef, 2],
          [dumplings, 2],
        ],
        140,
      )
      await set([beef, dumplings], { price: 7000 })
      const less = (
        await previews(order, [
          [beef, 1],
          [dumplings, 2],
        ])
      ).body.data
      expect(less).toMatchObject({ total: 80, lines: [{ productPrice: 60, totalPrice: 60 }, { totalPrice: 20 }] })
      const more = (
        await previews(order, [
          [beef, 2],
          [dumplings, 3],
        ])
      ).body.data
      expect(more).toMatchObject({ total: 330, lines: [{ totalPrice: 120 }, { productPrice: 70, totalPrice: 210 }] })
      await set([dumplings], { price: 900 })
      expect(
        (
          await previews(order, [
            [beef, 2],
            [dumplings, 3],
          ])
        ).body.data.total,
      ).toBe(147)
      expect((await previews(order, [[beef, 2]])).body.data.total).toBe(120)
    })

    test('keeps the multi-buy of what is not raised, and has that of today for what is raised', async () => {
      await set([pair], { multiBuy: { quantity: 2, price: 7000 } })
      const order = await places([[pair, 3]], 110, {
        lines: [{ productId: pair, quantity: 3, totalPrice: 120, linePrice: 110 }],
      })
      await set([pair], { multiBuy: null })
      expect((await previews(order, [[pair, 2]])).body.data).toMatchObject({ total: 70, lines: [{ linePrice: 70 }] })
      expect((await previews(order, [[pair, 1]])).body.data.total).toBe(40)
      expect((await previews(order, [[pair, 4]])).body.data.total).toBe(160)
      await set([pair], { multiBuy: { quantity: 4, price: 12_500 } })
      expect((await previews(order, [[pair, 4]])).body.data.total).toBe(125)
      expect((await changes(order, [[pair, 2]], 70)).body.data.total).toBe(70)
    })

    test('takes what is added from the stock, and says how many there can be', async () => {
      const order = await places([[durian, 3]], 120)
      const tooMany = soft(409, 'Only 5 left: Durian', { about: 'stock', productId: durian, left: 5 })
      expect(await changes(order, [[durian, 6]], 240)).toEqual(tooMany)
      expect(await previews(order, [[durian, 6]])).toEqual(tooMany)
      const all = (await changes(order, [[durian, 5]], 200)).body.data
      expect(await stockOf(shop(), durian)).toBe(0)
      // what is out of stock by now is the order's already
      expect((await previews(all, [[durian, 4]])).body.data.total).toBe(160)
      await set([durian], { status: 1 })
      expect((await previews(all, [[durian, 4]])).body.data.total).toBe(160)
      const less = (
        await changes(
          all,
          [
            [durian, 1],
            [beef, 1],
          ],
          100,
        )
      ).body.data
      expect(await stockOf(shop(), durian)).toBe(4)
      expect(await previews(less, [[durian, 2]])).toEqual(
        soft(409, 'Durian cannot be ordered yet.', { about: 'stock', productId: durian, left: 1 }),
      )
      expect(
        await previews(less, [
          [beef, 1],
          [shelf.gone, 1],
          [999_999, 1],
        ]),
      ).toEqual(
        soft(
          409,
          'Moon Cake is out of stock. A product is no longer sold.',
          { about: 'stock', productId: shelf.gone, left: 0 },
          { about: 'stock', productId: 999_999, left: 0 },
        ),
      )
    })

    test('refuses quantities that no line can have, and two lines of a product', async () => {
      const order = await places()
      for (const quantity of [0, -1, 1.5, 1000, 1e300])
        expect(await changes(order, [[beef, quantity]], 60)).toMatchObject({ status: 400 })
      expect(
        await changes(
          order,
          [
            [beef, 1],
            [beef, 1],
          ],
          120,
        ),
      ).toMatchObject({ status: 400 })
      expect(await changes(order, [], 0)).toMatchObject({ status: 400 })
      expect(await changes(order, [[beef, 1, { note: 'x\u0000' }]], 60)).toMatchObject({ status: 400 })
      expect(await reads(order)).toEqual(order)
    })

    test('holds the minimum order and the largest order', async () => {
      const order = await places()
      expect(await changes(order, [[dumplings, 2]], 20)).toEqual(
        soft(409, 'Add $10.00 more to reach the minimum order of $30.00.', { about: 'minimum', now: 10 }),
      )
      expect(await previews(order, [[dumplings, 1]])).toMatchObject(soft(409, /minimum/, 'minimum'))
      await set([beef], { price: 2_000_000_000 })
      expect(await previews(order, [[beef, 2]])).toMatchObject(soft(409, /^One order can be at most/, 'stock'))
    })

    test('that raises an order below a minimum that came later is made', async () => {
      const order = await places([[beef, 1]], 60)
      const minimum = (minimumOrderLimit: number) => database().update(storeSettings).set({ minimumOrderLimit })
      await minimum(10_000)
      const noted = await previews(order, [[beef, 1, { note: 'Thick' }]])
      const raised = await previews(order, [
        [beef, 1],
        [dumplings, 1],
      ])
      await minimum(3000)
      expect([noted.body.data.total, raised.body.data.total]).toEqual([60, 70])
    })

    test('keeps choices and notes that are absent, and changes those that are sent', async () => {
      const order = await places(ordered, 80, {
        substitution: 'similar',
        lines: [
          { productId: beef, quantity: 1, totalPrice: 60, substitution: 'call', note: 'Marbled' },
          { productId: dumplings, quantity: 2, totalPrice: 20 },
        ],
      })
      const [line, other] = (
        await changes(
          order,
          [
            [beef, 2],
            [dumplings, 2],
          ],
          140,
        )
      ).body.data.lines
      expect(line).toMatchObject({ substitution: 'call', note: 'Marbled' })
      expect(other).not.toHaveProperty('note')
      const again: Wanted[] = [
        [beef, 2, { substitution: null, note: null }],
        [dumplings, 2, { substitution: 'leave-out', note: ' Steamed ' }],
      ]
      const changed = (await changes({ ...order, version: 1 }, again, 140, { substitution: 'other-size' })).body.data
      expect(changed.substitution).toBe('other-size')
      expect(changed.lines[0]).not.toHaveProperty('substitution')
      expect(changed.lines[0]).not.toHaveProperty('note')
      expect(changed.lines[1]).toMatchObject({ substitution: 'leave-out', note: 'Steamed' })
      const [, history] = await kept(order)
      expect(history!.after).toBe(
        'Wagyu Beef 1 kg: no choice of its own; another note for Wagyu Beef 1 kg; Pork & Chive Dumplings 1 kg 手工水饺: Leave it out; ' +
          'another note for Pork & Chive Dumplings 1 kg 手工水饺; If something runs out: Same brand, other size',
      )
      await expect.poll(() => mailsAbout(order).length).toBe(2)
      for (const { text } of mailsAbout(order)) expect(text).not.toMatch(/Marbled|Steamed/)
    })

    test('calculates the discount again, and checks the minimum of the coupon if the order comes to less', async () => {
      const uses = [await usesOf(shop(), 'TEN'), await usesOf(shop(), 'RICH')]
      const ten = await places(ordered, 72, { couponCode: 'TEN' })
      expect((await changes(ten, [[beef, 2]], 108)).body.data).toMatchObject({
        discount: 12,
        total: 108,
        couponCode: 'TEN',
      })
      // its terms are those of the order, also once it has ended or is used up
      await database().execute(
        sql`update coupons set discount = 5000, ends_at = now(), uses_limit = used where code = 'TEN'`,
      )
      expect((await previews({ ...ten, version: 1 }, [[beef, 3]])).body.data).toMatchObject({
        discount: 18,
        total: 162,
      })
      await database().execute(
        sql`update coupons set discount = 1000, ends_at = null, uses_limit = null where code = 'TEN'`,
      )
      const rich = await places([[beef, 2]], 115, { couponCode: 'RICH' })
      const refused = soft(409, 'Your coupon RICH needs $40.00 more than the order would come to.', 'coupon')
      expect(await changes(rich, [[beef, 1]], 60)).toEqual(refused)
      expect(await previews(rich, [[beef, 1]])).toEqual(refused)
      expect(
        (
          await changes(
            rich,
            [
              [beef, 1],
              [dumplings, 5],
            ],
            105,
          )
        ).body.data.discount,
      ).toBe(5)
      expect([await usesOf(shop(), 'TEN'), await usesOf(shop(), 'RICH')]).toEqual([uses[0]! + 1, uses[1]! + 1])
      await cancelOrder(database(), Number(rich.orderNumber), 'Shop')
      await cancelOrder(database(), Number(ten.orderNumber), 'Shop')
      expect([await usesOf(shop(), 'TEN'), await usesOf(shop(), 'RICH')]).toEqual(uses)
    })

    test('of the total that was not agreed to is refused, and nothing is changed', async () => {
      const order = await places()
      const refused = soft(409, 'The total is now $120.00, not $119.00. Please check your order.', {
        about: 'total',
        was: 119,
        now: 120,
      })
      const body = changeOf(order, await keyOf(order), [[beef, 2]], 119)
      expect(await sends(order, body)).toEqual(refused)
      expect(await sends(order, body)).toEqual(refused)
      expect(await reads(order)).toEqual(order)
      expect(await changes(order, [[beef, 2]], 1e300)).toMatchObject(
        soft(409, /^The total is now \$120\.00\./, 'total'),
      )
    })

    test('of an order that was changed meanwhile is refused', async () => {
      const order = await places()
      await changes(order, [[beef, 2]], 120)
      const refused = soft(409, 'Your order was changed in the meantime. Please check it.', 'cart')
      expect(await changes(order, [[beef, 3]], 180)).toEqual(refused)
      expect(await previews(order, [[beef, 3]])).toEqual(refused)
    })

    test('is refused once packing has begun, after the cut-off and for a cancelled order', async () => {
      const packing = soft(409, 'We have begun to pack this order, so it can’t be changed here any more.', 'packing')
      const order = await places()
      const number = Number(order.orderNumber)
      for (const status of ['preparing', 'ready-for-pickup', 'completed'] as const) {
        await setOrderStatus(database(), { ...office, number, status }, 'Shop')
        expect(await changes(order, [[beef, 1]], 60)).toEqual(packing)
        expect(await previews(order, [[beef, 1]])).toEqual(packing)
      }
      const cancelled = await places()
      await cancelOrder(database(), Number(cancelled.orderNumber), 'Shop')
      const over = soft(409, 'This order was cancelled, so it can’t be changed any more.', 'packing')
      expect(await changes(cancelled, [[beef, 1]], 60)).toEqual(over)

      await opensWindows('pick-up', [['09:00', '11:00']])
      const late = await places(ordered, 80, { slotId: (await slots()).at(-1)!.slotId })
      await database()
        .update(ordersTable)
        .set({ slot: sql`${ordersTable.slot} || '{"cutOffAt":"2026-01-02T21:00:00+11:00"}'::jsonb` })
        .where(eq(ordersTable.id, late.orderId))
      expect(await changes(late, [[beef, 1]], 60)).toEqual(
        soft(409, 'This order could be changed until Fri 2 Jan, 9 pm.', 'cutOff'),
      )
    })

    test('is refused for an order of which something was picked or weighed, whatever its status', async () => {
      await set([beef], { weighed: { by: 'piece', grams: 600, mostGrams: 720 } })
      const order = await places([[beef, 2]], 120, { most: 144 })
      await weighLine(database(), { ...office, number: Number(order.orderNumber), line: 1, grams: 1100 }, 'Shop')
      const { version } = await rowOf(order)
      expect(await changes({ ...order, version }, [[beef, 1]], 60)).toMatchObject(soft(409, /begun to pack/, 'packing'))
    })

    describe('of where and when', () => {
      const delivered = { deliveryMethod: 'home', deliveryAddress: address, deliveryFee: 5.9 }
      const bondi = { ...address, address1: '2 Campbell Parade', city: 'Bondi', postCode: '2026' }

      test('checks another address, and keeps the fee of the same suburb', async () => {
        const order = await places(ordered, 85.9, delivered)
        const street = { ...address, address1: '7 Hillview Road', city: 'EASTWOOD ' }
        await database().execute(sql`update post_code_fees set fee = 990`)
        const moved = (await changes(order, ordered, 85.9, { deliveryAddress: street })).body.data
        await database().execute(sql`update post_code_fees set fee = 590`)
        expect(moved.deliveryAddress).toMatchObject({ address1: '7 Hillview Road', city: 'Eastwood' })
        expect(moved.billingAddress.address1).toBe('1 Rowe Street')
        await expect.poll(() => mailsAbout(order).length).toBe(1)
        expect(mailsAbout(order)[0]!.text).toContain('\nYour delivery address\n')
        expect(mailsAbout(order)[0]!.text).not.toContain('Hillview')
        expect((await kept(order))[0]!.after).toBe('another delivery address')
        expect((await changes(moved, ordered, 85.9, { deliveryAddress: { ...street } })).body.data.version).toBe(1)
        expect((await changes(moved, ordered, 85.9, { deliveryAddress: { ...street, address1: '' } })).status).toBe(400)
      })

      test('refuses an address outside the delivery area, and stores nothing that was typed', async () => {
        const order = await places(ordered, 85.9, delivered)
        const body = changeOf(order, await keyOf(order), ordered, 85.9, { deliveryAddress: bondi })
        const refused = soft(422, 'Bondi 2026 is outside our delivery area.', 'area')
        expect(await sends(order, body)).toEqual(refused)
        expect(
          await database().select().from(idempotencyKeys).where(eq(idempotencyKeys.requestId, body.requestId!)),
        ).toEqual([])
        // the key was not used up
        expect(
          (
            await sends(order, {
              ...body,
              deliveryAddress: null,
              lines: [{ productId: beef, quantity: 1 }],
              total: 65.9,
            })
          ).body.data.total,
        ).toBe(65.9)
      })

      test('has today’s fee for another suburb', async () => {
        const order = await places(ordered, 85.9, delivered)
        await database().execute(sql`update suburbs set in_delivery_area = true where name = 'Bondi'`)
        const seen = (await previews(order, ordered, { deliveryAddress: bondi })).body.data
        expect(seen).toMatchObject({ deliveryFee: 8.9, total: 88.9, deliveryAddress: { city: 'Bondi' } })
        expect((await changes(order, ordered, 88.9, { deliveryAddress: bondi })).body.data.total).toBe(88.9)
        await database().execute(sql`update suburbs set in_delivery_area = false where name = 'Bondi'`)
        // an address that stays is delivered to
        expect((await previews({ ...order, version: 1 }, [[beef, 1]])).body.data.total).toBe(68.9)
      })

      test('leaves a pick-up without an address', async () => {
        const order = await places()
        expect((await changes(order, ordered, 80, { deliveryAddress: address })).body.data.deliveryAddress).toBeNull()
        expect(await kept(order)).toEqual([])
      })

      test('reserves another slot and gives the old one back; the same slot needs no free place', async () => {
        await opensWindows(
          'pick-up',
          [
            ['09:00', '11:00'],
            ['11:00', '13:00'],
          ],
          1,
        )
        const [nine, eleven] = (await slots()).slice(-2)
        const leftOf = async ({ slotId }: Json) => (await slots()).find(one => one.slotId === slotId)!.left
        const order = await places(ordered, 80, { slotId: nine.slotId })
        expect([await leftOf(nine), await leftOf(eleven)]).toEqual([0, 1])
        expect((await previews(order, ordered, { slotId: eleven.slotId })).body.data.slot.slotId).toBe(eleven.slotId)
        expect([await leftOf(nine), await leftOf(eleven)]).toEqual([0, 1])
        const kept1 = (await changes(order, [[beef, 1]], 60, { slotId: nine.slotId })).body.data
        const moved = (await changes(kept1, [[beef, 1]], 60, { slotId: eleven.slotId })).body.data
        expect(moved.slot).toMatchObject({ slotId: eleven.slotId, startsAt: eleven.startsAt })
        expect(moved.cancellation.until).toBe(eleven.cutOffAt)
        expect([await leftOf(nine), await leftOf(eleven)]).toEqual([1, 0])
        const other = await places(ordered, 80, { slotId: nine.slotId })
        const full = soft(409, /is full\. Please choose another time\.$/, {
          about: 'slot',
          slotId: eleven.slotId,
          slots: expect.arrayContaining([expect.objectContaining({ left: 1 })]),
        })
        expect(await changes(other, ordered, 80, { slotId: eleven.slotId })).toMatchObject(full)
        expect(await previews(other, ordered, { slotId: eleven.slotId })).toMatchObject(full)
        expect(await changes(other, ordered, 80, { slotId: 'none' })).toMatchObject(
          soft(409, /no longer available/, 'slot'),
        )
        const without = await places()
        await cancelOrder(database(), Number(moved.orderNumber), 'Shop')
        expect((await changes(without, ordered, 80, { slotId: eleven.slotId })).body.data.slot.slotId).toBe(
          eleven.slotId,
        )
        expect(await leftOf(eleven)).toBe(0)
      })

      test('gives the slot back if the store may choose the time, and the mail says so', async () => {
        await opensWindows('pick-up', [['09:00', '11:00']], 1)
        const slot = (await slots()).at(-1)!
        const order = await places(ordered, 80, { slotId: slot.slotId })
        expect((await previews(order, ordered, { slotId: null })).body.data.slot ?? null).toBeNull()
        const changed = (await changes(order, ordered, 80, { slotId: null })).body.data
        expect([changed.slot ?? null, changed.version]).toEqual([null, order.version + 1])
        expect((await slots()).find(({ slotId }) => slotId === slot.slotId)!.left).toBe(1)
        await expect.poll(() => mailsAbout(order).length).toBe(1)
        expect(mailsAbout(order)[0]!.text).toContain('Time: any time')
      })

      test('gives the last place of a slot to one of many orders', async () => {
        await opensWindows('pick-up', [['09:00', '11:00']], 1)
        const { slotId } = (await slots()).at(-1)!
        const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => places()))
        const answers = await Promise.all(all.map(order => changes(order, ordered, 80, { slotId })))
        expect(answers.filter(({ body }) => body.data?.slot.slotId === slotId)).toHaveLength(1)
        expect(answers.filter(({ body }) => body.conflicts?.[0].about === 'slot')).toHaveLength(5)
        expect((await slots()).find(one => one.slotId === slotId)!.left).toBe(0)
      })
    })

    describe('that is paid online', () => {
      const weighedBeef = { weighed: { by: 'piece', grams: 600, mostGrams: 720 } } as const
      const settled = async (purchase: Parameters<typeof atProvider>[1]) => {
        await becomesDue(shop(), purchase)
        await shop().runJob()
        return atProvider(shop(), purchase)
      }

      test('can’t come to more than was paid', async () => {
        const { order, purchase } = await pays()
        const refused = soft(
          409,
          'Your order can come to $120.00, and its payment covers $80.00. Please choose less, or order the rest separately.',
          { about: 'total', was: 80, now: 120 },
        )
        expect(await changes(order, [[beef, 2]], 120)).toEqual(refused)
        expect(await previews(order, [[beef, 2]])).toEqual(refused)
        expect(
          (
            await changes(
              order,
              [
                [beef, 1],
                [rice, 1],
              ],
              75.9,
            )
          ).body.data.total,
        ).toBe(75.9)
        expect(await settled(purchase)).toMatchObject({ status: 'captured', amount: 7590 })
      })

      test('refunds the difference of each change once, also if the provider’s answer is lost and another change follows', async () => {
        const { order, purchase } = await pays([[beef, 3]], 180)
        expect(await settled(purchase)).toMatchObject({ status: 'captured', amount: 18_000 })
        shop().fake.fails('refund', 'after')
        const two = (await changes(order, [[beef, 2]], 120)).body.data
        // the first refund was made, and its answer is lost
        await expect.poll(() => atProvider(shop(), purchase).amount).toBe(12_000)
        await expect.poll(async () => (await paymentOf(order)).attempts).toBe(1)
        expect(await paymentOf(order)).toMatchObject({ refundedAmount: 0, refundingAmount: 6000, finalAmount: 12_000 })
        const one = (await changes(two, [[beef, 1]], 60)).body.data
        await settled(purchase)
        expect(await settled(purchase)).toMatchObject({ amount: 6000, status: 'captured' })
        expect(await paymentOf(order)).toMatchObject({
          refundedAmount: 12_000,
          refundingAmount: null,
          finalAmount: 6000,
        })
        // what is refunded is not paid any more
        expect(await changes(one, [[beef, 2]], 120)).toMatchObject(
          soft(409, /its payment covers \$60\.00/, { was: 60, now: 120 }),
        )
        await expect.poll(() => mailsAbout(order).length).toBe(2)
        expect(mailsAbout(order)[0]!.text).toContain('Anything taken beyond it is refunded.')
        await cancelOrder(database(), Number(order.orderNumber), 'Shop')
        expect((await settled(purchase)).status).toBe('refunded')
      })

      test('can come to what was authorised again until it is refunded', async () => {
        shop().fake.fails('capture', 'before')
        const { order, purchase } = await pays([[beef, 3]], 180)
        await expect.poll(async () => (await paymentOf(order)).attempts).toBe(1)
        shop().fake.fails('capture', 'before')
        const one = (await changes(order, [[beef, 1]], 60)).body.data
        await expect.poll(async () => (await paymentOf(order)).attempts).toBe(1)
        shop().fake.fails('capture', 'before')
        const two = (await changes(one, [[beef, 2]], 120)).body.data
        await expect.poll(async () => (await paymentOf(order)).attempts).toBe(1)
        expect((await changes(two, [[beef, 3]], 180)).body.data.total).toBe(180)
        await settled(purchase)
        expect(await settled(purchase)).toMatchObject({ status: 'captured', amount: 18_000 })
        expect(await paymentOf(order)).toMatchObject({ finalAmount: null, refundedAmount: 0 })
      })

      test('of goods by weight holds the most that was authorised, and captures what is weighed', async () => {
        await set([beef], weighedBeef)
        const { order, purchase } = await pays(
          [
            [beef, 2],
            [dumplings, 2],
          ],
          140,
          { most: 164 },
        )
        expect(await changes(order, [[beef, 3]], 180)).toMatchObject(
          soft(409, /can come to \$216\.00, and its payment covers \$164\.00/, { about: 'total', was: 164, now: 216 }),
        )
        const changed = (
          await changes(
            order,
            [
              [beef, 1],
              [dumplings, 4],
            ],
            100,
          )
        ).body.data
        expect(changed).toMatchObject({ total: 100, most: 112, isEstimate: true })
        expect(await settled(purchase)).toMatchObject({ status: 'authorized' })
        await weighLine(database(), { ...office, number: Number(order.orderNumber), line: 1, grams: 660 }, 'Shop')
        expect(await settled(purchase)).toMatchObject({ status: 'captured', amount: 10_600 })
        expect((await rowOf(order)).total).toBe(10_600)
      })

      test('without its goods by weight is captured at once, as what it comes to', async () => {
        await set([beef], weighedBeef)
        const { order, purchase } = await pays(
          [
            [beef, 1],
            [dumplings, 5],
          ],
          110,
          { most: 122 },
        )
        expect((await changes(order, [[dumplings, 5]], 50)).body.data).toMatchObject({ total: 50 })
        expect(await rowOf(order)).toMatchObject({ most: null })
        expect(await settled(purchase)).toMatchObject({ status: 'captured', amount: 5000 })
      })

      test('with goods by weight added after the capture keeps the most, and refunds the rest once they are weighed', async () => {
        const { order, purchase } = await pays([[dumplings, 10]], 100)
        expect((await settled(purchase)).status).toBe('captured')
        await set([beef], weighedBeef)
        const changed = (
          await changes(
            order,
            [
              [beef, 1],
              [dumplings, 2],
            ],
            80,
          )
        ).body.data
        expect(changed).toMatchObject({ total: 80, most: 92 })
        expect(await settled(purchase)).toMatchObject({ amount: 9200 })
        await weighLine(database(), { ...office, number: Number(order.orderNumber), line: 2, grams: 650 }, 'Shop')
        expect(await settled(purchase)).toMatchObject({ amount: 8500 })
        expect((await rowOf(order)).total).toBe(8500)
      })

      test('is picked as any other: what was left out is refunded beside what the change has refunded', async () => {
        const { order, purchase } = await pays(
          [
            [beef, 2],
            [dumplings, 2],
          ],
          140,
        )
        const changed = (
          await changes(
            order,
            [
              [beef, 1],
              [dumplings, 2],
            ],
            80,
          )
        ).body.data
        expect(await settled(purchase)).toMatchObject({ amount: 8000 })
        const number = Number(order.orderNumber)
        await setOrderStatus(
          database(),
          { number, staffName: 'Mei Chen', status: 'preparing', version: changed.version },
          'Shop',
        )
        const pick = { number, staffName: 'Mei Chen' }
        await pickLine(database(), pictures, { ...pick, productId: beef, picking: 'picked', version: 2 })
        await pickLine(database(), pictures, {
          ...pick,
          productId: dumplings,
          picking: 'out-of-stock',
          version: 3,
        })
        await finishPicking(database(), { ...pick, version: 4 })
        expect(await settled(purchase)).toMatchObject({ amount: 6000 })
        expect(await paymentOf(order)).toMatchObject({ refundedAmount: 8000, finalAmount: 6000 })
      })

      test('is refused once its payment has ended', async () => {
        const { order } = await pays()
        await database().execute(sql`update payments set state = 'failed' where order_id = ${order.orderId}`)
        expect(await changes(order, [[beef, 1]], 60)).toEqual(
          soft(409, 'There is no payment for this order any more. Please contact us.', {
            about: 'total',
            was: 0,
            now: 60,
          }),
        )
      })

      test('comes to nothing with a coupon that covers it, and returns all', async () => {
        const { order, purchase } = await pays([[beef, 20]], 201, { couponCode: 'HUGE' })
        expect((await changes(order, [[beef, 10]], 0)).body.data).toMatchObject({ total: 0, discount: 600 })
        await settled(purchase)
        expect((await settled(purchase)).status).toBe('refunded')
        await cancelOrder(database(), Number(order.orderNumber), 'Shop')
      })
    })

    test('of one moment: two of the same version, one of which is made', async () => {
      for (let round = 0; round < 5; round += 1) {
        const order = await places()
        const answers = await Promise.all([1, 2, 3].map(quantity => changes(order, [[beef, quantity]], quantity * 60)))
        expect(answers.filter(({ body }) => body.data?.version === 1)).toHaveLength(1)
        expect(answers.filter(({ body }) => body.conflicts?.[0].about === 'cart')).toHaveLength(2)
        expect(await kept(order)).toHaveLength(1)
      }
    })

    test('of one moment with the same key is made once', async () => {
      const order = await places()
      const body = changeOf(order, await keyOf(order), [[beef, 3]], 180)
      const answers = await Promise.all([1, 2, 3, 4].map(() => sends(order, body)))
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(await kept(order)).toHaveLength(1)
    })

    test('of one moment: the last pieces of a product go to as many orders as there are, and none waits for another for ever', async () => {
      await opensWindows(
        'pick-up',
        [
          ['09:00', '11:00'],
          ['11:00', '13:00'],
        ],
        8,
      )
      const [nine, eleven] = (await slots()).slice(-2)
      const all = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7, 8].map(at =>
          places(
            [
              [at % 2 ? beef : pair, 1],
              [dumplings, 1],
            ],
            at % 2 ? 70 : 50,
            { slotId: at % 3 ? nine.slotId : eleven.slotId },
          ),
        ),
      )
      const left = await stockOf(shop(), durian)
      expect([left > 0, left < all.length]).toEqual([true, true])
      // each takes what the others give back, and has its slot changed for the other one
      const answers = await Promise.all(
        all.map((order, index) => {
          const isOdd = index % 2 === 0
          const slotId = (index + 1) % 3 ? eleven.slotId : nine.slotId
          const wanted: Wanted[] = isOdd
            ? [
                [pair, 1],
                [durian, 1],
              ]
            : [
                [durian, 1],
                [beef, 1],
              ]
          return changes(order, wanted, isOdd ? 80 : 100, { slotId })
        }),
      )
      const made = answers.filter(({ body }) => body.statusCode === 200)
      expect(made).toHaveLength(left)
      expect(await stockOf(shop(), durian)).toBe(0)
      for (const { body } of answers)
        if (body.statusCode !== 200)
          expect(body.conflicts).toMatchObject([{ about: 'stock', productId: durian, left: 0 }])
      for (const order of all) await cancelOrder(database(), Number(order.orderNumber), 'Shop')
    })

    test('at the same time as a cancellation leaves goods, coupon, slot and money in agreement, whichever is first', async () => {
      await opensWindows(
        'pick-up',
        [
          ['09:00', '11:00'],
          ['11:00', '13:00'],
        ],
        50,
      )
      const [nine, eleven] = (await slots()).slice(-2)
      const uses = await usesOf(shop(), 'TEN')
      for (let round = 0; round < 8; round += 1) {
        const { order, purchase } = await pays(ordered, 72, { couponCode: 'TEN', slotId: nine.slotId })
        const key = await keyOf(order)
        const change = () => sends(order, changeOf(order, key, [[beef, 1]], 54, { slotId: eleven.slotId }))
        const cancel = () =>
          shop().call('cancelOrder', { params: { id: order.orderId }, body: { requestId: newRequestId(), key } })
        const [one, two] = round % 2 ? [change, cancel] : [cancel, change]
        const [first, second] = await Promise.all([one(), two()])
        const changed = round % 2 ? first : second
        if (changed.body.statusCode !== 200) expect(changed).toEqual(soft(409, /^This order was cancelled/, 'packing'))
        expect((round % 2 ? second : first).body.data.orderStatus).toBe('cancelled')
        expect((await rowOf(order)).status).toBe('cancelled')
        await becomesDue(shop(), purchase)
        await shop().runJob()
        expect(['refunded', 'voided']).toContain(atProvider(shop(), purchase).status)
      }
      expect(await usesOf(shop(), 'TEN')).toBe(uses)
      expect((await slots()).slice(-2).map(({ left }) => left)).toEqual([50, 50])
    })

    test('of one moment with ‘Start picking’: one of the two is refused', async () => {
      for (let round = 0; round < 8; round += 1) {
        const order = await places()
        const key = await keyOf(order)
        const start = () =>
          setOrderStatus(
            database(),
            { number: Number(order.orderNumber), status: 'preparing', staffName: 'Mei Chen', version: 0 },
            'Shop',
          ).then(
            () => true,
            () => false,
          )
        const change = async () => (await sends(order, changeOf(order, key, [[beef, 2]], 120))).body.statusCode === 200
        const results = await Promise.all(round % 2 ? [start(), change()] : [change(), start()])
        expect(results.filter(Boolean)).toHaveLength(1)
        expect(await kept(order)).toHaveLength(1)
        const { status, total } = await rowOf(order)
        expect([status, total]).toEqual(status === 'preparing' ? ['preparing', 8000] : ['received', 12_000])
        expect(quantities(await reads(order))).toEqual(
          status === 'preparing'
            ? [
                [beef, 1],
                [dumplings, 2],
              ]
            : [[beef, 2]],
        )
      }
    })
  })
})
