import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  coerce,
  create,
  defaulted,
  enums,
  min,
  integer,
  pattern,
  refine,
  size,
  string,
  type,
  type Struct,
} from 'superstruct'
import { toCents, toDollars } from '#contract/money'
import { Declined, NotApproved, ProviderRefusal } from '../payment-provider.ts'
import { badRequest, notFound, Refused } from '../../requests/refusals.ts'
import { refuseUnstorable } from '../../requests/storable-text.ts'
import { renderWindow } from './page.ts'
import type { Sandbox, SandboxOrder } from './sandbox.ts'

/** Outside the API of the contract, as another company's would be. */
const basePath = '/sandbox/paypal'

/** A client id whose script fails to load, to show how the storefront handles that. */
const brokenClient = 'sandbox-broken'

/** Parses '12.30' into whole cents. */
const cents = coerce(
  min(integer(), 1),
  refine(string(), 'amount', text => /^\d{1,7}\.\d{2}$/.test(text)),
  text => toCents(Number(text)),
)
const requestId = size(string(), 1, 108)

const newOrder = type({
  intent: enums(['authorize', 'capture']),
  amount: cents,
  currency: pattern(string(), /^[A-Z]{3}$/),
  requestId,
})
const approval = type({ card: defaulted(enums(['good', 'slow']), 'good') })
const repricing = type({ amount: cents })
const capturing = type({ requestId })

/** Serves the provider's script, its window and the API they call. */
export function serveSandbox(app: FastifyInstance, sandbox: Sandbox): void {
  serveFiles(app)
  app.get<{ Querystring: { token?: string; origin?: string } }>(`${basePath}/approve`, async (request, reply) => {
    refuseUnstorable(request.query)
    const order = await sandbox.readOrder(String(request.query.token ?? ''))
    const isOwnShop = request.query.origin === `${request.protocol}://${request.host}`
    return sendWindow(reply.code(order ? 200 : 404), renderWindow(order), isOwnShop)
  })
  serveOrders(app, sandbox)
}

interface OrderParams {
  Params: { id: string }
}

function serveOrders(app: FastifyInstance, sandbox: Sandbox): void {
  const orders = `${basePath}/orders`
  const limit = async (request: FastifyRequest) => app.requestCounter.refuseOverLimit('writes', request.client)
  const changing = {
    onRequest: limit,
    preHandler: async ({ params, body }: FastifyRequest) => refuseUnstorable([params, body]),
  }
  app.post(orders, changing, async (request, reply) => {
    const { requestId, ...order } = parseBody(request, newOrder)
    return sendOrder(reply, await sandbox.createForBrowser(order, requestId).catch(rethrowAsRefusal))
  })
  app.get<OrderParams>(`${orders}/:id`, async ({ params }, reply) => {
    refuseUnstorable(params)
    return sendOrder(reply, await sandbox.readOrder(params.id))
  })
  app.post<OrderParams>(`${orders}/:id/approve`, changing, async (request, reply) => {
    const { card } = parseBody(request, approval)
    return sendChangedOrder(reply, await sandbox.approve(request.params.id, card))
  })
  app.post<OrderParams>(`${orders}/:id/decline`, changing, async ({ params }, reply) =>
    sendChangedOrder(reply, await sandbox.approve(params.id, 'declined')),
  )
  app.post<OrderParams>(`${orders}/:id/amount`, changing, async (request, reply) => {
    const { amount } = parseBody(request, repricing)
    return sendChangedOrder(reply, await sandbox.reprice(request.params.id, amount))
  })
  app.post<OrderParams>(`${orders}/:id/capture`, changing, async (request, reply) => {
    const { requestId } = parseBody(request, capturing)
    return sendOrder(reply, await sandbox.captureOrder(request.params.id, requestId).catch(rethrowAsRefusal))
  })
}

function serveFiles(app: FastifyInstance): void {
  const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const [sdk, script, styles] = [fileOf('sdk.js'), fileOf('window.js'), fileOf('window.css')]
  const send = (reply: FastifyReply, kind: string, text: string) =>
    reply.headers({ 'content-type': `text/${kind}; charset=utf-8`, 'cache-control': 'no-cache' }).send(text)
  app.get<{ Querystring: { 'client-id'?: string } }>(`${basePath}/sdk.js`, async ({ query }, reply) => {
    const clientId = query['client-id']
    if (!clientId) throw badRequest('The script needs a client-id.')
    if (clientId === brokenClient) throw new Refused(503, 'The script of this client-id does not load.')
    return send(reply, 'javascript', sdk)
  })
  app.get(`${basePath}/window.js`, async (_request, reply) => send(reply, 'javascript', script))
  app.get(`${basePath}/window.css`, async (_request, reply) => send(reply, 'css', styles))
}

/**
 * The window has its own policy. It needs its opener to report the result; the storefront's pages stay isolated from
 * other windows.
 *
 * @param isOwnShop - the shop has the window's origin: with the shop's opener policy WebKit keeps the opener too. It separates a window
 *   that was opened blank from its opener if the policies differ.
 */
const sendWindow = (reply: FastifyReply, html: string, isOwnShop: boolean) =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': isOwnShop ? 'same-origin-allow-popups' : 'unsafe-none',
    })
    .send(html)

const payPalStatus = {
  created: 'CREATED',
  approved: 'APPROVED',
  pending: 'COMPLETED',
  authorized: 'COMPLETED',
  captured: 'COMPLETED',
  refunded: 'COMPLETED',
  voided: 'VOIDED',
} as const satisfies Record<SandboxOrder['status'], string>

/** Sends an order in PayPal's format. */
function sendOrder(reply: FastifyReply, order: SandboxOrder | null) {
  if (order === null) throw notFound('There is no such order.')
  const { id, intent, status, amount, currency, captureId } = order
  const money = { currency_code: currency, value: toDollars(amount).toFixed(2) }
  const captures =
    captureId === null ? [] : [{ id: captureId, status: status === 'refunded' ? 'REFUNDED' : 'COMPLETED' }]
  return reply.header('cache-control', 'no-store').send({
    id,
    intent: intent.toUpperCase(),
    status: payPalStatus[status],
    purchase_units: [{ amount: money, payments: { captures } }],
  })
}

function sendChangedOrder(reply: FastifyReply, order: SandboxOrder | null) {
  if (order === null) throw new Refused(422, 'The order can no longer be changed.')
  return sendOrder(reply, order)
}

/** Refuses with the provider's issue code. */
function rethrowAsRefusal(error: unknown): never {
  if (error instanceof Declined || error instanceof NotApproved) throw new Refused(422, error.message)
  if (error instanceof ProviderRefusal) throw new Refused(error.issue === 'RESOURCE_NOT_FOUND' ? 404 : 422, error.issue)
  throw error
}

function parseBody<T, S>(request: FastifyRequest, struct: Struct<T, S>): T {
  try {
    return create(request.body ?? {}, struct)
  } catch {
    throw badRequest('That is not what the sandbox takes.')
  }
}
