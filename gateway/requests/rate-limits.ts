import { createHash } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { tooManyAttempts } from './refusals.ts'
import { attempts } from '../database/schema.ts'

/** How many tries there are, a minute. */
export interface Limits {
  /** Of an IP address. */
  couponChecks: number
  /** Payments begun, of an IP address: each keeps goods for some time. */
  payments: number
  /** Wrong passwords for one account, wherever they come from. */
  failedLogins: number
  /** Wrong passwords from one IP address, for whatever account. */
  failedLoginsByAddress: number
  /** Of an IP address. */
  registrations: number
  /** Asked for from one IP address. */
  resetMails: number
  /** Sent to one customer. */
  resetMailsToAddress: number
}

/** The limits of the contract. */
export const defaultLimits: Limits = {
  couponChecks: 10,
  payments: 30,
  failedLogins: 5,
  failedLoginsByAddress: 30,
  registrations: 10,
  resetMails: 10,
  resetMailsToAddress: 2,
}

/** How often somebody may try something a minute. */
export interface RateLimit {
  action:
    | 'coupon check'
    | 'payment'
    | 'failed login'
    | 'failed login from'
    | 'registration from'
    | 'reset from'
    | 'reset mail'
  /** Who tries: an address, an account. */
  subject: string
  perMinute: number
}

/**
 * Counts a try, before anything costly is done for it. The count is in the database, so that it holds for all gateways
 * together, and a try counts from the moment it begins, so that a hundred at once are no more than a hundred in turn.
 *
 * @returns takes the try back: for those that count only when they fail
 * @throws Refused 429 when the minute has no more of them
 */
export async function countAttempt(database: Database, limit: RateLimit): Promise<() => Promise<void>> {
  const key = keyOf(limit)
  const [counted] = await database
    .insert(attempts)
    .values({ key, count: 1, resetsAt: inAMinute })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${attempts.resetsAt} <= now() then 1 else ${attempts.count} + 1 end`,
        resetsAt: sql`case when ${attempts.resetsAt} <= now() then ${inAMinute} else ${attempts.resetsAt} end`,
      },
      setWhere: sql`${attempts.resetsAt} <= now() or ${attempts.count} < ${limit.perMinute}`,
    })
    .returning()
  if (counted === undefined || counted.count > limit.perMinute)
    throw tooManyAttempts(await readSecondsLeft(database, key))
  return () => undoAttempt(database, key, counted.resetsAt)
}

const inAMinute = sql`now() + interval '1 minute'`

/** Forgets the tries of minutes that are over. */
export async function deleteExpiredAttempts(database: Database): Promise<void> {
  await database.delete(attempts).where(lt(attempts.resetsAt, sql`now()`))
}

/** A try of a minute that is over is not taken from the next one. */
async function undoAttempt(database: Database, key: string, endsAt: Date): Promise<void> {
  await database
    .update(attempts)
    .set({ count: sql`${attempts.count} - 1` })
    .where(and(eq(attempts.key, key), eq(attempts.resetsAt, endsAt), gt(attempts.count, 0)))
}

async function readSecondsLeft(database: Database, key: string): Promise<number> {
  const [row] = await database
    .select({ seconds: sql<number>`ceil(extract(epoch from ${attempts.resetsAt} - now()))::int` })
    .from(attempts)
    .where(eq(attempts.key, key))
  return Math.max(row?.seconds ?? 60, 1)
}

/** Addresses of people and of their computers are not kept as they are. */
const keyOf = ({ action, subject }: RateLimit): string =>
  `${action} ${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`

/**
 * Whom an IP address stands for: whoever has one of IPv6 has its whole network of 64 bits.
 *
 * @see RFC 4291 2.2 for how such addresses are written
 */
export function networkOf(ip: string): string {
  if (/^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(ip)) return ip.slice(7)
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('%', 1)[0]!.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(8 - first.length - last.length, 0)
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
