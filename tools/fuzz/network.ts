import { cartRoutes } from '#contract/cart'
import { orderAttemptRoutes, orderRoutes, type NewOrder } from '#contract/order'
import { paymentRoutes } from '#contract/payment'
import type { AnyRoute } from '#contract/route'
import { createClient, type Client } from '#src/effects/client.ts'
import { orderKeyPrefix } from '#src/effects/order-keys.ts'
import { handle, type Reply } from './gateway/gateway.ts'
import { checkCall } from './invariants.ts'
import { shopIn } from './invariants/invariant.ts'
import { stateOf, type Page, type Pending, type Tab, type World } from './world.ts'

const logoutsOf = (page: Page): number => (page.root.getSnapshot() as { context: { left: number } }).context.left

const customerIdOf = (page: Page): string | null =>
  stateOf<{ context: { customer: { customerId: string } | null } }>(page, 'session')?.context.customer?.customerId ??
  null

/** Paths of requests that are safe to arrive late: their key or id is used once. */
const lateRequestPaths = ['/order', '/payment/order', '/payment/order/{id}/authorize']

function addPending(world: World, one: Pending): void {
  world.effects += 1
  checkCall(world, one)
  if (one.route === orderRoutes.placeOrder) recordSentOrder(world, one)
  world.pending.push(one)
  world.pending.sort((a, b) => a.order - b.order)
  one.signal?.addEventListener('abort', () => {
    if (!removePending(world, one)) return
    keepLateRequest(world, one)
    recordUnknownChange(world, one)
    one.reject(one.signal!.reason)
  })
}

/** Records an order that is sent, and checks invariant K11. */
function recordSentOrder(world: World, { page, body }: Pending): void {
  const { requestId } = body as NewOrder
  page.lastOrderKey = requestId
  world.unsettledOrders.set(requestId, (world.unsettledOrders.get(requestId) ?? 0) + 1)
  if (world.storageStatus !== 'blocked' && !world.storage.has(`${orderKeyPrefix}${requestId}`))
    world.violations.push(`K11: ${requestId} is sent and not stored`)
}

/** Removes a pending call or effect. @returns false if it is not pending */
export function removePending(world: World, one: Pending): boolean {
  const at = world.pending.indexOf(one)
  if (at >= 0) world.pending.splice(at, 1)
  return at >= 0
}

/** Keeps an aborted request that may still arrive. */
export function keepLateRequest(world: World, one: Pending): void {
  if (one.route && one.reply === null && lateRequestPaths.includes(one.route.path)) world.lateRequests.push(one)
}

/** Starts an effect other than a call. The run completes it. */
export const pendingEffect = (
  world: World,
  tab: Tab,
  name: string,
  body: unknown,
  signal: AbortSignal | undefined,
  result: () => unknown,
  isReady = () => true,
): Promise<never> =>
  new Promise<never>((resolve, reject) => {
    const page = tab.page!
    const none = { route: null, params: {}, token: null, storedToken: null, reply: null }
    world.order += 1
    addPending(world, {
      order: world.order,
      startedAt: world.now,
      name,
      tab,
      page,
      ...none,
      body,
      signal,
      logouts: logoutsOf(page),
      customerId: customerIdOf(page),
      isReady,
      result,
      resolve,
      reject,
    } as Pending)
  })

/** The values of a route's path parameters in a URL. */
function paramsIn(route: AnyRoute, url: string): Record<string, string> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const pattern = new RegExp(`^${base}${route.path.replace('?', '\\?').replaceAll(/\{\w+\}/g, '([^/&]*)')}$`)
  const values = pattern.exec(url)?.slice(1)
  if (!values) throw new Error(`${url} is not ${route.path}`)
  return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at]!)]))
}

const base = '/v1'

/** The `fetch` of a page: the run decides when a request arrives. */
const fetchOf =
  (world: World, tab: Tab, page: Page, route: AnyRoute, order: number, began: number) =>
  (url: string, { headers, body, signal }: { headers: Headers; body?: string; signal: AbortSignal }) =>
    new Promise<Response>((resolve, reject) => {
      if (page.status === 'ended') return
      addPending(world, {
        name: `${route.method} ${route.path}`,
        tab,
        page,
        route,
        order,
        startedAt: began,
        params: paramsIn(route, url),
        token: headers.get('authorization')?.replace(/^Bearer /, '') ?? null,
        storedToken: page.shopStorage.token(),
        signal,
        logouts: logoutsOf(page),
        customerId: customerIdOf(page),
        reply: null,
        body: body === undefined ? null : (JSON.parse(body) as unknown),
        isReady: () => true,
        result: () => null,
        resolve: resolve as (complete: unknown) => void,
        reject,
      })
    })

/** Ends the session after the gateway has refused the stored token, as `src/start/start-shop.ts` does. */
function endSession(page: Page): void {
  const attempt = stateOf<{ context: { pendingOrder: { payment: { method: string } } | null } }>(
    page,
    'checkout/orderAttempt',
  )
  page.refused = {
    token: page.shopStorage.token()!,
    paymentMethod: attempt?.context.pendingOrder?.payment.method ?? '',
  }
  const { session } = page.root.getSnapshot().children as Record<string, { send(event: object): void }>
  session!.send({ type: 'session.expired' })
}

/** The shop's client, connected to the fuzzer's gateway. */
export function clientOf(current: () => { world: World; tab: Tab }): Client {
  return (route, asking) => {
    const { world, tab } = current()
    const page = tab.page!
    world.order += 1
    const call = createClient({
      base,
      fetch: fetchOf(world, tab, page, route, world.order, world.now) as unknown as typeof fetch,
      token: () => page.shopStorage.token(),
      now: () => world.now,
      log: (...words) => void world.logs.push(words.map(String).join(' ')),
      refused: () => endSession(page),
    })
    return call(route, asking)
  }
}

/** Identifies a request: a repeated one has the same text. */
export const requestText = ({ name, params, body }: Pending): string => JSON.stringify([name, params, body])

/** Whether the gateway has accepted a request with the same key before. */
export function isAccepted(store: World['store'], { route, params, body }: Pending): boolean {
  const { requestId } = (body ?? {}) as { requestId?: string }
  const isPaid = ({ providerOrderId, state }: World['store']['payments'][number]) =>
    providerOrderId === params.id && (state === 'authorized' || state === 'captured')
  if (route === paymentRoutes.authorizePayment) return store.payments.some(isPaid)
  if (route === paymentRoutes.beginPayment) return store.payments.some(one => one.requestId === requestId)
  return [`order ${requestId}`, `add ${requestId}`].some(key => store.answers.has(key))
}

/** Delivers a request to the gateway. May be called more than once. */
export function deliver(world: World, one: Pending): void {
  if (!one.route) return
  if (world.refusedRequests.has(requestText(one))) {
    one.reply = { http: 400, body: refusalBody(400) }
    return
  }
  const { route, params, body, token } = one
  one.reply = JSON.parse(JSON.stringify(handle(world.store, { route, params, body, token }))) as Reply
}

const refusalBody = (statusCode: number) => ({ statusCode, message: 'No' })

function sendResponse(
  world: World,
  one: Pending,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  recordSettledOrder(world, one, status, body)
  one.resolve(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )
}

/** Completes a call or effect. Delivers the request first if the gateway has not received it. */
export function answer(world: World, one: Pending): void {
  removePending(world, one)
  if (!one.route) return one.resolve(one.result())
  if (one.reply === null) deliver(world, one)
  const { http, body } = one.reply!
  if (http >= 500) recordUnknownChange(world, one)
  if (http === 200) {
    if (isOtherCart(one)) world.unknownChanges.push('two carts were begun at once')
    if (one.route === orderRoutes.placeOrder) recordOutcome(one, (body as { statusCode: number }).statusCode)
  }
  sendResponse(world, one, http, body)
}

/**
 * Records that the outcome of an order is known to its page: it was placed, or refused, or its key was discarded. A rate limit is the
 * outcome only of the first request of an order that is not paid.
 */
function recordSettledOrder(world: World, { route, params, body: sent }: Pending, http: number, body: unknown): void {
  const { statusCode } = (body ?? {}) as { statusCode?: number }
  if (statusCode === undefined) return
  if (route === orderRoutes.placeOrder) {
    const { requestId, payment } = sent as NewOrder
    const isFirst = world.unsettledOrders.get(requestId) === 1
    const isLimited = statusCode === 429 && (payment.method === 'online' || !isFirst)
    if (http < 500 && !isLimited) world.unsettledOrders.delete(requestId)
  }
  if (route === orderAttemptRoutes.findOrder && statusCode === 200) world.unsettledOrders.delete(params.requestId!)
  if (route === orderAttemptRoutes.discardOrder && (statusCode === 200 || statusCode === 404))
    world.unsettledOrders.delete(params.requestId!)
}

/** Records the outcome of an order, for the invariants. */
function recordOutcome({ route, page, body }: Pending, statusCode: number): void {
  const { requestId } = body as NewOrder
  if (!route!.success.includes(statusCode)) page.refusedKeys.push(requestId)
  // after a load no page is shown yet: if the shopper opens another checkout meanwhile, this receipt is not shown
  else if (shopIn(page).context.shown === null) page.placedKeys.push(requestId)
}

/**
 * Whether a product was added to another cart than the browser has now: after a login, or when another tab created one.
 */
const isOtherCart = ({ route, page, storedToken, body }: Pending): boolean => {
  if (route !== cartRoutes.addLine) return false
  const { mySessionId } = body as { mySessionId: string | null }
  const kept = page.shopStorage.sessionId()
  return storedToken !== page.shopStorage.token() || (kept !== null && mySessionId !== kept)
}

/**
 * Records a change of a cart that the page can't know, because the response is lost: the first addition, which creates the session.
 */
export function recordUnknownChange(world: World, { route, reply, name, body }: Pending): void {
  if (reply === null) return
  const isFirst = route === cartRoutes.addLine && (body as { mySessionId: string | null }).mySessionId === null
  if (isFirst) world.unknownChanges.push(name)
}

/** Fails a call with a network error. */
export function failWithNetworkError(world: World, one: Pending): void {
  removePending(world, one)
  recordUnknownChange(world, one)
  one.reject(new TypeError('Failed to fetch'))
}

/** Responds with a body that is not JSON. */
export function sendMalformedResponse(world: World, one: Pending): void {
  removePending(world, one)
  recordUnknownChange(world, one)
  sendResponse(world, one, 200, '<!doctype html>')
}

/** Refuses a call before the gateway handles it. */
export function sendRefusal(world: World, one: Pending, status: number, headers: Record<string, string> = {}): void {
  removePending(world, one)
  sendResponse(world, one, status, refusalBody(status), headers)
}

/** Responds with the error page of a proxy. */
export function sendProxyPage(world: World, one: Pending, status: number): void {
  removePending(world, one)
  recordUnknownChange(world, one)
  sendResponse(world, one, status, '<!doctype html>', { 'content-type': 'text/html' })
}
