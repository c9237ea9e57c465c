import { and, asc, desc, gte, lte, sql, type SQL } from 'drizzle-orm'
import { is } from 'superstruct'
import { toDollars } from '#contract/money'
import { figurePeriod, type BestSeller, type FigurePeriod, type OfficeFigures } from '#contract/office-figures'
import { queryRows, type Database } from '../database/database.ts'
import { missedSearches, orderLines, orders, payments, refunds } from '../database/schema.ts'
import { badRequest } from '../requests/refusals.ts'
import { dayAfter, dayAt, daysFrom, isDay, localIso, momentAt, weekdayOf, type Day } from '../shop/local-time.ts'

/** Best sellers and searches that are listed. */
const listed = 10
const hour = 3_600_000
const daysOf: Readonly<Record<FigurePeriod, number>> = { day: 1, week: 7 }

/** The first day of the period that a day is in: a week begins on Monday. */
const firstDayOf = (period: FigurePeriod, day: Day): Day => (period === 'day' ? day : dayAfter(day, 1 - weekdayOf(day)))

/** When the hours of a day, or the days of a week, begin; the last one is the end. A day with a change of the clocks has 23 or 25 hours. */
function boundariesOf(timeZone: string, period: FigurePeriod, firstDay: Day): Date[] {
  const days = daysFrom(firstDay, daysOf[period] + 1).map(day => momentAt(timeZone, day, '00:00'))
  if (period === 'week') return days
  const [from, to] = days.map(day => day.getTime()) as [number, number]
  const hours = Array.from({ length: Math.ceil((to - from) / hour) }, (_, index) => new Date(from + index * hour))
  return [...hours, new Date(to)]
}

/** Moments from the first one until before the last one. */
interface Span {
  boundaries: readonly Date[]
  within: (column: SQL) => SQL
  /** The number of the part, from 1. */
  partOf: (column: SQL) => SQL
}

const spanOf = (boundaries: readonly Date[]): Span => {
  const text = boundaries.map(moment => moment.toISOString())
  return {
    boundaries,
    within: column => sql`${column} >= ${text[0]}::timestamptz and ${column} < ${text.at(-1)}::timestamptz`,
    partOf: column => sql`width_bucket(${column}, ${`{${text.join(',')}}`}::timestamptz[])`,
  }
}

/**
 * The figures of a day or a week.
 *
 * @param day - a day of the period at the store; empty for today
 * @throws Refused 400 for another period, or a day that the calendar does not have
 */
export async function readFigures(
  database: Database,
  timeZone: string,
  period: string,
  day: string,
  now = new Date(),
): Promise<OfficeFigures> {
  if (!is(period, figurePeriod)) throw badRequest('The period is neither a day nor a week.')
  const today = dayAt(timeZone, now)
  if (day !== '' && !isDay(day)) throw badRequest('The day is not one of the calendar.')
  const firstDay = firstDayOf(period, day === '' ? today : day)
  const next = dayAfter(firstDay, daysOf[period])
  const days = { firstDay, lastDay: dayAfter(next, -1) }
  const span = spanOf(boundariesOf(timeZone, period, firstDay))
  const [sold, failed, bestSellers, searches] = await Promise.all([
    readOrders(database, span),
    readFailures(database, span),
    readBestSellers(database, span),
    readMissedSearches(database, days),
  ])
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const total = (name: keyof SoldRow) => sum(sold.map(row => row[name]))
  const turnover = total('turnover')
  const count = total('orders')
  return {
    period,
    ...days,
    earlier: dayAfter(firstDay, -1),
    later: next > today ? null : next,
    orders: count,
    turnover: toDollars(turnover),
    basket: count === 0 ? null : toDollars(Math.round(turnover / count)),
    estimates: total('estimates'),
    cancelled: { orders: total('cancelled'), total: toDollars(total('cancelledTotal')) },
    refunded: toDollars(total('refunded')),
    parts: span.boundaries.slice(0, -1).map((moment, index) => {
      const row = sold.find(({ part }) => part === index + 1)
      const failures = failed.find(({ part }) => part === index + 1)
      return {
        startsAt: localIso(timeZone, moment),
        orders: row?.orders ?? 0,
        turnover: toDollars(row?.turnover ?? 0),
        paymentFailures: failures === undefined ? 0 : failures.declined + failures.refused,
      }
    }),
    bestSellers,
    missedSearches: searches,
    paymentFailures: {
      declined: sum(failed.map(({ declined }) => declined)),
      refused: sum(failed.map(({ refused }) => refused)),
    },
  }
}

/** Orders of an hour or a day. Amounts are in cents; `turnover` is without `refunded`. */
interface SoldRow {
  part: number
  orders: number
  turnover: number
  estimates: number
  cancelled: number
  cancelledTotal: number
  refunded: number
}

const isCounted = sql`${orders.status} <> 'cancelled'`
const isEstimate = sql`exists (select from ${orderLines} where ${orderLines.orderId} = ${orders.id} and ${orderLines.weighed} is not null and ${orderLines.weighedGrams} is null and coalesce(${orderLines.picking}, 'picked') = 'picked')`
/** What staff refunded; all of it if the payment has ended and the order has not: then it was refunded on the provider's pages. */
const refundOf = sql`case when ${payments.state} = 'ended' then ${orders.total} else coalesce((select sum(${refunds.amount}) from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.state} in ('pending', 'done')), 0) end`

const readOrders = (database: Database, { within, partOf }: Span): Promise<SoldRow[]> =>
  queryRows<SoldRow>(
    database,
    sql`
      select ${partOf(sql`${orders.createdAt}`)}::integer as part,
        count(*) filter (where ${isCounted})::integer as orders,
        coalesce(sum(${orders.total} - ${refundOf}) filter (where ${isCounted}), 0)::float8 as turnover,
        count(*) filter (where ${isCounted} and ${isEstimate})::integer as estimates,
        count(*) filter (where not ${isCounted})::integer as cancelled,
        coalesce(sum(${orders.total}) filter (where not ${isCounted}), 0)::float8 as "cancelledTotal",
        coalesce(sum(${refundOf}) filter (where ${isCounted}), 0)::float8 as refunded
      from ${orders} left join ${payments} on ${payments.orderId} = ${orders.id}
      where ${within(sql`${orders.createdAt}`)}
      group by 1`,
  )

/** Failures of payments by when they began: the condition is that of the index `payments_with_failures`. */
const readFailures = (database: Database, { within, partOf }: Span) =>
  queryRows<{ part: number; declined: number; refused: number }>(
    database,
    sql`
      select ${partOf(sql`${payments.begunAt}`)}::integer as part,
        sum(${payments.declines})::integer as declined,
        count(*) filter (where ${payments.state} = 'failed')::integer as refused
      from ${payments}
      where (${payments.declines} > 0 or ${payments.state} = 'failed') and ${within(sql`${payments.begunAt}`)}
      group by 1`,
  )

const readBestSellers = async (database: Database, { within }: Span): Promise<BestSeller[]> => {
  const substitute = (name: string) => sql`${orderLines.substitute} ->> ${sql.raw(`'${name}'`)}`
  const rows = await queryRows<BestSeller>(
    database,
    sql`
      select coalesce((${substitute('productId')})::integer, ${orderLines.productId}) as "productId",
        max(coalesce(${substitute('productName')}, ${orderLines.productName})) as "productName",
        sum(coalesce((${substitute('quantity')})::integer, ${orderLines.quantity}))::integer as quantity,
        sum(coalesce(${orderLines.charged}, ${orderLines.total}))::float8 as turnover
      from ${orders} join ${orderLines} on ${orderLines.orderId} = ${orders.id}
      where ${within(sql`${orders.createdAt}`)} and ${isCounted} and ${orderLines.picking} is distinct from 'out-of-stock'
      group by 1
      order by quantity desc, turnover desc, 1
      limit ${listed}`,
  )
  return rows.map(row => ({ ...row, turnover: toDollars(row.turnover) }))
}

const readMissedSearches = (database: Database, { firstDay, lastDay }: { firstDay: Day; lastDay: Day }) =>
  database
    .select({ term: missedSearches.term, searches: sql<number>`sum(${missedSearches.searches})::integer` })
    .from(missedSearches)
    .where(and(gte(missedSearches.day, firstDay), lte(missedSearches.day, lastDay)))
    .groupBy(missedSearches.term)
    .orderBy(desc(sql`sum(${missedSearches.searches})`), asc(missedSearches.term))
    .limit(listed)
