import type { Conflict } from '#contract/conflict'
import type { NewOrder } from '#contract/order'
import { hasKey } from '../requests/idempotency.ts'
import { normalizeEmail } from '../customers/customers.ts'
import { isLoopbackAddress, networkOf } from '../requests/addresses.ts'
import { countAttempt } from '../requests/rate-limits.ts'
import type { GatewayServices } from '../shop/services.ts'

/** Who sends an order: the IP address, and the customer, or null for a guest. */
export interface Client {
  ip: string
  customerId: string | null
}

/** The answer to POST /order or POST /payment/order. */
interface Answer {
  data?: unknown
  conflicts?: readonly Conflict[]
}

/**
 * Places an order within the rate limits: of the network per minute and day, and for guests of the email address, which
 * gets a receipt for each order. A repeated key counts as nothing. Only placed orders count for the address.
 *
 * @throws Refused 429
 */
export async function withinOrderLimits<Result extends Answer>(
  shop: GatewayServices,
  { requestId, couponCode, customer }: NewOrder,
  client: Client,
  place: () => Promise<Result>,
): Promise<Result> {
  const { database, limits } = shop
  const { ip, customerId } = client
  if (isLoopbackAddress(ip) || (await hasKey(database, { call: 'POST /order', requestId })))
    return withinCouponLimit(shop, couponCode, ip, place)
  const subject = networkOf(ip)
  await countAttempt(database, { action: 'order', subject, perMinute: limits.orders })
  await countAttempt(database, { action: 'order of the day', subject, perDay: limits.ordersPerDay })
  if (customerId !== null) return withinCouponLimit(shop, couponCode, ip, place)
  const ofAddress = { subject: normalizeEmail(customer.email), perHour: limits.guestOrdersToAddress }
  const undo = await countAttempt(database, { action: 'guest order', ...ofAddress })
  const answer = await withinCouponLimit(shop, couponCode, ip, place).catch(async (error: unknown) => {
    await undo()
    throw error
  })
  if (!answer.data) await undo()
  return answer
}

/**
 * Counts an order with a coupon that does not apply as a coupon check. It is counted first, and the count is undone if the
 * coupon applies: otherwise the answer at the limit would reveal which coupons apply.
 *
 * @throws Refused 429
 */
export async function withinCouponLimit<Result>(
  { database, limits }: GatewayServices,
  couponCode: string | null,
  ip: string,
  place: () => Promise<Result>,
): Promise<Result> {
  if (!couponCode || isLoopbackAddress(ip)) return place()
  const perMinute = limits.couponChecks
  const undo = await countAttempt(database, { action: 'coupon check', subject: networkOf(ip), perMinute })
  const isGuess = (answer: unknown) => ((answer as Answer).conflicts ?? []).some(({ about }) => about === 'coupon')
  try {
    const answer = await place()
    if (!isGuess(answer)) await undo()
    return answer
  } catch (error) {
    if (!isGuess(error)) await undo()
    throw error
  }
}
