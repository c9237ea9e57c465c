import { createHash, randomBytes } from 'node:crypto'
import { and, eq, getTableColumns, gt, lt, ne, or, sql } from 'drizzle-orm'
import type { LoginStep } from '#contract/office'
import type { Database } from '../database/database.ts'
import { staff, staffLogins } from '../database/schema.ts'
import { unauthenticated } from '../requests/refusals.ts'

/** Minutes that a login lasts: in all, without use, and until its code was entered. */
const life = { total: 720, idle: 30, unfinished: 15 } as const

/** The member of staff of a valid token, and how far the login is. */
export interface StaffBearer {
  loginId: string
  step: LoginStep
  person: typeof staff.$inferSelect
}

/**
 * Starts a login. The token is random and no JSON Web Token: the shop's calls and those of the office can't read each other's.
 *
 * @returns the token, of which only the hash is stored
 */
export async function startLogin(transaction: Database, staffId: string, step: LoginStep): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const minutes = step === 'open' ? life.total : life.unfinished
  await transaction
    .insert(staffLogins)
    .values({ id: idOf(token), staffId, step, expiresAt: sql`now() + make_interval(mins => ${minutes}::int)` })
  return token
}

/**
 * Replaces a login by one that is further: its token is a new one, so that a token that was known before the code is worth nothing after it.
 *
 * @throws Refused 401 if another request has ended the login
 */
export async function continueLogin(
  transaction: Database,
  { loginId, person }: StaffBearer,
  step: LoginStep,
): Promise<string> {
  const ended = await transaction
    .delete(staffLogins)
    .where(eq(staffLogins.id, loginId))
    .returning({ id: staffLogins.id })
  if (ended.length === 0) throw unauthenticated()
  return startLogin(transaction, person.id, step)
}

const isValid = and(
  gt(staffLogins.expiresAt, sql`now()`),
  gt(staffLogins.usedAt, sql`now() - make_interval(mins => ${life.idle}::int)`),
)

/**
 * Reads a token.
 *
 * @param isBackground - whether the page called by itself: such a call does not count as use, so that an open page is logged out too
 * @returns null for a token that is unknown, expired or unused for too long
 */
export async function readLogin(database: Database, token: string, isBackground: boolean): Promise<StaffBearer | null> {
  const id = idOf(token)
  const [found] = await database
    .select({ step: staffLogins.step, person: getTableColumns(staff) })
    .from(staffLogins)
    .innerJoin(staff, eq(staff.id, staffLogins.staffId))
    .where(and(eq(staffLogins.id, id), isValid))
  if (found === undefined) return null
  if (!isBackground) await updateLastUse(database, id)
  return { loginId: id, ...found }
}

/** Once a minute is enough: other requests write nothing. */
const updateLastUse = (database: Database, id: string) =>
  database
    .update(staffLogins)
    .set({ usedAt: sql`now()` })
    .where(and(eq(staffLogins.id, id), lt(staffLogins.usedAt, sql`now() - interval '1 minute'`)))

export async function endStaffLogin(database: Database, loginId: string): Promise<void> {
  await database.delete(staffLogins).where(eq(staffLogins.id, loginId))
}

/** Ends the other logins of a person: who has them may know the former password only. */
export async function endOtherLogins(transaction: Database, { loginId, person }: StaffBearer): Promise<void> {
  await transaction.delete(staffLogins).where(and(eq(staffLogins.staffId, person.id), ne(staffLogins.id, loginId)))
}

export async function endStaffLogins(database: Database, staffId: string): Promise<void> {
  await database.delete(staffLogins).where(eq(staffLogins.staffId, staffId))
}

/** Deletes logins that have ended. */
export async function deleteExpiredStaffLogins(database: Database): Promise<void> {
  await database
    .delete(staffLogins)
    .where(
      or(
        lt(staffLogins.expiresAt, sql`now()`),
        lt(staffLogins.usedAt, sql`now() - make_interval(mins => ${life.idle}::int)`),
      ),
    )
}

const idOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
