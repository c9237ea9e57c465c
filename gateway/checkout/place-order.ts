import { comparableCoupon } from '#contract/coupon'
import type { NewOrder, Order } from '#contract/order'
import { placeUnpaidOrder } from '../orders/orders.ts'
import { sendReceipt } from '../orders/receipts.ts'
import { placePaidOrder } from '../payments/paid-orders.ts'
import type { PaymentServices } from '../payments/payment-provider.ts'
import { settleSessionPaymentsLater } from '../payments/payments.ts'
import { findPayment } from '../payments/settle-payment.ts'
import { runOnce } from '../requests/idempotency.ts'
import { withinOrderLimits, type Client } from './order-limits.ts'
import { readRules } from '../shop/store-settings.ts'

/** The answer to POST /order; `data` is null for a refusal that the shopper can resolve. */
interface OrderAnswer {
  data: Order | null
}

/** Places an order once for its key, within the limits, and mails its receipt after the answer. */
export async function placeOrder(shop: PaymentServices, typed: NewOrder, client: Client): Promise<OrderAnswer> {
  const body = withComparableCoupon(typed)
  const place = body.payment.method === 'online' ? placePaidOrder : placeOrderOnDelivery
  const placing = () => place(shop, body, client.customerId) as Promise<OrderAnswer>
  // a payment is limited when it begins: what is paid becomes an order, or has to be refunded
  const hasPayment = body.payment.method === 'online' && (await findPayment(shop.database, body.requestId)) !== null
  const answer = hasPayment ? await placing() : await withinOrderLimits(shop, body, client, placing)
  const { data } = answer
  if (data !== null) void shop.runLater('Mailing a receipt', () => sendReceipt(shop, data.orderId))
  return answer
}

async function placeOrderOnDelivery(shop: PaymentServices, body: NewOrder, customerId: string | null): Promise<object> {
  const { requestId, sessionId } = body
  const { database, rules, pictures, orderWebhook } = shop
  const request = { call: 'POST /order' as const, requestId, requester: { sessionId, customerId }, body }
  const answer = await runOnce(database, request, async transaction => {
    const ownRules = await readRules(transaction, rules)
    const context = { database: transaction, rules: ownRules, pictures, customerId, orderWebhook }
    return { data: await placeUnpaidOrder(context, body) }
  })
  settleSessionPaymentsLater(shop, sessionId)
  return answer
}

/** Spellings of one coupon are one request, for retries and for a payment and its order. A code of spaces is none. */
export const withComparableCoupon = <Body extends { couponCode: string | null }>(body: Body): Body => ({
  ...body,
  couponCode: comparableCoupon(body.couponCode ?? '') || null,
})
