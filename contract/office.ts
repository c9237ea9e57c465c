import { array, enums, string, type, type Infer } from 'superstruct'
import { nothing, one, read, write } from './route.ts'

/** What a member of staff may do: an owner everything, a packer what concerns packing an order. */
export const staffRole = enums(['owner', 'packer'])
export type StaffRole = Infer<typeof staffRole>

/**
 * How far a login is.
 *
 * - `new-password`: the one-time password has to be replaced
 * - `set-up`: the owner sets up the second factor
 * - `code`: the owner enters a code of the second factor
 * - `open`: the login is complete
 */
export const loginStep = enums(['new-password', 'set-up', 'code', 'open'])
export type LoginStep = Infer<typeof loginStep>

/** The person who is logged in to the office, and how far the login is. */
export const officeSession = type({ step: loginStep, name: string(), role: staffRole })
export type OfficeSession = Infer<typeof officeSession>

/** The secret of a second factor that is not confirmed yet: as text to type, and as the URI in the picture (otpauth). */
export const secondFactor = type({ secret: string(), uri: string() })
export type SecondFactor = Infer<typeof secondFactor>

/** The confirmed second factor: each recovery code is valid once, in place of a code. They are shown once. */
export const recoveryCodes = type({ ...officeSession.schema, recoveryCodes: array(string()) })
export type RecoveryCodes = Infer<typeof recoveryCodes>

const officeLogin = type({ email: string(), password: string() })
export type OfficeLogin = Infer<typeof officeLogin>

/** The longest code that is read: a recovery code with blanks and hyphens. */
export const longestCode = 40

/** The base URL of the office's calls. */
export const officeBase = '/office-api'

/** The calls that log in to the office and out of it. */
export const officeLoginRoutes = {
  officeSession: read('/session?background={background}', one(officeSession)),
  officeLogIn: write('POST', '/login', officeLogin, one(officeSession)),
  officeNewPassword: write('POST', '/password', type({ password: string() }), one(officeSession)),
  officeSecondFactor: read('/second-factor', one(secondFactor)),
  officeConfirm: write('POST', '/second-factor', type({ code: string() }), one(recoveryCodes)),
  officeCode: write('POST', '/code', type({ code: string() }), one(officeSession)),
  officeLogOut: write('POST', '/logout', type({}), nothing),
} as const

/** Every call of the office. */
export const officeRoutes = { ...officeLoginRoutes } as const
