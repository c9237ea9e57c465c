import { sql, type SQL } from 'drizzle-orm'
import { openDatabase, type DatabaseLocation } from '#gateway/database/database'
import { orderCommands } from '#gateway/cli/order-commands'
import { listOrders, readOrder } from '#gateway/orders/orders'
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
