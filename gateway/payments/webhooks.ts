import { eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { array, assert, create, optional, size, string, type, type Infer } from 'superstruct'
import { formatAmount } from '#contract/money'
import type { Database } from '../database/database.ts'
import { orders, payments, providerEvents } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import { badRequest, Refused } from '../requests/refusals.ts'
import type { Payment } from '../stock/reservations.ts'
import type { PaymentShop } from './payment-provider.ts'
import { settlePaymentLater } from './payments.ts'

/** The path that PayPal reports events to. */
export const webhookPath = '/paypal/webhook'

/**
 * Asks the provider whether it has sent an event.
 *
 * @param body - exactly as received
 */
export type VerifyWebhook = (headers: Record<string, unknown>, body: string) => Promise<boolean>

const id = optional(size(string(), 1, 100))
const event = type({
  id: size(string(), 1, 100),
  event_type: string(),
  resource: type({
    id,
    supplementary_data: optional(
      type({ related_ids: optional(type({ order_id: id, authorization_id: id, capture_id: id })) }),
    ),
    disputed_transactions: optional(array(type({ seller_transaction_id: id }))),
  }),
})
type ProviderEvent = Infer<typeof event>

/** Events about captured money that a person has to look at. */
const alarming = [
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.DENIED',
  'CUSTOMER.DISPUTE.CREATED',
]

/**
 * Serves the path that PayPal reports events to. An event only names the payment: its state is read from the
 * provider. Every event is carried out once. Requests are limited, because anyone can send one and each is verified with a
 * request to PayPal; PayPal repeats a refused event.
 */
export async function serveWebhooks(app: FastifyInstance, shop: PaymentShop, verify: VerifyWebhook): Promise<void> {
  await app.register(async hooks => {
    hooks.removeContentTypeParser('application/json')
    hooks.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    const receive = async (request: FastifyRequest) => {
      const body = String(request.body)
      const reported = parseEvent(body)
      const isGenuine = await verify(request.headers, body).catch(() => {
        throw new Refused(503, 'The event could not be verified. Please send it again.')
      })
      if (!isGenuine) throw badRequest('This event was not sent by the payment provider.')
      await acceptEvent(shop, reported)
      return { statusCode: 200 }
    }
    hooks.route({
      method: 'POST',
      url: webhookPath,
      onRequest: async request => app.requestCounter.refuseOverLimit('writes', request.ip),
      handler: receive,
    })
  })
}

/** @throws Refused 400 */
function parseEvent(body: string): ProviderEvent {
  try {
    const parsed: unknown = JSON.parse(body)
    assert(parsed, event)
    return create(parsed, event)
  } catch {
    throw badRequest('This is not an event.')
  }
}

async function acceptEvent(shop: PaymentShop, reported: ProviderEvent): Promise<void> {
  const done = await shop.database.transaction(async transaction => {
    const [isNew] = await transaction
      .insert(providerEvents)
      .values({ id: reported.id })
      .onConflictDoNothing()
      .returning({ id: providerEvents.id })
    if (isNew === undefined) return null
    const payment = await findPaymentOf(transaction, reported)
    if (payment === null) return null
    await makeDue(transaction, payment)
    const isAlarming =
      alarming.includes(reported.event_type) && payment.state === 'captured' && payment.orderId !== null
    return { payment, isAlarming, mail: isAlarming ? await queueAlarm(shop, transaction, payment, reported) : null }
  })
  if (done === null) return
  const { payment, isAlarming, mail } = done
  if (isAlarming) {
    const fields = { event: 'payment.reported', issue: reported.event_type, payment: payment.captureId }
    shop.logProblem(fields, 'The payment provider reports a problem with a payment')
  }
  if (mail !== null) deliverMailsLater(shop, [mail])
  void settlePaymentLater(shop, payment.requestId)
}

async function findPaymentOf(transaction: Database, { resource }: ProviderEvent): Promise<Payment | null> {
  const related = resource.supplementary_data?.related_ids
  const disputed = resource.disputed_transactions?.map(one => one.seller_transaction_id) ?? []
  const ids = [resource.id, related?.order_id, related?.authorization_id, related?.capture_id, ...disputed].filter(
    one => one !== undefined,
  )
  if (ids.length === 0) return null
  const isNamed = or(
    inArray(payments.providerOrderId, ids),
    inArray(payments.authorizationId, ids),
    inArray(payments.captureId, ids),
  )
  const [payment] = await transaction.select().from(payments).where(isNamed).for('update')
  return payment ?? null
}

/** A payment that has ended may have been captured late: its release is carried out again. */
async function makeDue(transaction: Database, { requestId, state }: Payment): Promise<void> {
  const due = { nextCheckAt: sql`now()` }
  const isPayment = eq(payments.requestId, requestId)
  if (state === 'pending' || state === 'authorized' || state === 'ending')
    await transaction.update(payments).set(due).where(isPayment)
  if (state === 'ended')
    await transaction
      .update(payments)
      .set({ ...due, state: 'ending' })
      .where(isPayment)
}

/** Returns null if no address is set. */
async function queueAlarm(
  { shopEmail, rules }: PaymentShop,
  transaction: Database,
  payment: Payment,
  { event_type: problem }: ProviderEvent,
): Promise<string | null> {
  if (shopEmail === null) return null
  const [order] = await transaction
    .select({ number: orders.number })
    .from(orders)
    .where(eq(orders.id, payment.orderId!))
  const facts = {
    order: order!.number,
    amountText: formatAmount(payment.amount),
    problem,
    reference: payment.captureId,
  }
  return queueMail(
    transaction,
    `reported payment of order ${facts.order}`,
    mailTemplates(rules.name).paymentReported(shopEmail, facts),
  )
}

/** Deletes the numbers of events after 30 days; the provider repeats an event for 3 days. */
export async function deleteOldEvents(database: Database): Promise<void> {
  await database.delete(providerEvents).where(lt(providerEvents.receivedAt, sql`now() - interval '30 days'`))
}
