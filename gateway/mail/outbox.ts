import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { mails } from '../database/schema.ts'
import { newId } from '../database/ids.ts'
import type { GatewayServices } from '../shop/services.ts'
import type { Mail } from '../shop/mail.ts'
import { explainFailure, type MailFailure } from './mail-failures.ts'

/**
 * Queues a mail in the caller's transaction: it is sent if the transaction is committed, also after a crash.
 *
 * @param about - the subject for the log, without personal data
 * @param validMinutes - how long the link in it is valid; the mail is not sent after that. Omit for no limit
 * @returns the id of the mail, for `deliverMails`
 */
export async function queueMail(
  transaction: Database,
  about: string,
  mail: Mail,
  validMinutes?: number,
): Promise<string> {
  const id = newId()
  const { to: recipient, subject, text } = mail
  const expiresAt = validMinutes === undefined ? null : sql`now() + make_interval(mins => ${validMinutes}::int)`
  await transaction.insert(mails).values({ id, about, recipient, subject, text, expiresAt })
  return id
}

/**
 * Sends queued mails after the answer. If that fails, the job does it; while no mail can be sent, only the job tries, so that
 * a mail server that hangs gets a few connections a minute and not one for each order.
 */
export function deliverMailsLater(shop: GatewayServices, ids: string[]): void {
  if (shop.mailStatus.problem === null) void shop.runLater('Sending mails', () => deliverMails(shop, ids))
}

type Row = typeof mails.$inferSelect

/** How many connections to the mail server at once. After as many failures in a row that are no mail's fault, a round ends. */
const atOnce = 4
/** Milliseconds after which a round begins no other mail: the next round continues. */
const roundTime = 60_000

/**
 * Sends the mails that are due. A mail that fails is sent again after 1, 5 and 30 minutes, then every 2 hours for 5 days (RFC
 * 5321 4.5.4.1), but not after its link has expired; one that the mail server refuses for good is dropped. Once the server takes
 * mails again, those that waited for it are due at once.
 *
 * A mail can arrive twice: if the connection is lost after the server has accepted it and before its answer has arrived. Both have
 * the same Message-ID.
 *
 * @param ids - only these mails; omit for all
 */
export async function deliverMails(shop: GatewayServices, ids?: string[]): Promise<void> {
  const isNamed = ids === undefined ? undefined : inArray(mails.id, ids)
  await dropExpired(shop, isNamed)
  const due = await shop.database
    .select({ id: mails.id })
    .from(mails)
    .where(and(lte(mails.dueAt, sql`now()`), isNamed))
    .orderBy(asc(mails.dueAt))
    .limit(200)
  const left = due.map(({ id }) => id)
  const end = Date.now() + roundTime
  let blocked = 0
  const work = async () => {
    while (blocked < atOnce && !shop.closing.aborted && Date.now() < end) {
      const id = left.shift()
      if (id === undefined) return
      const outcome = await deliverMail(shop, id)
      if (outcome === 'blocked') blocked += 1
      else if (outcome !== null) blocked = 0
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (ids === undefined) shop.mailStatus.waiting = await countWaiting(shop.database)
}

/** @returns null if another gateway has claimed it */
async function deliverMail(shop: GatewayServices, id: string): Promise<'sent' | MailFailure['kind'] | null> {
  const { database, sendMail } = shop
  const mail = await claimMail(database, id)
  if (mail === null) return null
  try {
    await sendMail({ id, to: mail.recipient, subject: mail.subject, text: mail.text }, shop.closing)
  } catch (error) {
    const failure = explainFailure(error)
    await storeFailure(shop, mail, failure)
    return failure.kind
  }
  await database.delete(mails).where(eq(mails.id, id))
  await recover(shop)
  return 'sent'
}

const isTooOld = lt(mails.createdAt, sql`now() - interval '5 days'`)
/** Whether the link expires before the next attempt. */
const isTooLate = lte(mails.expiresAt, mails.dueAt)
const isValid = or(isNull(mails.expiresAt), gt(mails.expiresAt, sql`now()`))

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
      problem: null, // while it is being sent it does not wait
    })
    .where(and(eq(mails.id, id), lte(mails.dueAt, sql`now()`), isValid))
    .returning()
  return claimed ?? null
}

/** What is left of a mail that is not sent again: nothing about a person. */
const ended = { dueAt: null, recipient: '', text: '' }

async function storeFailure(shop: GatewayServices, mail: Row, { kind, problem }: MailFailure): Promise<void> {
  const { database, mailStatus } = shop
  const { id, about, attempts } = mail
  if (kind !== 'blocked') await recover(shop) // before this mail waits itself
  const isOver = kind === 'refused' ? undefined : or(isTooOld, isTooLate)
  const [dropped] = await database
    .update(mails)
    .set({ ...ended, problem })
    .where(and(eq(mails.id, id), isOver))
    .returning({ id: mails.id })
  const isGivenUp = dropped !== undefined
  if (!isGivenUp) await database.update(mails).set({ problem }).where(eq(mails.id, id))
  const isNewCause = kind === 'blocked' && mailStatus.problem?.cause !== problem
  if (kind === 'blocked') {
    mailStatus.problem = { cause: problem, since: mailStatus.problem?.since ?? new Date() }
    if (isNewCause)
      shop.logProblem({ event: 'mail.blocked', problem }, 'The mail server takes no mail of the shop: mails wait')
  }
  if (kind !== 'blocked' || isGivenUp)
    shop.logProblem({ event: 'mail.failed', mail: about, problem, attempts, isGivenUp }, 'Sending a mail failed')
}

/** The mail server works: mails that wait for it become due. */
async function recover({ database, mailStatus, reportEvent }: GatewayServices): Promise<void> {
  if (mailStatus.problem === null) return
  mailStatus.problem = null
  reportEvent('mail.recovered')
  await database
    .update(mails)
    .set({ dueAt: sql`now()` })
    .where(and(isNotNull(mails.problem), gt(mails.dueAt, sql`now()`)))
}

/** Ends mails whose links have expired. */
async function dropExpired(shop: GatewayServices, isNamed: ReturnType<typeof inArray> | undefined): Promise<void> {
  const dropped = await shop.database
    .update(mails)
    .set({ ...ended, problem: sql`coalesce(${mails.problem}, 'expired')` })
    .where(and(lte(mails.expiresAt, sql`now()`), isNotNull(mails.dueAt), isNamed))
    .returning()
  for (const { about, problem, attempts } of dropped)
    shop.logProblem({ event: 'mail.failed', mail: about, problem, attempts, isGivenUp: true }, 'Sending a mail failed')
}

const isWaiting = and(isNotNull(mails.dueAt), isNotNull(mails.problem))

const countWaiting = (database: Database): Promise<number> => database.$count(mails, isWaiting)

/** One line for the grocer about mails that were not sent; null if there are none. */
export async function describeWaitingMails(database: Database): Promise<string | null> {
  const [waiting] = await database
    .select({ count: sql<number>`count(*)::int`, since: sql<string>`min(${mails.createdAt})` })
    .from(mails)
    .where(isWaiting)
  const [last] = await database
    .select()
    .from(mails)
    .where(isWaiting)
    .orderBy(sql`${mails.dueAt} desc`)
    .limit(1)
  if (waiting === undefined || last === undefined) return null
  const since = new Date(waiting.since).toISOString().slice(0, 16)
  const what = waiting.count === 1 ? '1 mail waits' : `${waiting.count} mails wait`
  return `${what} to be sent, the oldest since ${since}. The mail server's last problem: ${last.problem}.`
}

/** Deletes mails that have been undeliverable for 30 days. */
export async function deleteFailedMails(database: Database): Promise<void> {
  await database.delete(mails).where(and(isNull(mails.dueAt), lt(mails.createdAt, sql`now() - interval '30 days'`)))
}
