import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OfficeFigures } from '#contract/office-figures'
import { countMissedSearch, deleteOldMissedSearches, mostTerms } from '#gateway/catalogue/missed-searches'
import { missedSearches, orderLines, orders, payments } from '#gateway/database/schema'
import { onBothEngines } from '../gateway/both-engines.ts'
import { callOn, cartWith, caseGateway, orderOf, shelf } from '../gateway/given.ts'
import { officeCallOn, ownerLogsIn } from './office-given.ts'

onBothEngines(database => {
  let app: FastifyInstance
  let owner: string
  beforeAll(async () => {
    app = await caseGateway(database(), { office: 'on' })
    owner = (await ownerLogsIn(call, database())).token
  })
  afterAll(() => app.close())
  const call = officeCallOn(() => app)
  const shopCall = callOn(() => app)

  const figuresOf = async (period: string, day: string): Promise<OfficeFigures> => {
    const { status, body } = await call('officeFigures', owner, { params: { period, day } })
    expect(status).toBe(200)
    return body.data
  }
  /** Places an order of beef at $60, as if at a moment. @returns its id */
  async function places(at: string, quantity = 1): Promise<string> {
    const { body } = await shopCall('placeOrder', {
      body: orderOf(await cartWith(shopCall, [shelf.beef, quantity]), 60 * quantity),
    })
    const id: string = body.data.orderId
    await database()
      .update(orders)
      .set({ createdAt: new Date(at) })
      .where(eq(orders.id, id))
    return id
  }
  /** A payment that began at a moment. */
  const pays = (requestId: string, at: string, more: Partial<typeof payments.$inferInsert>) =>
    database()
      .insert(payments)
      .values({
        requestId,
        sessionId: requestId,
        bodyHash: '',
        intent: 'authorize',
        amount: 6000,
        currency: 'AUD',
        state: 'creating',
        subtotal: 6000,
        discount: 0,
        deliveryFee: 0,
        expiresAt: new Date(at),
        begunAt: new Date(at),
        ...more,
      })

  describe('the figures of a day', () => {
    test('are of the hours of the day at the store, without those around it', async () => {
      await places('2026-05-11T13:59:59.999Z')
      await places('2026-05-11T14:00:00Z')
      await places('2026-05-11T23:30:00Z', 2)
      await places('2026-05-12T14:00:00Z')
      const figures = await figuresOf('day', '2026-05-12')
      expect(figures).toMatchObject({
        orders: 2,
        turnover: 180,
        basket: 90,
        firstDay: '2026-05-12',
        lastDay: '2026-05-12',
      })
      expect(figures).toMatchObject({ earlier: '2026-05-11', later: '2026-05-13' })
      expect(figures.parts).toHaveLength(24)
      expect(figures.parts.filter(part => part.orders > 0)).toEqual([
        { startsAt: '2026-05-12T00:00:00+10:00', orders: 1, turnover: 60, paymentFailures: 0 },
        { startsAt: '2026-05-12T09:00:00+10:00', orders: 1, turnover: 120, paymentFailures: 0 },
      ])
      expect(figures.bestSellers).toMatchObject([{ productId: shelf.beef, quantity: 3, turnover: 180 }])
    })

    test('have 25 hours when daylight saving time ends, and 23 when it begins', async () => {
      await places('2026-04-04T15:30:00Z')
      await places('2026-04-04T16:30:00Z')
      const ending = await figuresOf('day', '2026-04-05')
      expect(ending.parts).toHaveLength(25)
      expect(ending.parts.filter(part => part.orders > 0).map(({ startsAt }) => startsAt)).toEqual([
        '2026-04-05T02:00:00+11:00',
        '2026-04-05T02:00:00+10:00',
      ])
      const beginning = await figuresOf('day', '2025-10-05')
      expect(beginning.parts).toHaveLength(23)
      expect(beginning.parts.map(({ startsAt }) => startsAt.slice(11, 13))).not.toContain('02')
    })

    test('count cancelled orders apart, and subtract what was refunded', async () => {
      const [kept, cancelled, refunded] = [
        await places('2026-05-20T02:00:00Z'),
        await places('2026-05-20T02:10:00Z', 2),
        await places('2026-05-20T03:00:00Z', 3),
      ]
      await database().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, cancelled))
      await pays(`refunded-${refunded}`, '2026-05-20T03:00:00Z', { state: 'ended', amount: 6000, orderId: refunded })
      expect(await figuresOf('day', '2026-05-20')).toMatchObject({
        orders: 2,
        turnover: 60,
        basket: 30,
        cancelled: { orders: 1, total: 120 },
        refunded: 180,
      })
      await database().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, kept))
      await database().update(orders).set({ status: 'cancelled' }).where(eq(orders.id, refunded))
      expect(await figuresOf('day', '2026-05-20')).toMatchObject({
        orders: 0,
        turnover: 0,
        basket: null,
        cancelled: { orders: 3, total: 360 },
        refunded: 0,
        bestSellers: [],
      })
    })

    test('count what was packed: not what was out of stock, and the substitute in place of its line', async () => {
      const [gone, replaced] = [await places('2026-05-22T02:00:00Z'), await places('2026-05-22T02:00:00Z', 2)]
      const change = (orderId: string, line: Partial<typeof orderLines.$inferInsert>) =>
        database().update(orderLines).set(line).where(eq(orderLines.orderId, orderId))
      await change(gone, { picking: 'out-of-stock', charged: 0 })
      const substitute = { productId: shelf.rice, productName: 'Rice', productImage: '', price: 1000, quantity: 2 }
      await change(replaced, { picking: 'substitute', substitute, charged: 2000 })
      const { bestSellers } = await figuresOf('day', '2026-05-22')
      expect(bestSellers).toEqual([{ productId: shelf.rice, productName: 'Rice', quantity: 2, turnover: 20 }])
    })

    test('have the declined and refused payments that began in it', async () => {
      await pays('declined', '2026-05-25T01:20:00Z', { declines: 2 })
      await pays('refused', '2026-05-25T01:50:00Z', { state: 'failed' })
      await pays('abandoned', '2026-05-25T01:55:00Z', { state: 'ended' })
      await pays('day-before', '2026-05-24T01:20:00Z', { declines: 1 })
      const { paymentFailures, parts } = await figuresOf('day', '2026-05-25')
      expect(paymentFailures).toEqual({ declined: 2, refused: 1 })
      expect(parts.filter(part => part.paymentFailures > 0)).toMatchObject([
        { startsAt: '2026-05-25T11:00:00+10:00', paymentFailures: 3 },
      ])
    })

    test('are those of today without a day, and have no later ones', async () => {
      await shopCall('placeOrder', { body: orderOf(await cartWith(shopCall, [shelf.beef, 1]), 60) })
      const figures = await figuresOf('day', '')
      expect(figures.orders).toBeGreaterThan(0)
      expect(figures.later).toBeNull()
    })

    test.each([
      ['month', '2026-05-25'],
      ['day', '2026-02-30'],
      ['day', 'yesterday'],
    ])('are refused for the period %s and the day %s', async (period, day) => {
      expect((await call('officeFigures', owner, { params: { period, day } })).status).toBe(400)
    })
  })

  test('the figures of a week are of its days from Monday to Sunday, over a change of the clocks', async () => {
    await places('2026-03-29T13:30:00Z') // Monday 00:30
    await places('2026-04-05T13:30:00Z') // Sunday 23:30, after the change
    await places('2026-04-05T14:30:00Z') // Monday after
    const figures = await figuresOf('week', '2026-04-01')
    expect(figures).toMatchObject({
      firstDay: '2026-03-30',
      lastDay: '2026-04-05',
      earlier: '2026-03-29',
      later: '2026-04-06',
    })
    expect(figures.parts.map(({ startsAt }) => startsAt)).toEqual([
      '2026-03-30T00:00:00+11:00',
      '2026-03-31T00:00:00+11:00',
      '2026-04-01T00:00:00+11:00',
      '2026-04-02T00:00:00+11:00',
      '2026-04-03T00:00:00+11:00',
      '2026-04-04T00:00:00+11:00',
      '2026-04-05T00:00:00+11:00',
    ])
    expect([figures.parts[0]!.orders, figures.parts[6]!.orders]).toEqual([1, 3])
  })

  describe('searches without a result', () => {
    const counted = async (day: string) => (await figuresOf('day', day)).missedSearches

    test('are counted by their term, and searches that find something are not', async () => {
      const search = (searchCriteria: string, more = {}) =>
        shopCall('products', { body: { criteria: 'search', brand_id: 0, category_id: 0, searchCriteria, ...more } })
      await search('Zzqx  Wvvk')
      await search('zzqx wvvk', { page: 1, pageSize: 8 })
      await search('zzqx wvvk', { page: 2, pageSize: 8 })
      await search('rice')
      await search('mai.zzqx@example.com')
      await expect.poll(() => counted('')).toEqual([{ term: 'zzqx wvvk', searches: 2 }])
    })

    test('are summed over a week, the most frequent first', async () => {
      for (const [day, term] of [
        ['2026-06-01', 'durian'],
        ['2026-06-01', 'natto'],
        ['2026-06-07', 'natto'],
        ['2026-06-08', 'natto'],
      ] as const)
        await countMissedSearch(database(), day, term)
      expect((await figuresOf('week', '2026-06-03')).missedSearches).toEqual([
        { term: 'natto', searches: 2 },
        { term: 'durian', searches: 1 },
      ])
    })

    test('have a number of terms each day, and known ones are counted further', async () => {
      const day = '2026-06-20'
      await database().execute(
        sql`insert into missed_searches (day, term) select ${day}::date, 'term ' || n from generate_series(1, ${mostTerms}::integer) n`,
      )
      await countMissedSearch(database(), day, 'one more')
      await countMissedSearch(database(), day, 'term 7')
      const rows = await database().select().from(missedSearches).where(eq(missedSearches.day, day))
      expect(rows).toHaveLength(mostTerms)
      expect(await counted(day)).toContainEqual({ term: 'term 7', searches: 2 })
    })

    test('of the same term at the same moment are all counted', async () => {
      await Promise.all(Array.from({ length: 12 }, () => countMissedSearch(database(), '2026-06-22', 'kaya')))
      expect(await counted('2026-06-22')).toEqual([{ term: 'kaya', searches: 12 }])
    })

    test('are deleted after 90 days', async () => {
      await database().execute(
        sql`insert into missed_searches (day, term) values (current_date - 91, 'gone'), (current_date - 90, 'kept')`,
      )
      await deleteOldMissedSearches(database())
      const rows = await database().select({ term: missedSearches.term }).from(missedSearches)
      expect(rows.map(({ term }) => term)).toContain('kept')
      expect(rows.map(({ term }) => term)).not.toContain('gone')
    })
  })
})
