import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import type { Slot } from '#contract/slots'
import { slotsCommand } from '#gateway/cli/slots-command'
import {
  closedDays,
  deliveryMethods,
  orders as ordersTable,
  payments,
  products,
  slotWindows,
} from '#gateway/database/schema'
import { readBoard } from '#gateway/office/board'
import { cancelOrder } from '#gateway/orders/cancel-order'
import { dayAt } from '#gateway/shop/local-time'
import { listSlots } from '#gateway/slots/slots'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { onBothEngines } from '../gateway/both-engines.ts'
import { address, cartWith, newEmail, orderOf, shelf, soft, type Json } from '../gateway/given.ts'
import {
  approves,
  authorizes,
  begins,
  openShopWithPayments,
  orders,
  shopWithPaymentsOn,
  type Purchase,
  type ShopWithPayments,
} from './payment-given.ts'

const rules = { timeZone: 'Australia/Sydney', limitAreaShipping: true }
const everyDay = [1, 2, 3, 4, 5, 6, 7]

describe('slots', () => {
  onBothEngines((database, isFirst) => {
    const shop = shopWithPaymentsOn(database)
    const windowsOf = (methodId: string, startsAt: string, endsAt: string, more: object = {}) =>
      everyDay.map(weekday => ({ methodId, weekday, startsAt, endsAt, capacity: 2, cutOffHours: 0, ...more }))
    const change = (values: Partial<typeof slotWindows.$inferInsert>) => database().update(slotWindows).set(values)

    beforeEach(async () => {
      await database().delete(slotWindows)
      await database().delete(closedDays)
      // the orders of other cases
      await database().update(ordersTable).set({ slot: null })
      await database().update(payments).set({ slot: null })
      await database()
        .insert(slotWindows)
        .values(windowsOf('pick-up', '09:00', '11:00'))
      await database()
        .insert(slotWindows)
        .values(windowsOf('pick-up', '11:00', '13:00'))
      await database()
        .insert(slotWindows)
        .values(windowsOf('home', '17:00', '19:00'))
    })

    const read = async (methodId = 'pick-up', postCode = ''): Promise<Slot[]> =>
      (await shop().call('slots', { params: { methodId, postCode } })).body.slots
    const leftOf = async (slotId: string) => (await read()).find(slot => slot.slotId === slotId)?.left
    /** The first slot of the day after tomorrow, whose windows have not begun. */
    const someSlot = async () => (await read()).at(-3)!
    const bodyOf = async (slotId: string, more: Partial<NewOrder> = {}) =>
      orderOf(await cartWith(shop().call, [shelf.beef, 1]), 60, { slotId, ...more })
    const places = async (body: NewOrder): Promise<Json> => (await shop().call('placeOrder', { body })).body

    test('the slots of a method are listed in the order of their times, until the last of its days', async () => {
      await database().update(deliveryMethods).set({ slotDays: 3 }).where(eq(deliveryMethods.id, 'pick-up'))
      const slots = await read()
      await database().update(deliveryMethods).set({ slotDays: 7 }).where(eq(deliveryMethods.id, 'pick-up'))
      expect([4, 5, 6]).toContain(slots.length)
      expect(slots.map(({ startsAt }) => startsAt)).toEqual(slots.map(({ startsAt }) => startsAt).toSorted())
      expect(slots.at(-1)).toMatchObject({ methodId: 'pick-up', left: 2 })
      expect(slots.at(-1)!.startsAt).toMatch(/T11:00:00\+1[01]:00$/)
      const all = await read('')
      expect(new Set(all.map(({ methodId }) => methodId))).toEqual(new Set(['pick-up', 'home']))
    })

    test('nothing is delivered to a post code outside the delivery area; it can be collected', async () => {
      const methods = async (postCode: string) =>
        new Set((await listSlots(database(), rules, { methodId: '', postCode })).map(({ methodId }) => methodId))
      expect(await methods('9999')).toEqual(new Set(['pick-up']))
      expect(await methods(` ${address.postCode} `)).toEqual(new Set(['pick-up', 'home']))
    })

    test('windows keep their local times over a change of daylight saving time, and cut-offs their hours', async () => {
      await change({ cutOffHours: 12 })
      const question = { methodId: 'pick-up', postCode: '' }
      // Friday noon before the clocks are changed on Sunday
      const slots = await listSlots(database(), rules, question, new Date('2026-10-02T02:00:00Z'))
      const of = (day: string) => slots.find(({ slotId }) => slotId === `pick-up_${day}_0900`)
      expect(of('2026-10-03')).toMatchObject({
        startsAt: '2026-10-03T09:00:00+10:00',
        cutOffAt: '2026-10-02T21:00:00+10:00',
      })
      expect(of('2026-10-04')).toMatchObject({
        startsAt: '2026-10-04T09:00:00+11:00',
        cutOffAt: '2026-10-03T20:00:00+10:00',
      })
      const later = await listSlots(database(), rules, question, new Date('2026-10-03T10:00:00Z'))
      expect(later[0]?.slotId).toBe('pick-up_2026-10-04_1100')
    })

    test('an order keeps its slot, in the store’s time zone, until it is cancelled; then the slot is free again', async () => {
      const { slotId, startsAt, endsAt, cutOffAt } = await someSlot()
      const placed = await places(await bodyOf(slotId))
      expect(placed.data.slot).toEqual({ slotId, startsAt, endsAt, cutOffAt })
      expect(await leftOf(slotId)).toBe(1)
      const { orderNumber } = placed.data
      expect(await readBoard(database(), rules.timeZone, orderNumber)).toMatchObject([{ slot: { slotId, startsAt } }])
      await cancelOrder(database(), Number(placed.data.orderNumber), 'Shop')
      expect(await leftOf(slotId)).toBe(2)
    })

    test('an order without a slot has none', async () => {
      const body = await bodyOf('')
      const { slotId: _, ...older } = body
      expect((await places(older)).data).not.toHaveProperty('slot')
      expect((await places({ ...(await bodyOf('x')), slotId: null })).data).not.toHaveProperty('slot')
    })

    test('a full slot is a conflict of its field, with the next free ones, and nothing is ordered', async () => {
      const { slotId } = await someSlot()
      await places(await bodyOf(slotId))
      await places(await bodyOf(slotId))
      const body = await bodyOf(slotId)
      const refused = await shop().call('placeOrder', { body })
      expect(refused).toMatchObject(soft(409, /^\w{3} \d+ \w{3}, .* is full\. Please choose another time\.$/))
      expect(refused.body).toMatchObject({ field: 'slotId', conflicts: [{ about: 'slot', slotId }] })
      const free: Slot[] = refused.body.conflicts[0].slots
      expect(free).toHaveLength(3)
      expect(free.every(slot => slot.left > 0 && slot.methodId === 'pick-up')).toBe(true)
      expect((await read()).find(slot => slot.slotId === slotId)).toMatchObject({ left: 0 })
      expect(await places({ ...body, requestId: `${body.requestId}-2`, slotId: free[0]!.slotId })).toMatchObject({
        statusCode: 200,
      })
    })

    test('a slot past its cut-off, of a closed day, of another method or of no window is refused', async () => {
      const { slotId, startsAt } = await someSlot()
      const refused = async (id: string) => (await places(await bodyOf(id))).message
      await change({ cutOffHours: 1000 })
      expect(await refused(slotId)).toMatch(/^It is too late to order for /)
      await change({ cutOffHours: 0 })
      await database()
        .insert(closedDays)
        .values({ day: dayAt(rules.timeZone, new Date(startsAt)) })
      expect(await refused(slotId)).toMatch(/ is no longer available\./)
      await database().delete(closedDays)
      const [home] = await read('home')
      for (const id of [home!.slotId, 'pick-up_2026-99-99_0900', 'soon', `${slotId} `])
        expect(await refused(id), id).toMatch(/ no longer available\. Please choose another time\.$/)
      expect(await places(await bodyOf(slotId))).toMatchObject({ statusCode: 200 })
    })

    const purchase = async (slotId: string): Promise<Purchase> => {
      const body = await bodyOf(slotId)
      return {
        body: { ...body, customer: { ...body.customer, email: newEmail() } },
        headers: {},
        way: 'authorize',
        id: null,
      }
    }

    test('a payment reserves its slot, and the order that it pays gets it after the cut-off, too', async () => {
      const { slotId } = await someSlot()
      const bought = await purchase(slotId)
      await begins(shop(), bought)
      expect(await leftOf(slotId)).toBe(1)
      approves(shop(), bought)
      await authorizes(shop(), bought)
      await change({ cutOffHours: 1000 })
      const { body } = await orders(shop(), bought)
      await change({ cutOffHours: 0 })
      expect(body.data.slot).toMatchObject({ slotId })
      expect(await leftOf(slotId)).toBe(1)
    })

    test('a payment that is given up, or whose cart changes, releases its slot', async () => {
      const { slotId } = await someSlot()
      const [given, changed] = [await purchase(slotId), await purchase(slotId)]
      await begins(shop(), given)
      await begins(shop(), changed)
      expect(await leftOf(slotId)).toBe(0)
      await shop().call('endPayment', { params: { id: given.id! } })
      expect(await leftOf(slotId)).toBe(1)
      await shop().call('discardOrder', {
        params: { requestId: changed.body.requestId, sessionId: changed.body.sessionId },
      })
      expect(await leftOf(slotId)).toBe(2)
    })

    test('the receipt by email says when the order is collected', async () => {
      const { slotId } = await someSlot()
      const body = await bodyOf(slotId)
      await places(body)
      await expect.poll(() => shop().mails.at(-1)?.text).toMatch(/Collect it: \w{3} \d+ \w{3}, 11 am to 1 pm\./)
    })

    test('a command lists and changes windows, days and closed days', async () => {
      await database().delete(slotWindows)
      const run = (words: string) => slotsCommand(database(), words.split(' ').filter(Boolean))
      expect(await run('')).toBe('There are no slots.\n')
      // two days apart: one of them is always before its cut-off
      const listed = await run('set home wed,sat 09:00 11:00 6 14')
      expect(listed).toContain('home\tsat\t09:00 to 11:00\t6 orders, until 14 hours before\t7 days ahead\n')
      expect(listed).toMatch(/\nhome\t(Wed|Sat) \d+ \w{3}, 9 am to 11 am\t6 left/)
      expect(await run('set home sat 09:00 11:00 5 14')).toContain('\t5 orders')
      expect(await run('close 2099-12-25')).toContain('closed\t2099-12-25\n')
      expect(await run('open 2099-12-25')).not.toContain('closed')
      expect(await run('days home 14')).toContain('14 days ahead')
      await run('days home 7')
      expect(await run('remove home daily 09:00')).toBe('There are no slots.\n')
      for (const words of [
        'set home sat 9:00 11:00 6 14',
        'set home sat 11:00 09:00 6 14',
        'set home some 09:00 11:00 6 1',
        'close 2026-02-30',
        'set boat sat 09:00 11:00 6 14',
        'days home 0',
        'remove home',
      ])
        await expect(run(words), words).rejects.toThrow('Usage')
    })

    describe('at two gateways', () => {
      let other: Awaited<ReturnType<typeof openShopWithPayments>>
      beforeAll(async () => {
        other = await openShopWithPayments(database(), fakeProvider())
      })
      afterAll(() => other.app.close())

      // PGlite has one connection: there transactions come one after another
      const buyers = isFirst ? 10 : 50
      test(`of ${buyers} shoppers who order the last place of a slot at once one gets it`, async () => {
        const { slotId } = await someSlot()
        await change({ capacity: 1 })
        // of several products: the lock of a product would let one order after another come to the slot
        const fruits = [shelf.five, shelf.lost, shelf.pair, shelf.last, shelf.scarce]
        await database().update(products).set({ stock: 100 }).where(inArray(products.id, fruits))
        const bodies = await Promise.all(
          Array.from({ length: buyers }, async (_, index) =>
            orderOf(await cartWith(shop().call, [fruits[index % fruits.length]!, 1]), 40, { slotId }),
          ),
        )
        const gateways: ShopWithPayments[] = [shop(), other]
        const answers = await Promise.all(
          bodies.map((body, index) => gateways[index % 2]!.call('placeOrder', { body })),
        )
        expect(answers.filter(({ status }) => status !== 200)).toEqual([])
        expect(answers.filter(({ body }) => body.statusCode === 200)).toHaveLength(1)
        expect(answers.filter(({ body }) => body.field === 'slotId')).toHaveLength(buyers - 1)
        expect(await leftOf(slotId)).toBe(0)
      })
    })
  })
})
