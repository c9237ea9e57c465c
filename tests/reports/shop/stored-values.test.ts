import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic } from 'xstate'
import { handoverVersion } from '#machines/checkout/handover'
import { provisionalListIds } from '#machines/shopping-lists/list-commands'
import { cartWith } from '#src/effects/cart.ts'
import { createClient } from '#src/effects/client.ts'
import { createDeviceLists, listsKey } from '#src/effects/device-lists.ts'
import { isHandedCheckout } from '#src/effects/handed-checkout.ts'
import { sessionWith } from '#src/effects/session.ts'
import { locationIn } from '#src/start/browser-history.ts'
import { newOrder, riceLine, settings } from '../../kit/outcomes.ts'
import { memory, tokenOf } from '../../kit/recorded-calls.ts'
import { createLogoutNotice } from '#src/effects/logout-notice.ts'
import { createOutbox } from '#src/effects/outbox.ts'
import { orderKeyPrefix } from '#src/effects/order-keys.ts'
import { createShopStorage, storageKeys } from '#src/effects/storage.ts'
import { identityIn } from '#src/effects/token.ts'

/** Values of another shape than the shop writes. */
const hostile = [
  '',
  '.',
  '..',
  'x'.repeat(20_000),
  'null',
  '[]',
  '{"__proto__":1}',
  'NaN',
  '"text"',
  'a b',
  'é',
  '\n',
  '{',
]

/** A storage with one value for every key. */
const storageOf = (text: string, key = '') => {
  const held: Record<string, string> = key ? { [key]: text } : {}
  const storage = {
    getItem: () => text,
    setItem: () => {},
    removeItem: (name: string) => delete held[name],
  }
  return Object.assign(Object.create(storage), held) as Storage
}

describe('review F19: a stored value of another shape', () => {
  test.each(['.', '..', 'x'.repeat(20_000), 'a b', '\n', 'é', ''])('%j is no session id', text => {
    expect(createShopStorage(() => storageOf(text)).sessionId()).toBeNull()
  })

  test.each(['b7c1a0de-1111-4222-8333-444455556666', '42', 'a:b=c'])('%j is a session id', text => {
    expect(createShopStorage(() => storageOf(text)).sessionId()).toBe(text)
  })

  test('a token of 100 kB is none', () => {
    expect(createShopStorage(() => storageOf('x'.repeat(100_000))).token()).toBeNull()
    expect(storageKeys.token).toBe('shop.token')
  })

  test.each(hostile)('%j gives no customer, no order and no error', text => {
    expect(identityIn(text, 0).is).not.toBe('customer')
    expect(
      createOutbox(
        () => storageOf(text, `${orderKeyPrefix}1`),
        () => 0,
      ).list(),
    ).toEqual([])
    expect(() => createLogoutNotice(() => storageOf(text)).take()).not.toThrow()
  })

  test.each(['x'.repeat(20_000), 'null', '{"method":"online"}', 'visa'])('%j is no note of a refused login', text => {
    expect(createLogoutNotice(() => storageOf(text)).take()).toBeNull()
  })

  test.each(['', 'online', 'on-delivery'])('%j is the note of a refused login', text => {
    expect(createLogoutNotice(() => storageOf(text)).take()).toEqual({ method: text })
  })

  test.each([
    ['is under the key of another', 'shop.order/other', newOrder],
    ['has a session of 20,000 letters', undefined, { ...newOrder, sessionId: 'x'.repeat(20_000) }],
    ['has 200,000 letters', undefined, { ...newOrder, comment: 'x'.repeat(200_000) }],
    ['has no customer', undefined, { ...newOrder, customer: null }],
  ])('an unsettled order that %s is dropped', (_title, key, body) => {
    const { held, storage } = memory()
    held.set(key ?? `shop.order/${body.requestId}`, JSON.stringify({ version: 1, sentAt: 1, customerId: null, body }))
    const outbox = createOutbox(
      () => storage,
      () => 2,
    )
    expect(outbox.list()).toEqual([])
    expect(held.size).toBe(0)
  })

  test.each([2 ** 53 - 1, provisionalListIds, -1, 1.5])(
    '%j is no id of a shopping list: a new list is kept',
    lastId => {
      const { held, storage } = memory()
      held.set(listsKey, JSON.stringify({ lastId, lists: [] }))
      createDeviceLists(() => storage).create({ name: 'Hot pot', lines: [] } as never)
      expect(createDeviceLists(() => storage).list()).toMatchObject([{ name: 'Hot pot' }])
    },
  )

  test.each([
    null,
    'text',
    7,
    [],
    { key: {}, usr: 'text' },
    { key: 'x'.repeat(20_000), usr: { step: {} } },
    { usr: { step: 'x'.repeat(20_000) } },
    { usr: [1], key: null },
    JSON.parse('{"__proto__":{"key":"a"},"usr":{"__proto__":{"step":1}}}'),
  ])('%j is no state of an entry of the history', state => {
    const location = { pathname: '/cart', search: '', hash: '' }
    expect(locationIn({ location, history: { state } } as unknown as Window)).toEqual({
      ...location,
      state: null,
      key: 'default',
    })
  })
})

describe('review F19: a checkout that another tab hands over', () => {
  const { handed } = JSON.parse(
    readFileSync(new URL(`../../journals/handed-${handoverVersion}.json`, import.meta.url), 'utf8'),
  ) as { handed: { at: string; checkout: Record<string, unknown> } }
  const withField = (name: string, value: unknown) => ({ ...handed, checkout: { ...handed.checkout, [name]: value } })
  const nested = (depth: number): unknown => (depth === 0 ? {} : { a: nested(depth - 1) })

  test('is accepted as this build hands it over', () => {
    expect(isHandedCheckout(handed)).toBe(true)
    expect(isHandedCheckout({ ...handed, order: null })).toBe(true)
  })

  test.each([
    ['nothing', null],
    ['text', 'text'],
    ['no checkout', { at: 'paying' }],
    ['a checkout without fields', { at: 'paying', checkout: {} }],
    ['a field of another machine', withField('order', {})],
    ['a person without names', withField('person', {})],
    ['an address that is null', withField('billing', null)],
    ['a region that is text', withField('delivery', { regionId: '1' })],
    ['another payment', withField('payment', 'cheque')],
    ['a step that does not exist', withField('done', ['constructor'])],
    ['a comment of 200,000 letters', withField('comment', 'x'.repeat(200_000))],
    ['an order of another shape', { ...handed, order: { requestId: '' } }],
    [
      'an order that is nested deeply',
      withField('confirmed', { ...(handed.checkout.confirmed as object), a: nested(5_000) }),
    ],
  ])('is not taken over with %s', (_title, value) => {
    expect(isHandedCheckout(value)).toBe(false)
  })
})

/** A gateway, or a proxy before it, that answers `status` to a session or a token that it can't read. */
function openVisit(status: number, rejects: { session?: boolean; token?: boolean }, hasToken = true) {
  const { held, storage: local } = memory()
  held.set('shop.session', 'session-of-before')
  if (hasToken) held.set('shop.token', tokenOf({ sub: 'mai', exp: 4_000_000_000 }))
  const storage = createShopStorage(() => local)
  const asked: string[] = []
  const state = { starts: 0, reloads: 0 }
  const call = createClient({
    base: 'http://gateway.test/v1',
    async fetch(input, init) {
      const request = new Request(input, init)
      const { pathname } = new URL(request.url)
      const hasSession = pathname.includes('session-of-before') || (await request.text()).includes('session-of-before')
      const hasBearer = request.headers.has('authorization')
      asked.push(`${hasSession ? 'session' : '-'} ${hasBearer ? 'token' : '-'}`)
      if ((rejects.session && hasSession) || (rejects.token && hasBearer)) return new Response('', { status })
      const line = { ...riceLine, sessionId: 'new-session' }
      const flags = { limitAreaShipping: 'F', receivedOnlinePayment: 'T', calculateDeliveyFee: 'T' }
      const noCustomer = { customerInfo: null, billingAddress: null, deliveryAddress: [], shoppingCart: [] }
      const begun = { statusCode: 200, ...settings, ...flags, ...noCustomer }
      return Response.json(request.method === 'GET' ? begun : { statusCode: 200, data: line })
    },
    token: storage.token,
    now: () => 0,
    log: () => {},
  })
  const startVisit = () => void (state.starts += 1)
  const environment = { call, storage, startVisit, reload: () => void (state.reloads += 1) }
  return { environment, asked, held, state }
}

describe('review F19: a stored value that the gateway can’t read', () => {
  const begin = (environment: object) => {
    const { begin: logic } = sessionWith(environment as never).implementations.actors as { begin: AnyActorLogic }
    return toPromise(createActor(logic, { input: null }).start())
  }

  test.each([400, 414, 431])('is dropped after %i: a session id, while the login stays', async status => {
    const { environment, asked, held, state } = openVisit(status, { session: true })
    await begin(environment)
    expect(asked).toEqual(['session token', '- token', 'session token'])
    expect([...held.keys()]).toEqual(['shop.token'])
    expect(state).toEqual({ starts: 1, reloads: 0 })
  })

  test('is dropped: a session id, but not the one of a product that was added meanwhile', async () => {
    const { environment, held, state } = openVisit(400, { session: true })
    const { call, storage } = environment
    let count = 0
    const adding: typeof call = (...args) => {
      if ((count += 1) === 2) storage.storeSessionId('new-session')
      return call(...args)
    }
    await begin({ ...environment, call: adding })
    expect(held.get('shop.session')).toBe('new-session')
    expect(state).toEqual({ starts: 1, reloads: 0 })
  })

  test.each([400, 431])('is dropped after %i: a token', async status => {
    const { environment, asked, held, state } = openVisit(status, { token: true })
    await begin(environment)
    expect(asked).toEqual(['session token', '- token', 'session token', '- -'])
    expect([...held.keys()]).toEqual([])
    expect(state.reloads).toBe(1)
  })

  test.each([400, 431])('stays if a proxy answers %i once', async status => {
    const { environment, asked, held, state } = openVisit(200, {})
    const { call } = environment
    let count = 0
    const refusing: typeof call = (...args) =>
      (count += 1) === 1 ? Promise.reject({ code: 'refused', status, message: 'No.' }) : call(...args)
    await begin({ ...environment, call: refusing })
    expect(asked).toEqual(['- token', 'session token'])
    expect([...held.keys()]).toEqual(['shop.session', 'shop.token'])
    expect(state.reloads).toBe(0)
  })

  test.each([400, 431])('stays if it is not the cause of %i', async status => {
    const { environment, held, state } = openVisit(status, { session: true, token: true })
    const call = () => Promise.reject({ code: 'refused', status, message: 'No.' })
    await expect(begin({ ...environment, call })).rejects.toMatchObject({ status })
    expect([...held.keys()]).toEqual(['shop.session', 'shop.token'])
    expect(state.reloads).toBe(0)
  })

  test.each([0, 401, 403, 429, 500, 503])('stays after %i', async status => {
    const { environment, held, state } = openVisit(200, {})
    const call = () => Promise.reject({ code: 'refused', status, message: 'No.' })
    await expect(begin({ ...environment, call })).rejects.toMatchObject({ status })
    expect([...held.keys()]).toEqual(['shop.session', 'shop.token'])
    expect(state.reloads).toBe(0)
  })

  test('begins a visit without the session of another gateway after 404, once', async () => {
    const { environment, asked, state } = openVisit(404, { session: true })
    await begin(environment)
    expect(asked).toEqual(['session token', '- token'])
    expect(state.reloads).toBe(0)
  })

  const addRice = ({ call, storage }: Pick<ReturnType<typeof openVisit>['environment'], 'call' | 'storage'>) => {
    const cart = cartWith(
      call,
      storage,
      () => {},
      () => {},
    )
    const { addLine } = cart.implementations.actors as { addLine: AnyActorLogic }
    const input = { productId: 1, productName: 'Rice', productPrice: 15.9, productImage: '', quantity: 1 }
    return toPromise(
      createActor(addLine, { input: { ...input, requestId: 'visit/cart/1', sessionId: 'session-of-before' } }).start(),
    )
  }

  test.each([
    [404, ['session token', '- token']],
    [400, ['session token', '- token', 'session token', '- token']],
    [431, ['session token', '- token', 'session token', '- token']],
  ])('adds a product to a new session after %i, once', async (status, expected) => {
    const { environment, asked, held } = openVisit(status, { session: true })
    await addRice(environment)
    expect(asked).toEqual(expected)
    expect(held.get('shop.session')).toBe('new-session')
  })

  test.each([400, 431])('adds no product to a new session if a proxy answers %i once', async status => {
    const { environment, asked, held } = openVisit(200, {})
    const { call } = environment
    let count = 0
    const refusing: typeof call = (...args) =>
      (count += 1) === 1 ? Promise.reject({ code: 'refused', status, message: 'No.' }) : call(...args)
    await expect(addRice({ ...environment, call: refusing })).rejects.toMatchObject({ status })
    expect(asked).toEqual(['- token', 'session token'])
    expect(held.get('shop.session')).toBe('session-of-before')
  })
})
