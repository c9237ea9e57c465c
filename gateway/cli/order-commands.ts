import { asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { is } from 'superstruct'
import { formatAmount } from '#contract/money'
import { orderStatus, type OrderStatus } from '#contract/order'
import { formatWeight, quantityText } from '#contract/weight-text'
import type { Database } from '../database/database.ts'
import { orderLines, orders, payments } from '../database/schema.ts'
import { describeWaitingMails } from '../mail/outbox.ts'
import { commandName } from '../changes/changes.ts'
import { setOrderStatus } from '../orders/order-status.ts'
import { isUnweighed, type OrderLineRow } from '../orders/orders.ts'
import { weighLine } from '../orders/weigh-line.ts'
import { store } from './store.ts'

const statuses = Object.keys(orderStatus.schema) as OrderStatus[]
/** Statuses of orders with something left to do. */
const open = statuses.filter(status => status !== 'completed' && status !== 'cancelled')
/** Whether something of the order is not weighed yet. */
const isToWeigh = sql<boolean>`exists (
  select from ${orderLines} where ${orderLines.orderId} = ${orders.id} and ${orderLines.weighed} is not null and ${orderLines.weighedGrams} is null
)`
/** Orders that are listed, the newest ones. */
const most = 200

/** The operator's commands for orders: each takes arguments and returns the lines to print. */
export const orderCommands = {
  /** Lists open orders, or those of a status, newest first; then says whether mails wait because they can't be sent. */
  async orders(database: Database, [status]: string[]): Promise<string> {
    if (status !== undefined && !is(status, orderStatus)) {
      throw new Error(`Name a status or none: npm run orders -- ${statuses.join('|')}`)
    }
    const found = await database
      .select({ ...getTableColumns(orders), paymentState: payments.state, isToWeigh })
      .from(orders)
      .leftJoin(payments, eq(payments.orderId, orders.id))
      .where(inArray(orders.status, status === undefined ? open : [status]))
      .orderBy(desc(orders.number))
      .limit(most)
    const lines = found.map(order =>
      [
        order.number,
        order.createdAt.toISOString().slice(0, 16),
        order.status,
        `${order.isToWeigh ? 'to weigh, about ' : ''}${formatAmount(order.total)}`,
        describePayment(order),
        order.deliveryMethod,
        `${order.firstName} ${order.lastName}`,
        order.telephone,
      ].join('\t'),
    )
    if (lines.length === 0) lines.push('There are no such orders.')
    const mails = await describeWaitingMails(database)
    return `${[...lines, ...(mails === null ? [] : [mails])].join('\n')}\n`
  },

  /**
   * Sets the status of an order. `cancelled` puts the goods and the coupon back; the shop refunds the payment and sends
   * the mail.
   */
  async 'order-status'(database: Database, [number = '', status]: string[]): Promise<string> {
    if (!/^\d{1,12}$/.test(number) || !is(status, orderStatus)) {
      throw new Error(`Name the order and its new status: npm run order-status -- 10001 ${statuses.join('|')}`)
    }
    const change = { number: Number(number), status, staffName: commandName, version: null }
    await setOrderStatus(database, change, store.rules.name)
    return `Order ${number} is ${status}.\n`
  },

  /** Revokes the mailed links to an order's page. */
  async 'revoke-link'(database: Database, [number = '']: string[]): Promise<string> {
    if (!/^\d{1,12}$/.test(number)) throw new Error('Name the order: npm run revoke-link -- 10001')
    const revoked = await database
      .update(orders)
      .set({ linkVersion: sql`${orders.linkVersion} + 1` })
      .where(eq(orders.number, Number(number)))
      .returning({ id: orders.id })
    if (revoked.length === 0) throw new Error(`There is no order ${number}.`)
    return `The link to order ${number} does not work any more.\n`
  },

  /**
   * Lists the lines of an order, or stores what one of them weighs. Once all are weighed the amount is final: the shop captures it and sends the mail.
   */
  async weigh(database: Database, [number = '', line, grams = '']: string[]): Promise<string> {
    if (!/^\d{1,12}$/.test(number) || (line !== undefined && !(/^\d{1,3}$/.test(line) && /^\d{1,7}$/.test(grams)))) {
      throw new Error('Name the order, its line and the weight in grams: npm run weigh -- 10001 2 1480')
    }
    if (line !== undefined)
      await weighLine(
        database,
        { number: Number(number), line: Number(line), grams: Number(grams), staffName: commandName, version: null },
        store.rules.name,
      )
    const isOrder = eq(orders.number, sql`${number}::bigint`)
    const [order] = await database.select({ id: orders.id, total: orders.total }).from(orders).where(isOrder)
    if (order === undefined) throw new Error(`There is no order ${number}.`)
    const lines = await database
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
      .orderBy(asc(orderLines.position))
    const left = lines.filter(isUnweighed).length
    const total = left === 0 ? formatAmount(order.total) : `about ${formatAmount(order.total)}, ${left} to weigh`
    return `${[...lines.map(describeLine), `Order ${number}: ${total}`].join('\n')}\n`
  },
}

/** '2', what was ordered, what it weighs, and its amount. */
const describeLine = ({ weighed, weighedGrams, quantity, productName, total }: OrderLineRow, at: number): string =>
  [
    at + 1,
    `${productName}: ${weighed === null ? quantity : quantityText(weighed, quantity)}`,
    weighed === null ? '' : weighedGrams === null ? 'to weigh' : formatWeight(weighedGrams),
    formatAmount(total),
  ].join('\t')

/** Money that the provider returned, also on its own pages, is named so; the customer's orders only know whether it was taken. */
function describePayment(
  order: Pick<typeof orders.$inferSelect, 'paymentMethod' | 'paymentStatus'> & { paymentState: string | null },
): string {
  if (order.paymentMethod === 'on-delivery') return 'on delivery'
  if (order.paymentState !== 'ended') return order.paymentStatus
  return order.paymentStatus === 'captured' ? 'refunded' : 'voided'
}
