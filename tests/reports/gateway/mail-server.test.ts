import { createServer } from 'node:net'
import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { orderCommands } from '#gateway/cli/order-commands'
import { cleanHourly } from '#gateway/cli/cleaning'
import { runEveryMinute } from '#gateway/cli/jobs'
import { queryRows, type OpenDatabase } from '#gateway/database/database'
import type { Health } from '#gateway/http/health'
import { createMetrics } from '#gateway/http/metrics'
import { queueMail } from '#gateway/mail/outbox'
import { createMailStatus } from '#gateway/shop/mail-status'
import { createSmtpSender } from '#gateway/mail/send-mail'
import { mailStages, startMailServer, type MailStage, type ScriptedMailServer } from '../../kit/scripted-mail-server.ts'
import { openCaseDatabase } from '../../contract/gateway/case-database.ts'
import {
  callOn,
  cartWith,
  caseGateway,
  jobsByHand,
  newCustomer,
  newEmail,
  orderOf,
  shelf,
  type Json,
} from '../../contract/gateway/given.ts'
import { expires, openShopWithPayments, purchaseOf, begins, rowOf } from '../../contract/payments/payment-given.ts'
import { fakeProvider } from '../../kit/fake-provider.ts'

/** Milliseconds that the mail server may be silent in these tests. */
const patience = 200

let opened: OpenDatabase
let server: ScriptedMailServer
let app: FastifyInstance
let health: Health
let runJob: () => Promise<void>
const lines: Json[] = []
const stream = new Writable({ write: (chunk, _encoding, done) => done(void lines.push(JSON.parse(String(chunk)))) })

beforeAll(async () => {
  opened = await openCaseDatabase()
  server = await startMailServer()
})
afterAll(async () => {
  server?.close()
  await opened?.close()
})

/** A gateway that sends through a mail server, with its own view of whether it works. */
async function start(url = server.url) {
  const jobs = jobsByHand()
  runJob = jobs.runJob
  const none = { payments: null, receipts: null, mails: null }
  health = { lastRuns: none, lastMail: null, mail: 'smtp', mailStatus: createMailStatus(), provider: null }
  app = await caseGateway(opened.database, {
    health,
    logger: { level: 'warn', stream },
    startJob: jobs.startJob,
    createSendMail: () => createSmtpSender(url, { name: 'Shop', address: 'shop@example.com' }, patience),
  })
}
beforeEach(async () => {
  server.deviate(null)
  server.received.length = 0
  lines.length = 0
  await start()
})
afterEach(async () => {
  await app.close()
  await opened.database.execute(sql`delete from mails`)
})

const queues = (to = newEmail(), minutes?: number) =>
  queueMail(opened.database, 'receipt 10001', { to, subject: 'Your order', text: 'Rice' }, minutes)
const mailRows = () =>
  queryRows<{ recipient: string; text: string; problem: string | null; waits: boolean; attempts: number }>(
    opened.database,
    sql`select recipient, text, problem, due_at is not null as waits, attempts from mails order by created_at`,
  )
const becomeDue = () => opened.database.execute(sql`update mails set due_at = now() where due_at is not null`)
const ready = async () => (await app.inject('/readyz')).json() as Json
const logged = (event: string) => lines.filter(line => line.event === event)

/** What becomes of a mail: it stays and blocks no one, or stays because nothing can be sent, or is dropped. */
const outcomes = {
  'waits for the mail server': { waits: true, isBlocked: true },
  'is tried again': { waits: true, isBlocked: false },
  'is dropped': { waits: false, isBlocked: false },
} as const
type Outcome = keyof typeof outcomes

const codes = [
  '421 4.3.2 closing',
  '450 4.2.0 greylisted',
  '451 4.7.1 try later',
  '452 4.2.2 over quota',
  '530 5.7.0 log in first',
  '535 5.7.8 wrong password',
  '550 no',
  '552 5.2.2 mailbox full',
  '554 no',
]

/** Only an answer to the recipient or to the whole message is about the mail. */
function outcomeOf(stage: MailStage, reply: string): Outcome {
  const status = Number(reply.slice(0, 3))
  const isOfMail = stage === 'RCPT TO' || stage === 'end of DATA'
  if (!isOfMail || [421, 530, 535].includes(status)) return 'waits for the mail server'
  return status < 500 ? 'is tried again' : 'is dropped'
}

const table = mailStages.flatMap(stage =>
  [...codes, 'hangs', 'closes'].map(reply => {
    const outcome = reply === 'hangs' || reply === 'closes' ? 'waits for the mail server' : outcomeOf(stage, reply)
    return [outcome, reply, stage] as [Outcome, string, MailStage]
  }),
)

/** What is sent to a mail server that refuses, hangs or closes once, and then accepts. */
async function sendsThrough(stage: MailStage, reply: string, outcome: Outcome): Promise<void> {
  const to = newEmail()
  await queues(to)
  server.deviate(stage, reply)
  await runJob()
  const { waits, isBlocked } = outcomes[outcome]
  const [row] = await mailRows()
  expect({ waits: row!.waits, attempts: row!.attempts }).toEqual({ waits, attempts: 1 })
  expect(row).toMatchObject(waits ? { recipient: to, text: 'Rice' } : { recipient: '', text: '' })
  expect(health.mailStatus.problem !== null).toBe(isBlocked)
  const { mailProblem, status, lastMail } = await ready()
  expect([mailProblem, status, lastMail]).toEqual([isBlocked ? row!.problem : null, 'ok', 'failed'])
  expect([logged('mail.blocked').length, logged('mail.failed').length]).toEqual(isBlocked ? [1, 0] : [0, 1])
  expect(JSON.stringify(lines)).not.toContain(to)
  server.deviate(null)
  const arrived = server.received.length
  await becomeDue()
  await runJob()
  expect(server.received.length - arrived).toBe(waits ? 1 : 0)
  expect(health.mailStatus.problem).toBeNull()
}

describe('OpenSMTPD/OpenSMTPD#65, zotonic/zotonic#2673: a refusal of the sender taken for a refusal of the recipient', () => {
  test.each(table)('a mail %s after %s at %s', (outcome, reply, stage) => sendsThrough(stage, reply, outcome))

  test.each<[Outcome, MailStage, string]>([
    ['waits for the mail server', 'RCPT TO', '550 5.7.1 relay denied'],
    ['waits for the mail server', 'RCPT TO', '554 5.7.1 Client host blocked'],
    ['waits for the mail server', 'RCPT TO', '553 sorry, that domain is not in my list (#5.7.1)'],
    ['waits for the mail server', 'RCPT TO', '550 5.1.8 sender domain not found'],
    ['waits for the mail server', 'RCPT TO', '503 5.5.1 authenticate first'],
    ['waits for the mail server', 'end of DATA', '550-5.7.26 unauthenticated\r\n550 5.7.26 see our site'],
    ['waits for the mail server', 'end of DATA', '550 5.4.5 daily quota exceeded'],
    ['is dropped', 'RCPT TO', '550 5.1.1 no such user'],
    ['is dropped', 'RCPT TO', '550 5.4.1 recipient address rejected'],
    ['is dropped', 'RCPT TO', '550 5.2.1 mailbox disabled'],
    ['is dropped', 'RCPT TO', '550 no mailbox at 5.7.1.20'],
    ['is dropped', 'end of DATA', '554 5.6.0 message content rejected'],
    ['is dropped', 'end of DATA', '552 5.3.4 message too big'],
  ])('a mail %s if the answer to %s is %s', (outcome, stage, reply) => sendsThrough(stage, reply, outcome))

  test.each<[string, () => Promise<string>]>([
    [
      'nothing listens',
      async () => {
        const closed = createServer().listen(0, '127.0.0.1')
        await new Promise(resolve => closed.once('listening', resolve))
        const { port } = closed.address() as { port: number }
        await new Promise(resolve => closed.close(resolve))
        return `smtp://127.0.0.1:${port}`
      },
    ],
    ['its name is unknown', async () => 'smtp://mail.invalid'],
    ['it does not speak TLS', async () => server.url.replace('smtp:', 'smtps:')],
  ])('a mail waits if the mail server cannot be reached: %s', async (_what, urlOf) => {
    await app.close()
    await start(await urlOf())
    await queues()
    await runJob()
    expect(await mailRows()).toMatchObject([{ waits: true, text: 'Rice' }])
    expect(health.mailStatus.problem).not.toBeNull()
    expect(logged('mail.blocked')).toHaveLength(1)
  })

  test('the grocer sees why nothing is sent: one error for each cause, /readyz, metrics and the list of orders', async () => {
    const metrics = await createMetrics()
    metrics.observe(app, health)
    const close = await metrics.listen('127.0.0.1', 9_465)
    onTestFinished(close)
    const gauges = async () =>
      [
        ...(await (await fetch('http://127.0.0.1:9465/metrics')).text()).matchAll(
          /^shop_(mail_blocked|waiting_mails) .*$/gm,
        ),
      ].map(([line]) => line)
    for (let mail = 0; mail < 3; mail += 1) await queues()
    server.deviate('AUTH', '535 5.7.8 wrong password')
    for (let round = 0; round < 3; round += 1) {
      await becomeDue()
      await runJob()
    }
    expect(logged('mail.blocked')).toMatchObject([{ level: 50, problem: '535 AUTH' }])
    expect(await ready()).toMatchObject({ status: 'ok', mailProblem: '535 AUTH', waitingMails: 3, lastMail: 'failed' })
    expect(await gauges()).toEqual(['shop_mail_blocked 1', 'shop_waiting_mails 3'])
    expect(await orderCommands.orders(opened.database, [])).toMatch(
      /^3 mails wait to be sent, the oldest since \S+\. The mail server's last problem: 535 AUTH\.$/m,
    )
    server.deviate('MAIL FROM', '452 4.3.1 quota')
    await becomeDue()
    await runJob()
    expect(logged('mail.blocked').map(line => line.problem)).toEqual(['535 AUTH', '452 MAIL FROM'])
    server.deviate(null)
    await becomeDue()
    await runJob()
    expect(await ready()).toMatchObject({ mailProblem: null, waitingMails: 0, lastMail: 'sent' })
    expect(await gauges()).toEqual(['shop_mail_blocked 0', 'shop_waiting_mails 0'])
    expect(logged('mail.recovered')).toHaveLength(1)
    expect(await orderCommands.orders(opened.database, [])).not.toContain('wait to be sent')
  })

  test('mails that waited for the mail server are due as soon as it takes one', async () => {
    server.deviate('AUTH', '535 wrong password')
    for (let mail = 0; mail < 3; mail += 1) await queues()
    await runJob()
    server.deviate(null)
    await runJob()
    expect(server.received).toEqual([]) // the next attempts are in a minute
    await queues()
    await runJob()
    await runJob()
    expect(server.received).toHaveLength(4)
  })

  test('a round ends after four failures in a row that are no mail’s fault', async () => {
    server.deviate('greeting', 'hangs')
    for (let mail = 0; mail < 30; mail += 1) await queues()
    const before = server.connections()
    await runJob()
    expect(server.connections() - before).toBeLessThanOrEqual(8)
    server.deviate(null)
    await runJob()
    expect(server.received.length).toBeGreaterThanOrEqual(22)
  })

  test('a mail is sent again with the same Message-ID if the connection closes before the answer', async () => {
    await queues()
    server.deviate('end of DATA', 'closes')
    await runJob()
    server.deviate(null)
    await becomeDue()
    await runJob()
    const ids = server.received.map(message => /^Message-ID: (<\S+@example\.com>)$/im.exec(message)?.[1])
    expect(ids).toEqual([expect.any(String), ids[0]])
    expect(await mailRows()).toEqual([])
  })

  test('a refused recipient does not hold up the mails of others', async () => {
    server.deviate('RCPT TO', '550 5.1.1 no such user')
    for (let mail = 0; mail < 6; mail += 1) await queues()
    await runJob()
    expect((await mailRows()).map(row => row.waits)).toEqual([false, false, false, false, false, false])
  })
})

describe('simple-login/app#262, mozilla/fxa-content-server#2063, WBCE/WBCE_CMS#422: mails with short-lived links are sent once', () => {
  const call = callOn(() => app)

  test('a reset link that is greylisted is sent again after a minute', async () => {
    const { email } = await newCustomer(call)
    server.deviate('RCPT TO', '451 4.7.1 greylisted')
    await call('forgotPassword', { body: { email } })
    await expect.poll(async () => (await mailRows())[0]?.problem).toBe('451 RCPT TO')
    const wait = sql`select round(extract(epoch from due_at - now()))::int between 50 and 60 as soon from mails`
    expect(await queryRows(opened.database, wait)).toEqual([{ soon: true }])
    server.deviate(null)
    await becomeDue()
    await runJob()
    expect(server.received.join('')).toContain('/reset-password?token=3D')
  })

  test('a reset link is not sent after it has expired, nor tried again if it would have by then', async () => {
    const { email } = await newCustomer(call)
    server.deviate('RCPT TO', '451 4.7.1 greylisted')
    await call('forgotPassword', { body: { email } })
    await expect.poll(async () => (await mailRows())[0]?.problem).toBe('451 RCPT TO')
    const gone = [{ recipient: '', text: '', waits: false }]
    await opened.database.execute(sql`update mails set expires_at = now(), due_at = now()`)
    server.deviate(null)
    await runJob()
    expect([await mailRows(), server.received]).toMatchObject([gone, []])
    await opened.database.execute(sql`delete from mails`)
    await queues(newEmail(), 3)
    server.deviate('RCPT TO', '451 4.7.1 greylisted')
    await runJob()
    expect(await mailRows()).toMatchObject([{ waits: true, attempts: 1 }])
    await becomeDue()
    await runJob() // the third attempt would be in five minutes
    expect(await mailRows()).toMatchObject(gone)
  })

  test('a notice of a changed password is sent again too', async () => {
    const { headers, email } = await newCustomer(call)
    server.deviate('AUTH', '535 wrong password')
    await call('updatePassword', { body: { password: 'galangal & ginger' }, headers })
    await expect.poll(async () => (await mailRows())[0]?.problem).toBe('535 AUTH')
    server.deviate(null)
    await becomeDue()
    await runJob()
    expect(server.received.join('')).toContain(`To: ${email}`)
  })
})

describe('postalserver/postal#3569, craftcms/commerce#1063: one job does everything in a row', () => {
  test('a mail server that hangs delays no payment, no receipt, no answer and no readiness', async () => {
    const rounds = new Map<string, () => Promise<void>>()
    let finish = () => {}
    const hanging = new Promise<void>(resolve => (finish = resolve))
    const shop = await openShopWithPayments(opened.database, fakeProvider(), {
      startJob: (name, runRound) => void rounds.set(name, runRound),
      createSendMail: () => () => hanging,
    })
    const { body } = await shop.call('placeOrder', { body: orderOf(await cartWith(shop.call, [shelf.beef, 1]), 60) })
    expect(body.statusCode).toBe(200)
    const purchase = await purchaseOf(shop.call)
    await begins(shop, purchase)
    await expires(shop, purchase)
    for (let mail = 0; mail < 80; mail += 1) await queues()
    const mailing = rounds.get('mails')!()
    await rounds.get('payments')!()
    await rounds.get('receipts')!()
    expect(await rowOf(shop, purchase)).toMatchObject({ held: 0 })
    finish()
    await mailing
    await shop.app.close()
  })

  test('/readyz reports a job of mails that hangs, and does not fail for it; it fails for payments and receipts', async () => {
    const now = new Date()
    const old = new Date(Date.now() - 301_000)
    const probe = async (runs: Partial<Health['lastRuns']>) => {
      health.lastRuns = { payments: now, receipts: now, mails: now, ...runs }
      const answer = await app.inject('/readyz')
      return [answer.statusCode, answer.json().job, answer.json().mailJob]
    }
    expect(await probe({ mails: old })).toEqual([200, 'ok', 'stuck'])
    expect(await probe({ payments: old })).toEqual([503, 'stuck', 'ok'])
    expect(await probe({ receipts: old })).toEqual([503, 'stuck', 'ok'])
  })

  test('a shop that closes gives up a mail that takes long, and sends it after the next start', async () => {
    await app.close()
    const jobs = jobsByHand()
    app = await caseGateway(opened.database, {
      startJob: jobs.startJob,
      createSendMail: () => createSmtpSender(server.url, { name: '', address: 'shop@example.com' }, 60_000),
    })
    server.deviate('greeting', 'hangs')
    for (let mail = 0; mail < 20; mail += 1) await queues()
    const before = server.connections()
    void jobs.runJob()
    await expect.poll(() => server.connections() - before).toBe(4)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const closing = app.close()
    await vi.advanceTimersByTimeAsync(3_000)
    await closing
    expect((await mailRows()).every(row => row.waits && row.text === 'Rice')).toBe(true)
  })

  describe('rounds', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())
    const never = () => new Promise<void>(() => {})

    test.each<[string, () => Promise<void>]>([
      ['hangs', never],
      ['fails', () => Promise.reject(new Error('no'))],
      [
        'throws at once',
        () => {
          throw new Error('no')
        },
      ],
    ])('a job that %s holds up no other, and has its next round', async (what, job) => {
      const stuck = vi.fn()
      const [bad, good] = [vi.fn(job), vi.fn(async () => {})]
      const { start: begin, stop } = runEveryMinute(stuck)
      begin('mails', bad)
      begin('payments', good)
      await vi.advanceTimersByTimeAsync(360_000)
      stop()
      expect(good).toHaveBeenCalledTimes(7)
      expect(bad).toHaveBeenCalledTimes(what === 'hangs' ? 2 : 7)
      expect(stuck.mock.calls).toEqual(what === 'hangs' ? [['mails']] : [])
    })

    test.each<[string, () => Promise<unknown>]>([
      ['hangs', never],
      [
        'throws at once',
        () => {
          throw new Error('no')
        },
      ],
    ])('a part of the cleaning that %s is logged and holds up no other', async (_what, part) => {
      const error = vi.fn()
      const act = vi.fn(async () => {})
      const stop = cleanHourly({ carts: part, space: act }, { error })
      await vi.advanceTimersByTimeAsync(60_000 + 600_000)
      expect(act).toHaveBeenCalledTimes(1)
      expect(error).toHaveBeenCalledWith(expect.objectContaining({ part: 'carts' }), 'Cleaning failed')
      stop()
    })
  })
})
