import type { officeRoutes } from '#contract/office'
import type { BodyOf } from '#contract/route'
import type { GatewayServices } from '../shop/services.ts'
import {
  checkCode,
  confirmSecondFactor,
  enterCode,
  logInToOffice,
  readSecondFactor,
  replaceOneTimePassword,
  toSession,
} from './log-in.ts'
import { endStaffLogin, type StaffBearer } from './staff-logins.ts'

/** A checked request. */
export interface OfficeRequest<Body> {
  params: Record<string, string>
  body: Body
  ip: string
  bearer: StaffBearer
}

/** An answer. `token` is sent as a cookie: null deletes it, undefined leaves it. */
export interface OfficeAnswer {
  data?: unknown
  listData?: unknown[]
  token?: string | null
}

type Routes = typeof officeRoutes

/** What the gateway does for each call of the office. */
export type OfficeCalls = {
  [Name in keyof Routes]: (question: OfficeRequest<BodyOf<Routes[Name]>>) => Promise<OfficeAnswer>
}

/** The calls of the office. Who may make them is decided before, in `office-access.ts`. */
export const createOfficeCalls = (shop: GatewayServices): OfficeCalls => ({
  officeSession: async ({ bearer: { person, step } }) => ({ data: toSession(person, step) }),
  officeLogIn: ({ body, ip }) => logInToOffice(shop, body, ip),
  officeNewPassword: ({ bearer, body }) => replaceOneTimePassword(shop, bearer, body.password),
  officeSecondFactor: async ({ bearer }) => ({ data: await readSecondFactor(shop, bearer) }),
  officeConfirm: ({ bearer, body }) => confirmSecondFactor(shop, bearer, checkCode(body.code)),
  officeCode: ({ bearer, body }) => enterCode(shop, bearer, checkCode(body.code)),
  officeLogOut: async ({ bearer }) => {
    await endStaffLogin(shop.database, bearer.loginId)
    return { token: null }
  },
})
