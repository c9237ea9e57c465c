import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SectionName } from '#contract/office-settings'
import { slotsCommand } from '#gateway/cli/slots-command'
import { changes, coupons } from '#gateway/database/schema'
import { createPictures } from '#gateway/catalogue/pictures'
import { demoPictures } from '#gateway/demo/pictures'
import { couponSection } from '#gateway/office/settings/coupon-settings'
import { createSettingsVersion } from '#gateway/shop/settings-version'
import { readRules, storeFirstRules } from '#gateway/shop/store-settings'
import { dayAt, daysFrom, weekdayOf } from '#gateway/shop/local-time'
import { onBothEngines } from '../gateway/both-engines.ts'
import { address, callOn, caseGateway, caseStore, cartWith, orderOf, shelf } from '../gateway/given.ts'
import { officeCallOn, ownerLogsIn } from './office-given.ts'

onBothEngines(database => {
  let app: FastifyInstance
  let mei: string
  let lan: string
  beforeAll(async () => {
    app = await caseGateway(database(), { office: 'on' })
    mei = (await ownerLogsIn(call, database(), 'Mei Chen')).token
    lan = (await ownerLogsIn(call, database(), 'Lan Tran')).token
  })
  afterAll(() => app.close())
  const call = officeCallOn(() => app)
  const shopCall = callOn(() => app)

  const lists = async (section: SectionName) => (await call('officeSettings', mei, { params: { section } })).body.data
  const reads = async (section: SectionName, key: string) =>
    (await call('officeSetting', mei, { params: { section, key } })).body.data
  /** Saves with the version that is stored, unless the case names another one. */
  const saves = async (section: SectionName, key: string, values: object, { token = mei, version = -1 } = {}) => {
    const known = version === -1 ? (await reads(section, key)).version : version
    const body = { version: known, values }
    return (await call('officeChangeSetting', token, { params: { section, key }, body })).body
  }
  const removes = async (section: SectionName, key: string, version?: number) => {
    const body = { version: version ?? (await reads(section, key)).version }
    return (await call('officeRemoveSetting', mei, { params: { section, key }, body })).body
  }

  const tomorrow = daysFrom(dayAt('Australia/Sydney', new Date()), 2)[1]!
  const window = { method: 'pick-up', weekday: String(weekdayOf(tomorrow)), from: '09:00', to: '11:00' }
  const windowKey = `pick-up_${window.weekday}_0900`
  const slotsOf = async () =>
    (await shopCall('slots', { params: { methodId: 'pick-up', postCode: '' } })).body.slots as { slotId: string }[]

  describe('a window of slots', () => {
    test('that is made is offered at once, and its list says how many orders each coming slot has', async () => {
      const made = await saves('slots', 'new', { ...window, places: '2', cutOff: '0' })
      expect(made.data).toMatchObject({ key: windowKey, values: { places: '2' } })
      expect(made.data.history).toMatchObject([
        { staffName: 'Mei Chen', what: expect.stringMatching(/^window Pick up, \w+ 09:00$/), before: null },
      ])
      const [{ slotId }] = (await slotsOf()) as [{ slotId: string }]
      const sessionId = await cartWith(shopCall, [shelf.beef, 1])
      expect((await shopCall('placeOrder', { body: orderOf(sessionId, 60, { slotId }) })).body.statusCode).toBe(200)
      expect((await lists('slots')).slots).toMatchObject([{ slotId, methodName: 'Pick up', capacity: 2, taken: 1 }])
    })

    test('takes as many orders as it is changed to, and its history names both numbers', async () => {
      const saved = await saves('slots', windowKey, { places: '1' })
      expect(saved.data.history.at(-1)).toMatchObject({
        what: expect.stringMatching(/^orders of window Pick up/),
        before: '2',
        after: '1',
      })
      expect(await slotsOf()).toMatchObject([{ left: 0 }])
    })

    test('is not offered on a closed day, where the office still shows the orders that it has', async () => {
      expect(await saves('closed-days', 'new', { day: tomorrow })).toMatchObject({ data: { key: tomorrow } })
      expect(await slotsOf()).toEqual([])
      expect((await lists('slots')).slots).toMatchObject([{ capacity: 0, taken: 1 }])
      expect(await saves('closed-days', 'new', { day: tomorrow })).toMatchObject({ statusCode: 422, field: 'day' })
      expect(await removes('closed-days', tomorrow)).toMatchObject({ statusCode: 200 })
      expect(await slotsOf()).toHaveLength(1)
    })

    test('is offered for as many days as its method is', async () => {
      expect(await saves('methods', 'pick-up', { days: '1' })).toMatchObject({ statusCode: 200 })
      expect(await slotsOf()).toEqual([])
      await saves('methods', 'pick-up', { days: '8' })
      expect(await slotsOf()).toHaveLength(1)
    })

    test('that is removed is offered no more, and the row of changes keeps what it was', async () => {
      const { history } = await reads('slots', windowKey)
      expect(await removes('slots', windowKey)).toMatchObject({ statusCode: 200 })
      expect(await slotsOf()).toEqual([])
      expect((await call('officeSetting', mei, { params: { section: 'slots', key: windowKey } })).status).toBe(404)
      const kept = await database()
        .select()
        .from(changes)
        .where(eq(changes.setting, `slots/${windowKey}`))
      expect(kept).toHaveLength(history.length + 1)
      expect(kept.at(-1)).toMatchObject({ before: expect.stringContaining('orders: 1'), after: null })
    })
  })

  describe('the fees and the delivery area', () => {
    const asksFee = async (of = shopCall, deliveryMethod = 'home') =>
      (await of('deliveryFee', { body: { ...address, sessionId: 'x', deliveryMethod } })).body
    const ordersHome = async (deliveryFee: number, total: number, quantity = 1) => {
      const sessionId = await cartWith(shopCall, [shelf.beef, quantity])
      const delivery = { deliveryMethod: 'home', deliveryAddress: address, deliveryFee }
      return (await shopCall('placeOrder', { body: orderOf(sessionId, total, delivery) })).body
    }
    /** Another process of the gateway, on the same database. */
    let second: FastifyInstance
    const secondCall = callOn(() => second)
    beforeAll(async () => {
      second = await caseGateway(database())
    })
    afterAll(() => second.close())

    test('that were changed count at once on every gateway; an order that was reviewed at another fee is refused with both', async () => {
      expect((await asksFee()).data).toEqual({ deliveryFee: 5.9 })
      expect(await saves('fees', '2122', { fee: '7.5' })).toMatchObject({ data: { values: { fee: '7.50' } } })
      for (const of of [shopCall, secondCall]) expect((await asksFee(of)).data).toEqual({ deliveryFee: 7.5 })
      expect(await ordersHome(5.9, 65.9)).toMatchObject({
        statusCode: 409,
        conflicts: [{ about: 'fee', was: 5.9, now: 7.5 }],
      })
      expect(await ordersHome(7.5, 67.5)).toMatchObject({ statusCode: 200 })
      const { body } = await secondCall('suburbs', { params: { regionId: 1 } })
      expect(body.listData[0]).toMatchObject({ name: 'Eastwood', deliveryFee: 7.5 })
    })

    test('by post code can be removed, made and turned off: then the standard fee is paid', async () => {
      await removes('fees', '2122')
      expect((await asksFee()).data).toEqual({ deliveryFee: 8.9 })
      expect(await saves('delivery', 'delivery', { standardFee: '9.5' })).toMatchObject({ statusCode: 200 })
      expect((await asksFee()).data).toEqual({ deliveryFee: 9.5 })
      expect(await saves('fees', 'new', { postCode: '2122', fee: '0' })).toMatchObject({ data: { key: '2122' } })
      expect((await asksFee()).data).toEqual({ deliveryFee: 0 })
      expect(await saves('fees', 'new', { postCode: ' 2122', fee: '1' })).toMatchObject({ field: 'postCode' })
      await saves('delivery', 'delivery', { byPostCode: 'no' })
      expect((await asksFee(secondCall)).data).toEqual({ deliveryFee: 9.5 })
      await saves('delivery', 'delivery', { byPostCode: 'yes' })
    })

    test('of a delivery method come before those of the post code, also free delivery', async () => {
      expect(await saves('methods', 'express', { fee: '0' })).toMatchObject({ statusCode: 200 })
      expect((await asksFee(shopCall, 'express')).data).toEqual({ deliveryFee: 0 })
      expect((await shopCall('deliveryMethods')).body.listData[1]).toMatchObject({ id: 'express', fee: 0 })
      await saves('methods', 'express', { fee: '14.90' })
    })

    test('have a minimum order, which the cart and the order know at once', async () => {
      const saved = await saves('delivery', 'delivery', { minimum: '100' })
      expect(saved.data.history.at(-1)).toMatchObject({
        what: 'minimum order of delivery',
        before: '$30.00',
        after: '$100.00',
      })
      const { body } = await secondCall('begin', { params: { sessionId: 'none' } })
      expect(body).toMatchObject({ minimumOrderLimit: '100.00', deliveryFee: '9.50' })
      expect(await ordersHome(0, 60)).toMatchObject({ statusCode: 409, conflicts: [{ about: 'minimum', now: 40 }] })
      await saves('delivery', 'delivery', { minimum: '0' })
      expect(await ordersHome(0, 60)).toMatchObject({ statusCode: 200 })
    })

    test('decide where orders go: a suburb that is taken out is refused, and one that is new is served', async () => {
      const eastwood = '1_2122_Eastwood'
      expect(await saves('areas', eastwood, { served: 'no' })).toMatchObject({ statusCode: 200 })
      expect(await asksFee(secondCall)).toMatchObject({ statusCode: 422, conflicts: [{ about: 'area' }] })
      await saves('delivery', 'delivery', { limitsArea: 'no' })
      expect((await asksFee()).data).toEqual({ deliveryFee: 0 })
      await saves('delivery', 'delivery', { limitsArea: 'yes' })
      const ryde = { region: '1', name: 'Ryde', postCode: '2112', served: 'yes' }
      const made = await saves('areas', 'new', ryde)
      expect(made.data).toMatchObject({ key: '1_2112_Ryde', name: 'Ryde 2112, New South Wales' })
      expect(await saves('areas', 'new', ryde)).toMatchObject({ statusCode: 422, field: 'name' })
      const body = { ...address, city: 'ryde', postCode: '2112', sessionId: 'x', deliveryMethod: 'home' }
      expect((await shopCall('deliveryFee', { body })).body.data).toEqual({ deliveryFee: 9.5 })
      await removes('areas', '1_2112_Ryde')
      expect((await shopCall('deliveryFee', { body })).body).toMatchObject({ statusCode: 422 })
      await saves('areas', eastwood, { served: 'yes' })
    })

    test('are those of the store’s rules at the first start, and later values of the rules change nothing', async () => {
      await storeFirstRules(database(), {
        ...caseStore,
        standardDeliveryFee: 1,
        deliveryFees: { '2122': 1, '2000': 1 },
      })
      expect(await readRules(database(), caseStore)).toMatchObject({
        standardDeliveryFee: 950,
        deliveryFees: { '2122': 0 },
      })
    })

    test('make pages of every gateway be rendered again, within a second on others', async () => {
      const version = createSettingsVersion(database())
      const before = await version.read()
      await saves('delivery', 'delivery', { minimum: '30' })
      await expect.poll(() => version.read(), { timeout: 5_000 }).toBeGreaterThan(before)
      const own = await app.settingsVersion.read()
      await saves('delivery', 'delivery', { minimum: '40' })
      expect(await app.settingsVersion.read()).toBeGreaterThan(own)
    })
  })

  describe('the opening hours', () => {
    const hours = async () => (await shopCall('openingHours')).body.listData

    test('are those of the store at the first start, then those of the office; a day without times is closed', async () => {
      expect(await hours()).toEqual([{ weekday: 6, opens: '09:00', closes: '13:00' }])
      const saved = await saves('hours', 'hours', { opens1: '08:30', closes1: '17:00', closes6: '14:00' })
      expect(saved.data.history).toMatchObject([
        { what: 'opens on Monday of opening hours', before: 'none', after: '08:30' },
        { what: 'closes on Monday of opening hours', before: 'none', after: '17:00' },
        { what: 'closes on Saturday of opening hours', before: '13:00', after: '14:00' },
      ])
      expect(await hours()).toEqual([
        { weekday: 1, opens: '08:30', closes: '17:00' },
        { weekday: 6, opens: '09:00', closes: '14:00' },
      ])
      await saves('hours', 'hours', { opens1: '', closes1: '', opens6: '', closes6: '' })
      expect(await hours()).toEqual([])
    })

    test('have both times of a day, the later one last', async () => {
      for (const [field, values] of [
        ['opens2', { closes2: '17:00' }],
        ['closes2', { opens2: '09:00' }],
        ['closes2', { opens2: '09:00', closes2: '09:00' }],
        ['opens2', { opens2: '9', closes2: '10:00' }],
      ] as const)
        expect(await saves('hours', 'hours', values), JSON.stringify(values)).toMatchObject({ statusCode: 422, field })
    })
  })

  describe('a coupon', () => {
    const validates = async (code: string) => (await shopCall('validateCoupon', { params: { code } })).body
    // what is left as a new one starts with is not sent
    const start = { code: 'lunar 8', discount: '8', usesLimit: '2' }

    test('that is made is valid at once, counts its uses, and is changed for the orders to come', async () => {
      const made = await saves('coupons', 'new', start)
      expect(made.data).toMatchObject({ key: 'LUNAR8', values: { discount: '8.00', used: '0', state: 'Valid' } })
      expect((await validates('Lunar8')).data).toMatchObject({ discountType: 'percent', discountValue: 8 })
      const sessionId = await cartWith(shopCall, [shelf.beef, 1])
      const { body } = await shopCall('placeOrder', { body: orderOf(sessionId, 55.2, { couponCode: 'LUNAR8' }) })
      expect(body).toMatchObject({ statusCode: 200 })
      const { data } = await saves('coupons', 'LUNAR8', {
        kind: 'amount',
        discount: '4.5',
        minimum: '20',
        usesLimit: '1',
      })
      expect(data).toMatchObject({ values: { used: '1', state: 'Used up' } })
      expect(data.history.slice(1)).toMatchObject([
        { what: 'kind of coupon LUNAR8', before: 'Percent', after: 'Dollars' },
        { what: 'discount of coupon LUNAR8', before: '8.00', after: '4.50' },
        { what: 'minimum of coupon LUNAR8', before: 'none', after: '$20.00' },
        { what: 'uses at most of coupon LUNAR8', before: '2', after: '1' },
      ])
      expect(await validates('LUNAR8')).toMatchObject({ statusCode: 404, message: 'This coupon has been used up.' })
      await saves('coupons', 'LUNAR8', { usesLimit: '' })
      expect((await validates('LUNAR8')).data).toMatchObject({ discountType: 'amount', discountValue: 4.5 })
    })

    test('has no values that orders can’t use', async () => {
      for (const [field, values] of [
        ['code', { code: 'lunar8' }],
        ['code', { code: 'a/b' }],
        ['discount', { discount: '0' }],
        ['discount', { discount: '100.01' }],
        ['discount', { discount: 'ten' }],
        ['usesLimit', { usesLimit: '0' }],
        ['until', { until: '2020-01-01' }],
        ['until', { until: '2999-02-30' }],
      ] as const)
        expect(
          await saves('coupons', 'new', { ...start, code: 'OTHER', ...values }),
          JSON.stringify(values),
        ).toMatchObject({
          statusCode: 422,
          field,
        })
      await saves('coupons', 'SPENT', { usesLimit: '3' })
      expect(await saves('coupons', 'ENDED', { usesLimit: '2' })).toMatchObject({ statusCode: 422, field: 'usesLimit' })
      expect(await saves('coupons', 'LUNAR8', { used: '0' })).toMatchObject({ statusCode: 400 })
      expect(await saves('coupons', 'LUNAR8', { code: 'OTHER' })).toMatchObject({ statusCode: 400 })
    })

    // clocks go from 3 am to 2 am on 4 April 2027, and from 2 am to 3 am on 3 October 2027
    test.each([
      ['2027-04-04', '2027-04-04T13:59:59Z', '2027-04-04T14:00:00Z'],
      ['2027-10-03', '2027-10-03T12:59:59Z', '2027-10-03T13:00:00Z'],
    ])('gets the last day %s as long as it is that day at the store', async (until, lastSecond, nextDay) => {
      const shop = { rules: caseStore, pictures: createPictures(demoPictures) }
      const before = (await couponSection.read(database(), shop)).find(({ key }) => key === 'LUNAR8')
      const savesAt = (now: string) => {
        vi.setSystemTime(new Date(now))
        return couponSection
          .write(database(), { ...before!.values, until }, before!, shop)
          .finally(() => vi.useRealTimers())
      }
      await expect(savesAt(nextDay)).rejects.toMatchObject({ field: 'until' })
      await savesAt(lastSecond)
      const [row] = await database().select().from(coupons).where(eq(coupons.code, 'LUNAR8'))
      expect(row!.endsAt).toEqual(new Date(nextDay))
    })

    test('is valid from the beginning of its first day at the store', async () => {
      const today = dayAt('Australia/Sydney', new Date())
      await saves('coupons', 'new', { code: 'EARLY', discount: '5', from: '2999-02-28' })
      const [row] = await database().select().from(coupons).where(eq(coupons.code, 'EARLY'))
      expect(row!.startsAt).toEqual(new Date('2999-02-28T00:00+11:00'))
      const message = 'This coupon can be used from 28 February 2999.'
      expect(await validates('EARLY')).toMatchObject({ statusCode: 404, message })
      expect((await reads('coupons', 'EARLY')).values).toMatchObject({ from: '2999-02-28', state: 'Not yet valid' })
      const sessionId = await cartWith(shopCall, [shelf.beef, 1])
      const order = (await shopCall('placeOrder', { body: orderOf(sessionId, 57, { couponCode: 'EARLY' }) })).body
      expect(order).toMatchObject({ statusCode: 409, conflicts: [{ about: 'coupon' }] })
      expect(await saves('coupons', 'EARLY', { until: '2999-02-27' })).toMatchObject({
        statusCode: 422,
        field: 'until',
      })
      await saves('coupons', 'EARLY', { from: today })
      expect((await validates('EARLY')).data).toMatchObject({ discountValue: 5 })
      await saves('coupons', 'EARLY', { from: '' })
      expect((await reads('coupons', 'EARLY')).values).toMatchObject({ from: '', state: 'Valid' })
    })

    // clocks go from 3 am to 2 am on 4 April 2027, and from 2 am to 3 am on 3 October 2027
    test.each([
      ['2027-04-04', '2027-04-03T13:00:00Z'],
      ['2027-04-05', '2027-04-04T14:00:00Z'],
      ['2027-10-03', '2027-10-02T14:00:00Z'],
      ['2027-10-04', '2027-10-03T13:00:00Z'],
    ])('gets the first day %s when it begins at the store', async (from, moment) => {
      await saves('coupons', 'EARLY', { from })
      const [row] = await database().select().from(coupons).where(eq(coupons.code, 'EARLY'))
      expect(row!.startsAt).toEqual(new Date(moment))
      expect((await reads('coupons', 'EARLY')).values).toMatchObject({ from })
    })

    test('is valid until the end of its last day at the store, and ends at once when it is ended', async () => {
      await saves('coupons', 'LUNAR8', { until: '2999-02-28' })
      const [row] = await database().select().from(coupons).where(eq(coupons.code, 'LUNAR8'))
      expect(row!.endsAt).toEqual(new Date('2999-03-01T00:00+11:00'))
      expect(await removes('coupons', 'LUNAR8')).toMatchObject({ statusCode: 200 })
      expect(await validates('LUNAR8')).toMatchObject({ statusCode: 404, message: 'This coupon has expired.' })
      const { values, history } = await reads('coupons', 'LUNAR8')
      expect(values).toMatchObject({ state: 'Ended', until: dayAt('Australia/Sydney', new Date()) })
      expect(history.at(-1)).toMatchObject({ what: 'coupon LUNAR8', after: 'ended' })
      // another value does not make it valid again
      await saves('coupons', 'LUNAR8', { description: 'For the new year' })
      expect(await validates('LUNAR8')).toMatchObject({ statusCode: 404 })
    })
  })

  describe('a banner', () => {
    const shown = async () => (await shopCall('banners')).body.listData.map(({ alt }: { alt: string }) => alt)

    test('is made, put first, hidden and removed, and the home page follows at once', async () => {
      const banner = {
        text: 'Noodle night.',
        picture: 'noodle-night',
        link: '/main/product-list/2',
        position: '5',
      }
      const { data } = await saves('banners', 'new', banner)
      expect(await shown()).toEqual(['Greens. For tonight.', 'Noodle night.'])
      await saves('banners', data.key, { position: '0' })
      expect(await shown()).toEqual(['Noodle night.', 'Greens. For tonight.'])
      await saves('banners', data.key, { shown: 'no' })
      expect(await shown()).toEqual(['Greens. For tonight.'])
      for (const [field, values] of [
        ['link', { link: 'https://example.com' }],
        ['link', { link: '//example.com' }],
        ['link', { link: '/\\example.com' }],
        ['link', { link: 'javascript:alert(1)' }],
        ['picture', { picture: 'nothing' }],
        ['text', { text: ' ' }],
      ] as const)
        expect(await saves('banners', data.key, values), JSON.stringify(values)).toMatchObject({
          statusCode: 422,
          field,
        })
      await removes('banners', data.key)
      expect((await lists('banners')).rows).toHaveLength(1)
    })
  })

  describe('a setting', () => {
    test('that another person has changed is refused with their name and both values, and stays as it is', async () => {
      const { version } = await reads('methods', 'home')
      expect(await saves('methods', 'home', { fee: '5' }, { token: lan })).toMatchObject({ statusCode: 200 })
      expect(await saves('methods', 'home', { fee: '6.5' }, { version })).toMatchObject({
        statusCode: 409,
        message: 'Lan Tran changed this first. The fee is ‘$5.00’ now; you chose ‘$6.50’. Nothing was changed.',
      })
      expect((await reads('methods', 'home')).values.fee).toBe('5.00')
      await saves('methods', 'home', { fee: '' })
    })

    test('that a command has changed is refused, too', async () => {
      const { version } = await reads('methods', 'home')
      await slotsCommand(database(), ['days', 'home', '9'])
      expect(await saves('methods', 'home', { days: '10' }, { version })).toMatchObject({
        statusCode: 409,
        message: 'Command changed this first. The days of slots is ‘9’ now; you chose ‘10’. Nothing was changed.',
      })
      await slotsCommand(database(), ['set', 'home', 'mon,tue', '09:00', '11:00', '6', '14'])
      expect((await reads('slots', 'home_2_0900')).history).toMatchObject([
        { staffName: 'Command', what: 'window home, Tuesday 09:00', after: 'to: 11:00, orders: 6, cut-off: 14' },
      ])
      await slotsCommand(database(), ['remove', 'home', 'mon,tue', '09:00'])
    })

    test('that two people change at the same moment is changed once', async () => {
      const { version } = await reads('methods', 'home')
      const both = await Promise.all(
        ['7', '8'].map((fee, at) => saves('methods', 'home', { fee }, { version, token: at === 0 ? mei : lan })),
      )
      expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      await saves('methods', 'home', { fee: '' })
    })

    test('that is made twice with one version, after a lost answer, is made once', async () => {
      const { version } = await reads('closed-days', 'new')
      const [day, other] = ['2999-12-25', '2999-12-26']
      expect(await saves('closed-days', 'new', { day }, { version })).toMatchObject({ statusCode: 200 })
      expect(await saves('closed-days', 'new', { day: other }, { version })).toMatchObject({
        statusCode: 409,
        message: expect.stringContaining(`The last change is about closed day ${day}.`),
      })
      expect(await removes('closed-days', day, version)).toMatchObject({ statusCode: 409 })
      await removes('closed-days', day)
    })

    test('is not changed by values that it can’t have, and the field is named', async () => {
      const start = { ...window, places: '2', cutOff: '0' }
      for (const [field, values] of [
        ['method', { method: 'by-drone' }],
        ['weekday', { weekday: '8' }],
        ['from', { from: '25:00' }],
        ['to', { to: '09:00' }],
        ['to', { to: '08:00' }],
        ['places', { places: '-1' }],
        ['places', { places: '' }],
        ['cutOff', { cutOff: '1001' }],
      ] as const)
        expect(await saves('slots', 'new', { ...start, ...values }), JSON.stringify(values)).toMatchObject({
          statusCode: 422,
          field,
        })
      for (const day of ['2026-02-30', 'soon'])
        expect(await saves('closed-days', 'new', { day })).toMatchObject({ statusCode: 422, field: 'day' })
      expect((await lists('slots')).rows).toEqual([])
    })

    test('has no fields but those of its section, and none that names it', async () => {
      for (const values of [{ constructor: '1' }, { position: '1' }])
        expect(await saves('methods', 'home', values), JSON.stringify(values)).toMatchObject({ statusCode: 400 })
      for (const [section, key] of [
        ['slots', 'pick-up_1_0900'],
        ['closed-days', '2026-01-01'],
        ['methods', 'new'],
        ['nothing', 'new'],
        ['constructor', 'new'],
      ] as const)
        expect((await call('officeSetting', mei, { params: { section, key } })).status, section).toBe(404)
      expect((await call('officeSettings', mei, { params: { section: 'toString' } })).status).toBe(404)
      expect(await removes('methods', 'home')).toMatchObject({ statusCode: 404 })
    })

    test('keeps no row of changes for a change to the values that it has', async () => {
      const { version, values } = await reads('methods', 'home')
      await saves('methods', 'home', values)
      expect((await reads('methods', 'home')).version).toBe(version)
    })
  })
})
