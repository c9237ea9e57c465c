import { createHash } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { tooMany } from './refusals.ts'
import { tries } from '../database/schema.ts'

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
export const standardLimits: Limits = {
  couponChecks: 10,
  payments: 30,
  failedLogins: 5,
  failedLoginsByAddress: 30,
  registrations: 10,
  resetMails: 10,
  resetMailsToAddress: 2,
}

/** How often somebody may try something a minute. */
export interface Allowance {
  what:
    | 'coupon check'
    | 'payment'
    | 'failed login'
    | 'failed login from'
    | 'registration from'
    | 'reset from'
    | 'reset mail'
  /** Who tries: an address, an account. */
  who: string
  most: number
}

/**
 * Counts a try, before anything costly is done for it. The count is in the database, so that it holds for all gateways
 * together, and a try counts from the moment it begins, so that a hundred at once are no more than a hundred in turn.
 *
 * @returns takes the try back: for those that count only when they fail
 * @throws Refused 429 when the minute has no more of them
 */
export async function countTry(database: Database, allowance: Allowance): Promise<() => Promise<void>> {
  const key = keyOf(allowance)
  const [counted] = await database
    .insert(tries)
    .values({ key, count: 1, endsAt: inAMinute })
    .onConflictDoUpdate({
      target: tries.key,
      set: {
        count: sql`case when ${tries.endsAt} <= now() then 1 else ${tries.count} + 1 end`,
        endsAt: sql`case when ${tries.endsAt} <= now() then ${inAMinute} else ${tries.endsAt} end`,
      },
      setWhere: sql`${tries.endsAt} <= now() or ${tries.count} < ${allowance.most}`,
    })
    .returning()
  if (counted === undefined || counted.count > allowance.most) throw tooMany(await secondsLeft(database, key))
  return () => takeBack(database, key, counted.endsAt)
}

const inAMinute = sql`now() + interval '1 minute'`

/** Forgets the tries of minutes that are over. */
export async function forgetTries(database: Database): Promise<void> {
  await database.delete(tries).where(lt(tries.endsAt, sql`now()`))
}

/** A try of a minute that is over is not taken from the next one. */
async function takeBack(database: Database, key: string, endsAt: Date): Promise<void> {
  await database
    .update(tries)
    .set({ count: sql`${tries.count} - 1` })
    .where(and(eq(tries.key, key), eq(tries.endsAt, endsAt), gt(tries.count, 0)))
}

async function secondsLeft(database: Database, key: string): Promise<number> {
  const [row] = await database
    .select({ seconds: sql<number>`ceil(extract(epoch from ${tries.endsAt} - now()))::int` })
    .from(tries)
    .where(eq(tries.key, key))
  return Math.max(row?.seconds ?? 60, 1)
}

/** Addresses of people and of their computers are not kept as they are. */
const keyOf = ({ what, who }: Allowance): string =>
  `${what} ${createHash('sha256').update(who).digest('base64url').slice(0, 22)}`

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
