import { sql, type SQL } from 'drizzle-orm'
import { flagsOf, months, products, type Month } from '../database/schema.ts'

/** The month at the store: around the first of a month it is another one than in UTC. */
export function monthIn(timeZone: string, now: Date): Month {
  return Number(new Intl.DateTimeFormat('en', { month: 'numeric', timeZone }).format(now)) as Month
}

/** Makes the condition on a row of `products` that is in season at the store now. */
export const seasonalIn =
  (timeZone: string, now = () => new Date()) =>
  (): SQL =>
    sql`${products.season} & ${flagsOf(months, [monthIn(timeZone, now())])} <> 0`
