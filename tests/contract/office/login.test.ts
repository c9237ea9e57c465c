import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { staffCommand } from '#gateway/cli/staff-command'
import { changes, recoveryCodes, staff, staffLogins } from '#gateway/database/schema'
import { openCaseGateways } from '../gateway/case-gateways.ts'
import { bearerHeaders, callOn, newCustomer, newEmail } from '../gateway/given.ts'
import {
  addsStaff,
  choosesPassword,
  codeOf,
  laterCode,
  officeCallOn,
  ownerLogsIn,
  ownPassword,
  packerLogsIn,
} from './office-given.ts'

/** A digit as input methods of Chinese, Japanese and Korean write it. */
const inFullWidth = (digit: string): string => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0)

const gateways = openCaseGateways()
let app: FastifyInstance
beforeAll(async () => {
  app = await gateways.gateway({ office: 'on' })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterAll(() => void vi.useRealTimers())

const call = officeCallOn(() => app)
const shopCall = callOn(() => app)
const logsIn = (email: string, password: string) => call('officeLogIn', null, { body: { email, password } })
const wrong = { status: 200, body: { statusCode: 401, message: 'That email and password don’t match.' } }

describe('an account of the office', () => {
  test('has a one-time password that is printed once and stored as a hash', async () => {
    const { email, password } = await addsStaff(gateways.database, 'packer')
    const [row] = await gateways.database.select().from(staff).where(eq(staff.email, email))
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect(row!.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await staffCommand(gateways.database, ['list'])).toContain(`${email}\tMei Chen\tpacker\tone-time password`)
  })

  test('is refused for an invalid address, role or name, and for an address that has one', async () => {
    const command = (...args: string[]) => staffCommand(gateways.database, args)
    const { email } = await addsStaff(gateways.database, 'packer')
    await expect(command('add', email, '--name', 'Mei', '--role', 'owner')).rejects.toThrow('has an account already')
    await expect(command('add', 'mei', '--name', 'Mei', '--role', 'owner')).rejects.toThrow('is not an email address')
    await expect(command('add', newEmail(), '--name', 'Mei', '--role', 'boss')).rejects.toThrow('Name the role')
    await expect(command('add', newEmail(), '--role', 'owner')).rejects.toThrow('Name the person')
    await expect(command('remove', newEmail())).rejects.toThrow('has no account')
    await expect(command('sack', email)).rejects.toThrow('npm run staff -- add')
  })

  test('that is removed ends its logins', async () => {
    const person = await addsStaff(gateways.database, 'packer')
    const token = await choosesPassword(call, person)
    expect((await call('officeSession', token)).status).toBe(200)
    await staffCommand(gateways.database, ['remove', person.email])
    expect((await call('officeSession', token)).status).toBe(401)
    expect(await logsIn(person.email, ownPassword)).toMatchObject(wrong)
  })

  test('that is reset loses its password, its second factor and its logins', async () => {
    const owner = await ownerLogsIn(call, gateways.database)
    const printed = await staffCommand(gateways.database, ['reset', owner.email])
    expect((await call('officeSession', owner.token)).status).toBe(401)
    expect(await logsIn(owner.email, ownPassword)).toMatchObject(wrong)
    const setUp = await choosesPassword(call, { ...owner, password: /: (\S+)\n$/.exec(printed)![1]! })
    const { secret } = (await call('officeSecondFactor', setUp)).body.data
    expect(secret).not.toBe(owner.secret)
  })

  test('leaves a row for each change that can neither be changed nor deleted', async () => {
    const { name } = await addsStaff(gateways.database, 'packer', 'Lan Tran')
    const rows = await gateways.database
      .select()
      .from(changes)
      .where(eq(changes.what, `account of ${name}`))
    expect(rows).toMatchObject([{ staffName: 'Command', before: null, after: 'packer' }])
    for (const act of ["update changes set staff_name = 'x'", 'delete from changes', 'truncate changes'])
      await expect(gateways.database.execute(sql.raw(act))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('neither changed nor deleted') },
      })
  })
})

describe('a login to the office', () => {
  test('with a one-time password does nothing before another password is chosen', async () => {
    const { email, password } = await addsStaff(gateways.database, 'packer')
    const first = await logsIn(email, password)
    expect(first.body.data).toEqual({ name: 'Mei Chen', role: 'packer', step: 'new-password' })
    const choose = (text: string) => call('officeNewPassword', first.token, { body: { password: text } })
    expect(await choose('eleven char')).toMatchObject({ body: { statusCode: 422, field: 'password' } })
    expect(await choose('password12345')).toMatchObject({ body: { statusCode: 422, field: 'password' } })
    expect(await choose(password)).toMatchObject({ body: { statusCode: 422, field: 'password' } })
    const second = await choose(ownPassword)
    expect(second.body.data).toMatchObject({ step: 'open' })
    expect((await call('officeSession', first.token)).status).toBe(401)
    expect(await logsIn(email, password)).toMatchObject(wrong)
    expect((await logsIn(email, ownPassword)).body.data).toMatchObject({ step: 'open' })
  })

  test('with a one-time password ends when another login has replaced it, also at the same moment', async () => {
    const { email, password } = await addsStaff(gateways.database, 'packer')
    const [one, other, late] = [
      await logsIn(email, password),
      await logsIn(email, password),
      await logsIn(email, password),
    ]
    const choose = (token: string | null, text: string) =>
      call('officeNewPassword', token, { body: { password: text } })
    const answers = await Promise.all([choose(one.token, ownPassword), choose(other.token, 'a second lantern')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await choose(late.token, 'a third lantern')).status).toBe(401)
    const chosen = answers.find(({ status }) => status === 200)
    expect((await call('officeSession', chosen!.token)).body.data).toMatchObject({ step: 'open' })
  })

  test('with an expired one-time password is refused', async () => {
    const { email, password } = await addsStaff(gateways.database, 'packer')
    await gateways.database
      .update(staff)
      .set({ oneTimeUntil: sql`now() - interval '1 second'` })
      .where(eq(staff.email, email))
    expect(await logsIn(email, password)).toMatchObject({ body: { statusCode: 401, message: /expired/ } })
  })

  test('says the same about a wrong password and an unknown address', async () => {
    const { email } = await addsStaff(gateways.database, 'packer')
    expect(await logsIn(email, 'wrong')).toMatchObject(wrong)
    expect(await logsIn(newEmail(), 'wrong')).toMatchObject(wrong)
  })

  test('of an owner needs a code of the second factor, which is valid once', async () => {
    const owner = await ownerLogsIn(call, gateways.database)
    const enters = async (code: string) => {
      const { token, body } = await logsIn(owner.email, ownPassword)
      expect(body.data.step).toBe('code')
      return call('officeCode', token, { body: { code } })
    }
    const used = codeOf(owner.secret)
    expect(await enters(used)).toMatchObject({ body: { statusCode: 422, field: 'code' } })
    laterCode()
    const code = codeOf(owner.secret)
    // as an app shows it, and as an input method writes it
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`.replaceAll(/\d/g, inFullWidth)
    expect(await enters(typed)).toMatchObject({ body: { data: { step: 'open' } } })
    expect(await enters(code)).toMatchObject({ body: { statusCode: 422 } })
    expect(await enters(used)).toMatchObject({ body: { statusCode: 422 } })
  })

  test('accepts a code once, also from two requests at the same moment', async () => {
    const owner = await ownerLogsIn(call, gateways.database)
    laterCode()
    const logins = [await logsIn(owner.email, ownPassword), await logsIn(owner.email, ownPassword)]
    const code = codeOf(owner.secret)
    const answers = await Promise.all(logins.map(({ token }) => call('officeCode', token, { body: { code } })))
    expect(answers.map(({ body }) => body.statusCode).toSorted()).toEqual([200, 422])
  })

  test('accepts each of ten recovery codes once, which are stored as hashes', async () => {
    const owner = await ownerLogsIn(call, gateways.database)
    expect(new Set(owner.recoveryCodes).size).toBe(10)
    const enters = async (code: string) =>
      call('officeCode', (await logsIn(owner.email, ownPassword)).token, { body: { code } })
    const code = owner.recoveryCodes[3]!
    const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll(/\d/g, inFullWidth)
    expect(await enters(typed)).toMatchObject({ body: { data: { step: 'open' } } })
    expect(await enters(code)).toMatchObject({ body: { statusCode: 422 } })
    const stored = await gateways.database.select().from(recoveryCodes)
    for (const { codeHash } of stored) expect(owner.recoveryCodes.join()).not.toContain(codeHash)
  })

  test('ends 12 hours after it began, and after 30 minutes without use', async () => {
    const age = async (column: 'usedAt' | 'expiresAt', interval: string) => {
      const token = await packerLogsIn(call, gateways.database)
      await gateways.database
        .update(staffLogins)
        .set({ [column]: sql`${staffLogins[column]} - ${interval}::interval` })
        .where(eq(staffLogins.id, createHash('sha256').update(token).digest('base64url')))
      return (await call('officeSession', token)).status
    }
    expect([await age('expiresAt', '11 hours 59 minutes'), await age('expiresAt', '12 hours')]).toEqual([200, 401])
    expect([await age('usedAt', '29 minutes'), await age('usedAt', '30 minutes')]).toEqual([200, 401])
  })

  test('is not used by calls that the page makes by itself', async () => {
    const token = await packerLogsIn(call, gateways.database)
    const setUsed = () =>
      gateways.database
        .update(staffLogins)
        .set({ usedAt: sql`now() - interval '20 minutes'` })
        .returning()
    const minutes = async () => {
      const [row] = await gateways.database
        .select({ minutes: sql<number>`(extract(epoch from now() - max(used_at)) / 60)::int` })
        .from(staffLogins)
      return row!.minutes
    }
    await setUsed()
    await call('officeSession', token, { params: { background: 'true' } })
    expect(await minutes()).toBe(20)
    await call('officeSession', token)
    expect(await minutes()).toBe(0)
  })

  test('ends with a logout, which deletes the cookie', async () => {
    const token = await packerLogsIn(call, gateways.database)
    expect(await call('officeLogOut', token)).toMatchObject({ status: 200, token: '' })
    expect((await call('officeSession', token)).status).toBe(401)
  })

  test('has a cookie that scripts, other sites and the shop’s calls do not get', async () => {
    const { email, password } = await addsStaff(gateways.database, 'packer')
    const { headers } = await app.inject({ method: 'POST', url: '/office-api/login', body: { email, password } })
    expect(headers['set-cookie']).toMatch(/^office=[\w-]{43}; Path=\/office-api; HttpOnly; Secure; SameSite=Strict$/)
  })
})

describe('the limits of logins to the office', () => {
  test('hold for passwords and for codes, and apart from those of customers', async () => {
    const limited = await gateways.gateway({
      office: 'on',
      limits: { failedLogins: 2, failedLoginsByAddress: 100_000 },
    })
    const on = officeCallOn(() => limited)
    const owner = await ownerLogsIn(on, gateways.database)
    const tries = async (password: string) =>
      (await on('officeLogIn', null, { body: { email: owner.email, password } })).body.statusCode
    expect([await tries('wrong'), await tries('wrong'), await tries(ownPassword)]).toEqual([401, 401, 429])
    const { email } = await newCustomer(callOn(() => limited))
    const other = await ownerLogsIn(on, gateways.database)
    const { token } = await on('officeLogIn', null, { body: { email: other.email, password: ownPassword } })
    const enters = async () => (await on('officeCode', token, { body: { code: '000000' } })).body.statusCode
    expect([await enters(), await enters(), await enters()]).toEqual([422, 422, 429])
    expect(email).not.toBe(owner.email)
  })
})

describe('tokens of the office and of the shop', () => {
  test('are not accepted for each other', async () => {
    const customer = await newCustomer(shopCall)
    const token = await packerLogsIn(call, gateways.database)
    expect((await call('officeSession', customer.token)).status).toBe(401)
    expect((await call('officeSession', null, { headers: customer.headers })).status).toBe(401)
    const usuals = (headers: Record<string, string>) => shopCall('usuals', { headers })
    expect((await usuals(customer.headers)).status).toBe(200)
    expect((await usuals(bearerHeaders(token))).status).toBe(401)
    expect((await usuals({ cookie: `office=${token}` })).status).toBe(401)
    expect((await call('officeSession', null, { headers: bearerHeaders(token) })).status).toBe(401)
  })
})
