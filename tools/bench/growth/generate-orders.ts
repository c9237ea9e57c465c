import { sql } from 'drizzle-orm'
import type { Database } from '#gateway/database/database'

/** Orders per transaction. */
const batch = 10_000

/** Orders of each customer. */
export const ordersEach = 10

/**
 * Adds orders until there are `count`, of two lines and ten per customer, one every 15 minutes until now. The last 100 are open. Ids follow from numbers.
 *
 * @param from - the number of orders that were generated before
 */
export async function generateOrders(database: Database, from: number, count: number): Promise<void> {
  await database.execute(sql`update orders set status = 'completed'`)
  for (let first = from + 1; first <= count; first += batch)
    await database.transaction(transaction => addOrders(transaction, first, Math.min(first + batch - 1, count), count))
  await database.execute(sql`
    update orders set status = 'received' where number > (select max(number) from orders) - 100`)
  await database.execute(sql`vacuum (analyze) orders`)
  await database.execute(sql`vacuum (analyze) order_lines`)
}

async function addOrders(transaction: Database, first: number, last: number, count: number): Promise<void> {
  const series = sql`generate_series(cast(${first} as integer), cast(${last} as integer)) as series(at)`
  const address = JSON.stringify({ address1: '1 Test Street', city: 'Eastwood', postCode: '2122' })
  // it would add up each order; these have two lines of one price
  await transaction.execute(sql`alter table orders disable trigger orders_add_up`)
  await transaction.execute(sql`
    insert into customers (id, email, email_key, first_name, last_name, telephone, password_hash)
    select 'customer-' || at, at || '@example.com', at || '@example.com', 'Mei', 'Lin', '0298765432', ''
    from ${series} where at % ${ordersEach} = 1`)
  await transaction.execute(sql`
    insert into orders (
      id, request_id, session_id, customer_id, status, first_name, last_name, email, telephone, billing_address, delivery_method,
      subtotal, discount, delivery_fee, total, payment_method, payment_status, mailed_at, created_at
    )
    select
      'order-' || at, 'request-' || at, 'session-' || at, 'customer-' || (at - 1) / ${ordersEach} * ${ordersEach} + 1, 'completed', 'Mei', 'Lin',
      'mei@example.com', '0298765432', cast(${address} as jsonb), 'pick-up', 2000, 0, 0, 2000, 'on-delivery', 'pending', now(), now() - (cast(${count} as integer) - at) * interval '15 minutes'
    from ${series} order by at`)
  await transaction.execute(sql`
    insert into order_lines (order_id, product_id, product_name, product_image, price, quantity, total, position)
    select 'order-' || at, product_id, 'Rice', 'rice', 1000, 1, 1000, product_id
    from ${series} cross join generate_series(1, 2) as lines(product_id)`)
  await transaction.execute(sql`alter table orders enable trigger orders_add_up`)
}
