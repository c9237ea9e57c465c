import { createHash } from 'node:crypto'
import { gt, inArray, lt, and, sql } from 'drizzle-orm'
import { normalizeEmail } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { loginFailures } from '../database/schema.ts'
import { tooManyAttempts } from '../requests/refusals.ts'

/** Failures in a row without a delay, and the longest delay in seconds. */
interface Rule {
  free: number
  longest: number
}

/** For an account from one network: 1, 2, 4 … 900 seconds. */
const byNetwork: Rule = { free: 5, longest: 900 }
/** For an account from all networks: at most a minute, so that another person's attempts delay the owner only briefly. */
const byAccount: Rule = { free: 20, longest: 60 }

/** The failures of an account, from one network and from all of them. */
export interface LoginDelay {
  /** Counts a wrong password: the next attempt has to wait. */
  fails(): Promise<void>
  /** Resets the counts. */
  succeeds(): Promise<void>
}

/**
 * Delays logins after wrong passwords: each failure in a row doubles the wait. Accounts that do not exist are delayed
 * alike. The counts are in the database, so they hold for all gateways together.
 *
 * @param email - as typed
 * @param network - of the client (`networkOf`), or another source of attempts
 * @throws Refused 429 before the wait is over
 */
export async function delayLogin(database: Database, email: string, network: string): Promise<LoginDelay> {
  const account = normalizeEmail(email)
  const rules: [string, Rule][] = [
    [keyOf(account, network), byNetwork],
    [keyOf(account, ''), byAccount],
  ]
  const keys = rules.map(([key]) => key)
  const [waiting] = await database
    .select({ seconds: sql<number>`ceil(extract(epoch from max(${loginFailures.waitsUntil}) - now()))::int` })
    .from(loginFailures)
    .where(and(inArray(loginFailures.key, keys), gt(loginFailures.waitsUntil, sql`now()`)))
  if (waiting?.seconds) throw tooManyAttempts(waiting.seconds)
  return {
    async fails() {
      for (const [key, rule] of rules) await countFailure(database, key, rule)
    },
    async succeeds() {
      await database.delete(loginFailures).where(inArray(loginFailures.key, keys))
    },
  }
}

/** A day without failures starts the count again. */
const isOld = sql`${loginFailures.waitsUntil} < now() - interval '1 day'`

/** One statement: of two failures at the same moment the later one sets the wait. */
async function countFailure(database: Database, key: string, { free, longest }: Rule): Promise<void> {
  const counted = sql`case when ${isOld} then 1 else ${loginFailures.count} + 1 end`
  const seconds = sql`case when ${counted} < ${free}::int then 0
    else least(power(2, least(${counted} - ${free}::int, 20)), ${longest}::int) end`
  await database
    .insert(loginFailures)
    .values({ key, count: 1, waitsUntil: sql`now()` })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: { count: counted, waitsUntil: sql`now() + make_interval(secs => ${seconds})` },
    })
}

/** Deletes failures that are a day old. */
export async function deleteOldFailures(database: Database): Promise<void> {
  await database.delete(loginFailures).where(lt(loginFailures.waitsUntil, sql`now() - interval '1 day'`))
}

/** Email and IP addresses are stored only as hashes. */
const keyOf = (account: string, network: string): string =>
  createHash('sha256').update(`${account} ${network}`).digest('base64url').slice(0, 22)
