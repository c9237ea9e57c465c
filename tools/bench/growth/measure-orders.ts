import { sql, type SQL } from 'drizzle-orm'
import { openDatabase, type DatabaseLocation } from '#gateway/database/database'
import { orderCommands } from '#gateway/cli/order-commands'
import { listOrders, readOrder } from '#gateway/orders/orders'
import { readBoard } from '#gateway/office/board'
import { readFigures } from '#gateway/office/figures'
import { generateOrders } from './generate-orders.ts'
import { lowerQuartiles } from '../figures.ts'
import { timeOf } from './time-of.ts'

/** Milliseconds of a read by the bare queries and by the gateway. */
export interface OrderTimes {
  bare: number
  gateway: number
}

export interface OrderFigures {
  /** Seconds. */
  generating: number
  reads: Record<string, OrderTimes>
}

interface OrderRead {
  name: string
  read: () => Promise<unknown>
  bare: SQL[]
}

/** Runs in a child process of its own: generates orders, measures how they are read, and reports to the parent. */
const { where, rounds, from, count } = JSON.parse(process.argv[2]!) as {
  where: DatabaseLocation
  rounds: number
  from: number
  count: number
}
const { database, close } = await openDatabase(where)
const generating = (await timeOf(() => generateOrders(database, from, count))) / 1_000

const customer = 'customer-1'
const order = 'order-1'
const timeZone = 'Australia/Sydney'
const beginning = sql`date_trunc('week', now() at time zone ${timeZone}) at time zone ${timeZone}`
const reads: readonly OrderRead[] = [
  {
    name: 'orders of a customer',
    read: () => listOrders(database, customer, { orderStatus: 'history' }),
    bare: [
      sql`
        select orders.*, (select sum(quantity) from order_lines where order_id = orders.id) as quantity
        from orders where customer_id = ${customer} order by number desc`,
    ],
  },
  {
    name: 'an order',
    read: () => readOrder(database, customer, order),
    bare: [
      sql`select * from orders where id = ${order}`,
      sql`select * from order_lines where order_id = ${order} order by position`,
    ],
  },
  {
    name: 'open orders',
    read: () => orderCommands.orders(database, []),
    bare: [sql`select * from orders where status in ('received', 'preparing') order by number desc limit 200`],
  },
  {
    name: 'board of the office',
    read: () => readBoard(database, timeZone, ''),
    bare: [
      sql`
        select orders.*, (select sum(quantity) from order_lines where order_id = orders.id) as quantity
        from orders where status in ('received', 'preparing') order by number desc limit 200`,
    ],
  },
  {
    name: 'search of the office',
    read: () => readBoard(database, timeZone, 'lin'),
    bare: [
      sql`
        select orders.*, (select sum(quantity) from order_lines where order_id = orders.id) as quantity
        from orders where first_name || ' ' || last_name ilike '%lin%' order by number desc limit 200`,
    ],
  },
  {
    name: 'figures of a week',
    read: () => readFigures(database, timeZone, 'week', ''),
    bare: [
      sql`
        select date_trunc('day', created_at at time zone ${timeZone}) as day, count(*), sum(total)
        from orders where created_at >= ${beginning} and status <> 'cancelled' group by 1`,
      sql`
        select product_id, max(product_name), sum(quantity) as quantity, sum(order_lines.total)
        from orders join order_lines on order_id = orders.id
        where created_at >= ${beginning} and status <> 'cancelled' group by 1 order by 3 desc limit 10`,
      sql`select begun_at, declines, state from payments where (declines > 0 or state = 'failed') and begun_at >= ${beginning}`,
      sql`select term, sum(searches) from missed_searches where day >= ${beginning} group by term`,
    ],
  },
]

const figures: OrderFigures['reads'] = {}
for (const { name, read, bare } of reads) {
  const times: OrderTimes[] = []
  for (let round = 0; round < rounds + 5; round++) {
    times.push({
      bare: await timeOf(async () => {
        for (const query of bare) await database.execute(query)
      }),
      gateway: await timeOf(read),
    })
  }
  figures[name] = lowerQuartiles(times.slice(5)) // the first rounds warm up
}
process.send!({ generating, reads: figures } satisfies OrderFigures)
await close()
process.exit(0)
