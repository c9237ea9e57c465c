import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq, getTableColumns, gt, lt, or, sql } from 'drizzle-orm'
import { jwtVerify, SignJWT } from 'jose'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { customers, logins, secrets } from '../database/schema.ts'
import type { GatewayServices } from '../shop/services.ts'

/** The customer of a valid token, and the login it belongs to. */
export interface Bearer {
  customerId: string
  loginId: string
  /** When the customer last entered the password. */
  authenticatedAt: Date
  expiresAt: Date
  /** When the token was read. All three are by the clock of the database. */
  readAt: Date
}

/** How long a token is valid, in minutes. */
export interface TokenLife {
  /** After the login. */
  total: number
  /** After the last use. */
  idle: number
}

/** 12 hours after the login, 1 hour after the last use. */
export const defaultTokenLife: TokenLife = { total: 720, idle: 60 }

type TokenCustomer = Pick<typeof customers.$inferSelect, 'id' | 'email' | 'firstName' | 'lastName'>

export interface Tokens {
  /** Starts a login in the caller's transaction and returns its token. */
  issue(transaction: Database, customer: TokenCustomer): Promise<string>
  /** Reissues the token of a login with the customer's new name; the expiry does not change. */
  renew(bearer: Bearer, customer: TokenCustomer): Promise<string>
  /** @returns null for a token that is forged, malformed or expired, or whose login was ended */
  read(token: string): Promise<Bearer | null>
}

/** The dependencies of registration, login and passwords. */
export interface AccountServices extends GatewayServices {
  tokens: Tokens
}

/** The only accepted algorithm: a token does not choose how it is verified. */
const algorithm = 'HS256'

/**
 * Creates JSON Web Tokens (RFC 7519). Tokens are revocable: each has a row in `logins`.
 *
 * @param secret - at least 32 bytes
 */
export function createTokens(database: Database, secret: Uint8Array, life: TokenLife): Tokens {
  const sign = (
    { id, firstName, lastName, email }: TokenCustomer,
    loginId: string,
    issuedAt: Date,
    expiresAt: Date,
  ): Promise<string> =>
    new SignJWT({ firstName, lastName, email })
      .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
      .setSubject(id)
      .setJti(loginId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(secret)
  return {
    issue: async (transaction, customer) => {
      const login = {
        id: newId(),
        customerId: customer.id,
        expiresAt: sql`now() + make_interval(mins => ${life.total}::int)`,
      }
      const [row] = await transaction.insert(logins).values(login).returning()
      return sign(customer, login.id, row!.authenticatedAt, row!.expiresAt)
    },
    renew: ({ loginId, expiresAt, readAt }, customer) => sign(customer, loginId, readAt, expiresAt),
    read: async token => {
      const claims = await verifyClaims(token, secret)
      return claims && findBearer(database, claims, life.idle)
    },
  }
}

interface Claims {
  sub: string
  jti: string
  /** Seconds since the epoch. */
  exp: number
}

/** The database decides whether a token has expired: its clock and this computer's may differ. */
const anyTime = Number.MAX_SAFE_INTEGER

async function verifyClaims(token: string, secret: Uint8Array): Promise<Claims | null> {
  try {
    const options = { algorithms: [algorithm], requiredClaims: ['sub', 'jti', 'exp', 'iat'], clockTolerance: anyTime }
    const { payload } = await jwtVerify(token, secret, options)
    const { sub, jti, exp } = payload
    return typeof sub === 'string' && typeof jti === 'string' && typeof exp === 'number' ? { sub, jti, exp } : null
  } catch {
    return null
  }
}

async function findBearer(database: Database, { sub, jti, exp }: Claims, idle: number): Promise<Bearer | null> {
  const isValid = and(gt(logins.expiresAt, sql`now()`), sql`to_timestamp(${exp}) > now()`, isNotIdle(idle))
  const [login] = await database
    .select({ ...getTableColumns(logins), readAt: sql`now()`.mapWith(logins.expiresAt) })
    .from(logins)
    .where(and(eq(logins.id, jti), eq(logins.customerId, sub), isValid))
  if (login === undefined) return null
  await updateLastUse(database, jti)
  const { id: loginId, customerId, authenticatedAt, expiresAt, readAt } = login
  return { loginId, customerId, authenticatedAt, expiresAt, readAt }
}

const isNotIdle = (idle: number) => gt(logins.usedAt, sql`now() - make_interval(mins => ${idle}::int)`)

/** Once a minute is enough: other requests write nothing. */
const updateLastUse = (database: Database, id: string) =>
  database
    .update(logins)
    .set({ usedAt: sql`now()` })
    .where(and(eq(logins.id, id), lt(logins.usedAt, sql`now() - interval '1 minute'`)))

/** Ends a login and so revokes its token. */
export async function endLogin(database: Database, id: string): Promise<void> {
  await database.delete(logins).where(eq(logins.id, id))
}

export async function endAllLogins(database: Database, customerId: string): Promise<void> {
  await database.delete(logins).where(eq(logins.customerId, customerId))
}

/** Deletes expired logins. */
export async function deleteExpiredLogins(database: Database, idle: number): Promise<void> {
  await database
    .delete(logins)
    .where(or(lt(logins.expiresAt, sql`now()`), lt(logins.usedAt, sql`now() - make_interval(mins => ${idle}::int)`)))
}

/**
 * Reads the secret of a data folder, which is locked by this process; creates it at the first start. Only the file's
 * owner can read it.
 */
export function readFolderSecret(folder: string): Uint8Array {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'secret')
  if (!existsSync(path)) {
    writeFileSync(`${path}.new`, newSecret(), { mode: 0o600, flush: true })
    renameSync(`${path}.new`, path) // The rename is atomic: after a crash the file is complete or missing.
  }
  chmodSync(path, 0o600)
  return toBytes(readFileSync(path, 'utf8').trim(), path)
}

/** Reads the secret shared by all gateways of a database; the first one creates it. */
export async function readDatabaseSecret(database: Database): Promise<Uint8Array> {
  await database.insert(secrets).values({ name: 'token', value: newSecret() }).onConflictDoNothing()
  const [kept] = await database.select().from(secrets).where(eq(secrets.name, 'token'))
  return toBytes(kept!.value, 'the table secrets')
}

const newSecret = (): string => randomBytes(32).toString('base64url')

/** @throws Error if the secret is too short; the message says where it is stored */
function toBytes(secret: string, place: string): Uint8Array {
  if (secret.length < 32)
    throw new Error(`The secret in ${place} is damaged. Delete it: the next start creates a new one.`)
  return new TextEncoder().encode(secret)
}
