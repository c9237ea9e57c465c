import { eq, sql } from 'drizzle-orm'
import { is } from 'superstruct'
import { orderStatus } from '#contract/order'
import { openDatabase } from '../database/database.ts'
import { orders } from '../database/schema.ts'
import { exitWithError } from './serve.ts'
import { readSettings } from './settings.ts'

// Sets the status of an order: npm run order-status -- 10001 preparing

try {
  const [number = '', status] = process.argv.slice(2)
  if (!/^\d{1,12}$/.test(number) || !is(status, orderStatus)) {
    throw new Error(
      `Name the order and its new status: npm run order-status -- 10001 ${Object.keys(orderStatus.schema).join('|')}`,
    )
  }
  const { dataDir, databaseUrl } = readSettings(process.env)
  const { database, close } = await openDatabase(databaseUrl === null ? { dataDir } : { databaseUrl })
  const moved = await database
    .update(orders)
    .set({ status })
    .where(eq(orders.number, sql`${number}::bigint`))
    .returning({ number: orders.number })
    .finally(close)
  if (moved.length === 0) throw new Error(`There is no order ${number}.`)
  process.stdout.write(`Order ${number} is ${status}.\n`)
} catch (error) {
  exitWithError(error)
}
