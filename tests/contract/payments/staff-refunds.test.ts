import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { NewRefund } from '#contract/refund'
import { refunds } from '#gateway/database/schema'
import { readFigures } from '#gateway/office/figures'
import { readOfficeOrder } from '#gateway/office/board'
import { cancelOrder } from '#gateway/orders/cancel-order'
import { readOrderById } from '#gateway/orders/orders'
import { setOrderStatus } from '#gateway/orders/order-status'
import { refundOrder } from '#gateway/orders/refund-order'
import { onBothEngines } from '../gateway/both-engines.ts'
import { atProvider, orders, paid, shopWithPaymentsOn } from './payment-given.ts'

onBothEngines(database => {
  const shop = shopWithPaymentsOn(database)

  /** An order of $60.00 that is paid, captured and completed. */
  async function completed() {
    const purchase = await paid(shop())
    const { body } = await orders(shop(), purchase)
    const number = Number(body.data.orderNumber)
    await shop().runJob()
    await setOrderStatus(
      database(),
      { number, status: 'completed', staffName: 'Command', version: null },
      'Test Grocer',
    )
    const mailsTo = () => shop().mails.filter(({ to }) => to === purchase.body.customer.email)
    return {
      purchase,
      number,
      orderId: body.data.orderId as string,
      atProvider: () => atProvider(shop(), purchase),
      mailsTo,
    }
  }
  const read = (number: number) => readOfficeOrder(database(), number, 'owner')
  let count = 0
  /** Decides on a refund of the order as it is now. */
  const refundsSome = async (number: number, amount: number, more: Partial<NewRefund & { staffName: string }> = {}) =>
    refundOrder(database(), {
      number,
      requestId: `key-${++count}-${number}`,
      amount,
      reason: 'damaged',
      note: null,
      staffName: 'Mei Chen',
      version: (await read(number)).version,
      ...more,
    })

  describe('a refund by staff', () => {
    test('returns its part once, is shown with who decided it, and the customer gets a mail', async () => {
      const order = await completed()
      expect(await read(order.number)).toMatchObject({ refundable: 60, refunds: [] })
      const ownOrder = () => readOrderById(database(), order.orderId)
      await refundsSome(order.number, 12.34, { note: ' Bag was torn ' })
      expect(await ownOrder()).not.toHaveProperty('refunds')
      expect(await read(order.number)).toMatchObject({ refundable: 47.66, refunds: [{ state: 'pending' }] })
      await shop().runJob()
      await shop().runJob()
      expect(order.atProvider()).toMatchObject({ status: 'captured', amount: 4766 })
      const shown = await read(order.number)
      expect(shown).toMatchObject({
        orderStatus: 'completed',
        refundable: 47.66,
        refunds: [{ amount: 12.34, reason: 'damaged', note: 'Bag was torn', staffName: 'Mei Chen', state: 'done' }],
      })
      // the customer sees neither who decided it nor why
      expect((await ownOrder()).refunds).toEqual([{ amount: 12.34, at: shown.refunds![0]!.at }])
      expect(shown.history.at(-1)).toMatchObject({
        staffName: 'Mei Chen',
        what: `refund of order ${order.number}`,
        after: '$12.34, damaged or spoiled',
      })
      expect(order.mailsTo().filter(({ subject }) => subject.startsWith('We have refunded $12.34'))).toHaveLength(1)
    })

    test('comes to at most what was captured, to the cent', async () => {
      const { number } = await completed()
      for (const amount of [0, -5, 60.01, 0.001, 10.005, Number.NaN])
        await expect(refundsSome(number, amount), String(amount)).rejects.toMatchObject({ statusCode: 422 })
      await refundsSome(number, 59.99)
      await expect(refundsSome(number, 0.02)).rejects.toMatchObject({ statusCode: 422, field: 'amount' })
      await refundsSome(number, 0.01)
      await expect(refundsSome(number, 0.01)).rejects.toThrow('Nothing can be refunded')
    })

    test('leaves out what is refunded anyway because less was packed', async () => {
      const { number } = await completed()
      await database().execute(sql`
        update payments set final_amount = 4000 where order_id = (select id from orders where number = ${number})`)
      expect(await read(number)).toMatchObject({ refundable: 40 })
      await expect(refundsSome(number, 40.01)).rejects.toMatchObject({ statusCode: 422 })
    })

    test('is made once for each key, and a key is for one refund', async () => {
      const order = await completed()
      const { version } = await read(order.number)
      const same = { requestId: `same-${order.number}`, version }
      const id = await refundsSome(order.number, 10, same)
      await shop().runJob()
      expect(await refundsSome(order.number, 10, same)).toBe(id)
      await expect(refundsSome(order.number, 11, same)).rejects.toMatchObject({ statusCode: 409 })
      await shop().runJob()
      expect(order.atProvider()).toMatchObject({ status: 'captured', amount: 5000 })
    })

    test('by two members of staff at the same moment is made by the first, and the second is told who it was', async () => {
      const order = await completed()
      const { version } = await read(order.number)
      const ends = await Promise.allSettled([
        refundsSome(order.number, 60, { version, staffName: 'Mei Chen' }),
        refundsSome(order.number, 60, { version, staffName: 'Lan Tran' }),
      ])
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const refused = ends.find(({ status }) => status === 'rejected') as PromiseRejectedResult
      expect(refused.reason.message).toMatch(/changed this order first\. You were refunding \$60\.00\./)
      await shop().runJob()
      expect(order.atProvider()).toMatchObject({ status: 'refunded', returns: 1 })
    })

    test('with one key at the same moment is made once', async () => {
      const order = await completed()
      const { version } = await read(order.number)
      const same = { requestId: `twice-${order.number}`, version }
      const ids = await Promise.all([refundsSome(order.number, 20, same), refundsSome(order.number, 20, same)])
      expect(ids[0]).toBe(ids[1])
      await Promise.all([shop().runJob(), shop().runJob()])
      expect(order.atProvider()).toMatchObject({ status: 'captured', amount: 4000 })
      expect(order.mailsTo().filter(({ subject }) => subject.startsWith('We have refunded'))).toHaveLength(1)
    })

    test.each(['before', 'after'] as const)(
      'is repeated if the line breaks %s it, and moves the money once',
      async when => {
        const order = await completed()
        const id = await refundsSome(order.number, 15)
        shop().fake.fails('refund', when)
        await shop().runJob()
        expect(await read(order.number)).toMatchObject({ refundable: 45, refunds: [{ state: 'pending' }] })
        await database()
          .update(refunds)
          .set({ nextAttemptAt: sql`now()` })
          .where(eq(refunds.id, id))
        await shop().runJob()
        expect(await read(order.number)).toMatchObject({ refundable: 45, refunds: [{ state: 'done' }] })
        expect(order.atProvider()).toMatchObject({ status: 'captured', amount: 4500 })
      },
    )

    test('that the provider refuses for good is shown as refused, and can be made again', async () => {
      const order = await completed()
      order.atProvider().isRefused = true
      await refundsSome(order.number, 15)
      await shop().runJob()
      expect(await read(order.number)).toMatchObject({ refundable: 60, refunds: [{ state: 'refused' }] })
      expect(order.mailsTo().filter(({ subject }) => subject.startsWith('We have refunded'))).toEqual([])
      order.atProvider().isRefused = false
      await refundsSome(order.number, 15)
      await shop().runJob()
      expect(order.atProvider()).toMatchObject({ status: 'captured', amount: 4500 })
    })

    test('that is more than the provider still holds is refused by it, and shown as refused', async () => {
      const order = await completed()
      order.atProvider().amount = 1000
      await refundsSome(order.number, 10.01)
      await shop().runJob()
      expect(order.atProvider()).toMatchObject({ status: 'captured', amount: 1000, returns: 0 })
      await refundsSome(order.number, 10)
      await shop().runJob()
      expect(order.atProvider()).toMatchObject({ status: 'refunded', returns: 1 })
      await refundsSome(order.number, 5)
      await shop().runJob()
      expect((await read(order.number)).refunds!.map(({ state }) => state)).toEqual(['refused', 'done', 'refused'])
    })

    test('is not possible before the order is packed, after it was cancelled, or without a payment', async () => {
      const purchase = await paid(shop())
      const { body } = await orders(shop(), purchase)
      const number = Number(body.data.orderNumber)
      await shop().runJob()
      await expect(refundsSome(number, 5)).rejects.toThrow('Nothing can be refunded')
      await cancelOrder(database(), number, 'Test Grocer')
      await expect(refundsSome(number, 5)).rejects.toThrow('Nothing can be refunded')
      await expect(refundsSome(1, 5, { version: 0 })).rejects.toMatchObject({ statusCode: 404 })
    })

    test('before a cancellation is not returned twice: the mail and the provider return the rest', async () => {
      const order = await completed()
      await refundsSome(order.number, 10)
      await shop().runJob()
      await database().execute(sql`update orders set status = 'on-its-way' where number = ${order.number}`)
      await cancelOrder(database(), order.number, 'Test Grocer')
      await shop().runJob()
      expect(order.atProvider()).toMatchObject({ status: 'refunded', amount: 5000 })
      expect(order.mailsTo().at(-1)!.text).toContain('You won’t be charged $50.00')
    })

    test('of the whole amount before a cancellation is what the mail names, instead of an amount of $0.00', async () => {
      const order = await completed()
      await refundsSome(order.number, 60)
      await shop().runJob()
      await database().execute(sql`update orders set status = 'on-its-way' where number = ${order.number}`)
      await cancelOrder(database(), order.number, 'Test Grocer')
      await shop().runJob()
      expect(order.atProvider()).toMatchObject({ status: 'refunded', returns: 1 })
      const { subject, text } = order.mailsTo().at(-1)!
      expect(subject).toContain('was cancelled')
      expect(text).toContain('What you paid is refunded in full.')
      expect(text).not.toContain('$0.00')
    })

    test('that the provider has not confirmed when the order is cancelled is returned with the rest', async () => {
      const order = await completed()
      await refundsSome(order.number, 10)
      await database().execute(sql`update orders set status = 'on-its-way' where number = ${order.number}`)
      await cancelOrder(database(), order.number, 'Test Grocer')
      await shop().runJob()
      expect(order.atProvider()).toMatchObject({ status: 'refunded' })
      expect((await read(order.number)).refunds).toMatchObject([{ state: 'included' }])
      expect(order.mailsTo().filter(({ subject }) => subject.startsWith('We have refunded'))).toEqual([])
    })

    test('is subtracted from the turnover of the day of its order', async () => {
      const { number } = await completed()
      const figures = () => readFigures(database(), 'Australia/Sydney', 'day', '')
      const before = await figures()
      await refundsSome(number, 25)
      const after = await figures()
      expect(after.refunded - before.refunded).toBeCloseTo(25)
      expect(before.turnover - after.turnover).toBeCloseTo(25)
      expect(after.orders).toBe(before.orders)
    })
  })
})
