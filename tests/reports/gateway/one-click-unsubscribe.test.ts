import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryRows, type OpenDatabase } from '#gateway/database/database'
import { openCaseDatabase } from '../../contract/gateway/case-database.ts'
import { callOn, caseGateway, newEmail } from '../../contract/gateway/given.ts'

let opened: OpenDatabase
let app: FastifyInstance
beforeAll(async () => {
  opened = await openCaseDatabase()
  app = await caseGateway(opened.database)
})
afterAll(async () => {
  await app?.close()
  await opened?.close()
})

/** The paths of the links that are mailed to a new subscriber. */
async function newSubscriber(email: string) {
  await callOn(() => app)('subscribeNewsletter', { body: { email } })
  const [row] = await queryRows<{ token: string }>(
    opened.database,
    sql`select token from subscribers where email = ${email}`,
  )
  return { confirm: `/link/confirm-newsletter?token=${row!.token}`, leave: `/link/unsubscribe?token=${row!.token}` }
}
const confirmed = async (email: string) => {
  const query = sql`select confirmed_at is not null as is_confirmed from subscribers where email = ${email}`
  const [row] = await queryRows<{ is_confirmed: boolean }>(opened.database, query)
  return row?.is_confirmed ?? null
}

const oneClick = 'List-Unsubscribe=One-Click'
const parts = `--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`

describe('Notifuse/notifuse#362, Amunak/thunderbird-list-unsubscribe-addon#8: bodies that mail programs send to a link', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['a form', 'application/x-www-form-urlencoded', oneClick],
    ['a form in parts, as RFC 8058 asks for', 'multipart/form-data; boundary=x', parts],
    ['text', 'text/plain', oneClick],
    ['text without a type', undefined, oneClick],
    ['an unknown type', 'application/octet-stream', oneClick],
    ['JSON', 'application/json', '{}'],
    ['an empty body with a JSON type', 'application/json', undefined],
    ['an empty form', 'application/x-www-form-urlencoded', ''],
    ['nothing', undefined, undefined],
  ])('%s unsubscribes', async (_what, type, body) => {
    const email = newEmail()
    const { confirm, leave } = await newSubscriber(email)
    const headers = type === undefined ? {} : { 'content-type': type }
    const sends = async (url: string) =>
      (await app.inject({ method: 'POST', url, headers, ...(body !== undefined && { body }) })).statusCode
    expect([await sends(confirm), await confirmed(email)]).toEqual([200, true])
    expect([await sends(leave), await confirmed(email)]).toEqual([200, null])
    expect(await sends(leave)).toBe(200)
  })
})

describe('ankane/mailkick#84, cachethq/cachet#2900, SuiteCRM/SuiteCRM-Core#628: links that mail scanners open', () => {
  test.each(['GET', 'HEAD'] as const)('%s of a link changes nothing', async method => {
    const email = newEmail()
    const { confirm, leave } = await newSubscriber(email)
    expect([(await app.inject({ method, url: confirm })).statusCode, await confirmed(email)]).toEqual([200, false])
    expect([(await app.inject({ method, url: leave })).statusCode, await confirmed(email)]).toEqual([200, false])
  })
})
