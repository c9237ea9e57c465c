import { randomInt } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { is } from 'superstruct'
import { staffRole, type StaffRole } from '#contract/office'
import { isBlank } from '#contract/visible-text'
import { hashPassword } from '../accounts/password-hashing.ts'
import { isPlainEmail } from '../customers/form-rules.ts'
import { normalizeEmail } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { recoveryCodes, staff } from '../database/schema.ts'
import { commandName, recordChange } from '../changes/changes.ts'
import { endStaffLogins } from './staff-logins.ts'

/** Days until a one-time password expires. */
export const oneTimeDays = 3

type StaffRow = typeof staff.$inferSelect

/** A person who gets an account. */
export interface NewStaff {
  email: string
  name: string
  role: string
}

/** Characters that are not mistaken for each other. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
/** 16 characters in groups of four: 80 bits. */
const newOneTimePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

const oneTimeUntil = sql`now() + make_interval(days => ${oneTimeDays}::int)`

/**
 * Adds an account.
 *
 * @returns its one-time password, which is stored as a hash only
 * @throws Error for an invalid email address, name or role, and for an address that has an account
 */
export async function addStaff(database: Database, { email, name, role }: NewStaff): Promise<string> {
  if (!isPlainEmail(email)) throw new Error(`${email} is not an email address.`)
  const ownName = name.trim()
  if (isBlank(ownName) || ownName.length > 100 || /\p{Cc}/u.test(ownName))
    throw new Error('Name the person: --name "Mei Chen"')
  if (!is(role, staffRole)) throw new Error('Name the role: --role owner or --role packer')
  const password = newOneTimePassword()
  const passwordHash = await hashPassword(password)
  await database.transaction(async transaction => {
    const added = await transaction
      .insert(staff)
      .values({
        id: newId(),
        email,
        emailKey: normalizeEmail(email),
        name: ownName,
        role,
        passwordHash,
        oneTimeUntil,
      })
      .onConflictDoNothing()
      .returning({ id: staff.id })
    if (added.length === 0) throw new Error(`${email} has an account already.`)
    await recordAccount(transaction, ownName, null, role)
  })
  return password
}

/** The accounts, oldest first. */
export const listStaff = (database: Database): Promise<StaffRow[]> =>
  database.select().from(staff).orderBy(asc(staff.since))

/** Removes an account and ends its logins. @throws Error if there is none */
export const removeStaff = (database: Database, email: string): Promise<void> =>
  database.transaction(async transaction => {
    const person = await lockStaff(transaction, email)
    await transaction.delete(staff).where(eq(staff.id, person.id))
    await recordAccount(transaction, person.name, person.role, null)
  })

/**
 * Gives an account a new one-time password, for a person who lost the password or the phone: ends its logins and removes its second factor.
 *
 * @throws Error if there is no such account
 */
export async function resetStaff(database: Database, email: string): Promise<string> {
  const password = newOneTimePassword()
  const passwordHash = await hashPassword(password)
  await database.transaction(async transaction => {
    const person = await lockStaff(transaction, email)
    await transaction
      .update(staff)
      .set({ passwordHash, oneTimeUntil, totpSecret: null, isTotpConfirmed: false, totpStep: 0 })
      .where(eq(staff.id, person.id))
    await transaction.delete(recoveryCodes).where(eq(recoveryCodes.staffId, person.id))
    await endStaffLogins(transaction, person.id)
    await recordChange(transaction, {
      staffName: commandName,
      what: `password and second factor of ${person.name}`,
      before: null,
      after: 'one-time password',
    })
  })
  return password
}

const recordAccount = (transaction: Database, name: string, before: StaffRole | null, after: StaffRole | null) =>
  recordChange(transaction, { staffName: commandName, what: `account of ${name}`, before, after })

export async function findStaffByEmail(database: Database, email: string): Promise<StaffRow | null> {
  const [row] = await database
    .select()
    .from(staff)
    .where(eq(staff.emailKey, normalizeEmail(email)))
  return row ?? null
}

async function lockStaff(transaction: Database, email: string): Promise<StaffRow> {
  const [row] = await transaction
    .select()
    .from(staff)
    .where(eq(staff.emailKey, normalizeEmail(email)))
    .for('update')
  if (row === undefined) throw new Error(`${email} has no account.`)
  return row
}

/** Whether there is an account. */
export async function hasStaff(database: Database): Promise<boolean> {
  return (await database.select({ id: staff.id }).from(staff).limit(1)).length > 0
}
