import type { FastifyBaseLogger } from 'fastify'
import type { routes } from '#contract/routes'

/** Events about security and money, for operators. */
export type ShopEvent =
  | 'rate-limit.reached'
  | 'token.refused'
  | 'access.refused'
  | 'login.succeeded'
  | 'login.failed'
  | 'account.created'
  | 'password.changed'
  | 'password.reset-requested'
  | 'customer.changed'
  | 'payment.begun'
  | 'payment.authorized'
  | 'payment.abandoned'
  | 'payment.refused'
  | 'payment.captured'
  | 'payment.released'
  | 'payment.refunded'
  | 'payment.unknown'
  | 'order.placed'
  | 'order.refused'
  | 'order.status-changed'
  | 'order.changed'
  | 'order.problem-reported'
  | 'mail.recovered'
  | 'staff.logged-in'
  | 'staff.login-refused'

/** Reports an event. The fields contain no personal data. */
export type ReportEvent = (event: ShopEvent, fields?: Record<string, string | number>) => void

/**
 * Logs one structured line for each event, with `event`, and calls `count`. Lines are of level `info`, and are written
 * at LOG_LEVEL `warn` too, which is the default.
 */
export function createReportEvent(log: FastifyBaseLogger, count: (event: ShopEvent) => void = () => {}): ReportEvent {
  const lines = log.level === 'warn' ? log.child({}, { level: 'info' }) : log
  return (event, fields = {}) => {
    count(event)
    lines.info({ event, ...fields })
  }
}

type RouteName = keyof typeof routes

/** Events of calls that succeed. */
const successes: Partial<Record<RouteName, ShopEvent>> = {
  login: 'login.succeeded',
  createAccount: 'account.created',
  updatePassword: 'password.changed',
  resetPassword: 'password.changed',
  forgotPassword: 'password.reset-requested',
  updateCustomer: 'customer.changed',
  beginPayment: 'payment.begun',
  authorizePayment: 'payment.authorized',
  endPayment: 'payment.abandoned',
  placeOrder: 'order.placed',
}

/** Events of calls that are refused. */
const failures: Partial<Record<RouteName, ShopEvent>> = {
  login: 'login.failed',
  beginPayment: 'payment.refused',
  authorizePayment: 'payment.refused',
  placeOrder: 'order.refused',
}

/**
 * The event of an answer.
 *
 * @param statusCode - that of the body, which distinguishes soft refusals
 * @returns null if the answer is not worth an event
 */
export function eventOf(name: RouteName, statusCode: number): ShopEvent | null {
  if (statusCode === 429) return 'rate-limit.reached'
  if (statusCode < 300) return successes[name] ?? null
  const failure = failures[name]
  if (failure !== undefined && (failure !== 'login.failed' || statusCode === 401)) return failure
  if (statusCode === 401) return 'token.refused'
  return statusCode === 403 ? 'access.refused' : null
}
