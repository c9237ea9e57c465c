import { describe, expect, test } from 'vitest'
import { createActor, toPromise, type AnyActorLogic, type AnyStateMachine } from 'xstate'
import type { AnyRoute } from '#contract/route'
import { routes } from '#contract/routes'
import { createVault } from '#machines/journal/vault'
import { addressesWith, passwordWith, profileWith } from '#src/effects/account.ts'
import { ordersWith } from '#src/effects/orders.ts'
import { registrationWith } from '#src/effects/registration.ts'
import { sessionWith } from '#src/effects/session.ts'
import { createShopStorage } from '#src/effects/storage.ts'
import type { Environment } from '#src/effects/environment.ts'
import { address, placedOrder, riceLine, savedAddress } from '../../kit/outcomes.ts'
import { createRecordingClient, memory, tokenOf, type Asked } from '../../kit/recorded-calls.ts'

const person = { firstName: 'Mai', lastName: 'Tran', email: 'mai@example.com' }
const token = tokenOf({ sub: 'customer-1', ...person, exp: 4_000 })
const customer = { customerId: 'customer-1', ...person }
const info = { ...customer, telephone: '0255500188' }
const second = { ...savedAddress, addressId: 'address-2', address1: '40 Rowe Street' }
const flags = { limitAreaShipping: 'T', receivedOnlinePayment: 'F', calculateDeliveyFee: 'F' }
const start = { ...flags, deliveryFee: '8.90', minimumOrderLimit: '30', shoppingCart: [riceLine] }

/** The effects with a browser's storage and a gateway that always gives the same answer. */
function openEnvironment(answer: object | ((request: Asked) => object) = {}) {
  const { held, storage: local } = memory()
  const storage = createShopStorage(() => local)
  const vault = createVault()
  const answerTo = (request: Asked) => ({
    statusCode: 200,
    ...(typeof answer === 'function' ? (answer as (request: Asked) => object)(request) : answer),
  })
  const { call, requests, bearers, logged } = createRecordingClient(answerTo, { token: () => storage.token() })
  const reloads: string[] = []
  const forgotten: string[] = []
  const shortened: (string | undefined)[] = []
  const environment = {
    call,
    storage,
    vault,
    now: () => 0,
    log: (...words: unknown[]) => void logged.push(words),
    deleteJournals: async (scope: string) => void forgotten.push(scope),
    trimJournal: (earlier?: 'kept') => void shortened.push(earlier),
    forgetOrders: () => {
      forgotten.push(storage.token() === null ? 'orders, late' : 'orders')
      return []
    },
    raiseToast: () => {},
    reload: () => void reloads.push('reload'),
  } as unknown as Environment
  const stored = () => Object.fromEntries(held)
  return { environment, storage, vault, requests, bearers, logged, reloads, forgotten, shortened, held: stored }
}

/** The output of an effect. */
const does = <Answer = unknown>(machine: AnyStateMachine, name: string, input: unknown): Promise<Answer> => {
  const logic = machine.implementations.actors[name] as AnyActorLogic
  const actor = createActor(logic, { input } as never)
  const answer = toPromise(actor) as Promise<Answer>
  actor.start()
  return answer
}

describe('a registration', () => {
  const form = {
    ...person,
    telephone: info.telephone,
    ...address,
    company: 'Lantern Trading',
    address2: 'Unit 4',
    acceptTerms: true,
    subscribeNewsletter: true,
  }
  const handles = { password: 'registration/password/1', confirmPassword: 'registration/confirmPassword/1' }
  const registers = (opened: ReturnType<typeof openEnvironment>) => {
    for (const handle of Object.values(handles)) opened.vault.keep(handle, 'lotus tea')
    return does(registrationWith(opened.environment), 'register', { ...form, ...handles })
  }
  const created = { token, data: savedAddress, customerInfo: info }

  // Specification: 3.22, 3.23, 7.1.17
  test.each([null, 'session-1'])('sends the whole form with the session %j, and the password once', async sessionId => {
    const opened = openEnvironment(created)
    if (sessionId !== null) opened.storage.storeSessionId(sessionId)
    await registers(opened)
    const body = { ...form, password: 'lotus tea', sessionId }
    expect(opened.requests).toEqual([{ method: 'POST', path: '/customer/createaccount', body }])
  })

  // Specification: 3.39, 4.21, 4.22, 7.1.17
  test('stores the token, and selects the address for billing and delivery', async () => {
    const opened = openEnvironment({ ...created, sessionId: 'session-of-mai' })
    expect(await registers(opened)).toEqual({
      customer,
      validFor: 4_000_000,
      account: { info, addresses: [savedAddress], billingId: 'address-1', deliveryId: 'address-1' },
      sessionId: 'session-of-mai',
    })
    expect(opened.held()).toEqual({ 'shop.token': token, 'shop.session': 'session-of-mai' })
    expect(opened.vault.read(handles.password)).toBe('')
  })

  test('shortens the journal to a checkpoint, which another build can resume', async () => {
    const opened = openEnvironment(created)
    await registers(opened)
    expect([opened.forgotten, opened.shortened]).toEqual([[], ['kept']])
  })

  test('that the gateway refuses stores nothing and keeps the password in the vault', async () => {
    const opened = openEnvironment({ statusCode: 409, message: 'An account with this email already exists.' })
    await expect(registers(opened)).rejects.toMatchObject({ message: 'An account with this email already exists.' })
    expect([opened.held(), opened.shortened]).toEqual([{}, []])
    expect(opened.vault.read(handles.password)).toBe('lotus tea')
  })
})

describe('a login', () => {
  const enters = (opened: ReturnType<typeof openEnvironment>) => {
    opened.vault.keep('login/password/1', 'lotus tea')
    return does(sessionWith(opened.environment), 'logIn', { email: person.email, password: 'login/password/1' })
  }
  const answer = { token, data: [second, savedAddress], billingAddress: savedAddress, customerInfo: info }

  // Specification: 3.24, 7.1.18
  test.each([null, 'session-1'])('sends email, password and the session %j', async sessionId => {
    const opened = openEnvironment({ ...answer, shoppingCart: [] })
    if (sessionId !== null) opened.storage.storeSessionId(sessionId)
    await enters(opened)
    const body = { email: person.email, password: 'lotus tea', sessionId }
    expect(opened.requests).toEqual([{ method: 'POST', path: '/customer/login', body }])
  })

  // Specification: 3.25, 3.34, 4.27, 4.28, 4.29
  test('stores the token, and selects the billing address and the first address for deliveries', async () => {
    const opened = openEnvironment({ ...answer, shoppingCart: [riceLine] })
    expect(await enters(opened)).toEqual({
      customer,
      validFor: 4_000_000,
      account: { info, addresses: [savedAddress, second], billingId: 'address-1', deliveryId: 'address-2' },
      sessionId: 'session-1',
      lines: [riceLine],
    })
    expect(opened.held()).toEqual({ 'shop.token': token, 'shop.session': 'session-1' })
  })

  test('shortens the journal to a checkpoint, which another build can resume', async () => {
    const opened = openEnvironment({ ...answer, shoppingCart: [] })
    await enters(opened)
    expect([opened.forgotten, opened.shortened]).toEqual([[], ['kept']])
  })

  // Specification: 7.1.18
  test('that is refused stores nothing', async () => {
    const opened = openEnvironment({ statusCode: 401, message: 'That email and password don’t match.' })
    await expect(enters(opened)).rejects.toMatchObject({ status: 401 })
    expect(opened.held()).toEqual({})
    expect(opened.logged).toEqual([])
  })

  test('fails if the token does not have three parts', async () => {
    const opened = openEnvironment({ ...answer, token: 'a.b', shoppingCart: [] })
    await expect(enters(opened)).rejects.toMatchObject({ code: 'lost' })
    expect(opened.held()).toEqual({})
  })
})

describe('the first call of a visit', () => {
  // Specification: 3.19, 4.2, 4.3
  test('reads cart, customer and addresses of a customer, and selects the billing address for deliveries', async () => {
    const opened = openEnvironment({
      ...start,
      customerInfo: info,
      billingAddress: savedAddress,
      deliveryAddress: [second, savedAddress],
    })
    opened.storage.storeSessionId('session-1')
    expect(await does(sessionWith(opened.environment), 'begin', null)).toMatchObject({
      lines: [riceLine],
      account: { info, addresses: [savedAddress, second], billingId: 'address-1', deliveryId: 'address-1' },
    })
    expect(opened.requests).toEqual([{ method: 'GET', path: '/customer/init/session-1', body: null }])
  })

  test('reads cart and settings of a guest, and sends the session "null" if there is none', async () => {
    const opened = openEnvironment({ ...start, customerInfo: null, billingAddress: null, deliveryAddress: [] })
    expect(await does(sessionWith(opened.environment), 'begin', null)).toMatchObject({
      account: null,
      settings: { deliveryFee: 8.9, minimumOrderLimit: 30 },
    })
    expect(opened.requests[0]!.path).toBe('/customer/init/null')
  })
})

describe('a logout', () => {
  const leaves = async (name: 'logOut' | 'forget', input: object | null, now = 0) => {
    const opened = openEnvironment()
    opened.environment.now = () => now
    opened.storage.storeToken(token)
    opened.storage.storeSessionId('session-1')
    opened.vault.keep('password/password/1', 'lotus tea')
    await does(sessionWith(opened.environment), name, input)
    expect(opened.vault.read('password/password/1')).toBe('')
    return opened
  }

  // Specification: 4.31
  test('removes token and session from the browser and sends the token to the gateway', async () => {
    const opened = await leaves('logOut', null)
    expect(opened.held()).toEqual({})
    expect(opened.requests).toEqual([{ method: 'POST', path: '/customer/logout', body: {} }])
    expect(opened.bearers).toEqual([`Bearer ${token}`])
  })

  // Specification: 4.37, 8.7, S.1.40, S.1.42
  test.each([
    ['expired', {}, 0],
    ['refused', {}, 1],
    ['malformed', { 'shop.session': 'session-1' }, 0],
    ['otherTab', { 'shop.token': token, 'shop.session': 'session-1' }, 0],
  ])('because a token is %s leaves %j in the browser, with %i reloads', async (why, held, reloads) => {
    const opened = await leaves('forget', { why }, 4_000_000)
    expect(opened.held()).toEqual(held)
    expect(opened.reloads).toHaveLength(reloads)
    expect(opened.requests).toEqual([])
  })

  test('because a token has expired keeps one that another tab has renewed, and reloads the page', async () => {
    const opened = openEnvironment()
    opened.storage.storeToken(token)
    opened.storage.storeSessionId('session-1')
    await does(sessionWith(opened.environment), 'forget', { why: 'expired' })
    expect(opened.held()).toEqual({ 'shop.token': token, 'shop.session': 'session-1' })
    expect(opened.reloads).toEqual(['reload'])
  })

  test.each([
    ['logOut', null, ['orders', 'all']],
    ['forget', { why: 'expired' }, ['all']],
    ['forget', { why: 'refused' }, ['all']],
    ['forget', { why: 'malformed' }, ['all']],
    ['forget', { why: 'otherTab' }, ['own']],
  ] as const)('by %s %j deletes unsettled orders and journals: %j', async (name, input, deleted) => {
    expect((await leaves(name, input, 4_000_000)).forgotten).toEqual(deleted)
  })

  test.each(['expired', 'refused', 'malformed'])(
    'because a token is %s that another tab has removed keeps the cart of the next guest and their journals',
    async why => {
      const opened = openEnvironment()
      opened.storage.storeSessionId('session-2')
      await does(sessionWith(opened.environment), 'forget', { why })
      expect(opened.held()).toEqual({ 'shop.session': 'session-2' })
      expect(opened.forgotten).toEqual(['own'])
    },
  )

  // Specification: S.1.41
  test('for a token that is already removed does not reload the page', async () => {
    const opened = openEnvironment()
    await does(sessionWith(opened.environment), 'forget', { why: 'refused' })
    expect(opened.reloads).toEqual([])
  })
})

describe('an update', () => {
  const changed = { ...info, firstName: 'Maia' }
  const updates = {
    'the customer’s data': ({ environment }: ReturnType<typeof openEnvironment>) =>
      does(profileWith(environment), 'saveProfile', changed),
    'the password': ({ environment, vault }: ReturnType<typeof openEnvironment>) => {
      const [password, currentPassword, confirmPassword] = ['new', 'current', 'again']
      for (const handle of [password, currentPassword, confirmPassword]) vault.keep(handle, `${handle} tea`)
      return does(passwordWith(environment), 'changePassword', { password, currentPassword, confirmPassword })
    },
  }
  const open = (answer: object) => {
    const opened = openEnvironment(answer)
    opened.storage.storeToken(token)
    return opened
  }

  // Specification: 3.26, 7.1.21
  test('of the customer’s data sends four fields to the customer’s path, and stores the renewed token', async () => {
    const renewed = tokenOf({ sub: 'customer-1', ...person, firstName: 'Maia', exp: 5_000 })
    const opened = open({ token: renewed })
    expect(await updates['the customer’s data'](opened)).toEqual({
      customer: { ...customer, firstName: 'Maia' },
      validFor: 5_000_000,
      info: changed,
    })
    const { customerId: _, ...body } = changed
    expect(opened.requests).toEqual([{ method: 'POST', path: '/customer/update/customer-1', body }])
    expect(opened.held()).toEqual({ 'shop.token': renewed })
  })

  // Specification: 3.27, 7.1.20
  test('of the password sends the new one as password, with the current one', async () => {
    const opened = open({})
    await updates['the password'](opened)
    const body = { password: 'new tea', currentPassword: 'current tea' }
    expect(opened.requests).toEqual([{ method: 'POST', path: '/customer/updatePassword', body }])
    expect(opened.vault.read('new')).toBe('')
  })

  // Specification: 7.1.20, 7.1.21, 8.6, 9.2
  test.each(Object.entries(updates))('of %s succeeds only with status 200', async (_name, update) => {
    await expect(update(open({}))).resolves.toMatchObject({ customer })
    for (const statusCode of [201, 202, 400])
      await expect(update(open({ statusCode, message: 'No.' }))).rejects.toMatchObject({ message: 'No.' })
  })
})

describe('an address', () => {
  // Specification: 7.1.23, 7.1.24
  test.each(['create', 'update'])('to %s is sent with its use and returned', async what => {
    const opened = openEnvironment({ data: savedAddress })
    const body = { ...(what === 'create' ? address : savedAddress), use: 'delivery' }
    expect(await does(addressesWith(opened.environment), `${what}Address`, body)).toEqual(savedAddress)
    expect(opened.requests).toEqual([{ method: 'POST', path: `/customer-address/${what}`, body }])
  })
})

describe('orders', () => {
  const [old, recent] = ['2026-11-01T01:00:00Z', '2026-11-20T01:00:00Z'].map((createdAt, at) => ({
    ...placedOrder,
    orderId: `order-${at}`,
    createdAt,
  }))
  const listed = ({ body }: Asked) => ({
    listData: (body as { orderStatus: string }).orderStatus === 'current' ? [recent] : [old],
  })

  // Specification: 4.55, 7.1.26, S.7.3
  test.each([
    ['current', ['current'], ['order-1']],
    ['history', ['history'], ['order-0']],
    ['recent', ['current', 'history'], ['order-1', 'order-0']],
  ])('of the list %s are requested by the status %j', async (list, statuses, ids) => {
    const opened = openEnvironment(listed)
    const orders = await does<{ orderId: string }[]>(ordersWith(opened.environment), 'readOrders', { list })
    expect(orders.map(({ orderId }) => orderId)).toEqual(ids)
    expect(opened.requests).toEqual(
      statuses.map(orderStatus => ({ method: 'POST', path: '/order/fetchOrder', body: { orderStatus } })),
    )
  })

  // Specification: 7.1.27
  test('are read one by one with all their data', async () => {
    const opened = openEnvironment({ data: placedOrder, listData: [] })
    const read = await does<{ order: unknown }>(ordersWith(opened.environment), 'readOrder', { orderId: 'order-1' })
    expect(read.order).toEqual(placedOrder)
    expect(opened.requests[0]).toEqual({ method: 'GET', path: '/order/order-1', body: null })
  })
})

test('every call of the contract sends the token', async () => {
  const opened = openEnvironment()
  opened.storage.storeToken(token)
  const params = { id: 1, sessionId: 's', countryId: 1, regionId: 1, customerId: 'c', code: 'c' }
  for (const route of Object.values(routes) as AnyRoute[])
    await opened.environment
      .call(route, { params, ...(route.body !== null && { body: {} as never }) })
      .catch(() => null)
  expect(opened.bearers).toHaveLength(Object.keys(routes).length)
  expect(new Set(opened.bearers)).toEqual(new Set([`Bearer ${token}`]))
})
