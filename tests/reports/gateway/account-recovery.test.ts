import type { FastifyInstance } from 'fastify'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deletePersonalData } from '#gateway/customers/personal-data'
import { queryRows, type Database } from '#gateway/database/database'
import type { Mail } from '#gateway/shop/mail'
import { onBothEngines } from '../../contract/gateway/both-engines.ts'
import { bearerHeaders, callOn, caseGateway, logIn, newCustomer, newEmail } from '../../contract/gateway/given.ts'

/** What was issued for an account before something happens to it. */
interface Issued {
  email: string
  customerId: string
  headers: Record<string, string>
  /** Of another device. */
  otherHeaders: Record<string, string>
  /** An address that is not confirmed yet. */
  next: string
  resetToken: string
  confirm: string
  /** The link in the mail to the address before this one. */
  undo: string
  /** The address before this one. */
  old: string
}

const nextPassword = 'galangal & ginger'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

function recoveryCases(database: () => Database, isWhole: boolean): void {
  let app: FastifyInstance
  const mails: Mail[] = []
  beforeAll(async () => {
    app = await caseGateway(database(), { createSendMail: () => async mail => void mails.push(mail) })
  })
  afterAll(() => app?.close())
  const call = callOn(() => app)

  /** The path of the newest link to an address. */
  async function linkTo(email: string, which: string): Promise<string> {
    const find = () => mails.findLast(({ to, text }) => to === email && text.includes(`/${which}?token=`))
    await vi.waitFor(() => expect(find()).toBeDefined(), 10_000)
    return new RegExp(`^https://shop\\.example\\.com(/(?:link/)?${which}\\?token=[\\w-]+)$`, 'm').exec(
      find()!.text,
    )![1]!
  }
  const tokenTo = async (email: string) =>
    new URL(await linkTo(email, 'reset-password'), 'https://shop.example.com').searchParams.get('token')!
  const presses = async (url: string) => (await app.inject({ method: 'POST', url, headers: form })).statusCode
  const changesEmail = async (customerId: string, headers: Record<string, string>, email: string) => {
    const body = { firstName: 'Mei', lastName: 'Lin', email, telephone: '0298765432' }
    return (await call('updateCustomer', { params: { customerId }, body, headers })).body.statusCode as number
  }
  const resets = async (resetToken: string) =>
    (await call('resetPassword', { body: { resetToken, password: nextPassword } })).body.statusCode as number
  const beginStatus = async (headers: Record<string, string>) =>
    (await call('begin', { params: { sessionId: 'null' }, headers })).status
  const emailOf = async (customerId: string) =>
    (await queryRows<{ email: string }>(database(), sql`select email from customers where id = ${customerId}`))[0]
      ?.email

  /** A customer with everything that can be issued: two logins, a reset link, an open change, and a change to undo. */
  async function issued(): Promise<Issued> {
    const customer = await newCustomer(call)
    const { customerId, headers } = customer
    const [email, next] = [newEmail(), newEmail()]
    expect(await changesEmail(customerId, headers, email)).toBe(200)
    expect(await presses(await linkTo(email, 'confirm-email'))).toBe(200)
    const undo = await linkTo(customer.email, 'undo-email')
    expect(await changesEmail(customerId, headers, next)).toBe(200)
    const otherHeaders = bearerHeaders((await logIn(call, email)).body.token)
    await call('forgotPassword', { body: { email } })
    const resetToken = await tokenTo(email)
    const confirm = await linkTo(next, 'confirm-email')
    return { email, customerId, headers, otherHeaders, next, resetToken, confirm, undo, old: customer.email }
  }

  const events = {
    'a change of the password': async ({ headers }: Issued) =>
      expect((await call('updatePassword', { body: { password: nextPassword }, headers })).body.statusCode).toBe(200),
    'a reset of the password': async ({ resetToken }: Issued) => expect(await resets(resetToken)).toBe(200),
    'a confirmed change of the email address': async ({ confirm }: Issued) => expect(await presses(confirm)).toBe(200),
    'an undone change of the email address': async ({ undo }: Issued) => expect(await presses(undo)).toBe(200),
    'another change of the email address': async ({ customerId, headers }: Issued) =>
      expect(await changesEmail(customerId, headers, newEmail())).toBe(200),
    'the deletion of the person': async ({ email }: Issued) =>
      expect(await deletePersonalData(database(), email)).toBe(0),
  }
  type Event = keyof typeof events

  const credentials = {
    'a login': async ({ otherHeaders }: Issued) => ((await beginStatus(otherHeaders)) === 200 ? 'valid' : 'ended'),
    'a reset link': async ({ resetToken }: Issued) => ((await resets(resetToken)) === 200 ? 'valid' : 'ended'),
    'an open change of the email address': async ({ confirm }: Issued) =>
      (await presses(confirm)) === 200 ? 'valid' : 'ended',
    'the link that undoes a change': async ({ undo }: Issued) => ((await presses(undo)) === 200 ? 'valid' : 'ended'),
  }
  type Credential = keyof typeof credentials

  const ended = { 'a login': 'ended', 'a reset link': 'ended', 'an open change of the email address': 'ended' } as const
  const matrix: Record<Event, Record<Credential, 'valid' | 'ended'>> = {
    'a change of the password': { ...ended, 'the link that undoes a change': 'valid' },
    'a reset of the password': { ...ended, 'the link that undoes a change': 'valid' },
    // the password is the same: a customer who confirms an address on the phone stays logged in on the computer
    'a confirmed change of the email address': {
      ...ended,
      'a login': 'valid',
      'the link that undoes a change': 'valid',
    },
    'an undone change of the email address': { ...ended, 'the link that undoes a change': 'ended' },
    'another change of the email address': {
      'a login': 'valid',
      'a reset link': 'valid',
      'an open change of the email address': 'ended',
      'the link that undoes a change': 'valid',
    },
    'the deletion of the person': { ...ended, 'the link that undoes a change': 'ended' },
  }
  const cells = Object.entries(matrix).flatMap(([event, row]) =>
    Object.entries(row).map(([credential, state]) => [credential, state, event] as [Credential, string, Event]),
  )

  // the races are of the engine, the matrix is not
  test.each(isWhole ? cells : [])('%s is %s after %s', async (credential, state, event) => {
    const one = await issued()
    await events[event](one)
    expect(await credentials[credential](one)).toBe(state)
  })

  test('the owner who resets the password keeps the account, and the address of a stranger gets no reset link', async () => {
    const { customerId, email, headers, next, resetToken, confirm } = await issued()
    expect(await resets(resetToken)).toBe(200)
    expect(await presses(confirm)).toBe(410)
    expect([await emailOf(customerId), await beginStatus(headers)]).toEqual([email, 401])
    await call('forgotPassword', { body: { email: next } })
    await call('forgotPassword', { body: { email } })
    await tokenTo(email)
    expect(mails.filter(({ to, text }) => to === next && text.includes('reset-password'))).toEqual([])
  })

  test('a reset and a confirmation at the same moment end with one of them, never with both or neither', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, issued))
    const outcomes = await Promise.all(
      people.flatMap(({ resetToken, confirm }, index) =>
        index % 2 === 0 ? [resets(resetToken), presses(confirm)] : [presses(confirm), resets(resetToken)],
      ),
    )
    for (const [index] of people.entries())
      expect(outcomes.slice(index * 2, index * 2 + 2).toSorted()).toEqual([200, 410])
  })

  test('an undo, a reset and a change of the password at the same moment leave no open change and no deadlock', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, issued))
    await Promise.all(
      people.flatMap(({ resetToken, undo, confirm, headers }) => [
        resets(resetToken),
        presses(undo),
        call('updatePassword', { body: { password: 'turmeric & thyme' }, headers }).then(({ body }) => body.statusCode),
        presses(confirm),
      ]),
    ).then(statuses => expect(statuses.filter(status => ![200, 401, 410].includes(status))).toEqual([]))
    for (const { customerId, confirm } of people) {
      const kinds = sql`select kind from email_changes where customer_id = ${customerId} and kind = 'confirm'`
      expect([await queryRows(database(), kinds), await presses(confirm)]).toEqual([[], 410])
    }
  })

  /** A gateway in which something happens right before the transactions of a request. */
  async function interrupted(act: () => Promise<unknown>): Promise<FastifyInstance> {
    let isDone = false
    const target = database()
    const proxy = new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        if (name !== 'transaction') return value.bind(target)
        return async (...given: unknown[]) => {
          if (!isDone) {
            isDone = true
            await act()
          }
          return value.apply(target, given)
        }
      },
    })
    return caseGateway(proxy, { createSendMail: () => async mail => void mails.push(mail) })
  }

  test('a change of the email address that began before a reset of the password is refused after it', async () => {
    const { customerId, headers, resetToken } = await issued()
    const other = await interrupted(async () => expect(await resets(resetToken)).toBe(200))
    const body = { firstName: 'Eve', lastName: 'Lin', email: newEmail(), telephone: '0298765432' }
    const answer = await callOn(() => other)('updateCustomer', { params: { customerId }, body, headers })
    await other.close()
    expect(answer.status).toBe(401)
    const rows = sql`select kind from email_changes where customer_id = ${customerId} and kind = 'confirm'`
    expect(await queryRows(database(), rows)).toEqual([])
  })

  test('a change of the name that began before a confirmed email address keeps that address', async () => {
    const { customerId, email, headers, next, confirm } = await issued()
    const other = await interrupted(async () => expect(await presses(confirm)).toBe(200))
    const body = { firstName: 'Ana', lastName: 'Lin', email, telephone: '0298765432' }
    const answer = await callOn(() => other)('updateCustomer', { params: { customerId }, body, headers })
    await other.close()
    // as if it had come after the confirmation: the address that it names is a new one
    expect(answer.body).toMatchObject({ statusCode: 200, customerInfo: { firstName: 'Ana', email: next } })
    const row = sql`select email, email_key from customers where id = ${customerId}`
    expect(await queryRows(database(), row)).toEqual([{ email: next, email_key: next.toLowerCase() }])
  })

  test('a reset link that is asked for while the address changes is not sent to the old address', async () => {
    const { email, confirm, customerId } = await issued()
    const resetMails = () => mails.filter(({ to, text }) => to === email && text.includes('reset-password')).length
    const before = resetMails()
    const other = await interrupted(async () => expect(await presses(confirm)).toBe(200))
    await callOn(() => other)('forgotPassword', { body: { email } })
    await other.close() // after the mails of its requests
    const links = sql`select 1 from resets where customer_id = ${customerId}`
    expect([resetMails(), await queryRows(database(), links)]).toEqual([before, []])
  })
}

describe('absmach/atom#115, decred/dcrstakepool#320, mattermost/mattermost#10302: links and codes of before survive a recovery', () => {
  onBothEngines(recoveryCases)
})
