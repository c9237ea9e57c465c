import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { routes } from '#contract/routes'
import { beginning } from '#contract/settings'
import { placesMachine } from '#machines/address/places'
import { sessionMachine } from '#machines/session/session'
import { shopMachine } from '#machines/shop/shop'
import { cartWith } from '#src/effects/cart.ts'
import { createClient, listOrEmpty, requireSuccess } from '#src/effects/client.ts'
import { createPageReader } from '#src/effects/list-pages.ts'
import { readBanners, readBrands, readCategories, readTopBrands } from '#src/effects/lookups.ts'
import { newsletterWith } from '#src/effects/newsletter.ts'
import { createShopStorage, storageKeys } from '#src/effects/storage.ts'
import { create } from 'superstruct'
import { rice, riceLine, settings } from '../../kit/outcomes.ts'
import { createRecordingClient, memory, tokenOf, type Asked } from '../../kit/recorded-calls.ts'

const { signal } = new AbortController()

describe('lookups', () => {
  // Specification: 7.1.3, 7.1.4, 7.1.5, 7.1.6
  test('of menu, brands and banners use the requests of section 7', async () => {
    const { call, requests } = createRecordingClient()
    for (const read of [readCategories, readTopBrands, readBrands, readBanners]) await read(call, signal, null)
    expect(requests).toEqual(
      ['/category-menu', '/brand/all/top10', '/brand', '/banner'].map(path => ({ method: 'GET', path, body: null })),
    )
  })

  // Specification: 7.1.7, 7.1.8, 7.1.9, 7.1.11
  test('of countries, regions, suburbs and a product have their ids in the path', async () => {
    const { call, requests } = createRecordingClient(() => ({ statusCode: 200, listData: [], data: null }))
    await listOrEmpty(call(routes.countries))
    await listOrEmpty(call(routes.regions, { params: { countryId: 36 } }))
    await listOrEmpty(call(routes.suburbs, { params: { regionId: 2 } }))
    await call(routes.product, { params: { id: 9 } }).catch(() => null)
    expect(requests.map(({ path }) => path)).toEqual(['/country', '/region/36/1', '/suburb/2/1', '/product/9'])
  })

  // Specification: 7.1.3, 7.1.4, 7.1.5, 7.1.6, 7.1.10, 8.5, S.1.22
  test('that the gateway refuses return empty lists and log nothing', async () => {
    const { call, logged } = createRecordingClient(() => ({ statusCode: 503, message: 'No.', listData: [] }))
    for (const read of [readCategories, readTopBrands, readBrands, readBanners])
      expect(await read(call, signal, null)).toEqual([])
    expect(logged).toEqual([])
  })

  // Specification: 7.2.1
  test('of menu, brands, banners, places and products time out after 5000 ms, and only their machine retries them', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => timeout.mockRestore())
    const { call, requests } = createRecordingClient(() => ({}), { status: 503 })
    const lookups: Promise<unknown>[] = [
      call(routes.categoryMenu),
      call(routes.topBrands),
      call(routes.brands),
      call(routes.banners),
      call(routes.countries),
      call(routes.regions, { params: { countryId: 36 } }),
      call(routes.suburbs, { params: { regionId: 2 } }),
      call(routes.product, { params: { id: 9 } }),
      createPageReader(call, () => 0).read(
        {
          filter: { criteria: 'features', brandId: 0, categoryId: 0 },
          page: 1,
          sort: 'featured',
          filters: '',
          layout: 'grid',
        },
        signal,
      ),
    ]
    const results = await Promise.allSettled(lookups)
    expect(results.map(({ status }) => status)).toEqual(lookups.map(() => 'rejected'))
    expect(requests).toHaveLength(lookups.length)
    expect(timeout.mock.calls).toEqual(lookups.map(() => [5_000]))
  })
})

describe('a call of the cart', () => {
  /** A shop with a real cart, whose gateway answers in the shape of the contract. */
  async function openShop() {
    const { held, storage } = memory()
    const answerTo = ({ method, body }: Asked) => {
      if (method === 'DELETE') return { statusCode: 200, data: { id: 'line-1', quantity: 1, totalPrice: 15.9 } }
      return { statusCode: 201, data: { ...riceLine, ...(body as object), sessionId: 'session-9' }, listData: [] }
    }
    const { call, requests } = createRecordingClient(answerTo)
    const begin = fromPromise(async () => ({ settings, lines: [riceLine] }))
    const done: string[] = []
    const shop = createActor(
      shopMachine.provide({
        actors: {
          cart: cartWith(
            call,
            createShopStorage(() => storage),
            () => void done.push('told'),
            () => void done.push('remembered'),
          ),
          newsletter: newsletterWith(call),
          session: sessionMachine.provide({ actors: { begin: begin as never } }),
        },
      }),
    ).start()
    shop.send({ type: 'visit.started', visitId: 'visit', sessionId: null, identity: { is: 'guest' } })
    const { cart, newsletter } = shop.getSnapshot().children
    const rests = () =>
      waitFor(cart!, state => state.matches({ lines: 'idle' }) && state.context.pendingCommands.length === 0)
    await rests()
    return { held, requests, done, cart: cart!, newsletter: newsletter!, rests }
  }

  // Specification: 3.2, 4.7, 7.1.12
  test('that adds sends product, name, price, picture, quantity and session, and stores the session of the answer', async () => {
    const { held, requests, cart, rests } = await openShop()
    cart.send({
      type: 'cart.add',
      from: 'list',
      productId: 1,
      productName: rice.name,
      productPrice: 15.9,
      productImage: '/rice.svg',
      quantity: 1,
    })
    await rests()
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/cart',
        body: {
          productId: 1,
          productName: rice.name,
          productPrice: 15.9,
          productImage: '/rice.svg',
          quantity: 1,
          mySessionId: riceLine.sessionId,
          requestId: 'visit/add/1',
        },
      },
    ])
    expect(Object.fromEntries(held)).toEqual({ 'shop.session': 'session-9' })
  })

  test('that adds stores the idempotency key before the request, and each change notifies other tabs', async () => {
    const { done, cart, rests } = await openShop()
    const addition = { productId: 1, productName: rice.name, productPrice: 15.9, productImage: '', quantity: 1 }
    cart.send({ type: 'cart.add', from: 'list', ...addition })
    await rests()
    expect(done).toEqual(['remembered', 'told'])
    cart.send({ type: 'cart.remove', lineId: 'line-1' })
    await rests()
    expect(done).toEqual(['remembered', 'told', 'told'])
  })

  // Specification: 7.1.13, 7.1.14, 7.1.15
  test('that changes, removes or reads has the id of the line or the session in its path', async () => {
    const { requests, cart, rests } = await openShop()
    cart.send({ type: 'cart.setQuantity', lineId: 'line-1', quantity: 3 })
    await rests()
    cart.send({ type: 'cart.remove', lineId: 'line-1' })
    await rests()
    cart.send({ type: 'cart.read' })
    await rests()
    expect(requests).toEqual([
      { method: 'PUT', path: '/cart/line-1', body: { quantity: 3, productPrice: 15.9 } },
      { method: 'DELETE', path: '/cart/line-1', body: null },
      { method: 'GET', path: '/cart/session-1', body: null },
    ])
  })

  // Specification: 7.1.16
  test('that validates a coupon sends its code', async () => {
    const { requests, cart } = await openShop()
    cart.send({ type: 'coupon.typed', value: 'TEN' })
    cart.send({ type: 'coupon.apply' })
    await waitFor(cart, state => state.matches({ coupon: 'none' }))
    expect(requests).toEqual([{ method: 'GET', path: '/coupon/validate/TEN', body: null }])
  })

  // Specification: 1.21, 3.30, 7.1.22
  test('a newsletter subscription sends the email', async () => {
    const { requests, newsletter } = await openShop()
    newsletter.send({ type: 'newsletter.typed', value: 'mai@example.com' })
    newsletter.send({ type: 'newsletter.submit' })
    await waitFor(newsletter, state => state.matches('ready'))
    expect(requests).toEqual([
      { method: 'POST', path: '/customer/subscribeNewsletter', body: { email: 'mai@example.com' } },
    ])
  })
})

describe('an answer', () => {
  // Specification: 7.1.2, 9.1
  test.each([200, 201])('with statusCode %i is a success', async statusCode => {
    const { call } = createRecordingClient(() => ({ statusCode, listData: [{ id: 1, name: 'Umi' }] }))
    expect(await listOrEmpty(call(routes.brands))).toEqual([{ id: 1, name: 'Umi' }])
  })

  // Specification: 7.1.2, 9.1
  test('with any other statusCode is a refusal', async () => {
    const { call } = createRecordingClient(() => ({ statusCode: 202, listData: [{ id: 1, name: 'Umi' }] }))
    expect(await listOrEmpty(call(routes.brands))).toEqual([])
  })

  // Specification: 3.33, 3.37, 3.38, 7.1.19, 9.28
  test('to the first call of a visit has flags that are true only for "T", and amounts as text', () => {
    const answer = {
      shoppingCart: [],
      customerInfo: null,
      billingAddress: null,
      deliveryAddress: [],
      limitAreaShipping: 'T',
      receivedOnlinePayment: 'F',
      calculateDeliveyFee: 't',
      deliveryFee: '8.90',
      minimumOrderLimit: '30',
    }
    expect(create(answer, beginning)).toMatchObject({
      limitAreaShipping: true,
      receivedOnlinePayment: false,
      calculateDeliveyFee: false,
      deliveryFee: 8.9,
      minimumOrderLimit: 30,
    })
  })
})

describe('a failed call', () => {
  // Specification: 8.2, 8.3
  test('is logged with status and message, and has the message of the gateway', async () => {
    const { call, logged } = createRecordingClient(() => ({ statusCode: 404, message: 'There is no such line.' }), {
      status: 404,
    })
    const refusal = { code: 'refused', status: 404, message: 'There is no such line.' }
    await expect(requireSuccess(call(routes.removeLine, { params: { id: 'x' } }))).rejects.toEqual(refusal)
    expect(logged).toEqual([['The gateway answered 404: There is no such line.']])
  })

  // Specification: 8.4
  test('without a message has the standard one', async () => {
    const { call } = createRecordingClient(() => ({}), { status: 404 })
    await expect(requireSuccess(call(routes.removeLine, { params: { id: 'x' } }))).rejects.toMatchObject({
      message: 'Something bad happened; please try again later.',
    })
  })

  // Specification: 8.1
  test('that did not reach the gateway is logged as "An error occured"', async () => {
    const logged: unknown[][] = []
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    const log = (...words: unknown[]) => void logged.push(words)
    const call = createClient({ base: 'http://gateway.test', fetch, token: () => null, now: () => 0, log })
    await expect(requireSuccess(call(routes.removeLine, { params: { id: 'x' } }))).rejects.toMatchObject({
      code: 'lost',
      status: 0,
      message: 'Something bad happened; please try again later.',
    })
    expect(logged).toEqual([['An error occured', expect.stringContaining('Failed to fetch')]])
  })
})

describe('a call that the gateway answers with 401', () => {
  /** Makes a call with one token; the browser may have another one when the answer arrives. */
  async function callWith(before: string | null, after: string | null, status = 401) {
    const state = { token: before }
    let endedSessions = 0
    const call = createClient({
      base: 'http://gateway.test/v1',
      async fetch() {
        state.token = after
        return Response.json({ statusCode: status, message: 'Please log in again.' }, { status })
      },
      token: () => state.token,
      now: () => 0,
      log: () => {},
      refused: () => void (endedSessions += 1),
    })
    await expect(call(routes.order, { params: { id: 1 } })).rejects.toMatchObject({ status })
    return endedSessions
  }
  const [mine, other] = [1, 2].map(sub => tokenOf({ sub, exp: 60 })) as [string, string]

  test('ends the session whose token it was made with', async () => expect(await callWith(mine, mine)).toBe(1))
  test('leaves the session of a customer who has logged in since', async () =>
    expect(await callWith(mine, other)).toBe(0))
  test('leaves a session that began after a guest’s call', async () => expect(await callWith(null, mine)).toBe(0))
  test('changes nothing after a logout', async () => expect(await callWith(mine, null)).toBe(0))
  test('does not include other refusals', async () => expect(await callWith(mine, mine, 403)).toBe(0))
})

// Invariant: S2a
test('a call whose token expires before its retry is repeated without the token', async () => {
  const token = tokenOf({ sub: 'mai', exp: 60 })
  const state = { now: 59_900 }
  const bearers: (string | null)[] = []
  const call = createClient({
    base: 'http://gateway.test/v1',
    async fetch(input, init) {
      bearers.push(new Request(input, init).headers.get('authorization'))
      state.now += 500
      return Response.json(
        { statusCode: bearers.length === 1 ? 503 : 200 },
        { status: bearers.length === 1 ? 503 : 200 },
      )
    },
    token: () => token,
    now: () => state.now,
    log: () => {},
  })
  await call(routes.cart, { params: { sessionId: 'session-1' } }).catch(() => null)
  expect(bearers).toEqual([`Bearer ${token}`, null])
})

describe('the stored session', () => {
  // Specification: 3.41, S.1.33
  test('and the stored token have fixed keys', () => {
    expect(storageKeys).toEqual({ token: 'shop.token', session: 'shop.session' })
  })

  test('is kept until it is cleared', () => {
    const { held, storage: local } = memory()
    const storage = createShopStorage(() => local)
    storage.storeSessionId('session-1')
    expect([storage.sessionId(), held.get('shop.session')]).toEqual(['session-1', 'session-1'])
    storage.clearSessionId()
    expect([storage.sessionId(), held.size]).toEqual([null, 0])
  })
})

describe('country, region and suburb', () => {
  /** The dropdowns, with regions of every country and suburbs of every region. */
  function openPlaces() {
    const answers = (answer: object[]) => fromPromise(async () => ({ answer })) as never
    return createActor(
      placesMachine.provide({
        actors: {
          readCountries: answers([{ countryId: 1, name: 'Australia' }]),
          readRegions: answers([{ regionId: 2, name: 'New South Wales' }]),
          readSuburbs: answers([{ name: 'Eastwood' }]),
        },
      }),
    ).start()
  }
  const namesIn = ({ context }: ReturnType<ReturnType<typeof openPlaces>['getSnapshot']>) =>
    [context.countries, context.regions, context.suburbs].map(list => list.map(({ name }) => name))

  // Specification: 4.46, 4.47, 4.48
  test('depend on one another, and clearing a choice clears the lists that depend on it', async () => {
    const places = openPlaces()
    await waitFor(places, state => state.matches({ countries: 'ready' }))
    expect(namesIn(places.getSnapshot())).toEqual([['Australia'], [], []])
    places.send({ type: 'places.chooseCountry', countryId: 1 })
    await waitFor(places, state => state.matches({ regions: 'ready' }))
    places.send({ type: 'places.chooseRegion', regionId: 2 })
    await waitFor(places, state => state.matches({ suburbs: 'ready' }))
    expect(namesIn(places.getSnapshot())).toEqual([['Australia'], ['New South Wales'], ['Eastwood']])
    places.send({ type: 'places.chooseRegion', regionId: null })
    expect(namesIn(places.getSnapshot())).toEqual([['Australia'], ['New South Wales'], []])
    places.send({ type: 'places.chooseCountry', countryId: null })
    expect(namesIn(places.getSnapshot())).toEqual([['Australia'], [], []])
  })
})

test('only the calls that end a login outlive the page', async () => {
  const outlive: boolean[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    outlive.push(new Request(input, init).keepalive)
    return Promise.resolve(Response.json({ statusCode: 200 }))
  }
  const call = createClient({ base: 'http://gateway.test/v1', fetch, token: () => null, now: () => 0, log: () => {} })
  await call(routes.logout, { body: {}, bearer: 'token' })
  await call(routes.logout, { body: {} })
  expect(outlive).toEqual([true, false])
})
