import type { FastifyRequest } from 'fastify'
import type { LoginStep, officeRoutes, StaffRole } from '#contract/office'
import type { Database } from '../database/database.ts'
import { Refused, unauthenticated } from '../requests/refusals.ts'
import { hasStaff } from './staff.ts'
import { readLogin, type StaffBearer } from './staff-logins.ts'

/** Where the office is served: everywhere, nowhere, or to browsers on this machine. */
export type OfficeSetting = 'on' | 'off' | 'local'

type Name = keyof typeof officeRoutes

/**
 * Who may make a call.
 *
 * - `anyone`: without a login
 * - `everyone`: a login at any step
 * - a step: only a login at that step
 * - roles: a complete login of a person with one of them
 */
type Access = 'anyone' | 'everyone' | Exclude<LoginStep, 'open'> | readonly StaffRole[]

export const officeAccess: Readonly<Record<Name, Access>> = {
  officeSession: 'everyone',
  officeLogIn: 'anyone',
  officeNewPassword: 'new-password',
  officeSecondFactor: 'set-up',
  officeConfirm: 'set-up',
  officeCode: 'code',
  officeLogOut: 'everyone',
  officeBoard: ['owner', 'packer'],
  officeNewOrders: ['owner', 'packer'],
  officeOrder: ['owner', 'packer'],
  officeSetStatus: ['owner', 'packer'],
  officeWeigh: ['owner', 'packer'],
  officeSubstitutes: ['owner', 'packer'],
  officePick: ['owner', 'packer'],
  officeFinishPicking: ['owner', 'packer'],
  officeAnswerReport: ['owner', 'packer'],
  officeReportPhotograph: ['owner', 'packer'],
  officeChanges: ['owner'],
  officeGoods: ['owner', 'packer'],
  officeProduct: ['owner', 'packer'],
  officeChangeProduct: ['owner', 'packer'],
  officeSettings: ['owner'],
  officeSetting: ['owner'],
  officeChangeSetting: ['owner'],
  officeRemoveSetting: ['owner'],
  officeExport: ['owner'],
  officeImport: ['owner'],
  officeCheckImport: ['owner'],
  officeRecheckImport: ['owner'],
  officeApplyImport: ['owner'],
  officeFigures: ['owner'],
  officeRefund: ['owner'],
}

const forbidden = (message: string): Refused => new Refused(403, message)

/**
 * Whether the office is served to a request. It is not before the first account exists.
 *
 * @param isFromThisMachine - whether a browser on this machine has sent it
 */
export async function isOfficeServed(
  office: OfficeSetting,
  database: Database,
  isFromThisMachine: () => boolean,
): Promise<boolean> {
  if (office === 'off' || (office === 'local' && !isFromThisMachine())) return false
  return hasStaff(database)
}

/**
 * Whether a request comes from the office's own page. The cookie is `SameSite=Strict`; this also refuses other origins of the same site,
 * such as another port or subdomain.
 *
 * @param publicUrl - by which browsers reach the shop; empty if it is not known
 */
export function isFromOfficePage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && (new URL(origin).host === host || origin === publicUrlOrigin(publicUrl))
}

const publicUrlOrigin = (publicUrl: string): string | null =>
  URL.canParse(publicUrl) ? new URL(publicUrl).origin : null

/**
 * Reads who makes a call, and checks that they may.
 *
 * @param token - in the cookie
 * @returns null for a call that needs no login
 * @throws Refused 401 without a valid login, 403 if the login does not allow the call
 */
export async function authorize(
  database: Database,
  name: Name,
  token: string | undefined,
  isBackground: boolean,
): Promise<StaffBearer | null> {
  const access = officeAccess[name]
  if (access === 'anyone') return null
  const bearer = token === undefined ? null : await readLogin(database, token, isBackground)
  if (bearer === null) throw unauthenticated()
  const { step, person } = bearer
  if (access === 'everyone') return bearer
  if (typeof access === 'string') {
    if (step !== access) throw forbidden('This is another step of the login.')
    return bearer
  }
  if (step !== 'open') throw forbidden('Please complete your login first.')
  if (!access.includes(person.role)) throw forbidden('Only an owner can do this.')
  return bearer
}
