import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { expect, vi } from 'vitest'
import { officeBase, officeRoutes, type StaffRole } from '#contract/office'
import { staffCommand } from '#gateway/cli/staff-command'
import type { Database } from '#gateway/database/database'
import { newEmail, type Answered, type Asked } from '../gateway/given.ts'

/** The answer of a call, and the cookie that it sets: empty if it deletes it, null without one. */
export interface OfficeAnswered extends Answered {
  token: string | null
}

type Name = keyof typeof officeRoutes

/** Makes a call of the office. @param token - in the cookie; null for none */
export type OfficeCall = (name: Name, token: string | null, asked?: Asked) => Promise<OfficeAnswered>

export const officeCallOn =
  (app: () => FastifyInstance): OfficeCall =>
  async (name, token, { params = {}, body, headers } = {}) => {
    const { method, path } = officeRoutes[name]
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key] ?? '')))
    const sent = body ?? (method === 'POST' ? {} : undefined)
    const answer = await app().inject({
      method,
      url: `${officeBase}${filled}`,
      headers: {
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(token !== null && { cookie: `office=${token}` }),
        ...headers,
      },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    })
    const cookie = answer.cookies.find(one => one.name === 'office')
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, token: cookie?.value ?? null }
  }

/** The password that members of staff choose. */
export const ownPassword = 'a lantern over the counter'

/** Thirty seconds later, so that the second factor shows another code. Only the clock of the gateway's process is set. */
export const laterCode = (): void => void vi.setSystemTime(Date.now() + 30_000)

/** The code that an app shows now. */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** A person with an account. */
export interface StaffMember {
  email: string
  name: string
  password: string
}

/** Adds an account by the operator's command. */
export async function addsStaff(database: Database, role: StaffRole, name = 'Mei Chen'): Promise<StaffMember> {
  const email = newEmail()
  const printed = await staffCommand(database, ['add', email, '--name', name, '--role', role])
  return { email, name, password: /: (\S+)\n$/.exec(printed)![1]! }
}

/** Logs in with the one-time password and replaces it. @returns the token of the next step */
export async function choosesPassword(call: OfficeCall, { email, password }: StaffMember): Promise<string> {
  const first = await call('officeLogIn', null, { body: { email, password } })
  expect(first.body.data).toMatchObject({ step: 'new-password' })
  const { token } = await call('officeNewPassword', first.token, { body: { password: ownPassword } })
  return token!
}

/** A packer whose login is complete. @returns the token */
export const packerLogsIn = async (call: OfficeCall, database: Database, name?: string): Promise<string> =>
  choosesPassword(call, await addsStaff(database, 'packer', name))

/** An owner with a second factor, whose login is complete. */
export async function ownerLogsIn(call: OfficeCall, database: Database, name?: string) {
  const person = await addsStaff(database, 'owner', name)
  const setUp = await choosesPassword(call, person)
  const { secret } = (await call('officeSecondFactor', setUp)).body.data
  const { body, token } = await call('officeConfirm', setUp, { body: { code: codeOf(secret) } })
  return { ...person, secret: secret as string, token: token!, recoveryCodes: body.data.recoveryCodes as string[] }
}
