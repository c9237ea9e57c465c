import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { queryRows } from '#gateway/database/database'
import { slotWindows } from '#gateway/database/schema'
import { cancelOrder } from '#gateway/orders/cancel-order'
import { seed } from '../../kit/seed.ts'
import { onBothEngines } from '../gateway/both-engines.ts'
import { shelf, type Json } from '../gateway/given.ts'
import { changingShopOn, goodsIn, type Wanted } from './change-given.ts'
import { becomesDue, type Purchase } from './payment-given.ts'

/** Beef for $60.00, durian for $40.00, of which there are five, mangosteens for $40.00 or 2 for $70.00, chopsticks for 35 cents. */
const goods = [shelf.beef, shelf.five, shelf.pair, shelf.cheap]

/** A change of one of three orders: how many of each product, the slot, and whether its answer is lost. */
const step = fc.record({
  order: fc.nat(2),
  quantities: fc.array(fc.nat(3), { minLength: goods.length, maxLength: goods.length }),
  slot: fc.nat(2),
  isStale: fc.integer({ min: 0, max: 7 }).map(one => one === 0),
  isRepeated: fc.boolean(),
  isTogether: fc.boolean(),
})
const sequence = fc.array(step, { minLength: 4, maxLength: 10 })

describe('sequences of changes of orders', () => {
  onBothEngines(database => {
    const { shop, places, pays, keyOf, changeOf, sends, previews, reads, rowOf, slots, opensWindows, set, paymentOf } =
      changingShopOn(database)
    beforeAll(async () => {
      await set([shelf.pair], { multiBuy: { quantity: 2, price: 7000 } })
      await database().delete(slotWindows)
      await opensWindows(
        'pick-up',
        [
          ['09:00', '11:00'],
          ['11:00', '13:00'],
        ],
        1,
      )
    })

    /** How many orders are in each slot, and how many its places say. */
    async function placesOf(two: Json[]): Promise<[number, number][]> {
      const now = await slots()
      return Promise.all(
        two.map(async ({ slotId }): Promise<[number, number]> => {
          const [row] = await queryRows<{ taken: number }>(
            database(),
            sql`select count(*)::int as taken from orders where slot ->> 'slotId' = ${slotId} and status <> 'cancelled'`,
          )
          return [row!.taken, 1 - now.find(one => one.slotId === slotId)!.left]
        }),
      )
    }

    /** Checks that the amounts of an order are those of its lines. */
    function checkSums({ lines, subtotal, discount, deliveryFee, total }: Json): void {
      const sum = lines.reduce(
        (cents: number, line: Json) => cents + Math.round((line.linePrice ?? line.totalPrice) * 100),
        0,
      )
      expect(Math.round(subtotal * 100)).toBe(sum)
      expect(Math.round(total * 100)).toBe(Math.round((subtotal - discount + deliveryFee) * 100))
    }

    test('keep stock and ordered goods together the same, and the places of slots right, whatever is asked and lost', async () => {
      let made = 0
      let refused = 0
      const property = fc.asyncProperty(sequence, async steps => {
        await database().execute(sql`update orders set slot = null`)
        const before = await goodsIn(database())
        const two = (await slots()).slice(-2)
        const paid = await pays([[shelf.beef, 4]], 240)
        const purchases: (Purchase | null)[] = [null, null, paid.purchase]
        const all = [
          await places([[shelf.beef, 1]], 54, { couponCode: 'TEN' }),
          await places([[shelf.beef, 1]], 60),
          paid.order,
        ]
        for (const { order: at, quantities, slot, isStale, isRepeated, isTogether } of steps) {
          const order = all[at] as Json
          const lines = goods.flatMap((id, index): Wanted[] =>
            quantities[index]! > 0 ? [[id, quantities[index]!]] : [],
          )
          if (lines.length === 0) continue
          const slotId = slot < 2 ? (two[slot] as Json).slotId : null
          const seen = await previews(order, lines, { slotId })
          expect((await reads(order)).version).toBe(order.version)
          const agreed = seen.body.data?.total ?? 0
          const version = isStale ? order.version - 1 : order.version
          const body = changeOf({ ...order, version }, await keyOf(order), lines, agreed, { slotId })
          const sent = isTogether
            ? await Promise.all([sends(order, body), sends(order, body)])
            : [await sends(order, body)]
          const answer = isRepeated ? await sends(order, body) : sent[0]!
          expect(answer).toEqual(sent.at(-1))
          const after = await reads(order)
          if (answer.body.statusCode === 200) {
            made += 1
            expect(seen.body.data).toMatchObject({ lines: after.lines, total: after.total })
            expect(answer.body.data).toEqual(after)
          } else {
            refused += 1
            expect(answer.body.conflicts.length).toBeGreaterThan(0)
            expect(after).toEqual(await reads(order))
            expect(after.version).toBe(order.version)
          }
          all[at] = after
          checkSums(after)
          expect(await goodsIn(database())).toEqual(before)
          for (const [taken, counted] of await placesOf(two)) expect(taken).toBe(counted)
          const purchase = purchases[at]
          if (!purchase) continue
          // what is kept of the payment is what the order comes to
          for (let run = 0; run < 2; run += 1) {
            await becomesDue(shop(), purchase)
            await shop().runJob()
          }
          const { amount, captureAmount, refundedAmount, refundingAmount } = await paymentOf(order)
          expect(refundingAmount).toBeNull()
          expect((captureAmount ?? amount) - refundedAmount).toBe((await rowOf(order)).total)
          expect(shop().fake.orders.get(purchase.id!)!.amount).toBe((await rowOf(order)).total)
        }
        for (const { orderNumber } of all) await cancelOrder(database(), Number(orderNumber), 'Shop')
        expect(await goodsIn(database())).toEqual(before)
      })
      await fc.assert(property, { numRuns: 12, seed })
      expect(made).toBeGreaterThan(10)
      expect(refused).toBeGreaterThan(5)
    })
  })
})
