import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { officeRoutes } from '#contract/office'
import { readSettings } from '#gateway/cli/settings'
import { maskUrl } from '#gateway/requests/log-fields'
import { openCaseGateways } from '../gateway/case-gateways.ts'
import { callOn, newCustomer } from '../gateway/given.ts'
import { addsStaff, choosesPassword, officeCallOn, ownerLogsIn, ownPassword, packerLogsIn } from './office-given.ts'

type Name = keyof typeof officeRoutes

const gateways = openCaseGateways()
let app: FastifyInstance
beforeAll(async () => {
  app = await gateways.gateway({ office: 'on' })
  await addsStaff(gateways.database, 'owner')
})
const call = officeCallOn(() => app)

/** The callers, and a token of each. */
const callers = {
  'without a token': async () => null,
  'by a customer': async () => (await newCustomer(callOn(() => app))).token,
  'at the step new-password': async () => {
    const { email, password } = await addsStaff(gateways.database, 'packer')
    return (await call('officeLogIn', null, { body: { email, password } })).token
  },
  'at the step set-up': async () => choosesPassword(call, await addsStaff(gateways.database, 'owner')),
  'at the step code': async () => {
    const { email } = await ownerLogsIn(call, gateways.database)
    return (await call('officeLogIn', null, { body: { email, password: ownPassword } })).token
  },
  'by a packer': async () => packerLogsIn(call, gateways.database),
  'by an owner': async () => (await ownerLogsIn(call, gateways.database)).token,
}
type Caller = keyof typeof callers

/** The callers that are not refused with 401 or 403, by call. */
const allowed: Record<Name, readonly Caller[]> = {
  officeSession: ['at the step new-password', 'at the step set-up', 'at the step code', 'by a packer', 'by an owner'],
  officeLogOut: ['at the step new-password', 'at the step set-up', 'at the step code', 'by a packer', 'by an owner'],
  officeLogIn: Object.keys(callers) as Caller[],
  officeNewPassword: ['at the step new-password'],
  officeSecondFactor: ['at the step set-up'],
  officeConfirm: ['at the step set-up'],
  officeCode: ['at the step code'],
  officeBoard: ['by a packer', 'by an owner'],
  officeNewOrders: ['by a packer', 'by an owner'],
  officeOrder: ['by a packer', 'by an owner'],
  officeSetStatus: ['by a packer', 'by an owner'],
  officeWeigh: ['by a packer', 'by an owner'],
  officeGoods: ['by a packer', 'by an owner'],
  officeProduct: ['by a packer', 'by an owner'],
  officeChangeProduct: ['by a packer', 'by an owner'],
  officeExport: ['by an owner'],
  officeImport: ['by an owner'],
  officeCheckImport: ['by an owner'],
  officeRecheckImport: ['by an owner'],
  officeApplyImport: ['by an owner'],
  officeFigures: ['by an owner'],
  officeRefund: ['by an owner'],
  officeSubstitutes: ['by a packer', 'by an owner'],
  officePick: ['by a packer', 'by an owner'],
  officeFinishPicking: ['by a packer', 'by an owner'],
  officeAnswerReport: ['by a packer', 'by an owner'],
  officeReportPhotograph: ['by a packer', 'by an owner'],
  officeChanges: ['by an owner'],
  officeSettings: ['by an owner'],
  officeSetting: ['by an owner'],
  officeChangeSetting: ['by an owner'],
  officeRemoveSetting: ['by an owner'],
}

/** A logout ends the login, so it is the last call. */
const names = (Object.keys(officeRoutes) as Name[]).toSorted(
  (a, b) => Number(a === 'officeLogOut') - Number(b === 'officeLogOut'),
)

describe.each(Object.keys(callers) as Caller[])('the calls of the office %s', caller => {
  test('are refused unless they are allowed', async () => {
    const token = await callers[caller]()
    const refusal = token === null || caller === 'by a customer' ? 401 : 403
    const statuses: Record<string, number | 'allowed'> = {}
    for (const name of names) {
      const { status } = await call(name, token, { params: { number: '99999' } })
      statuses[name] = status === 401 || status === 403 ? status : 'allowed'
    }
    const expected = names.map(name => [name, allowed[name].includes(caller) ? 'allowed' : refusal])
    expect(statuses).toEqual(Object.fromEntries(expected))
  })
})

describe('the office', () => {
  const statusOf = async (on: FastifyInstance, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await on.inject({ url: '/office-api/session', headers: { host: 'localhost:4173', ...headers }, remoteAddress }))
      .statusCode

  test('is served by OFFICE=on, else only if this machine alone reaches the shop', () => {
    const setting = (from: Record<string, string>) => readSettings(from).office
    expect(setting({})).toBe('local')
    expect(setting({ PUBLIC_URL: 'https://shop.example' })).toBe('off')
    expect(setting({ HOST: '0.0.0.0' })).toBe('off')
    expect(setting({ HOST: '0.0.0.0', OFFICE: 'on' })).toBe('on')
    expect(setting({ OFFICE: 'off' })).toBe('off')
    expect(() => setting({ OFFICE: 'yes' })).toThrow('OFFICE is neither on nor off: yes')
  })

  test('is served to browsers on this machine, and to none behind a proxy', async () => {
    const local = await gateways.gateway({ office: 'local' })
    expect(await statusOf(local)).toBe(401)
    expect(await statusOf(local, { host: '[::1]:4173' }, '::1')).toBe(401)
    expect(await statusOf(local, {}, '203.0.113.9')).toBe(403)
    expect(await statusOf(local, { host: 'shop.example' })).toBe(403)
    expect(await statusOf(local, { 'x-forwarded-for': '127.0.0.1' })).toBe(403)
    expect(await statusOf(local, { forwarded: 'for=127.0.0.1' })).toBe(403)
    expect(await statusOf(local, { 'x-real-ip': '127.0.0.1' })).toBe(403)
    expect(await statusOf(local, { via: '1.1 proxy' })).toBe(403)
  })

  test('is not served when it is off', async () => {
    expect(await statusOf(await gateways.gateway({ office: 'off' }))).toBe(403)
    expect(await statusOf(await gateways.gateway())).toBe(403)
  })

  test('answers calls of its own pages only', async () => {
    expect(await statusOf(app, { 'sec-fetch-site': 'same-origin' })).toBe(401)
    expect(await statusOf(app, { 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await statusOf(app, { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await statusOf(app, { origin: 'http://localhost:4173' })).toBe(401)
    expect(await statusOf(app, { origin: 'https://shop.example.com' })).toBe(401)
    expect(await statusOf(app, { origin: 'http://localhost:9999' })).toBe(403)
    expect(await statusOf(app, { origin: 'null' })).toBe(403)
  })

  test('logs no query of its calls, which may hold a name', () => {
    expect(maskUrl('/office-api/orders?search=Mei%20Lin&background=true')).toBe('/office-api/orders?***')
  })
})

describe('the office without an account', () => {
  const empty = openCaseGateways()
  test('is not served', async () => {
    const on = await empty.gateway({ office: 'on' })
    const asks = async () => (await on.inject({ url: '/office-api/session' })).statusCode
    expect(await asks()).toBe(403)
    await addsStaff(empty.database, 'owner')
    expect(await asks()).toBe(401)
  })
})
