import { desc, eq, getTableColumns, gte, inArray, or, sql, type SQL } from 'drizzle-orm'
import { longestSearch, type BoardOrder, type OfficeOrder, type StaffRole } from '#contract/office'
import { toDollars } from '#contract/money'
import type { OrderStatus } from '#contract/order'
import { plainText } from '#contract/typed-text'
import type { Database } from '../database/database.ts'
import { containsIgnoringCase } from '../database/letter-case.ts'
import { deliveryMethods, orderLines, orders, problemReports } from '../database/schema.ts'
import { nextStatuses } from '../orders/order-status.ts'
import { selectReports, toOfficeReport } from '../orders/problems.ts'
import { readRefunds } from '../orders/refunds.ts'
import { readOrderById } from '../orders/orders.ts'
import { badRequest, notFound } from '../requests/refusals.ts'
import { readOfficeLines } from '../orders/office-lines.ts'
import { readHistory } from '../changes/changes.ts'

/** Statuses of orders with something left to do. */
const openStatuses: OrderStatus[] = ['received', 'preparing', 'on-its-way', 'ready-for-pickup']
/** Orders that are listed, the newest ones. */
const most = 200

const ofOrder = sql`${orderLines} where ${orderLines.orderId} = ${orders.id}`
const isOpenReport = sql`${problemReports.orderId} = ${orders.id} and ${problemReports.answer} is null`
const boardColumns = {
  ...getTableColumns(orders),
  deliveryName: sql<string>`coalesce(${deliveryMethods.name}, ${orders.deliveryMethod})`,
  quantity: sql<number>`(select sum(${orderLines.quantity})::int from ${ofOrder})`,
  openReports: sql<number>`(select count(*)::int from ${problemReports} where ${isOpenReport})`,
  isEstimate: sql<boolean>`exists (select from ${ofOrder} and ${orderLines.weighed} is not null and ${orderLines.weighedGrams} is null and coalesce(${orderLines.picking}, 'picked') = 'picked')`,
}

/**
 * The board: open orders of any day, those with a report that is not answered, and those of today that are finished, newest first. With a search: orders of any day whose number, name or phone
 * contains it.
 *
 * @param timeZone - the store's, whose today it is
 * @throws Refused 400 for a search that is too long
 */
export async function readBoard(database: Database, timeZone: string, search: string): Promise<BoardOrder[]> {
  const text = plainText(search)
  if (text.length > longestSearch) throw badRequest('The search is too long.')
  const today = sql`date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone}`
  const rows = await selectOrders(
    database,
    text === ''
      ? or(
          inArray(orders.status, openStatuses),
          gte(orders.createdAt, today),
          sql`exists (select from ${problemReports} where ${isOpenReport})`,
        )
      : matches(text),
  )
  return rows.map(toBoardOrder)
}

/** The numbers of the orders with the status 'received', the newest first. */
export async function listNewOrders(database: Database): Promise<string[]> {
  const rows = await database
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.status, 'received'))
    .orderBy(desc(orders.number))
    .limit(most)
  return rows.map(({ number }) => String(number))
}

const selectOrders = (database: Database, condition: SQL | undefined) =>
  database
    .select(boardColumns)
    .from(orders)
    .leftJoin(deliveryMethods, eq(deliveryMethods.id, orders.deliveryMethod))
    .where(condition)
    .orderBy(desc(orders.number))
    .limit(most)

/** A number, a name in any case, or the digits of a phone number. */
function matches(text: string): SQL | undefined {
  const digits = text.replaceAll(/\D/g, '')
  const isDigits = /^[\d\s+()#-]+$/.test(text) && digits !== ''
  return or(
    containsIgnoringCase(sql`(${orders.firstName} || ' ' || ${orders.lastName})`, text),
    ...(isDigits
      ? [
          sql`${orders.number}::text like ${`${digits}%`}`,
          sql`regexp_replace(${orders.telephone}, '[^0-9]', '', 'g') like ${`%${digits}%`}`,
        ]
      : []),
  )
}

type BoardRow = Awaited<ReturnType<typeof selectOrders>>[number]

const toBoardOrder = (row: BoardRow): BoardOrder => ({
  orderNumber: String(row.number),
  orderStatus: row.status,
  createdAt: row.createdAt.toISOString(),
  name: `${row.firstName} ${row.lastName}`,
  telephone: row.telephone,
  deliveryName: row.deliveryName,
  quantity: row.quantity,
  total: toDollars(row.total),
  isEstimate: row.isEstimate,
  ...(row.slot !== null && { slot: row.slot }),
  ...(row.openReports > 0 && { openReports: row.openReports }),
})

/** An order's number in a path; 0, which no order has, for text that is none. */
export const orderNumberIn = (text = ''): number => (/^\d{1,12}$/.test(text) ? Number(text) : 0)

/** The statuses that a role may not give to an order: a cancellation moves money. */
const reserved: Readonly<Record<StaffRole, readonly OrderStatus[]>> = { owner: [], packer: ['cancelled'] }

export const mayGive = (role: StaffRole, status: OrderStatus): boolean => !reserved[role].includes(status)

/** @throws Refused 404 if there is no such order */
export async function readOfficeOrder(database: Database, number: number, role: StaffRole): Promise<OfficeOrder> {
  const [row] = await selectOrders(database, eq(orders.number, number))
  if (row === undefined) throw notFound(`There is no order ${number}.`)
  const order = await readOrderById(database, row.id)
  const isDelivered = order.deliveryAddress !== null
  const lines = await readOfficeLines(database, row.id)
  const { refunds, refundable } = await readRefunds(database, row)
  const isPicking = row.pickedAt === null && lines.some(({ picking }) => picking !== undefined)
  return {
    ...toBoardOrder(row),
    version: row.version,
    next: nextStatuses({ status: row.status, isDelivered, isToPack: row.isEstimate || isPicking }).filter(status =>
      mayGive(role, status),
    ),
    email: row.email,
    lines,
    isPicked: row.pickedAt !== null,
    subtotal: order.subtotal,
    discount: order.discount,
    couponCode: order.couponCode,
    deliveryFee: order.deliveryFee,
    billingAddress: order.billingAddress,
    deliveryAddress: order.deliveryAddress,
    comment: row.comment,
    substitution: row.substitution,
    payment: { method: order.payment.method, status: order.payment.status },
    refunds,
    refundable: role === 'owner' ? refundable : 0,
    reports: (await selectReports(database, row.id)).map(toOfficeReport),
    history: await readHistory(database, number),
  }
}
