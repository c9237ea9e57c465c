import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewOrder } from '#contract/order'
import { orderCommands } from '#gateway/cli/order-commands'
import { deletePersonalData } from '#gateway/customers/personal-data'
import { changes, orders as ordersTable, slotWindows } from '#gateway/database/schema'
import { setOrderStatus } from '#gateway/orders/order-status'
import { createOrderLinks } from '#gateway/shop/order-links'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { onBothEngines } from '../gateway/both-engines.ts'
import {
  caseSecret,
  cartWith,
  newCustomer,
  newEmail,
  newRequestId,
  orderOf,
  shelf,
  soft,
  type Answered,
  type Json,
} from '../gateway/given.ts'
import {
  atProvider,
  openShopWithPayments,
  orders,
  paid,
  stockOf,
  usesOf,
  type ShopWithPayments,
} from './payment-given.ts'

const noLink = { status: 404, body: { statusCode: 404, message: 'This link does not work any more.' } }

describe('the page of an order', () => {
  onBothEngines(database => {
    let opened: ShopWithPayments & { app: FastifyInstance }
    beforeAll(async () => {
      opened = await openShopWithPayments(database(), fakeProvider())
    })
    afterAll(() => opened?.app.close())
    const shop = (): ShopWithPayments => opened

    /** Places an order of one piece of beef as a guest. */
    async function places(more: Partial<NewOrder> = {}, headers: Record<string, string> = {}): Promise<Json> {
      const email = newEmail()
      const body = orderOf(await cartWith(shop().call, [shelf.beef, 1]), 60, more)
      const answer = await shop().call('placeOrder', {
        body: { ...body, customer: { ...body.customer, email } },
        headers,
      })
      expect(answer.body).toMatchObject({ statusCode: 200 })
      return answer.body.data
    }
    /** The key in the receipt of an order. */
    async function keyOf({ orderNumber, customer }: Json): Promise<string> {
      const found = () => shop().mails.find(mail => mail.to === customer.email && mail.subject.includes(orderNumber))
      await expect.poll(() => found() !== undefined).toBe(true)
      const [, number, key] = /^https:\/\/shop\.example\.com\/order\/(\d+)\?key=(\S+)$/m.exec(found()!.text)!
      expect(number).toBe(orderNumber)
      return key!
    }
    const reads = (orderNumber: string, key?: string, headers: Record<string, string> = {}) =>
      shop().call('orderByLink', { body: { orderNumber, ...(key !== undefined && { key }) }, headers })
    const cancels = (
      { orderId }: Json,
      key?: string,
      requestId: string | undefined = newRequestId(),
      headers: Record<string, string> = {},
    ): Promise<Answered> =>
      shop().call('cancelOrder', {
        params: { id: orderId },
        body: { requestId, ...(key !== undefined && { key }) },
        headers,
      })
    const mailsAbout = ({ orderNumber }: Json) =>
      shop().mails.filter(({ subject }) => subject === `Your order ${orderNumber} at Test Grocer was cancelled`)

    test('is opened by the link of the receipt, and shows when the order got each status', async () => {
      const order = await places()
      const key = await keyOf(order)
      expect(await reads(order.orderNumber, key)).toMatchObject({
        status: 200,
        body: {
          data: {
            orderId: order.orderId,
            lines: [{ productId: shelf.beef }],
            statusTimes: { received: expect.any(String) },
          },
        },
      })
      const change = { number: Number(order.orderNumber), staffName: 'Mei Chen', version: null }
      await setOrderStatus(database(), { ...change, status: 'preparing' }, 'Shop')
      const { statusTimes } = (await reads(order.orderNumber, key)).body.data
      expect(Object.keys(statusTimes).toSorted()).toEqual(['preparing', 'received'])
      expect(new Date(statusTimes.preparing).toISOString()).toBe(statusTimes.preparing)
      expect(Math.abs(Date.parse(statusTimes.preparing) - Date.now())).toBeLessThan(60_000)
      expect(Date.parse(statusTimes.preparing)).toBeGreaterThanOrEqual(Date.parse(statusTimes.received))
    })

    test('has one answer to every key that does not open it: wrong, of another order, revoked, expired, absent', async () => {
      const [order, other] = [await places(), await places()]
      const key = await keyOf(order)
      const { orderNumber } = order
      const [row] = await database().select().from(ordersTable).where(eq(ordersTable.id, order.orderId))
      const longAgo = { ...row!, createdAt: new Date('2020-01-01') }
      const expired = new URL(createOrderLinks(caseSecret, 'https://shop.example.com').urlOf(longAgo)).searchParams.get(
        'key',
      )!
      const forged = new URL(
        createOrderLinks(new Uint8Array(32), 'https://shop.example.com').urlOf(row!),
      ).searchParams.get('key')!
      const later = `z${key.slice(1)}`
      for (const wrong of [
        await keyOf(other),
        expired,
        forged,
        later,
        `${key}x`,
        key.slice(0, -1),
        'x',
        key.toUpperCase(),
        undefined,
      ]) {
        expect(await reads(orderNumber, wrong), wrong).toEqual(noLink)
        expect(await cancels(order, wrong), wrong).toEqual(noLink)
      }
      for (const number of ['1', '999999999999', 'x', '-1']) expect(await reads(number, key), number).toEqual(noLink)
      expect(await cancels({ orderId: 'none' }, key)).toEqual(noLink)
      expect((await reads(orderNumber, key)).status).toBe(200)
      expect(await orderCommands['revoke-link'](database(), [orderNumber])).toBe(
        `The link to order ${orderNumber} does not work any more.\n`,
      )
      expect(await reads(orderNumber, key)).toEqual(noLink)
      expect(await cancels(order, key)).toEqual(noLink)
      await expect(orderCommands['revoke-link'](database(), ['999999999'])).rejects.toThrow('There is no order')
      await expect(orderCommands['revoke-link'](database(), ['x'])).rejects.toThrow('npm run revoke-link')
    })

    test('is opened by a customer without a key; not by another one, and not by a guest', async () => {
      const [mei, hoa] = [await newCustomer(shop().call), await newCustomer(shop().call)]
      const order = await places({}, mei.headers)
      expect((await reads(order.orderNumber, undefined, mei.headers)).body.data.orderId).toBe(order.orderId)
      expect(await reads(order.orderNumber, undefined, hoa.headers)).toEqual(noLink)
      expect(await cancels(order, undefined, newRequestId(), hoa.headers)).toEqual(noLink)
      expect(await cancels(order, undefined, newRequestId())).toEqual(noLink)
      expect((await cancels(order, undefined, newRequestId(), mei.headers)).body.data.orderStatus).toBe('cancelled')
    })

    test('is not opened by its link any more once the person’s data is deleted', async () => {
      const order = await places()
      const key = await keyOf(order)
      await cancels(order, key)
      await deletePersonalData(database(), order.customer.email)
      expect(await reads(order.orderNumber, key)).toEqual(noLink)
    })

    test('cancels the order once: goods and coupon are returned, the mail is sent, and the change is kept', async () => {
      const [stock, uses] = [await stockOf(shop(), shelf.beef), await usesOf(shop(), 'TEN')]
      const order = await places({ couponCode: 'TEN', total: 54 })
      const key = await keyOf(order)
      expect([await stockOf(shop(), shelf.beef), await usesOf(shop(), 'TEN')]).toEqual([stock - 1, uses + 1])
      const requestId = newRequestId()
      const first = await cancels(order, key, requestId)
      expect(first.body.data).toMatchObject({
        orderStatus: 'cancelled',
        cancellation: null,
        statusTimes: { cancelled: expect.any(String) },
      })
      expect((await cancels(order, key, requestId)).body).toEqual(first.body)
      expect((await cancels(order, key)).body).toEqual(first.body)
      const header = await shop().call('cancelOrder', {
        params: { id: order.orderId },
        body: { key },
        headers: { 'idempotency-key': requestId },
      })
      expect(header.body).toEqual(first.body)
      expect([await stockOf(shop(), shelf.beef), await usesOf(shop(), 'TEN')]).toEqual([stock, uses])
      await expect.poll(() => mailsAbout(order).length).toBe(1)
      const kept = await database()
        .select()
        .from(changes)
        .where(eq(changes.orderNumber, Number(order.orderNumber)))
      expect(kept).toMatchObject([{ staffName: 'The customer', before: 'New', after: 'Cancelled' }])
      const [row] = await database().select().from(ordersTable).where(eq(ordersTable.id, order.orderId))
      expect(row!.version).toBe(1)
    })

    test('cancels once under concurrency: of two shoppers, and of a shopper and the office', async () => {
      const stock = await stockOf(shop(), shelf.beef)
      for (let round = 0; round < 4; round += 1) {
        const order = await places()
        const key = await keyOf(order)
        const number = Number(order.orderNumber)
        const office = () =>
          setOrderStatus(
            database(),
            { number, status: 'cancelled', staffName: 'Mei Chen', version: 0 },
            'Test Grocer',
          ).then(
            () => 'cancelled',
            (error: { statusCode: number }) => error.statusCode,
          )
        const [one, two, third] = await Promise.all([
          cancels(order, key),
          round % 2 ? office() : cancels(order, key),
          cancels(order, key),
        ])
        expect((one as Answered).body.data.orderStatus).toBe('cancelled')
        expect((third as Answered).body.data.orderStatus).toBe('cancelled')
        expect(round % 2 ? ['cancelled', 409] : [200]).toContain(round % 2 ? two : (two as Answered).status)
        const kept = await database().select().from(changes).where(eq(changes.orderNumber, number))
        expect(kept).toHaveLength(1)
      }
      expect(await stockOf(shop(), shelf.beef)).toBe(stock)
    })

    test('refunds what was paid online, authorised by the gateway or captured by the browser', async () => {
      for (const way of ['authorize', 'capture'] as const) {
        const purchase = await paid(shop(), way)
        const order = (await orders(shop(), purchase)).body.data
        expect((await cancels(order, await keyOf(order))).body.data.payment.isReturned).toBe(true)
        await expect.poll(() => atProvider(shop(), purchase).status).toBe('refunded')
      }
    })

    describe('of an order with a slot', () => {
      beforeEach(async () => {
        await database().delete(slotWindows)
        await database()
          .insert(slotWindows)
          .values(
            [1, 2, 3, 4, 5, 6, 7].map(weekday => ({
              methodId: 'pick-up',
              weekday,
              startsAt: '09:00',
              endsAt: '11:00',
              capacity: 2,
              cutOffHours: 12,
            })),
          )
      })
      const free = async (slotId: string) =>
        (await shop().call('slots', { params: { methodId: 'pick-up', postCode: '' } })).body.slots.find(
          (slot: Json) => slot.slotId === slotId,
        )
      const someSlot = async () =>
        (await shop().call('slots', { params: { methodId: 'pick-up', postCode: '' } })).body.slots.at(-1)

      test('says until when it can be cancelled, in the answer and the mail, and gives the slot back', async () => {
        const { slotId, cutOffAt } = await someSlot()
        const order = await places({ slotId })
        expect(order.cancellation).toEqual({ until: cutOffAt, refusal: null })
        const key = await keyOf(order)
        const mail = shop().mails.find(({ to }) => to === order.customer.email)!
        expect(mail.text).toMatch(
          /You can cancel it there until \w{3} \d+ \w{3}, 9 pm, unless we have begun to pack it\./,
        )
        expect((await free(slotId)).left).toBe(1)
        await cancels(order, key)
        expect((await free(slotId)).left).toBe(2)
      })

      test('refuses after the cut-off, and names the conflict; the answer is kept for its key', async () => {
        const order = await places({ slotId: (await someSlot()).slotId })
        const key = await keyOf(order)
        await database()
          .update(ordersTable)
          .set({ slot: sql`${ordersTable.slot} || '{"cutOffAt":"2026-01-02T21:00:00+11:00"}'::jsonb` })
          .where(eq(ordersTable.id, order.orderId))
        expect((await reads(order.orderNumber, key)).body.data.cancellation).toEqual({
          until: '2026-01-02T21:00:00+11:00',
          refusal: 'cutOff',
        })
        const requestId = newRequestId()
        const refused = soft(409, 'This order could be cancelled until Fri 2 Jan, 9 pm. Please contact us.', 'cutOff')
        expect(await cancels(order, key, requestId)).toMatchObject(refused)
        expect(await cancels(order, key, requestId)).toMatchObject(refused)
        // an order that was stored without a cut-off can be cancelled until its slot begins
        await database()
          .update(ordersTable)
          .set({ slot: sql`${ordersTable.slot} - 'cutOffAt'` })
          .where(eq(ordersTable.id, order.orderId))
        expect((await reads(order.orderNumber, key)).body.data.cancellation).toEqual({
          until: order.slot.startsAt,
          refusal: null,
        })
      })
    })

    test('refuses once packing has begun, and names the conflict', async () => {
      const order = await places()
      const key = await keyOf(order)
      const stock = await stockOf(shop(), shelf.beef)
      const change = { number: Number(order.orderNumber), staffName: 'Mei Chen', version: null }
      for (const status of ['preparing', 'ready-for-pickup', 'completed'] as const) {
        await setOrderStatus(database(), { ...change, status }, 'Shop')
        const refused =
          /^We have begun to pack this order, so it can’t be cancelled here any more\. Please contact us\.$/
        expect(await cancels(order, key)).toMatchObject(soft(409, refused, 'packing'))
      }
      expect(await stockOf(shop(), shelf.beef)).toBe(stock)
      expect((await reads(order.orderNumber, key)).body.data).toMatchObject({
        orderStatus: 'completed',
        cancellation: null,
      })
    })

    test('limits wrong keys per network, also for a right one; right keys are not counted', async () => {
      const order = await places()
      const key = await keyOf(order)
      const from = (remoteAddress: string, sent: string) =>
        opened.app.inject({
          method: 'POST',
          url: '/v1/order/by-link',
          remoteAddress,
          payload: { orderNumber: order.orderNumber, key: sent },
        })
      const address = `203.0.113.${Math.floor(Math.random() * 250) + 1}`
      for (let time = 0; time < 12; time += 1) expect((await from(address, key)).statusCode).toBe(200)
      for (let time = 0; time < 10; time += 1) expect((await from(address, 'x')).statusCode).toBe(404)
      expect((await from(address, 'x')).statusCode).toBe(429)
      expect((await from(address, key)).statusCode).toBe(429)
      expect((await from('198.18.0.9', key)).statusCode).toBe(200)
    })
  })
})
