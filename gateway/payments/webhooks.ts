import { asc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assert, create, is, optional, size, string, type, type Infer } from 'superstruct'
import { formatAmount, toCents } from '#contract/money'
import type { Database } from '../database/database.ts'
import { orders, payments, providerEvents } from '../database/schema.ts'
import { mailTemplates } from '../mail/mail-templates.ts'
import { deliverMailsLater, queueMail } from '../mail/outbox.ts'
import { badRequest, Refused } from '../requests/refusals.ts'
import { refuseUnstorable } from '../requests/storable-text.ts'
import type { Payment } from '../stock/payment-rows.ts'
import type { PaymentServices } from './payment-provider.ts'
import { settlePaymentLater } from './payments.ts'

/** The path that PayPal reports events to. */
export const webhookPath = '/paypal/webhook'

/**
 * Asks the provider whether it has sent an event.
 *
 * @param body - exactly as received
 */
export type VerifyWebhook = (headers: Record<string, unknown>, body: string) => Promise<boolean>

const event = type({ id: size(string(), 1, 100), event_type: size(string(), 1, 100), resource: type({}) })
type ProviderEvent = Infer<typeof event>

/** Events about money of an order that a person has to look at. */
const alarming = [
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.REFUND.FAILED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.RESOLVED',
  'RISK.DISPUTE.CREATED',
]

/** Alarming only if the money counts as taken: the refusal of a pending capture is read from the provider, and mailed then. */
const alarmingIfCaptured = ['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.DECLINED']

/**
 * Serves the path that PayPal reports events to. An event only names the payment: its state is read from the
 * provider. Every event is carried out once. Requests are limited, because anyone can send one and each is verified with a
 * request to PayPal; PayPal repeats a refused event.
 */
export async function serveWebhooks(app: FastifyInstance, shop: PaymentServices, verify: VerifyWebhook): Promise<void> {
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
      onRequest: async request => app.requestCounter.refuseOverLimit('writes', request.client),
      handler: receive,
    })
  })
}

/** @throws Refused 400 */
function parseEvent(body: string): ProviderEvent {
  try {
    const parsed: unknown = JSON.parse(body)
    refuseUnstorable(parsed)
    assert(parsed, event)
    return create(parsed, event)
  } catch {
    throw badRequest('This is not an event.')
  }
}

/** What an event led to, for each payment that it names. */
interface Accepted {
  payment: Payment
  isAlarming: boolean
  mail: string | null
}

async function acceptEvent(shop: PaymentServices, reported: ProviderEvent): Promise<void> {
  const done = await shop.database.transaction(async transaction => {
    const found = await findPaymentsOf(transaction, reported)
    if (found.length === 0) return null
    const [isNew] = await transaction
      .insert(providerEvents)
      .values({ id: reported.id })
      .onConflictDoNothing()
      .returning({ id: providerEvents.id })
    if (isNew === undefined) return []
    const accepted: Accepted[] = []
    for (const payment of found) {
      await makeDue(transaction, payment)
      const isAlarming = concernsOrder(payment, reported)
      accepted.push({
        payment,
        isAlarming,
        mail: isAlarming ? await queueAlarm(shop, transaction, payment, reported) : null,
      })
    }
    return accepted
  })
  if (done === null) return reportUnknown(shop, reported)
  for (const { payment, isAlarming, mail } of done) {
    if (isAlarming) {
      const fields = { event: 'payment.reported', issue: reported.event_type, payment: payment.captureId }
      shop.logProblem(fields, 'The payment provider reports a problem with a payment')
    }
    if (mail !== null) deliverMailsLater(shop, [mail])
    void settlePaymentLater(shop, payment.requestId)
  }
}

/** Events may arrive before the gateway has stored what they are about: a refund may be reported while the capture is pending. */
function concernsOrder(payment: Payment, reported: ProviderEvent): boolean {
  const { state, orderId } = payment
  const { event_type: kind } = reported
  if (orderId === null || isOwnRefund(payment, reported)) return false
  if (kind === 'PAYMENT.REFUND.FAILED') return true
  // the gateway itself returns the money of a cancelled order
  if (state === 'ending' || state === 'ended') return false
  return alarming.includes(kind) || (alarmingIfCaptured.includes(kind) && state === 'captured')
}

const money = type({ value: string() })
const refund = type({
  amount: money,
  /** The sum of this refund and earlier ones. */
  seller_payable_breakdown: optional(type({ total_refunded_amount: optional(money) })),
})

/** Whether the gateway itself has returned the money, because less was packed than captured: no more than that is returned in all. */
function isOwnRefund(
  { amount, captureAmount, finalAmount }: Payment,
  { event_type: kind, resource }: ProviderEvent,
): boolean {
  if (kind !== 'PAYMENT.CAPTURE.REFUNDED' || finalAmount === null || !is(resource, refund)) return false
  const inAll = resource.seller_payable_breakdown?.total_refunded_amount ?? resource.amount
  return toCents(Number(inAll.value)) <= (captureAmount ?? amount) - finalAmount
}

/**
 * An event about a payment that this shop does not know: of another shop with the same account, or made by hand. It is not
 * stored as carried out, so that the grocer can send it again from the provider's pages.
 */
function reportUnknown({ reportEvent, logProblem }: PaymentServices, { id, event_type: issue }: ProviderEvent): void {
  reportEvent('payment.unknown', { issue, id })
  if (alarming.includes(issue))
    logProblem({ event: 'payment.unknown', issue, id }, 'The payment provider reports an unknown payment')
}

/** Fields with which resources of PayPal name a payment, their own id among them. */
const namingFields = new Set([
  'id',
  'order_id',
  'authorization_id',
  'capture_id',
  'seller_transaction_id',
  'custom_id',
  'custom',
  'invoice_id',
  'invoice_number',
])

/**
 * Whatever in a resource may name a payment. Each kind of event has its own form: an order its purchase units, a capture
 * the related ids, a refund only a link `up` to the capture, a dispute the disputed transactions.
 */
function* namesIn(value: unknown, field = '', depth = 0): Generator<string> {
  if (typeof value === 'string') {
    if (namingFields.has(field)) yield value
    // https://api.paypal.com/v2/payments/captures/3C679366HH908993F/refund
    if (field === 'href') yield* value.split(/[/?#]/)
  } else if (typeof value === 'object' && value !== null && depth < 8) {
    for (const [key, part] of Object.entries(value)) yield* namesIn(part, Array.isArray(value) ? field : key, depth + 1)
  }
}

/** How many names are looked up; PayPal's largest resources have some dozens. */
const mostNames = 500

/** Finds and locks the payments that an event names: several for a dispute about several. */
async function findPaymentsOf(transaction: Database, { resource }: ProviderEvent): Promise<Payment[]> {
  const names = [...new Set(namesIn(resource))].filter(isName).slice(0, mostNames)
  if (names.length === 0) return []
  const found = await transaction
    .select()
    .from(payments)
    .where(
      or(
        inArray(payments.providerOrderId, names),
        inArray(payments.authorizationId, names),
        inArray(payments.captureId, names),
        inArray(payments.requestId, names),
      ),
    )
    .orderBy(asc(payments.requestId))
    .for('update')
  // The shop's own key, `custom_id`, counts only if no id of the provider is known: browsers create orders too, with any key.
  const byId = found.filter(payment =>
    [payment.providerOrderId, payment.authorizationId, payment.captureId].some(id => id !== null && names.includes(id)),
  )
  return byId.length > 0 ? byId : found
}

const isName = (name: string): boolean => name.length > 0 && name.length <= 200 && !name.includes('\0')

/**
 * Lets the payment be settled, which reads it from the provider. One that has ended may have been captured late: its release
 * is carried out again. One that was captured may have been refunded on the provider's pages.
 */
async function makeDue(transaction: Database, { requestId, state, orderId }: Payment): Promise<void> {
  const due = { nextCheckAt: sql`now()` }
  const isPayment = eq(payments.requestId, requestId)
  const isOpen = state === 'pending' || state === 'authorized' || state === 'ending'
  if (isOpen || (state === 'captured' && orderId !== null)) await transaction.update(payments).set(due).where(isPayment)
  if (state === 'ended')
    await transaction
      .update(payments)
      .set({ ...due, state: 'ending' })
      .where(isPayment)
}

/** Returns null if no address is set. */
async function queueAlarm(
  { shopEmail, rules }: PaymentServices,
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
    amountText: formatAmount(payment.captureAmount ?? payment.amount),
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
