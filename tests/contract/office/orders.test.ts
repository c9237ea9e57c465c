import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OfficeLine } from '#contract/office'
import type { NewOrder, OrderStatus } from '#contract/order'
import { orderCommands } from '#gateway/cli/order-commands'
import { changes, orders, products } from '#gateway/database/schema'
import { onBothEngines } from '../gateway/both-engines.ts'
import { address, callOn, cartWith, caseGateway, caseMails, newEmail, orderOf, shelf } from '../gateway/given.ts'
import { officeCallOn, ownerLogsIn, packerLogsIn } from './office-given.ts'

onBothEngines((database, isFirst) => {
  let app: FastifyInstance
  let owner: string
  let packer: string
  beforeAll(async () => {
    app = await caseGateway(database(), { office: 'on' })
    owner = (await ownerLogsIn(call, database(), 'Mei Chen')).token
    packer = await packerLogsIn(call, database(), 'Lan Tran')
  })
  afterAll(() => app.close())
  const call = officeCallOn(() => app)
  const shopCall = callOn(() => app)

  /** Places an order of one piece of beef. @returns its number */
  async function places(more: Partial<NewOrder> = {}): Promise<string> {
    const { body } = await shopCall('placeOrder', {
      body: orderOf(await cartWith(shopCall, [shelf.beef, 1]), 60, more),
    })
    expect(body).toMatchObject({ statusCode: 200 })
    return body.data.orderNumber
  }
  const read = async (number: string, token = owner) =>
    (await call('officeOrder', token, { params: { number } })).body.data
  const sets = async (token: string, number: string, status: OrderStatus, version: number) =>
    (await call('officeSetStatus', token, { params: { number }, body: { status, version } })).body
  const numbersOf = async (search = '') =>
    (await call('officeBoard', packer, { params: { search } })).body.listData.map(
      ({ orderNumber }: { orderNumber: string }) => orderNumber,
    )
  const person = (more: object) => ({
    firstName: 'Hoa',
    lastName: 'Nguyen',
    telephone: '0298765432',
    email: newEmail(),
    ...more,
  })

  describe('the board', () => {
    test('lists open orders of any day and finished ones of today, newest first', async () => {
      const [old, oldDone, today] = [await places(), await places(), await places()]
      await call('officeSetStatus', owner, { params: { number: today }, body: { status: 'cancelled', version: 0 } })
      await orderCommands['order-status'](database(), [oldDone, 'completed'])
      for (const number of [old, oldDone])
        await database()
          .update(orders)
          .set({ createdAt: sql`now() - interval '3 days'` })
          .where(eq(orders.number, Number(number)))
      const listed = await numbersOf()
      expect(listed).toEqual(listed.toSorted((a: string, b: string) => Number(b) - Number(a)))
      expect([old, oldDone, today].map(number => listed.includes(number))).toEqual([true, false, true])
    })

    test('names the new orders, which a page announces', async () => {
      const [one, two] = [await places(), await places()]
      const newOrders = async () => (await call('officeNewOrders', packer)).body.data.orderNumbers
      expect((await newOrders()).slice(0, 2)).toEqual([two, one])
      await sets(packer, two, 'preparing', 0)
      expect((await newOrders())[0]).toBe(one)
    })

    test('finds orders of any day by number, name and phone', async () => {
      const one = await places({ customer: person({ lastName: 'O’Hara_100%', telephone: '+61 (2) 5550-0188' }) })
      await orderCommands['order-status'](database(), [one, 'completed'])
      for (const search of [one, 'o’hara', 'hoa O’', '_100%', '55500188', '(2) 5550'])
        expect(await numbersOf(search), search).toContain(one)
      for (const search of ['o_hara', '%', 'Mai', '999999999'])
        expect(await numbersOf(search), search).not.toContain(search === '%' ? '0' : one)
      expect(await call('officeBoard', packer, { params: { search: 'x'.repeat(101) } })).toMatchObject({ status: 400 })
    })
  })

  describe('an order', () => {
    test('shows lines, address, payment, comment and what was changed by whom', async () => {
      const number = await places({ comment: 'Ring twice', customer: person({}) })
      await sets(packer, number, 'preparing', 0)
      expect(await read(number, packer)).toMatchObject({
        orderNumber: number,
        orderStatus: 'preparing',
        version: 1,
        name: 'Hoa Nguyen',
        comment: 'Ring twice',
        lines: [{ productId: shelf.beef, quantity: 1 }],
        deliveryAddress: null,
        next: ['ready-for-pickup'],
        payment: { method: 'on-delivery', status: 'pending' },
        history: [{ staffName: 'Lan Tran', what: `status of order ${number}`, before: 'New', after: 'Picking' }],
      })
      expect((await call('officeOrder', owner, { params: { number: '1' } })).status).toBe(404)
      expect((await call('officeOrder', owner, { params: { number: 'x' } })).status).toBe(404)
    })

    test('lists its lines by aisle, in the order of the shop', async () => {
      const cart = await cartWith(shopCall, [shelf.ramyun, 1], [shelf.fishSauce, 1], [shelf.beef, 1])
      const { body } = await shopCall('placeOrder', { body: orderOf(cart, 80) })
      const { lines } = await read(body.data.orderNumber, packer)
      expect(lines.map(({ productId, aisle }: OfficeLine) => [aisle, productId])).toEqual([
        ['Rice & Grains', shelf.beef],
        ['Rice & Grains', shelf.fishSauce],
        ['Gifts', shelf.ramyun],
      ])
    })

    test('goes from picking to its customer, on its way or to the counter', async () => {
      const collected = await places()
      const steps: OrderStatus[] = ['preparing', 'ready-for-pickup', 'completed']
      for (const [version, status] of steps.entries())
        expect(await sets(packer, collected, status, version)).toMatchObject({ data: { orderStatus: status } })
      expect((await read(collected)).next).toEqual([])
      const { body } = await shopCall('placeOrder', {
        body: orderOf(await cartWith(shopCall, [shelf.beef, 1]), 65.9, {
          deliveryMethod: 'home',
          deliveryAddress: address,
          deliveryFee: 5.9,
        }),
      })
      const delivered = body.data.orderNumber
      await sets(packer, delivered, 'preparing', 0)
      expect((await read(delivered)).next).toEqual(['on-its-way', 'cancelled'])
      expect(await sets(packer, delivered, 'ready-for-pickup', 1)).toMatchObject({
        statusCode: 409,
        message: `Order ${delivered} is ‘Picking’ and can’t become ‘Ready for pick-up’.`,
      })
    })

    test('is cancelled by an owner only, with its goods back and one mail', async () => {
      const stock = async () => (await database().select().from(products).where(eq(products.id, shelf.beef)))[0]!.stock
      const before = await stock()
      const customer = person({})
      const number = await places({ customer })
      const refused = await call('officeSetStatus', packer, {
        params: { number },
        body: { status: 'cancelled', version: 0 },
      })
      expect(refused.status).toBe(403)
      const answers = await Promise.all([1, 2, 3].map(() => sets(owner, number, 'cancelled', 0)))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
      expect(await stock()).toBe(before)
      const mails = () =>
        caseMails.filter(({ to, subject }) => to === customer.email && subject.endsWith('was cancelled'))
      await expect.poll(mails).toHaveLength(1)
    })

    test('that two people change at the same moment is changed once; the second learns who was first', async () => {
      const number = await places()
      await sets(packer, number, 'preparing', 0)
      const [one, two] = await Promise.all([
        sets(packer, number, 'ready-for-pickup', 1),
        sets(owner, number, 'cancelled', 1),
      ])
      const [first, second, who, wanted] =
        one.statusCode === 200 ? [one, two, 'Lan Tran', 'Cancelled'] : [two, one, 'Mei Chen', 'Ready for pick-up']
      const now = first.data.orderStatus === 'cancelled' ? 'Cancelled' : 'Ready for pick-up'
      expect(second).toMatchObject({
        statusCode: 409,
        message: `${who} changed this order first. It is ‘${now}’ now; you chose ‘${wanted}’. Nothing was changed.`,
      })
      expect((await read(number)).history).toHaveLength(2)
    })

    test('with goods by weight leaves once they are weighed, with one mail about the final amount', async () => {
      const weighed = { by: 'piece', grams: 600, mostGrams: 720 } as const
      await database().update(products).set({ weighed }).where(eq(products.id, shelf.dumplings))
      const customer = person({})
      const cart = await cartWith(shopCall, [shelf.dumplings, 4])
      const { body } = await shopCall('placeOrder', { body: orderOf(cart, 40, { most: 48, customer }) })
      const number = body.data.orderNumber
      const weighs = async (grams: number, version: number) =>
        (
          await call('officeWeigh', packer, {
            params: { number },
            body: { productId: shelf.dumplings, grams, version },
          })
        ).body
      await sets(packer, number, 'preparing', 0)
      expect((await read(number)).next).toEqual(['cancelled'])
      expect(await weighs(12.5, 1)).toMatchObject({ statusCode: 400 })
      expect(await weighs(2460, 1)).toMatchObject({
        data: { total: 41, isEstimate: false, version: 2, next: ['ready-for-pickup'] },
      })
      expect(await weighs(2400, 1)).toMatchObject({
        statusCode: 409,
        message: expect.stringMatching(
          /^Lan Tran changed this order first\. .* is ‘2\.46 kg’ now; you entered ‘2\.4 kg’\./,
        ),
      })
      expect((await read(number)).history.at(-1)).toMatchObject({ before: null, after: '2.46 kg' })
      const mails = () => caseMails.filter(({ to, subject }) => to === customer.email && subject.endsWith('$41.00'))
      await expect.poll(mails).toHaveLength(1)
    })

    test('that the operator’s command changes is changed by ‘Command’', async () => {
      const number = await places()
      await orderCommands['order-status'](database(), [number, 'on-its-way'])
      await orderCommands['order-status'](database(), [number, 'on-its-way'])
      expect((await read(number)).history).toMatchObject([{ staffName: 'Command', before: 'New', after: 'On its way' }])
      expect((await sets(packer, number, 'preparing', 0)).message).toContain('Command changed this order first')
    })
  })

  if (isFirst)
    describe('the list of changes', () => {
      test('has every change, newest first, page by page, and no name of a customer', async () => {
        await sets(packer, await places({ customer: person({ lastName: 'Unmistakable' }) }), 'preparing', 0)
        const { listData } = (await call('officeChanges', owner, { params: { before: '' } })).body
        const all = await database().select().from(changes)
        expect(listData).toHaveLength(all.length)
        expect(listData[0]).toMatchObject({ staffName: 'Lan Tran', before: 'New', after: 'Picking' })
        const older = await call('officeChanges', owner, { params: { before: String(listData[2].changeId) } })
        expect(older.body.listData).toEqual(listData.slice(3))
        expect(JSON.stringify(all)).not.toContain('Unmistakable')
      })
    })
})
