import { sql } from 'drizzle-orm'
import { queryRows, type Database } from '../database/database.ts'
import { products } from '../database/schema.ts'

/** Milliseconds; a round every minute looks further ahead. */
const longestWait = 60_000

/**
 * Begins and ends the special prices whose time has come. Prices are columns, which lists, carts and orders read and indexes sort by: they change
 * here, once, and with them the price history. Safe to run at the same time in several processes.
 *
 * @returns milliseconds until the next one begins or ends; null if none will
 */
export async function applySpecials(database: Database): Promise<number | null> {
  await database.execute(sql`
    update ${products} set special_price = null, planned_special = null, special_starts_at = null, special_ends_at = null
    where special_ends_at <= now()`)
  await database.execute(sql`
    update ${products} set special_price = planned_special, planned_special = null, special_starts_at = null
    where special_starts_at <= now()`)
  const [next] = await queryRows<{ wait: number | null }>(
    database,
    sql`
      select cast(ceil(extract(epoch from least(
        (select min(special_starts_at) from ${products} where special_starts_at is not null),
        (select min(special_ends_at) from ${products} where special_ends_at is not null)
      ) - now()) * 1000) as double precision) as wait`,
  )
  return next?.wait ?? null
}

/** What `keepSpecials` needs of a timer. */
export type SetTimer = (run: () => void, milliseconds: number) => () => void

const setUnrefTimer: SetTimer = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds).unref()
  return () => clearTimeout(timer)
}

/**
 * Applies special prices at their time. A round applies those that are due, and sets a timer for the next one if that is before the next round.
 *
 * @param logFailure - called if the round of the timer fails; the next round of the job tries again
 */
export function keepSpecials(
  database: Database,
  logFailure: (error: unknown) => void,
  setTimer: SetTimer = setUnrefTimer,
): { runRound: () => Promise<void>; stop: () => void } {
  let stopTimer = () => {}
  let isStopped = false
  async function runRound(): Promise<void> {
    stopTimer()
    const wait = await applySpecials(database)
    if (isStopped || wait === null || wait >= longestWait) return
    stopTimer()
    stopTimer = setTimer(() => void runRound().catch(logFailure), Math.max(wait, 1))
  }
  return {
    runRound,
    stop: () => {
      isStopped = true
      stopTimer()
    },
  }
}
