import { and, eq, sql } from 'drizzle-orm'
import {
  longestCode,
  type LoginStep,
  type OfficeLogin,
  type OfficeSession,
  type RecoveryCodes,
  type SecondFactor,
} from '#contract/office'
import { fields } from '#contract/fields'
import { refuseCommonPassword } from '../accounts/common-passwords.ts'
import { delayLogin } from '../accounts/login-delays.ts'
import { hashPassword, verifyPassword } from '../accounts/password-hashing.ts'
import { normalizeEmail } from '../customers/customers.ts'
import { checkField } from '../customers/form-rules.ts'
import { staff } from '../database/schema.ts'
import { networkOf } from '../requests/addresses.ts'
import { countAttempt } from '../requests/rate-limits.ts'
import { badRequest, fieldRefusal, softRefusal, unauthenticated } from '../requests/refusals.ts'
import type { GatewayServices } from '../shop/services.ts'
import { recordChange } from '../changes/changes.ts'
import { acceptRecoveryCode, acceptTotp, newTotpSecret, renewRecoveryCodes, totpUri } from './second-factor.ts'
import { findStaffByEmail } from './staff.ts'
import { continueLogin, endOtherLogins, startLogin, type StaffBearer } from './staff-logins.ts'

type StaffRow = typeof staff.$inferSelect

/** An answer that sets the token. */
export interface LoggedIn<Data = OfficeSession> {
  data: Data
  token: string
}

/** Characters of a password of the office, at least: it opens the data of all customers. */
const leastPassword = 12

/** One message for both, so that it does not reveal who has an account. */
const wrongCredentials = () => softRefusal(401, 'That email and password don’t match.')

export const toSession = ({ name, role }: StaffRow, step: LoginStep): OfficeSession => ({ name, role, step })

/** What is next once the password is the person's own: owners have a second factor. */
const stepAfterPassword = ({ role, isTotpConfirmed }: StaffRow): LoginStep =>
  role === 'owner' ? (isTotpConfirmed ? 'code' : 'set-up') : 'open'

/**
 * Logs in with email and password.
 *
 * @throws Refused softly 401 for an unknown email address or a wrong password: same message, same time
 */
export async function logInToOffice(
  { database, limits, reportEvent }: GatewayServices,
  { email, password }: OfficeLogin,
  ip: string,
): Promise<LoggedIn> {
  if (email.length > fields.email.most || password.length > fields.password.most) throw wrongCredentials()
  const network = networkOf(ip)
  const delay = await delayLogin(database, `office/${email}`, network)
  const counts = [
    await countAttempt(database, {
      action: 'office login from',
      subject: network,
      perMinute: limits.failedLoginsByAddress,
    }),
    await countAttempt(database, {
      action: 'office login',
      subject: normalizeEmail(email),
      perMinute: limits.failedLogins,
    }),
  ]
  const person = await findStaffByEmail(database, email)
  if (!(await verifyPassword(person?.passwordHash ?? null, password))) {
    reportEvent('staff.login-refused', { statusCode: 401 })
    await delay.fails()
    throw wrongCredentials()
  }
  for (const undo of counts) await undo()
  await delay.succeeds()
  return database.transaction(async transaction => {
    const held = await lockPerson(transaction, person!.id)
    // the password was changed after it was verified
    if (held?.passwordHash !== person!.passwordHash) throw wrongCredentials()
    const isOneTime = held.oneTimeUntil !== null
    if (isOneTime && held.isOver)
      throw softRefusal(401, 'This one-time password has expired. Please ask for a new one.')
    const step = isOneTime ? 'new-password' : stepAfterPassword(held)
    if (step === 'open') reportEvent('staff.logged-in')
    return { data: toSession(held, step), token: await startLogin(transaction, held.id, step) }
  })
}

/** Locks an account until the transaction ends. `isOver`: the one-time password has expired. */
async function lockPerson(transaction: GatewayServices['database'], id: string) {
  const [row] = await transaction
    .select({ person: staff, isOver: sql<boolean>`coalesce(${staff.oneTimeUntil} < now(), false)` })
    .from(staff)
    .where(eq(staff.id, id))
    .for('update')
  return row === undefined ? null : { ...row.person, isOver: row.isOver }
}

/**
 * Replaces the one-time password, and ends other logins that have begun with it.
 *
 * @throws Refused 401 if it was replaced meanwhile; 400 or softly 422 for a password that breaks a rule
 */
export async function replaceOneTimePassword(
  { database, rules, reportEvent }: GatewayServices,
  bearer: StaffBearer,
  text: string,
): Promise<LoggedIn> {
  const password = checkField('password', text)
  if (password.length < leastPassword)
    throw fieldRefusal('password', `Password must be at least ${leastPassword} characters`)
  const { person } = bearer
  refuseCommonPassword(password, [person.email, person.name, rules.name])
  if (await verifyPassword(person.passwordHash, password))
    throw fieldRefusal('password', 'This is the one-time password. Please choose a different one.')
  const passwordHash = await hashPassword(password)
  return database.transaction(async transaction => {
    const held = await lockPerson(transaction, person.id)
    // another login has replaced it, or the operator has reset it
    if (held?.passwordHash !== person.passwordHash) throw unauthenticated()
    await endOtherLogins(transaction, bearer)
    const step = stepAfterPassword(person)
    const token = await continueLogin(transaction, bearer, step)
    await transaction.update(staff).set({ passwordHash, oneTimeUntil: null }).where(eq(staff.id, person.id))
    await recordChange(transaction, { staffName: person.name, what: 'own password', before: null, after: null })
    if (step === 'open') reportEvent('staff.logged-in')
    return { data: toSession(person, step), token }
  })
}

/** The secret of the second factor until it is confirmed; the same one each time. */
export async function readSecondFactor(
  { database, rules }: GatewayServices,
  { person }: StaffBearer,
): Promise<SecondFactor> {
  await database
    .update(staff)
    .set({ totpSecret: sql`coalesce(${staff.totpSecret}, ${newTotpSecret()})` })
    .where(and(eq(staff.id, person.id), eq(staff.isTotpConfirmed, false)))
  const [row] = await database
    .select({ secret: staff.totpSecret })
    .from(staff)
    .where(and(eq(staff.id, person.id), eq(staff.isTotpConfirmed, false)))
  if (!row?.secret) throw unauthenticated()
  return { secret: row.secret, uri: totpUri(row.secret, rules.name, person.email) }
}

const wrongCode = () => fieldRefusal('code', 'That code isn’t right. Please enter the one that is shown now.')

/** Confirms the second factor with its first code. @throws Refused softly 422 for a wrong code */
export async function confirmSecondFactor(
  shop: GatewayServices,
  bearer: StaffBearer,
  code: string,
): Promise<LoggedIn<RecoveryCodes>> {
  const { database, reportEvent } = shop
  const { person } = bearer
  await limitCodes(shop, person.id, () => acceptTotp(database, person, code))
  return database.transaction(async transaction => {
    const token = await continueLogin(transaction, bearer, 'open')
    await transaction.update(staff).set({ isTotpConfirmed: true }).where(eq(staff.id, person.id))
    const codes = await renewRecoveryCodes(transaction, person.id)
    await recordChange(transaction, {
      staffName: person.name,
      what: 'own second factor',
      before: 'none',
      after: 'set up',
    })
    reportEvent('staff.logged-in')
    return { data: { ...toSession(person, 'open'), recoveryCodes: codes }, token }
  })
}

/** Completes a login with a code of the second factor, or with a recovery code. @throws Refused softly 422 for a wrong code */
export async function enterCode(shop: GatewayServices, bearer: StaffBearer, code: string): Promise<LoggedIn> {
  const { database, reportEvent } = shop
  const { person } = bearer
  await limitCodes(
    shop,
    person.id,
    async () => (await acceptTotp(database, person, code)) || (await acceptRecoveryCode(database, person.id, code)),
  )
  const token = await database.transaction(transaction => continueLogin(transaction, bearer, 'open'))
  reportEvent('staff.logged-in')
  return { data: toSession(person, 'open'), token }
}

/** Codes are limited as passwords are. @throws Refused 429, or softly 422 if the code is wrong */
async function limitCodes(
  { database, limits, reportEvent }: GatewayServices,
  staffId: string,
  accept: () => Promise<boolean>,
): Promise<void> {
  const delay = await delayLogin(database, `office code/${staffId}`, 'code')
  const undo = await countAttempt(database, { action: 'office code', subject: staffId, perMinute: limits.failedLogins })
  if (!(await accept())) {
    reportEvent('staff.login-refused', { statusCode: 422 })
    await delay.fails()
    throw wrongCode()
  }
  await undo()
  await delay.succeeds()
}

/** @throws Refused 400 for a text that is no code */
export function checkCode(code: string): string {
  if (code.trim() === '') throw badRequest('Code is required')
  if (code.length > longestCode) throw badRequest('Code is too long')
  return code
}
