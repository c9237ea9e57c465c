import { count, eq } from 'drizzle-orm'
import type { Order } from '#contract/order'
import {
  mostReports,
  problemKindNames,
  reportableStatuses,
  type NewProblemReport,
  type ProblemLine,
} from '#contract/order-problem'
import { recordChange, shopperName } from '../changes/changes.ts'
import { checkOptionalField } from '../customers/form-rules.ts'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { orders, problemPhotographs, problemReports, type StoredProblemLine } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { readOrderById } from '../orders/orders.ts'
import { encodeAgain } from '../orders/problem-photograph.ts'
import type { PaymentServices } from '../payments/payment-provider.ts'
import { isLoopbackAddress, networkOf } from '../requests/addresses.ts'
import { hasKey, runOnce } from '../requests/idempotency.ts'
import { countAttempt } from '../requests/rate-limits.ts'
import { fieldRefusal, softRefusal } from '../requests/refusals.ts'
import type { Client } from './order-limits.ts'
import { checkAccess } from './own-order.ts'

const call = 'POST /order/problem'

/**
 * Stores what a customer, or who has the link of an order, reports as wrong with it: once for each idempotency key. The photograph is no part of what
 * is compared of a repeated request.
 *
 * @throws Refused as `checkAccess`; softly 409 if the status does not allow it or the reports are used up, softly 422 for a value that the shopper can
 *   correct, 429 after too many reports of a network
 */
export async function reportProblem(
  shop: PaymentServices,
  orderId: string,
  { requestId, key, photograph, ...report }: NewProblemReport,
  client: Client,
): Promise<{ data: Order } | object> {
  const { database } = shop
  const [found] = await database.select().from(orders).where(eq(orders.id, orderId))
  const { id, number } = await checkAccess(shop, found, key, client)
  const isRepeated = requestId !== undefined && (await hasKey(database, { call, requestId }))
  if (!isRepeated) {
    refuseStatus(found!.status)
    await countReport(shop, client.ip)
  }
  // decoded before the transaction: it takes a moment
  const content = photograph && !isRepeated ? await encodeAgain(photograph) : null
  const mails: string[] = []
  const act = async (transaction: Database) => {
    mails.push(...(await storeReport(transaction, shop, number, report, content)))
    return {}
  }
  // the answer that is stored has no personal data: the order is read below
  const requester = { sessionId: `order:${id}`, customerId: null }
  const answer = await (requestId === undefined
    ? database.transaction(act)
    : runOnce(database, { call, requestId, requester, body: { ...report, id } }, act))
  if (mails.length > 0) deliverMailsLater(shop, mails)
  return Object.hasOwn(answer, 'statusCode') ? answer : { data: await readOrderById(database, id) }
}

/** Counts a report of a network, whose photograph costs time to decode; not from this machine. */
async function countReport({ database, limits }: PaymentServices, ip: string): Promise<void> {
  if (isLoopbackAddress(ip)) return
  const subject = networkOf(ip)
  await countAttempt(database, { action: 'problem report', subject, perHour: limits.problemReports })
}

function refuseStatus(status: (typeof orders.$inferSelect)['status']): void {
  if (!reportableStatuses.includes(status))
    throw softRefusal(409, 'Nothing can be reported of this order now. Please call us.')
}

/** @returns the queued mail to the store; none without its address */
async function storeReport(
  transaction: Database,
  { rules, shopEmail, reportEvent }: PaymentServices,
  number: number,
  { kind, comment: typed, lines }: NewProblemReport,
  content: Buffer | null,
): Promise<string[]> {
  const { order } = await lockOrder(transaction, number)
  refuseStatus(order.status)
  const comment = checkOptionalField('comment', typed)
  if (lines.length === 0 && kind !== 'other') throw fieldRefusal('lines', 'Please choose what it is about')
  if (kind === 'other' && comment === null) throw fieldRefusal('comment', 'Please tell us what is wrong')
  const stored = await namedLines(transaction, order.id, lines)
  const isOfOrder = eq(problemReports.orderId, order.id)
  const [known] = await transaction.select({ count: count() }).from(problemReports).where(isOfOrder)
  if (known!.count >= mostReports)
    throw softRefusal(409, `This order has ${mostReports} reports already. Please call us.`)
  const id = newId()
  await transaction.insert(problemReports).values({ id, orderId: order.id, kind, comment, lines: stored })
  if (content !== null) await transaction.insert(problemPhotographs).values({ reportId: id, content })
  await recordChange(transaction, {
    staffName: shopperName,
    orderNumber: number,
    what: `problem with order ${number}`,
    before: null,
    after: problemKindNames[kind],
  })
  reportEvent('order.problem-reported', { orderNumber: String(number) })
  if (shopEmail === null) return []
  const text = mailTemplates(rules.name).problemReported(shopEmail, number, problemKindNames[kind])
  return [await queueMail(transaction, `problem with order ${number}`, text)]
}

/** The lines with their names, each product once. @throws Refused softly 422 for what the order does not have, or not as many of it */
async function namedLines(
  transaction: Database,
  orderId: string,
  wanted: readonly ProblemLine[],
): Promise<StoredProblemLine[]> {
  const { lines } = await readOrderById(transaction, orderId)
  const quantities = new Map<number, number>()
  for (const { productId, quantity } of wanted) quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
  return [...quantities].map(([productId, quantity]) => {
    const own = lines.filter(line => line.productId === productId)
    const most = own.reduce((sum, line) => sum + line.quantity, 0)
    if (most === 0) throw fieldRefusal('lines', 'One of the products is not in this order')
    const { productName } = own[0]!
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > most)
      throw fieldRefusal('lines', `Please enter a number from 1 to ${most} for ${productName}`)
    return { productId, productName, quantity }
  })
}
