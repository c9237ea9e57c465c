import { and, asc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { mails } from '../database/schema.ts'
import { newId } from '../database/ids.ts'
import type { Shop } from '../shop/shop.ts'
import type { Mail } from '../shop/mail.ts'

/**
 * Queues a mail in the caller's transaction: it is sent if the transaction is committed, also after a crash.
 *
 * @param about - the subject for the log, without personal data
 * @returns the id of the mail, for `deliverMails`
 */
export async function queueMail(transaction: Database, about: string, mail: Mail): Promise<string> {
  const id = newId()
  const { to: recipient, subject, text } = mail
  await transaction.insert(mails).values({ id, about, recipient, subject, text })
  return id
}

/** Sends queued mails after the answer. If that fails, the job does it. */
export const deliverMailsLater = (shop: Shop, ids: string[]): void =>
  void shop.runLater('Sending mails', () => deliverMails(shop, ids))

type Row = typeof mails.$inferSelect

/** How many connections to the mail server at once. */
const atOnce = 4

/**
 * Sends the mails that are due. A mail that fails is sent again after 1, 5 and 30 minutes, then every 2 hours for a day;
 * one that the mail server refuses permanently (RFC 5321 4.2.1: 5xx) is dropped.
 *
 * @param ids - only these mails; omit for all
 */
export async function deliverMails(shop: Shop, ids?: string[]): Promise<void> {
  const due = await shop.database
    .select({ id: mails.id })
    .from(mails)
    .where(and(lte(mails.dueAt, sql`now()`), ids === undefined ? undefined : inArray(mails.id, ids)))
    .orderBy(asc(mails.dueAt))
    .limit(200)
  const left = due.map(({ id }) => id)
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await deliverMail(shop, id)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function deliverMail(shop: Shop, id: string): Promise<void> {
  const { database, sendMail } = shop
  const mail = await claimMail(database, id)
  if (mail === null) return
  try {
    await sendMail({ to: mail.recipient, subject: mail.subject, text: mail.text })
    await database.delete(mails).where(eq(mails.id, id))
  } catch (error) {
    await storeFailure(shop, mail, error as { code?: unknown; responseCode?: unknown })
  }
}

const isTooOld = lt(mails.createdAt, sql`now() - interval '1 day'`)

/**
 * Claims a mail for this gateway by setting the time of its next attempt: if the gateway crashes now, the mail is sent
 * then. Returns null if another gateway has claimed it.
 */
async function claimMail(database: Database, id: string): Promise<Row | null> {
  const minutes = sql`(array[1, 5, 30])[${mails.attempts} + 1]`
  const [claimed] = await database
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      dueAt: sql`now() + coalesce(${minutes}, 120) * interval '1 minute'`,
    })
    .where(and(eq(mails.id, id), lte(mails.dueAt, sql`now()`)))
    .returning()
  return claimed ?? null
}

async function storeFailure(shop: Shop, mail: Row, error: { code?: unknown; responseCode?: unknown }): Promise<void> {
  const { id, about, attempts } = mail
  const responseCode = typeof error.responseCode === 'number' ? error.responseCode : null
  const problem = String(responseCode ?? error.code ?? 'unknown')
  const isRefused = responseCode !== null && responseCode >= 500
  const [ended] = await shop.database
    .update(mails)
    .set({ dueAt: null, recipient: '', text: '', problem })
    .where(and(eq(mails.id, id), isRefused ? undefined : isTooOld))
    .returning({ id: mails.id })
  const isGivenUp = ended !== undefined
  shop.logProblem({ event: 'mail.failed', mail: about, problem, attempts, isGivenUp }, 'Sending a mail failed')
}

/** Deletes mails that have been undeliverable for 30 days. */
export async function deleteFailedMails(database: Database): Promise<void> {
  await database.delete(mails).where(and(isNull(mails.dueAt), lt(mails.createdAt, sql`now() - interval '30 days'`)))
}
