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
import { Declined, NotApproved } from '../payment-provider.ts'
import { badRequest, notFound, Refused } from '../../requests/refusals.ts'
import { windowFor } from './page.ts'
import type { Sandbox, SandboxOrder } from './sandbox.ts'

/** Where the sandbox lives: outside the calls of the contract, as another company would. */
const place = '/sandbox/paypal'

/** A client id whose script does not load, for those who want to see what the shop does then. */
const brokenClient = 'sandbox-broken'

/** Whole cents out of '12.30'. */
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

/** Serves the provider's script, its window, and what the two ask. */
export function serveSandbox(app: FastifyInstance, sandbox: Sandbox): void {
  serveFiles(app)
  app.get<{ Querystring: { token?: string } }>(`${place}/approve`, async (request, reply) => {
    const order = await sandbox.look(request.query.token ?? '')
    return sendWindow(reply, order ? 200 : 404, windowFor(order))
  })
  serveOrders(app, sandbox)
}

interface OfOrder {
  Params: { id: string }
}

function serveOrders(app: FastifyInstance, sandbox: Sandbox): void {
  const orders = `${place}/orders`
  app.post(orders, async (request, reply) => {
    const { requestId, ...order } = read(request, newOrder)
    return shown(reply, await sandbox.createForBrowser(order, requestId))
  })
  app.get<OfOrder>(`${orders}/:id`, async ({ params }, reply) => shown(reply, await sandbox.look(params.id)))
  app.post<OfOrder>(`${orders}/:id/approve`, async (request, reply) => {
    const { card } = read(request, approval)
    return changed(reply, await sandbox.approve(request.params.id, card))
  })
  app.post<OfOrder>(`${orders}/:id/decline`, async ({ params }, reply) =>
    changed(reply, await sandbox.approve(params.id, 'declined')),
  )
  app.post<OfOrder>(`${orders}/:id/amount`, async (request, reply) => {
    const { amount } = read(request, repricing)
    return changed(reply, await sandbox.reprice(request.params.id, amount))
  })
  app.post<OfOrder>(`${orders}/:id/capture`, async (request, reply) => {
    const { requestId } = read(request, capturing)
    return shown(reply, await sandbox.captureOrder(request.params.id, requestId).catch(refuse))
  })
}

function serveFiles(app: FastifyInstance): void {
  const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const [sdk, script, styles] = [fileOf('sdk.js'), fileOf('window.js'), fileOf('window.css')]
  const send = (reply: FastifyReply, kind: string, text: string) =>
    reply.headers({ 'content-type': `text/${kind}; charset=utf-8`, 'cache-control': 'no-cache' }).send(text)
  app.get<{ Querystring: { 'client-id'?: string } }>(`${place}/sdk.js`, async ({ query }, reply) => {
    const clientId = query['client-id']
    if (!clientId) throw badRequest('The script needs a client-id.')
    if (clientId === brokenClient) throw new Refused(503, 'This client-id stands for a script that does not load.')
    return send(reply, 'javascript', sdk)
  })
  app.get(`${place}/window.js`, async (_request, reply) => send(reply, 'javascript', script))
  app.get(`${place}/window.css`, async (_request, reply) => send(reply, 'css', styles))
}

/** Its policy is its own. Without an opener it could not answer, and the shop's pages keep theirs from all others. */
const sendWindow = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'unsafe-none',
    })
    .send(html)

const words = {
  created: 'CREATED',
  approved: 'APPROVED',
  authorized: 'COMPLETED',
  captured: 'COMPLETED',
  refunded: 'COMPLETED',
  voided: 'VOIDED',
} as const satisfies Record<SandboxOrder['status'], string>

/** An order in the words of the provider that the sandbox stands for. */
function shown(reply: FastifyReply, order: SandboxOrder | null) {
  if (order === null) throw notFound('There is no such order.')
  const { id, intent, status, amount, currency, captureId } = order
  const money = { currency_code: currency, value: toDollars(amount).toFixed(2) }
  const captures =
    captureId === null ? [] : [{ id: captureId, status: status === 'refunded' ? 'REFUNDED' : 'COMPLETED' }]
  return reply.header('cache-control', 'no-store').send({
    id,
    intent: intent.toUpperCase(),
    status: words[status],
    purchase_units: [{ amount: money, payments: { captures } }],
  })
}

function changed(reply: FastifyReply, order: SandboxOrder | null) {
  if (order === null) throw new Refused(422, 'The order does not take that any more.')
  return shown(reply, order)
}

/** Says why not, in the provider's words. */
function refuse(error: unknown): never {
  if (error instanceof Declined || error instanceof NotApproved) throw new Refused(422, error.message)
  throw error
}

function read<T, S>(request: FastifyRequest, struct: Struct<T, S>): T {
  try {
    return create(request.body ?? {}, struct)
  } catch {
    throw badRequest('That is not what the sandbox takes.')
  }
}
