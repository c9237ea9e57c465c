import { createHash } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { tooManyAttempts } from './refusals.ts'
import { attempts } from '../database/schema.ts'

/** Rate limits, per minute unless stated otherwise. Those per IP address apply to an IPv6 /64 network as a whole. */
export interface Limits {
  /** Per IP address. */
  couponChecks: number
  /** Payments begun, per IP address: each reserves goods. */
  payments: number
  /** Failed logins per account, from any IP address. */
  failedLogins: number
  /** Failed logins per IP address, for any account. */
  failedLoginsByAddress: number
  /** Per IP address. */
  registrations: number
  /** Password reset requests per IP address. */
  resetMails: number
  /** Password reset mails per customer. */
  resetMailsToAddress: number
  /** Orders per IP address. */
  orders: number
  /** Orders per IP address and day. */
  ordersPerDay: number
  /** Orders of guests per email address and hour: each mails a receipt. */
  guestOrdersToAddress: number
  /** Order attempts discarded, per IP address. */
  discardedOrders: number
  /** Wrong keys of orders, per IP address. */
  wrongOrderKeys: number
  /** Reports of problems with orders per IP address and hour: each can have a photograph to decode. */
  problemReports: number
  /** Newsletter sign-ups per IP address. */
  newsletter: number
  /** Requests for mails about stock, per IP address. */
  stockNotices: number
  /** Requests for mails about stock per email address and day: each can mail a link. */
  stockNoticesToAddress: number
  /** Keys of shared lists that are wrong, per IP address. */
  listKeys: number
  /** API calls that read, per IP address. */
  reads: number
  /** API calls that write, per IP address. */
  writes: number
  /** Pages rendered for an IP address; further ones are rendered by its browser. */
  pages: number
  /** Pages that a browser requests before a link is followed, per IP address; further ones are refused. */
  prefetches: number
  /** Pictures per IP address. */
  pictures: number
  /** Percent of a product's stock that unapproved payments of an IP address reserve at most. */
  reservedPercent: number
  /** Uses of a coupon that unapproved payments of an IP address reserve at most. */
  reservedCoupons: number
}

/** The limits that the contract names, and those of the reference gateway. */
export const defaultLimits: Limits = {
  couponChecks: 10,
  payments: 30,
  failedLogins: 5,
  failedLoginsByAddress: 30,
  registrations: 10,
  resetMails: 10,
  resetMailsToAddress: 2,
  orders: 10,
  ordersPerDay: 60,
  guestOrdersToAddress: 3,
  discardedOrders: 10,
  wrongOrderKeys: 10,
  problemReports: 20,
  newsletter: 5,
  stockNotices: 5,
  stockNoticesToAddress: 20,
  listKeys: 10,
  reads: 300,
  writes: 120,
  pages: 60,
  prefetches: 60,
  pictures: 1_200,
  reservedPercent: 30,
  reservedCoupons: 3,
}

/** How many attempts a subject has per minute, hour or day. */
export type RateLimit = Attempt & ({ perMinute: number } | { perHour: number } | { perDay: number })

interface Attempt {
  action:
    | 'coupon check'
    | 'payment'
    | 'failed login'
    | 'failed login from'
    | 'registration from'
    | 'reset from'
    | 'reset mail'
    | 'order'
    | 'order of the day'
    | 'guest order'
    | 'discarded order'
    | 'wrong order key'
    | 'problem report'
    | 'newsletter'
    | 'stock notice'
    | 'stock notice to'
    | 'email change'
    | 'reset mail of the day'
    | 'list key'
    | 'office login'
    | 'office login from'
    | 'office code'
  /** An IP address, email address or customer id. */
  subject: string
}

/** The window of a limit as an SQL interval, and its number of attempts. */
function windowOf(limit: RateLimit): { most: number; window: string } {
  if ('perDay' in limit) return { most: limit.perDay, window: '1 day' }
  return 'perHour' in limit ? { most: limit.perHour, window: '1 hour' } : { most: limit.perMinute, window: '1 minute' }
}

/**
 * Counts an attempt; call it before any costly work. The count is in the database, so it applies to all gateways
 * together, and an attempt counts from its start, so concurrent attempts are limited like consecutive ones.
 *
 * @returns undoes the count, for limits on failures only
 * @throws Refused 429 if the limit of this window is reached
 */
export async function countAttempt(database: Database, limit: RateLimit): Promise<() => Promise<void>> {
  const key = keyOf(limit)
  const { most, window } = windowOf(limit)
  const end = sql`now() + ${window}::interval`
  const [counted] = await database
    .insert(attempts)
    .values({ key, count: 1, resetsAt: end })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`case when ${attempts.resetsAt} <= now() then 1 else ${attempts.count} + 1 end`,
        resetsAt: sql`case when ${attempts.resetsAt} <= now() then ${end} else ${attempts.resetsAt} end`,
      },
      setWhere: sql`${attempts.resetsAt} <= now() or ${attempts.count} < ${most}`,
    })
    .returning()
  if (counted === undefined || counted.count > most) throw tooManyAttempts(await readSecondsLeft(database, key))
  return () => undoAttempt(database, key, counted.resetsAt)
}

/** Deletes the counts of past windows. */
export async function deleteExpiredAttempts(database: Database): Promise<void> {
  await database.delete(attempts).where(lt(attempts.resetsAt, sql`now()`))
}

/** Does not change the count of a later window. */
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

/** IP and email addresses are stored only as hashes. */
export const hashSubject = (subject: string): string =>
  createHash('sha256').update(subject).digest('base64url').slice(0, 22)

const keyOf = ({ action, subject }: RateLimit): string => `${action} ${hashSubject(subject)}`
