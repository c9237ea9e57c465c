import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { NewProblemReport } from '#contract/order-problem'
import type { OrderStatus } from '#contract/order'
import { largestPhotograph } from '#contract/order-problem'
import { deletePersonalData } from '#gateway/customers/personal-data'
import { idempotencyKeys, orders, problemPhotographs, problemReports } from '#gateway/database/schema'
import { fakeProvider } from '../../kit/fake-provider.ts'
import { onBothEngines } from '../gateway/both-engines.ts'
import { newCustomer, newRequestId, shelf, soft, type Answered, type Json } from '../gateway/given.ts'
import { changingShopOn } from './change-given.ts'
import { openShopWithPayments, type ShopWithPayments } from './payment-given.ts'
import { officeCallOn, ownerLogsIn, packerLogsIn } from '../office/office-given.ts'

const noLink = { status: 404, body: { statusCode: 404, message: 'This link does not work any more.' } }
const { beef, dumplings, rice } = shelf
const notPhotograph = 'The file is not a photograph. Please choose a JPEG, PNG or WebP file.'
const damaged = 'The photograph is damaged. Please choose another.'

/** A picture of one colour. */
const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#c33' } })
const base64 = async (content: Buffer | Promise<Buffer>) => (await content).toString('base64')

/** A PNG whose head says that it has so many pixels a side, without them. */
async function bomb(side: number): Promise<Buffer> {
  const content = await picture(8, 8).png().toBuffer()
  content.writeUInt32BE(side, 16)
  content.writeUInt32BE(side, 20)
  const { crc32 } = await import('node:zlib')
  content.writeUInt32BE(crc32(content.subarray(12, 29)), 29)
  return content
}

describe('a report that something is wrong', () => {
  onBothEngines((database, isFirst) => {
    const { shop, places, keyOf, reads, kept } = changingShopOn(database)

    /** An order of one piece of beef and two dumplings, in a status, and the key of its link. */
    async function has(status: OrderStatus = 'completed', headers = {}): Promise<{ order: Json; key: string }> {
      const order = await places(undefined, undefined, {}, headers)
      const key = await keyOf(order)
      await database().update(orders).set({ status }).where(eq(orders.id, order.orderId))
      return { order, key }
    }
    const reportOf = (key: string | undefined, more: Partial<NewProblemReport> = {}): NewProblemReport => ({
      requestId: newRequestId(),
      ...(key !== undefined && { key }),
      kind: 'damaged',
      lines: [{ productId: dumplings, quantity: 1 }],
      ...more,
    })
    const sends = ({ orderId }: Json, body: object, headers: Record<string, string> = {}): Promise<Answered> =>
      shop().call('reportProblem', { params: { id: orderId }, body, headers })
    const storedOf = ({ orderId }: Json) =>
      database().select().from(problemReports).where(eq(problemReports.orderId, orderId))
    const photographOf = async ({ orderId }: Json): Promise<Buffer | undefined> => {
      const [row] = await database()
        .select({ content: problemPhotographs.content })
        .from(problemPhotographs)
        .innerJoin(problemReports, eq(problemReports.id, problemPhotographs.reportId))
        .where(eq(problemReports.orderId, orderId))
      return row?.content
    }

    test('is stored with its lines, shown on the order, and kept as a change', async () => {
      const { order, key } = await has()
      expect((await reads(order)).problems).toEqual({ left: 5, reports: [] })
      const { body } = await sends(order, reportOf(key, { comment: '  Two bags\nwere open ' }))
      expect(body.data.problems).toEqual({
        left: 4,
        reports: [
          {
            reportId: expect.any(String),
            at: expect.stringMatching(/^\d{4}-.*Z$/),
            kind: 'damaged',
            lines: [{ productId: dumplings, productName: 'Pork & Chive Dumplings 1 kg 手工水饺', quantity: 1 }],
            comment: 'Two bags\nwere open',
            hasPhotograph: false,
            answer: null,
          },
        ],
      })
      expect(await reads(order)).toEqual(body.data)
      expect(await kept(order)).toMatchObject([
        {
          staffName: 'The customer',
          what: `problem with order ${order.orderNumber}`,
          before: null,
          after: 'It is damaged or spoiled',
        },
      ])
    })

    test('is stored once for its key, also if requests arrive together, and with another photograph', async () => {
      const { order, key } = await has()
      const body = reportOf(key, { photograph: await base64(picture().jpeg().toBuffer()) })
      const [first, second] = await Promise.all([sends(order, body), sends(order, body)])
      expect(first).toEqual(second)
      const { photograph: _, ...without } = body
      expect(await sends(order, without)).toEqual(first)
      expect(await sends(order, { ...body, photograph: 'no picture' })).toEqual(first)
      expect(await storedOf(order)).toHaveLength(1)
      expect(await sends(order, { ...body, kind: 'missing' })).toMatchObject({
        status: 409,
        body: { message: 'This requestId was used for another request.' },
      })
      const other = await has()
      expect(await sends(other.order, { ...body, key: other.key })).toMatchObject({ status: 409 })
    })

    test('is taken of an order that has left, and of no other', async () => {
      for (const status of ['on-its-way', 'ready-for-pickup', 'completed'] as const) {
        const { order, key } = await has(status)
        expect((await sends(order, reportOf(key))).body).toMatchObject({ statusCode: 200 })
      }
      for (const status of ['received', 'preparing', 'cancelled'] as const) {
        const { order, key } = await has(status)
        expect((await reads(order)).problems).toBeUndefined()
        expect(await sends(order, reportOf(key))).toEqual(
          soft(409, 'Nothing can be reported of this order now. Please call us.'),
        )
      }
    })

    test('is refused for products that the order does not have, and for more of one than it has', async () => {
      const { order, key } = await has()
      const field = (name: string, message: string | RegExp) => {
        const answer = soft(422, message)
        return { ...answer, body: { ...answer.body, field: name } }
      }
      const tries = (lines: NewProblemReport['lines'], more: Partial<NewProblemReport> = {}) =>
        sends(order, reportOf(key, { lines, ...more }))
      expect(await tries([])).toEqual(field('lines', 'Please choose what it is about'))
      expect(await tries([{ productId: rice, quantity: 1 }])).toEqual(field('lines', /not in this order/))
      for (const quantity of [3, 0, -1, 0.5])
        expect(await tries([{ productId: dumplings, quantity }])).toEqual(field('lines', /a number from 1 to 2/))
      const twice = [1, 2].map(quantity => ({ productId: dumplings, quantity }))
      expect(await tries(twice)).toEqual(field('lines', /a number from 1 to 2/))
      expect(await tries([], { kind: 'other' })).toEqual(field('comment', 'Please tell us what is wrong'))
      expect(await tries([], { kind: 'other', comment: 'The driver has not come' })).toMatchObject({
        body: { statusCode: 200 },
      })
      expect(await tries([{ productId: beef, quantity: 1 }], { comment: 'a'.repeat(1001) })).toMatchObject({
        status: 400,
      })
      expect(await storedOf(order)).toHaveLength(1)
    })

    test('is refused after five of the order, also if they arrive together', async () => {
      const { order, key } = await has()
      const answers = await Promise.all(Array.from({ length: 8 }, () => sends(order, reportOf(key))))
      expect(answers.map(({ body }) => body.statusCode).toSorted()).toEqual([200, 200, 200, 200, 200, 409, 409, 409])
      expect((await reads(order)).problems).toMatchObject({ left: 0 })
      expect(await storedOf(order)).toHaveLength(5)
    })

    test('is refused alike for another customer, a wrong key, and an unknown order', async () => {
      const [owner, other] = [await newCustomer(shop().call), await newCustomer(shop().call)]
      const { order } = await has('completed', owner.headers)
      const { key } = await has()
      for (const [body, headers] of [
        [reportOf(undefined), {}],
        [reportOf(undefined), other.headers],
        [reportOf(key), {}],
        [reportOf('x'), {}],
      ] as const)
        expect(await sends(order, body, headers)).toEqual(noLink)
      expect(await sends({ orderId: 'none' }, reportOf(key))).toEqual(noLink)
      expect((await sends(order, reportOf(undefined), owner.headers)).body).toMatchObject({ statusCode: 200 })
    })

    describe('its photograph', () => {
      test.each([
        ['JPEG', () => picture().jpeg().toBuffer()],
        ['PNG', () => picture().png().toBuffer()],
        ['WebP', () => picture().webp().toBuffer()],
        ['AVIF', () => picture().avif().toBuffer()],
      ])('can be %s, and is stored as JPEG', async (_, make) => {
        const { order, key } = await has()
        const { body } = await sends(order, reportOf(key, { photograph: await base64(make()) }))
        expect(body.data.problems.reports).toMatchObject([{ hasPhotograph: true }])
        expect(await sharp(await photographOf(order)).metadata()).toMatchObject({
          format: 'jpeg',
          width: 40,
          height: 30,
        })
      })

      test('is stored upright, at most 1600 pixels a side, without metadata and what follows its end', async () => {
        const { order, key } = await has()
        const gps = { IFD0: { Make: 'MarkedCamera' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '33/1 47/1 0/1' } }
        const taken = await picture(3000, 1000)
          .withExif(gps)
          .withMetadata({ orientation: 6, exif: gps })
          .jpeg()
          .toBuffer()
        expect(taken.toString('latin1')).toContain('MarkedCamera')
        const polyglot = Buffer.concat([taken, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
        expect(await sends(order, reportOf(key, { photograph: await base64(polyglot) }))).toMatchObject({
          body: { statusCode: 200 },
        })
        const stored = (await photographOf(order))!
        const about = await sharp(stored).metadata()
        expect([about.width, about.height, about.exif, about.xmp, about.icc]).toEqual([
          533,
          1600,
          undefined,
          undefined,
          undefined,
        ])
        expect(stored.toString('latin1')).not.toMatch(/MarkedCamera|<script>|alert/)
      })

      if (isFirst)
        test.each<[name: string, content: () => Buffer | Promise<Buffer>, message: string]>([
          ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), notPhotograph],
          ['HTML', () => Buffer.from('<!doctype html><p>Hello'), notPhotograph],
          ['a GIF', () => picture().gif().toBuffer(), notPhotograph],
          ['a TIFF', () => picture().tiff().toBuffer(), notPhotograph],
          ['a PDF', () => Buffer.from('%PDF-1.7\n'), notPhotograph],
          ['one byte', () => Buffer.from('x'), notPhotograph],
          ['the beginning of a JPEG', async () => (await picture().jpeg().toBuffer()).subarray(0, 20), damaged],
          [
            'a JPEG without its end',
            async () => (await picture(900, 900).jpeg().toBuffer()).subarray(0, 2000),
            damaged,
          ],
          ['a PNG without its end', async () => (await picture(900, 900).png().toBuffer()).subarray(0, 200), damaged],
          ['the head of a WebP', () => Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), damaged],
          ['a video', () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42'), damaged],
          ['too many pixels', () => bomb(20_000), 'The photograph has too many pixels. Please choose another.'],
          [
            'too many bytes',
            () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(largestPhotograph - 2)]),
            'The photograph has more than 8 MB. Please choose another.',
          ],
        ])('is refused if it is %s, and nothing is stored', async (_, content, message) => {
          const { order, key } = await has()
          const { body } = await sends(order, reportOf(key, { photograph: await base64(content()) }))
          expect(body).toEqual({ statusCode: 422, message, data: null, field: 'photograph' })
          expect(await storedOf(order)).toEqual([])
        })

      if (isFirst)
        test('is refused if it is empty, no base64, or longer than the limit', async () => {
          const { order, key } = await has()
          expect(await sends(order, reportOf(key, { photograph: '' }))).toMatchObject({ status: 400 })
          for (const photograph of ['data:image/png;base64,AAAA', 'AA AA', 'ÄÄÄÄ', '===='])
            expect(await sends(order, reportOf(key, { photograph }))).toMatchObject({
              body: { statusCode: 422, field: 'photograph' },
            })
          expect(await sends(order, reportOf(key, { photograph: 'A'.repeat(11_000_000) }))).toMatchObject({
            status: 413,
          })
          expect(await storedOf(order)).toEqual([])
        })

      test('is in no answer to the shopper, and is deleted with the person', async () => {
        const { order, key } = await has()
        const photograph = await base64(picture().jpeg().toBuffer())
        const { body } = await sends(order, reportOf(key, { photograph, comment: 'Ring Mei' }))
        const stored = (await photographOf(order))!.toString('base64')
        expect(JSON.stringify(body)).not.toContain(stored.slice(0, 100))
        const answers = await database()
          .select()
          .from(idempotencyKeys)
          .where(eq(idempotencyKeys.call, 'POST /order/problem'))
        expect(JSON.stringify(answers)).not.toMatch(/Ring Mei|\/9j\//)
        await deletePersonalData(database(), order.customer.email)
        expect(await storedOf(order)).toEqual([])
        expect(await photographOf(order)).toBeUndefined()
      })
    })

    test('that is refused can be corrected and sent again with another key', async () => {
      const { order, key } = await has()
      const refused = reportOf(key, { lines: [] })
      const answer = await sends(order, refused)
      expect(await sends(order, refused)).toEqual(answer)
      expect((await sends(order, { ...refused, ...reportOf(key) })).body).toMatchObject({ statusCode: 200 })
    })
  })
})

describe('a report in the office', () => {
  onBothEngines(database => {
    const { shop, places, keyOf, reads } = changingShopOn(database)
    let opened: ShopWithPayments & { app: FastifyInstance }
    let owner: string
    let packer: string
    beforeAll(async () => {
      opened = await openShopWithPayments(database(), fakeProvider(), {
        office: 'on',
        shopEmail: 'grocer@example.com',
      })
      owner = (await ownerLogsIn(call, database(), 'Mei Chen')).token
      packer = await packerLogsIn(call, database(), 'Lan Tran')
    })
    afterAll(() => opened.app.close())
    const call = officeCallOn(() => opened.app)

    async function reported(more: Partial<NewProblemReport> = {}): Promise<Json> {
      const order = await places()
      const key = await keyOf(order)
      await database()
        .update(orders)
        .set({ status: 'completed', createdAt: sql`now() - interval '3 days'` })
        .where(eq(orders.id, order.orderId))
      const lines = [{ productId: beef, quantity: 1 }]
      const body = { requestId: newRequestId(), key, kind: 'missing', lines, ...more }
      const answer = await opened.call('reportProblem', { params: { id: order.orderId }, body })
      expect(answer.body).toMatchObject({ statusCode: 200 })
      return order
    }
    const readsOffice = async (number: string, token = packer) =>
      (await call('officeOrder', token, { params: { number } })).body.data
    const answers = async (number: string, answer: string, more: object = {}, token = packer) => {
      const { version, reports } = await readsOffice(number)
      const params = { number, reportId: reports[0].reportId }
      return call('officeAnswerReport', token, { params, body: { answer, version, ...more } })
    }

    test('is on the board and on the order until it is answered, and the store gets a mail', async () => {
      const { orderNumber, customer } = await reported({ comment: 'Not in the bag' })
      const onBoard = async () =>
        (await call('officeBoard', packer)).body.listData.find((one: Json) => one.orderNumber === orderNumber)
      expect(await onBoard()).toMatchObject({ openReports: 1 })
      expect((await readsOffice(orderNumber)).reports).toMatchObject([
        { kind: 'missing', comment: 'Not in the bag', lines: [{ productId: beef, quantity: 1 }], answer: null },
      ])
      await expect
        .poll(() => opened.mails.filter(({ to }) => to === 'grocer@example.com').map(({ subject }) => subject))
        .toContain(`Something is wrong with order ${orderNumber}`)
      expect(JSON.stringify(opened.mails.filter(({ to }) => to === 'grocer@example.com'))).not.toMatch(
        new RegExp(`${customer.email}|Not in the bag`),
      )
      const { body } = await answers(orderNumber, ' Sorry. We bring it tomorrow. ')
      expect(body.data).toMatchObject({
        reports: [{ answer: { text: 'Sorry. We bring it tomorrow.', staffName: 'Lan Tran' } }],
        history: [
          { staffName: 'The customer' },
          {
            staffName: 'Lan Tran',
            what: `report ‘It is missing’ of order ${orderNumber}`,
            before: 'Not answered',
            after: 'Answered',
          },
        ],
      })
      expect(await onBoard()).toBeUndefined()
    })

    test('is answered to the shopper, on the order and by mail', async () => {
      const order = await reported()
      await answers(order.orderNumber, 'Sorry. We bring it tomorrow.')
      const { problems } = await reads(order)
      expect(problems.reports).toMatchObject([
        { answer: { text: 'Sorry. We bring it tomorrow.', at: expect.any(String) } },
      ])
      expect(JSON.stringify(problems)).not.toContain('Lan Tran')
      const mail = () => opened.mails.find(({ to, subject }) => to === order.customer.email && /answer/.test(subject))
      await expect.poll(mail).toBeDefined()
      expect(mail()!.text).toContain('Sorry. We bring it tomorrow.')
      expect(mail()!.text).toContain(`/order/${order.orderNumber}?key=`)
    })

    test('is not answered on an older version, with nothing, or with too much', async () => {
      const { orderNumber } = await reported()
      const { version } = await readsOffice(orderNumber)
      await answers(orderNumber, 'First', {}, owner)
      expect((await answers(orderNumber, 'Second', { version })).body).toMatchObject({
        statusCode: 409,
        message: expect.stringContaining('Mei Chen changed this order first.'),
      })
      for (const answer of ['', ' \n', 'a'.repeat(1001)])
        expect((await answers(orderNumber, answer)).body).toMatchObject({ statusCode: 422, field: 'answer' })
      expect((await answers(orderNumber, 'Second')).body.data.reports).toMatchObject([{ answer: { text: 'Second' } }])
    })

    test('has its photograph for staff alone', async () => {
      const { orderNumber } = await reported({ photograph: await base64(picture().jpeg().toBuffer()) })
      const without = await reported()
      const { reportId } = (await readsOffice(orderNumber)).reports[0]
      const asks = (token: string | null, number: string, headers = {}) =>
        call('officeReportPhotograph', token, { params: { number, reportId }, headers })
      for (const token of [owner, packer]) expect(await asks(token, orderNumber)).toMatchObject({ status: 200 })
      const answer = await opened.app.inject({
        url: `/office-api/orders/${orderNumber}/reports/${reportId}/photograph`,
        headers: { cookie: `office=${packer}` },
      })
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 40 })
      expect(await asks(null, orderNumber)).toMatchObject({ status: 401 })
      expect(await asks(packer, orderNumber, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
      expect(await asks(packer, without.orderNumber)).toMatchObject({ status: 404 })
    })

    test('is unknown on another order', async () => {
      const [one, other] = [await reported(), await reported()]
      const { reportId } = (await readsOffice(one.orderNumber)).reports[0]
      const { version } = await readsOffice(other.orderNumber)
      const params = { number: other.orderNumber, reportId }
      expect(await call('officeAnswerReport', owner, { params, body: { answer: 'x', version } })).toMatchObject({
        status: 404,
      })
      expect(shop().mails.filter(({ subject }) => subject.includes('answer'))).toEqual([])
    })
  })
})
