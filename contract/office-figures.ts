import { array, enums, nullable, number, string, type, type Infer } from 'superstruct'
import { numeric } from './money.ts'
import { one, read } from './route.ts'

/** What the figures are of: a day, or the week from Monday to Sunday that it is in, at the store. */
export const figurePeriod = enums(['day', 'week'])
export type FigurePeriod = Infer<typeof figurePeriod>

/** An hour of a day, or a day of a week. Amounts are in dollars. */
const figurePart = type({
  /** ISO 8601 at the store, with its offset. */
  startsAt: string(),
  orders: number(),
  turnover: numeric,
  paymentFailures: number(),
})
export type FigurePart = Infer<typeof figurePart>

/** Goods that were sold, with what replaced other goods and without what was left out. */
const bestSeller = type({ productId: number(), productName: string(), quantity: number(), turnover: numeric })
export type BestSeller = Infer<typeof bestSeller>

/** A search that found nothing, in small letters, and how often it was made. */
const missedSearch = type({ term: string(), searches: number() })

/**
 * The figures of a day or a week, by when orders were placed. `turnover` is what the orders come to now, with delivery and after discounts. Cancelled
 * orders are not in it; `refunded` is subtracted.
 */
export const officeFigures = type({
  period: figurePeriod,
  /** Days at the store: '2026-12-05'. */
  firstDay: string(),
  lastDay: string(),
  /** A day of the period before. */
  earlier: string(),
  /** A day of the period after; null if that has not begun. */
  later: nullable(string()),
  orders: number(),
  turnover: numeric,
  /** Turnover per order; null without an order. */
  basket: nullable(numeric),
  /** Orders with goods that are not weighed yet: they count as estimated. */
  estimates: number(),
  cancelled: type({ orders: number(), total: numeric }),
  refunded: numeric,
  parts: array(figurePart),
  /** Those of which most pieces were sold. */
  bestSellers: array(bestSeller),
  /** The most frequent ones. */
  missedSearches: array(missedSearch),
  /** Cards that were declined, and payments that the provider refused for good, of the payments that began in the period. */
  paymentFailures: type({ declined: number(), refused: number() }),
})
export type OfficeFigures = Infer<typeof officeFigures>

/** The figures, for owners. Without a day: those of today. */
export const officeFiguresRoutes = {
  officeFigures: read('/figures?period={period}&day={day}', one(officeFigures)),
} as const
