import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { jwtVerify } from 'jose'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { demoRules } from '#gateway/demo/store-rules'
import type { GatewayOptions } from '#gateway/http/gateway'
import { hashPassword, verifyPassword } from '#gateway/accounts/password-hashing'
import { createSmtpSender, createMailFolder } from '#gateway/mail/send-mail'
import { prepare } from '#gateway/cli/serve'
import { readSettings } from '#gateway/cli/settings'
import { readFolderSecret, readDatabaseSecret } from '#gateway/accounts/tokens'
import { networkOf } from '#gateway/requests/addresses'
import { countAttempt, deleteExpiredAttempts } from '#gateway/requests/rate-limits'
import { storeName } from '#src/store/store-name.ts'
import {
  bearerHeaders,
  callOn,
  logIn,
  newCustomer,
  newEmail,
  password,
  plainGateway,
  registrationOf,
} from '../gateway/given.ts'
import { fillDataFolder } from '../gateway/case-database.ts'
import { openCaseGateways } from '../gateway/case-gateways.ts'

const opened = openCaseGateways(plainGateway)
const gateway = (more: Partial<GatewayOptions> = {}) => opened.gateway({ trustProxy: '127.0.0.1', ...more })
const folders: string[] = []

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-account-'))
  folders.push(folder)
  return folder
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

let addresses = 0

/** A separate IP address for each test, so that rate limits do not interfere. */
const newAddress = () => `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`

const posting = (app: FastifyInstance, path: string, body: object, from: string): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url: `/v1/customer/${path}`,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  })

const refusedForNow = (answer: LightMyRequestResponse) => {
  expect(answer.json()).toEqual({
    statusCode: 429,
    message: expect.stringMatching(/^Too many attempts\. Please try again in/),
  })
  const seconds = Number(answer.headers['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
}

describe('failed logins', () => {
  const trying = (app: FastifyInstance, email: string, from: string, typed = 'wrong one') =>
    posting(app, 'login', { email, password: typed, sessionId: null }, from)
  const customer = async (app: FastifyInstance) => {
    const asked = registrationOf()
    expect((await posting(app, 'createaccount', asked, newAddress())).json()).toMatchObject({ statusCode: 200 })
    return asked.email
  }

  test('are limited to five per minute and account, from any address; then the right password is refused too', async () => {
    const app = await gateway()
    const email = await customer(app)
    for (let n = 0; n < 5; n++) expect((await trying(app, email, newAddress())).json().statusCode).toBe(401)
    refusedForNow(await trying(app, email, newAddress()))
    refusedForNow(await trying(app, email.toUpperCase(), newAddress(), password))
    expect((await trying(app, await customer(app), newAddress(), password)).json().statusCode).toBe(200)
  })
  test('are limited for unknown accounts too, so that the limit reveals nothing', async () => {
    const app = await gateway()
    const email = newEmail()
    for (let n = 0; n < 5; n++) expect((await trying(app, email, newAddress())).json().statusCode).toBe(401)
    refusedForNow(await trying(app, email, newAddress()))
  })
  test('stay limited to five when fifty are concurrent on several gateways', async () => {
    const some = [await gateway(), await gateway()]
    const email = await customer(some[0]!)
    const tries = Array.from({ length: 50 }, (_, at) => trying(some[at % 2]!, email, newAddress()))
    const codes = (await Promise.all(tries)).map(answer => answer.json().statusCode)
    expect(codes.filter(code => code === 401)).toHaveLength(5)
    expect(codes.filter(code => code === 429)).toHaveLength(45)
  })
  test('do not include successful logins', async () => {
    const app = await gateway({ limits: { failedLogins: 1, failedLoginsByAddress: 1 } })
    const email = await customer(app)
    const from = newAddress()
    for (let n = 0; n < 4; n++) expect((await trying(app, email, from, password)).json().statusCode).toBe(200)
  })
  test('are limited to thirty per minute and IP address, over all accounts', async () => {
    const app = await gateway()
    const from = newAddress()
    const tries = await Promise.all(Array.from({ length: 30 }, () => trying(app, newEmail(), from)))
    for (const answer of tries) expect(answer.json().statusCode).toBe(401)
    refusedForNow(await trying(app, newEmail(), from))
    expect((await trying(app, newEmail(), newAddress())).json().statusCode).toBe(401)
  })
  test('include a wrong current password', async () => {
    const app = await gateway()
    const call = callOn(() => app)
    const { headers } = await newCustomer(call)
    const change = { password: 'galangal & ginger', currentPassword: 'wrong one' }
    for (let n = 0; n < 5; n++) {
      expect((await call('updatePassword', { body: change, headers })).body.statusCode).toBe(422)
    }
    const right = { ...change, currentPassword: password }
    expect(await call('updatePassword', { body: right, headers })).toMatchObject({ status: 429 })
  })
  test('are counted from zero each minute', async () => {
    const allowance = { action: 'failed login', subject: newEmail(), perMinute: 1 } as const
    await countAttempt(opened.database, allowance)
    await expect(countAttempt(opened.database, allowance)).rejects.toMatchObject({ httpStatus: 429 })
    const none = { ...allowance, subject: newEmail(), perMinute: 0 }
    await expect(countAttempt(opened.database, none)).rejects.toMatchObject({ httpStatus: 429 })
    await opened.database.execute("update tries set ends_at = now() - interval '1 second'")
    const takeBack = await countAttempt(opened.database, allowance)
    await takeBack()
    await countAttempt(opened.database, allowance)
    await opened.database.execute("update tries set ends_at = now() - interval '1 second'")
    await deleteExpiredAttempts(opened.database)
    expect((await opened.database.execute('select from tries')) as unknown).toMatchObject({ rows: [] })
  })
})

describe('registrations and forgotten passwords', () => {
  test('are limited to ten per minute and IP address each; bad requests do not count', async () => {
    const app = await gateway()
    const from = newAddress()
    expect((await posting(app, 'createaccount', registrationOf({ acceptTerms: false }), from)).statusCode).toBe(400)
    for (const [path, body] of [
      ['createaccount', () => registrationOf()],
      ['forgot-password', () => ({ email: newEmail() })],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => posting(app, path, body(), from)))
      for (const answer of answers) expect(answer.json().statusCode).toBe(200)
      refusedForNow(await posting(app, path, body(), from))
      expect((await posting(app, path, body(), newAddress())).statusCode).toBe(200)
    }
  })
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:DB8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:0:0:7:1:2:3:4', '2001:0:0:7::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['203.0.113.7:4000', 'unknown'],
    ['203.0.113.08', 'unknown'],
    ['a:b:c', 'unknown'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('the address %s counts as %s', (ip, whom) => expect(networkOf(ip)).toBe(whom))
})

describe('a wrong login', () => {
  test('computes the same hash for an unknown email address, so that it takes the same time', async () => {
    // The real functions, observed: whether two logins take the same time is decided by the hashing they do. The gateway is
    // imported again, because other files of this worker have imported it with the functions that are not observed; after the
    // package, because two imports at the same time observe it twice.
    vi.doMock('@node-rs/argon2', { spy: true })
    vi.resetModules()
    const { verify } = await import('@node-rs/argon2')
    const observed = await import('../gateway/given.ts')
    vi.doUnmock('@node-rs/argon2')
    const app = await observed.plainGateway(opened.database)
    const { email } = await newCustomer(callOn(() => app))
    /** The costs and sizes of the hashes that a login with a wrong password is compared with. */
    const workFor = async (email: string) => {
      vi.mocked(verify).mockClear()
      const answer = await callOn(() => app)('login', { body: { email, password: 'wrong one', sessionId: null } })
      expect(answer.body.statusCode).toBe(401)
      return vi.mocked(verify).mock.calls.map(([hash, typed]) => {
        const [, algorithm, version, costs, salt, digest] = hash.toString().split('$')
        return { algorithm, version, costs, salt: salt!.length, digest: digest!.length, typed }
      })
    }
    const known = await workFor(email)
    expect(known).toEqual([
      { algorithm: 'argon2id', version: 'v=19', costs: 'm=19456,t=2,p=1', salt: 22, digest: 43, typed: 'wrong one' },
    ])
    expect(await workFor(newEmail())).toEqual(known)
    await app.close()
  })
})

describe('hashing', () => {
  test('does not block other requests, and refuses when the queue is full', async () => {
    // a turn of the event loop serves other requests
    let turns = 0
    let turnsBeforeFirst: number | null = null
    const turn = () => {
      turns += 1
      if (turnsBeforeFirst === null) setImmediate(turn)
    }
    setImmediate(turn)
    const many = Array.from({ length: 300 }, () =>
      hashPassword(password).then(
        () => {
          turnsBeforeFirst ??= turns
          return 200
        },
        error => error.httpStatus,
      ),
    )
    const ends = await Promise.all(many)
    expect(ends.filter(end => end === 503)).toHaveLength(300 - 202)
    expect(turnsBeforeFirst).toBeGreaterThan(0)
    expect(await verifyPassword(await hashPassword(password), password)).toBe(true)
    expect(await verifyPassword(null, password)).toBe(false)
  })
})

describe('the secret', () => {
  test('is created once per folder and readable by its owner only', () => {
    const folder = newFolder()
    const secret = readFolderSecret(folder)
    expect(readFolderSecret(folder)).toEqual(secret)
    expect(readFolderSecret(newFolder())).not.toEqual(secret)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secret'])
    writeFileSync(join(folder, 'secret'), 'short')
    expect(() => readFolderSecret(folder)).toThrow(`The secret in ${join(folder, 'secret')} is damaged.`)
  })
  test('is shared by the gateways of a database', async () => {
    const [one, other] = await Promise.all([readDatabaseSecret(opened.database), readDatabaseSecret(opened.database)])
    expect(one).toEqual(other)
    expect(one.length).toBeGreaterThanOrEqual(32)
  })
  test('is taken from the environment and survives restarts', async () => {
    const secret = 'what the environment says is the secret'
    const folder = newFolder()
    await fillDataFolder(folder)
    const settings = readSettings({ DATA_DIR: folder, TOKEN_SECRET: secret, TOKEN_MINUTES: '30' })
    const first = await prepare(settings)
    const { token } = await newCustomer(
      callOn(() => first.app),
      { regionId: 1, regionName: 'x' },
    )
    await first.close()
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret))
    expect(payload.exp! - payload.iat!).toBe(1_800)
    const second = await prepare(settings)
    const begun = await callOn(() => second.app)('begin', {
      params: { sessionId: 'null' },
      headers: bearerHeaders(token),
    })
    await second.close()
    expect(begun.status).toBe(200)
    expect(readdirSync(settings.dataDir)).not.toContain('secret')
  })
})

describe('logs and mail files', () => {
  test('tokens, passwords, links and email addresses are not logged', async () => {
    const lines: string[] = []
    const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
    const folder = newFolder()
    const logger = { level: 'info', stream }
    const app = await gateway({
      logger,
      createSendMail: say => createMailFolder(folder, { name: 'Shop', address: 'shop@example.com' }, say),
    })
    const call = callOn(() => app)
    const { email, token, headers, customerId } = await newCustomer(call)
    await logIn(call, email)
    await call('updateCustomer', { params: { customerId }, body: {}, headers })
    await call('forgotPassword', { body: { email } })
    await vi.waitFor(() => expect(lines.join('')).toContain('A mail is in'))
    const [file] = readdirSync(folder)
    const link = /token=([\w-]+)/.exec(readFileSync(join(folder, file!), 'utf8'))![1]!
    await app.inject(`/reset-password?token=${link}`)
    expect(lines.join('')).toContain(file)
    for (const secret of [token, email, password, link, customerId]) expect(lines.join('')).not.toContain(secret)
  })
  test('a mail file is readable by its owner only', async () => {
    const folder = join(newFolder(), 'mails')
    const said: string[] = []
    const post = createMailFolder(folder, { name: 'Shop', address: 'shop@example.com' }, words => said.push(words))
    await post({ to: 'mei@example.com', subject: 'Hello', text: 'secret words' }, new AbortController().signal)
    const [name] = readdirSync(folder)
    const path = join(folder, name!)
    expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600])
    expect(readFileSync(path, 'utf8')).toBe(
      'From: Shop <shop@example.com>\nTo: mei@example.com\nSubject: Hello\n\nsecret words',
    )
    expect(said).toEqual([`A mail is in ${path}. It was not sent: SMTP_URL names no mail server.`])
  })
})

/** A mail server that accepts one message (RFC 5321). */
function mailServer(refuse = false): Promise<{ server: Server; url: string; got: string[] }> {
  const got: string[] = []
  const server = createServer(socket => {
    let isLetter = false
    socket.write('220 here\r\n')
    socket.on('data', chunk => {
      const text = String(chunk)
      got.push(text)
      if (isLetter && !text.endsWith('\r\n.\r\n')) return
      if (/^rcpt/i.test(text) && refuse) return void socket.write('550 no mailbox mei@example.com\r\n')
      socket.write(/^data/i.test(text) ? '354 go on\r\n' : '250 well\r\n')
      isLetter = /^data/i.test(text)
    })
  })
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      resolve({ server, got, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` })
    })
  })
}

describe('a mail server', () => {
  test('receives the mails', async () => {
    const { server, url, got } = await mailServer()
    const send = createSmtpSender(url, { name: 'Shop', address: 'shop@example.com' })
    await send({ to: 'mei@example.com', subject: 'Hello', text: 'words' }, new AbortController().signal)
    server.close()
    const said = got.join('')
    expect(said).toMatch(/RCPT TO:<mei@example\.com>/)
    expect(said).toMatch(/^From: Shop <shop@example\.com>/m)
    expect(said).toMatch(/^words/m)
  })
  test('an error of the mail server fails no request, and its message is not logged', async () => {
    const lines: string[] = []
    const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(String(chunk))) })
    const { server, url } = await mailServer(true)
    const app = await gateway({
      logger: { level: 'warn', stream },
      createSendMail: () => createSmtpSender(url, { name: '', address: 'shop@example.com' }),
    })
    const call = callOn(() => app)
    const { email } = await newCustomer(call)
    expect(await call('forgotPassword', { body: { email } })).toEqual({ status: 200, body: { statusCode: 200 } })
    await vi.waitFor(() => expect(lines.join('')).toContain('Sending a mail failed'))
    server.close()
    expect(lines.join('')).toContain('"problem":"550 RCPT TO"')
    expect(lines.join('')).not.toContain('@example.com')
  })
  test('a slow mail server is awaited when the gateway closes', async () => {
    let answer = () => {}
    const answered = new Promise<void>(resolve => (answer = resolve))
    const app = await gateway({ createSendMail: () => () => answered })
    const call = callOn(() => app)
    const { headers } = await newCustomer(call)
    await call('updatePassword', { body: { password: 'galangal & ginger' }, headers })
    let isClosed = false
    const closing = app.close().then(() => (isClosed = true))
    for (let n = 0; n < 20; n++) await new Promise(resolve => setImmediate(resolve))
    expect(isClosed).toBe(false)
    answer()
    await closing
  })
})

test('mails and pages use one name for the shop', () => expect(demoRules.name).toBe(storeName))
