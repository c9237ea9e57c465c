import { Readable } from 'node:stream'
import { and, eq, sql } from 'drizzle-orm'
import { longestAnswer, problemKindNames } from '#contract/order-problem'
import { recordChange } from '../changes/changes.ts'
import { checkOptionalField } from '../customers/form-rules.ts'
import type { Database } from '../database/database.ts'
import { orders, problemPhotographs, problemReports } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { queueMail } from '../mail/outbox.ts'
import { fieldRefusal, notFound } from '../requests/refusals.ts'
import type { OrderLinks } from '../shop/order-links.ts'
import { lockOrder } from './lock-order.ts'
import { staleRefusal } from './stale-refusal.ts'

/** What a member of staff answers to a report. */
export interface ReportAnswering {
  number: number
  reportId: string
  answer: string
  staffName: string
  /** Of the order, as it was shown. */
  version: number
}

const noReport = () => notFound('There is no such report.')

/**
 * Stores the answer to a report and queues its mail, in one transaction. A later answer replaces it, and is mailed too. The change that is kept does not
 * repeat the answer: it may name the customer.
 *
 * @returns the queued mail; null for an answer that stays the same, and for a customer whose data was deleted
 * @throws Refused 404 if there is no such order or report, softly 409 if another person has changed the order, softly 422 for a blank answer
 */
export const answerReport = (
  database: Database,
  { orderLinks, shopName }: { orderLinks: OrderLinks; shopName: string },
  { number, reportId, answer: typed, staffName, version }: ReportAnswering,
): Promise<string | null> =>
  database.transaction(async transaction => {
    const { order } = await lockOrder(transaction, number)
    const isReport = and(eq(problemReports.id, reportId), eq(problemReports.orderId, order.id))
    const [report] = await transaction.select().from(problemReports).where(isReport)
    if (report === undefined) throw noReport()
    const answer = typed.length > longestAnswer ? null : checkOptionalField('comment', typed)
    if (answer === null) throw fieldRefusal('answer', `Please enter an answer of at most ${longestAnswer} characters`)
    if (answer === report.answer) return null
    if (order.version !== version)
      throw await staleRefusal(
        transaction,
        number,
        `The report is ‘${report.answer === null ? 'not answered' : 'answered'}’ now; you chose ‘Answer’.`,
      )
    await transaction
      .update(problemReports)
      .set({ answer, answeredBy: staffName, answeredAt: sql`now()` })
      .where(isReport)
    await transaction
      .update(orders)
      .set({ version: sql`${orders.version} + 1` })
      .where(eq(orders.id, order.id))
    await recordChange(transaction, {
      staffName,
      orderNumber: number,
      what: `report ‘${problemKindNames[report.kind]}’ of order ${number}`,
      before: report.answer === null ? 'Not answered' : 'Answered',
      after: 'Answered',
    })
    if (order.email === '') return null
    const text = mailTemplates(shopName).problemAnswered(order.email, number, answer, orderLinks.urlOf(order))
    return queueMail(transaction, `answer about order ${number}`, text)
  })

/** The photograph of a report, for staff. @throws Refused 404 if there is none */
export async function readReportPhotograph(database: Database, number: number, reportId: string) {
  const [found] = await database
    .select({ content: problemPhotographs.content })
    .from(problemPhotographs)
    .innerJoin(problemReports, eq(problemReports.id, problemPhotographs.reportId))
    .innerJoin(orders, eq(orders.id, problemReports.orderId))
    .where(and(eq(problemReports.id, reportId), eq(orders.number, number)))
  if (found === undefined) throw noReport()
  return { name: `order-${number}.jpg`, type: 'image/jpeg', content: Readable.from([found.content]) }
}
