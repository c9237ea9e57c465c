import { createHash } from 'node:crypto'
import { array, create, enums, nullable, number, optional, string, type, type Infer, type Struct } from 'superstruct'
import { toCents, toDollars } from '#contract/money'
import {
  Declined,
  NotApproved,
  ProviderRefusal,
  type Capture,
  type Money,
  type NewProviderOrder,
  type PaymentProvider,
  type ProviderOrder,
} from './payment-provider.ts'
import type { VerifyWebhook } from './webhooks.ts'

/** The store's PayPal account. */
export interface PayPalAccount {
  clientId: string
  secret: string
  /** Base URL of PayPal's live API or of its sandbox. */
  apiUrl: string
  /** The account's merchant id. Null: only orders that the gateway creates are accepted, which pay this account. */
  merchantId: string | null
  /** The id of the account's webhook at PayPal; null: PayPal's events are not accepted. */
  webhookId: string | null
}

/** Hosts that PayPal's button loads scripts, frames and images from. */
export const paypalHosts: readonly string[] = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** Milliseconds. */
const timeout = 10_000

/** A field that may be missing. PayPal also writes such fields as null. */
const absent = <T, S>(struct: Struct<T, S>) => optional(nullable(struct))

const tokenAnswer = type({ access_token: string(), expires_in: number() })

const money = type({ currency_code: string(), value: string() })
const transactionPart = type({ id: string(), status: string(), amount: absent(money) })
const payments = type({ authorizations: absent(array(transactionPart)), captures: absent(array(transactionPart)) })
const purchaseUnit = type({
  amount: money,
  payee: absent(type({ merchant_id: absent(string()) })),
  payments: absent(payments),
})
const paypalOrder = type({
  id: string(),
  status: string(),
  intent: enums(['AUTHORIZE', 'CAPTURE']),
  purchase_units: array(purchaseUnit),
})
type PayPalOrder = Infer<typeof paypalOrder>

const link = type({ rel: string(), href: string() })
const authorization = type({ id: string(), status: string(), links: absent(array(link)) })

const emptyAnswer = type({})

const errorAnswer = type({
  name: absent(string()),
  /** Replaces `name` if the login is refused. */
  error: absent(string()),
  debug_id: absent(string()),
  details: absent(array(type({ issue: absent(string()) }))),
})

/** The shopper's card is declined; another one may succeed. */
const declineIssues = [
  'CARD_BRAND_NOT_SUPPORTED',
  'INSTRUMENT_DECLINED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYEE_BLOCKED_TRANSACTION',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACTION_REQUIRED',
  'PAYER_CANNOT_PAY',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'TRANSACTION_LIMIT_EXCEEDED',
  'TRANSACTION_REFUSED',
]

/** Already done: the result is read from the order. */
const alreadyDoneIssues = ['ORDER_ALREADY_AUTHORIZED', 'ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETED_OR_VOIDED']

/** Nothing is left to void. */
const alreadyReleasedIssues = [
  'AUTHORIZATION_EXPIRED',
  'AUTHORIZATION_VOIDED',
  'PREVIOUSLY_CAPTURED',
  'PREVIOUSLY_VOIDED',
  'RESOURCE_NOT_FOUND',
]

/**
 * PayPal refused a request. The message contains the action and PayPal's issue code, and no data of the account or the
 * shopper.
 */
class PayPalRefusal extends ProviderRefusal {
  constructor(what: string, status: number, issue: string, debugId: string) {
    const isFinal = finalStatuses.includes(status) && !transientIssues.includes(issue)
    super(`PayPal refused to ${what}: ${status} ${issue} ${debugId}`.trimEnd(), issue, isFinal)
  }
}

/** The request is understood, and does not fit the state of the payment. */
const finalStatuses: readonly number[] = [404, 409, 422]

/** Refusals with such a status that may succeed later. */
const transientIssues: readonly string[] = ['PREVIOUS_REQUEST_IN_PROGRESS', 'RESOURCE_CONFLICT', 'DUPLICATE_REQUEST_ID']

const isRefusal = (error: unknown, issues: readonly string[]): boolean =>
  error instanceof PayPalRefusal && issues.includes(error.issue)

/** A request to PayPal. */
interface PayPalRequest<T, S> {
  /** For the log: 'authorize'. */
  action: string
  path: string
  answer: Struct<T, S>
  /** The idempotency key; only for changes. */
  requestId?: string
  /** A text is sent as it is. */
  body?: object | string
}

type SendRequest = <T, S>(request: PayPalRequest<T, S>) => Promise<T>

/** PayPal as a provider, and the verification of the events that it reports. */
export interface PayPal extends PaymentProvider {
  verifyWebhook: VerifyWebhook
}

/** Whether a URL is that of PayPal's sandbox, where no money moves. */
export const isPayPalSandbox = (apiUrl: string): boolean => new URL(apiUrl).hostname.endsWith('.sandbox.paypal.com')

/**
 * Payment provider that uses PayPal's Orders and Payments APIs (v2).
 *
 * @param ask - sends a request
 * @param now - milliseconds since the epoch
 * @see https://developer.paypal.com/docs/api/orders/v2/ and …/payments/v2/
 */
export function createPayPal(account: PayPalAccount, ask: typeof fetch = fetch, now = Date.now): PayPal {
  const call = createCaller(account, ask, now)
  const { merchantId } = account
  const toOrder = (order: PayPalOrder) => toProviderOrder(order, merchantId)
  return {
    name: isPayPalSandbox(account.apiUrl) ? 'paypal-sandbox' : 'paypal',
    create: async (order, requestId) => toOrder(await createOrder(call, order, requestId)),
    read: async id => {
      const order = await readOrder(call, id)
      return order && toOrder(order)
    },
    authorize: async (id, requestId) => toOrder(await authorize(call, id, requestId)),
    capture: (authorizationId, requestId, part) => capture(call, authorizationId, requestId, part),
    verifyWebhook: (headers, body) => verifyWebhook(call, account, headers, body),
    async void(authorizationId, requestId) {
      const path = `/v2/payments/authorizations/${requirePayPalId(authorizationId)}/void`
      await call({ action: 'void', path, answer: emptyAnswer, requestId, body: {} }).catch(
        ignoring(alreadyReleasedIssues),
      )
    },
    async refund(captureId, requestId, part) {
      const path = `/v2/payments/captures/${requirePayPalId(captureId)}/refund`
      const known = ignoring(['CAPTURE_FULLY_REFUNDED'])
      const body = part ? { amount: toPayPalMoney(part) } : {}
      const refund = await call({ action: 'refund', path, answer: transactionPart, requestId, body }).catch(known)
      if (refund && ['FAILED', 'CANCELLED'].includes(refund.status))
        throw new ProviderRefusal(`PayPal’s refund: ${refund.status}`, `REFUND_${refund.status}`, true)
      return { isPending: refund?.status === 'PENDING' }
    },
  }
}

const verification = type({ verification_status: string() })

/** The headers that PayPal signs an event with, by the names that it is asked with. */
const signatureHeaders = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

/** @see https://developer.paypal.com/docs/api/webhooks/v1/#verify-webhook-signature_post */
async function verifyWebhook(
  call: SendRequest,
  { webhookId }: PayPalAccount,
  headers: Record<string, unknown>,
  event: string,
): Promise<boolean> {
  const signed = Object.entries(signatureHeaders).map(([field, header]) => [field, headers[header]] as const)
  if (webhookId === null || signed.some(([, value]) => typeof value !== 'string')) return false
  const fields = JSON.stringify({ ...Object.fromEntries(signed), webhook_id: webhookId })
  // The event is sent back byte for byte, because the signature covers its bytes.
  const body = `${fields.slice(0, -1)},"webhook_event":${event}}`
  const path = '/v1/notifications/verify-webhook-signature'
  const requestId = createHash('sha256').update(body).digest('base64url')
  const answer = await call({ action: 'verify', path, answer: verification, requestId, body })
  return answer.verification_status === 'SUCCESS'
}

/** Ignores errors which say that the requested change has been made already. */
const ignoring =
  (issues: readonly string[]) =>
  (error: unknown): void => {
    if (!isRefusal(error, issues)) throw error
  }

const toPayPalMoney = ({ amount, currency }: Money) => ({
  currency_code: currency,
  value: toDollars(amount).toFixed(2),
})

function createOrder(call: SendRequest, order: NewProviderOrder, requestId: string): Promise<PayPalOrder> {
  const { intent, amount, currency, reference } = order
  const body = {
    intent: intent.toUpperCase(),
    purchase_units: [
      {
        custom_id: shortenKey(reference, 127),
        amount: toPayPalMoney({ amount, currency }),
      },
    ],
    // The shop has the delivery address: PayPal's window neither shows nor changes one.
    payment_source: { paypal: { experience_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' } } },
  }
  const path = '/v2/checkout/orders'
  return call({ action: 'create', path, answer: paypalOrder, requestId, body })
}

async function readOrder(call: SendRequest, id: string): Promise<PayPalOrder | null> {
  if (!isPayPalId(id)) return null
  const path = `/v2/checkout/orders/${id}`
  const unknown = ignoring(['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'])
  const order = await call({ action: 'read', path, answer: paypalOrder }).catch(unknown)
  return order ?? null
}

async function authorize(call: SendRequest, id: string, requestId: string): Promise<PayPalOrder> {
  const path = `/v2/checkout/orders/${requirePayPalId(id)}/authorize`
  const order = await call({ action: 'authorize', path, answer: paypalOrder, requestId, body: {} }).catch(
    (error: unknown) => {
      if (isRefusal(error, ['ORDER_NOT_APPROVED'])) throw new NotApproved((error as Error).message)
      if (isRefusal(error, declineIssues)) throw new Declined((error as Error).message)
      if (!isRefusal(error, alreadyDoneIssues)) throw error
      return call({ action: 'read', path: `/v2/checkout/orders/${requirePayPalId(id)}`, answer: paypalOrder })
    },
  )
  const [last] = partsOf(order, 'authorizations').toReversed()
  if (last?.status === 'DENIED') throw new Declined('PayPal refused to authorize: DENIED')
  return order
}

async function capture(
  call: SendRequest,
  authorizationId: string,
  requestId: string,
  part: Money | null = null,
): Promise<Capture> {
  const path = `/v2/payments/authorizations/${requirePayPalId(authorizationId)}`
  const body = { final_capture: true, ...(part && { amount: toPayPalMoney(part) }) }
  const captured = await call({
    action: 'capture',
    path: `${path}/capture`,
    answer: transactionPart,
    requestId,
    body,
  }).catch(ignoring(['AUTHORIZATION_ALREADY_CAPTURED']))
  if (captured && ['DECLINED', 'FAILED'].includes(captured.status))
    throw new ProviderRefusal(`PayPal’s capture: ${captured.status}`, `CAPTURE_${captured.status}`, true)
  return captured ? { captureId: captured.id, isPending: captured.status === 'PENDING' } : findCapture(call, path)
}

/** Finds the capture an earlier request made: the authorization links to its order, which lists its captures. */
async function findCapture(call: SendRequest, path: string): Promise<Capture> {
  const { links } = await call({ action: 'read', path, answer: authorization })
  const up = links?.find(({ rel, href }) => rel === 'up' && href.includes('/checkout/orders/'))
  const order = up && (await readOrder(call, up.href.split('/').at(-1)!))
  const captured = order && captureOf(order)
  if (!captured) throw new Error('PayPal has captured already, but its order has no capture.')
  return { captureId: captured.id, isPending: captured.status === 'PENDING' }
}

const partsOf = ({ purchase_units: units }: PayPalOrder, kind: 'authorizations' | 'captures') =>
  units.flatMap(({ payments }) => payments?.[kind] ?? [])

/** A refused capture took nothing. */
const captureOf = (order: PayPalOrder) =>
  partsOf(order, 'captures').find(({ status }) => !['DECLINED', 'FAILED'].includes(status))

function toProviderOrder(order: PayPalOrder, merchantId: string | null): ProviderOrder {
  const [unit] = order.purchase_units
  if (unit === undefined) throw new Error('PayPal answered with an order without purchase units.')
  const captured = captureOf(order)
  const authorized = partsOf(order, 'authorizations').find(({ status }) => status !== 'DENIED')
  const amount = (captured ?? authorized)?.amount ?? unit.amount
  return {
    id: order.id,
    status: statusOf(order.status, authorized?.status, captured?.status),
    intent: order.intent === 'CAPTURE' ? 'capture' : 'authorize',
    isOwn: order.purchase_units.length === 1 && (merchantId === null || unit.payee?.merchant_id === merchantId),
    amount: toCents(Number(amount.value)),
    currency: amount.currency_code,
    authorizationId: authorized?.id ?? null,
    captureId: captured?.id ?? null,
  }
}

const captureStatuses: Record<string, ProviderOrder['status']> = { REFUNDED: 'refunded', PENDING: 'pending' }

const authorizationStatuses: Record<string, ProviderOrder['status']> = {
  VOIDED: 'voided',
  EXPIRED: 'voided',
  PENDING: 'pending',
}

/** The latest step counts: a capture, else an authorization, else the order itself. */
function statusOf(
  order: string,
  authorized: string | undefined,
  captured: string | undefined,
): ProviderOrder['status'] {
  if (captured !== undefined) return captureStatuses[captured] ?? 'captured'
  if (authorized !== undefined) return authorizationStatuses[authorized] ?? 'authorized'
  if (order === 'VOIDED') return 'voided'
  return order === 'APPROVED' ? 'approved' : 'created'
}

/**
 * PayPal's ids are letters, digits and hyphens. Browsers send ids too, and they become part of URLs that are called
 * with the account's token.
 */
const isPayPalId = (id: string): boolean => /^[A-Za-z0-9-]{1,50}$/.test(id)

function requirePayPalId(id: string): string {
  if (!isPayPalId(id)) throw new Error('Not a PayPal id.')
  return id
}

/** Replaces a key that is too long by its hash. */
const shortenKey = (key: string, most: number): string =>
  key.length <= most ? key : createHash('sha256').update(key).digest('base64url')

/** Sends requests with the account's token; if PayPal refuses it, a new token is requested once. */
function createCaller({ clientId, secret, apiUrl }: PayPalAccount, ask: typeof fetch, now: () => number): SendRequest {
  const token = createTokenCache(async () => {
    const response = await withoutDetails('log in', () =>
      ask(`${apiUrl}/v1/oauth2/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
        signal: AbortSignal.timeout(timeout),
      }),
    )
    return readAnswer('log in', response, tokenAnswer)
  }, now)
  const send = async <T, S>({ action, path, requestId, body }: PayPalRequest<T, S>) => {
    const authorization = `Bearer ${await token.get()}`
    return withoutDetails(action, () =>
      ask(apiUrl + path, {
        method: requestId === undefined ? 'GET' : 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          prefer: 'return=representation',
          // One idempotency key of the shop may be used for several actions.
          ...(requestId !== undefined && { 'paypal-request-id': shortenKey(`${action}-${requestId}`, 108) }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeout),
      }),
    )
  }
  return async request => {
    const first = await send(request)
    if (first.status !== 401) return readAnswer(request.action, first, request.answer)
    token.forget()
    return readAnswer(request.action, await send(request), request.answer)
  }
}

/** Caches a token until 1 minute before it expires. Concurrent callers share one request. */
function createTokenCache(fetchToken: () => Promise<Infer<typeof tokenAnswer>>, now: () => number) {
  let kept: { token: Promise<string>; until: number } | null = null
  const forget = () => void (kept = null)
  const renew = () => {
    const fresh = { token: Promise.resolve(''), until: Infinity }
    fresh.token = fetchToken().then(({ access_token: token, expires_in: seconds }) => {
      fresh.until = now() + (seconds - 60) * 1_000
      return token
    })
    fresh.token.catch(() => kept === fresh && forget())
    return fresh
  }
  const get = (): Promise<string> => {
    if (kept === null || kept.until <= now()) kept = renew()
    return kept.token
  }
  return { get, forget }
}

/** Only the kind of a network error is reported: its message may contain addresses. */
const withoutDetails = <T>(what: string, act: () => Promise<T>): Promise<T> =>
  act().catch((error: Error) => {
    throw new Error(`PayPal request failed (${what}): ${error.name}`)
  })

async function readAnswer<T, S>(what: string, response: Response, answer: Struct<T, S>): Promise<T> {
  const text = await withoutDetails(what, () => response.text())
  if (response.ok) return parseAnswer(what, text || '{}', answer)
  const said = parseError(text)
  const issue = said.details?.[0]?.issue ?? said.name ?? said.error ?? 'no reason given'
  throw new PayPalRefusal(what, response.status, issue, said.debug_id ?? '')
}

function parseAnswer<T, S>(what: string, text: string, answer: Struct<T, S>): T {
  try {
    return create(JSON.parse(text), answer)
  } catch {
    throw new Error(`PayPal’s answer to ${what} cannot be parsed.`)
  }
}

/** Proxies answer with HTML: an error that cannot be parsed has no details. */
function parseError(text: string): Infer<typeof errorAnswer> {
  try {
    return create(JSON.parse(text), errorAnswer)
  } catch {
    return {}
  }
}
