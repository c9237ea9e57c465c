import type { FastifyBaseLogger } from 'fastify'
import { deleteOldMissedSearches } from '../catalogue/missed-searches.ts'
import { deleteExpiredEmailChanges } from '../accounts/email-changes.ts'
import { deleteUnconfirmedSubscribers } from '../mail/newsletter.ts'
import { deleteOldStockNotices } from '../mail/stock-notices.ts'
import { deleteOldFailures } from '../accounts/login-delays.ts'
import { deleteExpiredResets } from '../accounts/passwords.ts'
import { deleteExpiredLogins } from '../accounts/tokens.ts'
import { deleteOldImports } from '../office/import-goods.ts'
import { deleteExpiredStaffLogins } from '../office/staff-logins.ts'
import { deleteUnusedCarts } from '../carts/carts.ts'
import type { ServedDatabase } from '../database/database.ts'
import { withoutValues } from '../requests/log-fields.ts'
import { deleteFailedMails } from '../mail/outbox.ts'
import { deleteOldOrderReports } from '../orders/order-webhook.ts'
import { deleteOldEvents } from '../payments/webhooks.ts'
import { deleteOldAnswers } from '../requests/idempotency.ts'
import { deleteExpiredAttempts } from '../requests/rate-limits.ts'

/** The hourly tasks, named after the data that they delete. */
export type CleaningParts = Record<string, () => Promise<unknown>>

/** Milliseconds from the start to the first cleaning, so that a shop that restarts often is cleaned too. */
const firstCleaning = 60_000
/** Milliseconds. */
const pause = 3_600_000
/** Milliseconds after which a part that has not ended is no longer waited for. */
const partLimit = 600_000

/** @param idle - minutes after which an unused login ends */
export const cleaningParts = ({ database, vacuum }: ServedDatabase, idle: number): CleaningParts => ({
  'old answers': () => deleteOldAnswers(database),
  'unused carts': () => deleteUnusedCarts(database),
  'expired resets': () => deleteExpiredResets(database),
  'expired email changes': () => deleteExpiredEmailChanges(database),
  'unconfirmed subscribers': () => deleteUnconfirmedSubscribers(database),
  'old stock notices': () => deleteOldStockNotices(database),
  'old login failures': () => deleteOldFailures(database),
  'expired attempts': () => deleteExpiredAttempts(database),
  'expired logins': () => deleteExpiredLogins(database, idle),
  'expired staff logins': () => deleteExpiredStaffLogins(database),
  'old missed searches': () => deleteOldMissedSearches(database),
  'old imports': () => deleteOldImports(database),
  'old provider events': () => deleteOldEvents(database),
  'old order reports': () => deleteOldOrderReports(database),
  'failed mails': () => deleteFailedMails(database),
  'free space': vacuum,
})

/**
 * Cleans a minute after the start and then every hour, one part after another. A part that fails or hangs is logged, stops
 * no other, and is tried again an hour later.
 *
 * @returns stops
 */
export function cleanHourly(parts: CleaningParts, log: Pick<FastifyBaseLogger, 'error'>): () => void {
  let isStopped = false
  const clean = async () => {
    for (const [part, act] of Object.entries(parts)) {
      if (isStopped) return
      await endsInTime(act).catch(
        (error: unknown) => isStopped || log.error({ part, ...withoutValues(error) }, 'Cleaning failed'),
      )
    }
    timer = setTimeout(clean, pause).unref()
  }
  let timer = setTimeout(clean, firstCleaning).unref()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** @throws Error if the part fails, or does not end in time */
async function endsInTime(act: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It does not end.')), partLimit).unref()
  })
  try {
    await Promise.race([act(), limit])
  } finally {
    clearTimeout(timer)
  }
}
