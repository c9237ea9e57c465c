import { asc, eq, sql } from 'drizzle-orm'
import {
  mostReports,
  reportableStatuses,
  type OfficeReport,
  type OrderProblems,
  type ProblemReport,
} from '#contract/order-problem'
import type { Database } from '../database/database.ts'
import { problemPhotographs, problemReports, type orders } from '../database/schema.ts'

/** Reads the reports of an order, oldest first, without their photographs. */
export const selectReports = (database: Database, orderId: string) =>
  database
    .select({
      report: problemReports,
      hasPhotograph: sql<boolean>`${problemPhotographs.reportId} is not null`,
    })
    .from(problemReports)
    .leftJoin(problemPhotographs, eq(problemPhotographs.reportId, problemReports.id))
    .where(eq(problemReports.orderId, orderId))
    .orderBy(asc(problemReports.createdAt), asc(problemReports.id))

type Row = Awaited<ReturnType<typeof selectReports>>[number]

export const toReport = ({ report, hasPhotograph }: Row): ProblemReport => ({
  reportId: report.id,
  at: report.createdAt.toISOString(),
  kind: report.kind,
  lines: report.lines,
  comment: report.comment,
  hasPhotograph,
  answer: report.answer === null ? null : { text: report.answer, at: report.answeredAt!.toISOString() },
})

export const toOfficeReport = (row: Row): OfficeReport => {
  const { answer, ...report } = toReport(row)
  return { ...report, answer: answer && { ...answer, staffName: row.report.answeredBy! } }
}

/** What was reported of an order, and how many more reports it takes; null if it has none and takes none. */
export async function readProblems(
  database: Database,
  { id, status }: Pick<typeof orders.$inferSelect, 'id' | 'status'>,
): Promise<OrderProblems | null> {
  const isOpen = reportableStatuses.includes(status)
  // most orders have never left: they cost no query
  if (!isOpen && status !== 'cancelled') return null
  const reports = (await selectReports(database, id)).map(toReport)
  if (!isOpen && reports.length === 0) return null
  return { left: isOpen ? Math.max(0, mostReports - reports.length) : 0, reports }
}
