import { accountRoutes } from '#contract/account'
import { cartRoutes } from '#contract/cart'
import { orderRoutes, type NewOrder } from '#contract/order'
import type { AnyRoute } from '#contract/route'
import { createClient, type Client } from '#src/effects/client.ts'
import { handle, type Reply } from './gateway/gateway.ts'
import { lookAtCall } from './invariants.ts'
import { shopIn } from './invariants/invariant.ts'
import { stateOf, type Page, type Pending, type Tab, type World } from './world.ts'

const leftOf = (page: Page): number => (page.root.getSnapshot() as { context: { left: number } }).context.left

const whoIn = (page: Page): string | null =>
  stateOf<{ context: { customer: { customerId: string } | null } }>(page, 'session')?.context.customer?.customerId ??
  null

/** Calls that are safe to arrive late: they have a key, or an id, that is used once. */
const keyed = ['/order', '/payment/order', '/payment/order/{id}/authorize']

function put(world: World, one: Pending): void {
  world.effects += 1
  lookAtCall(world, one)
  if (one.route === orderRoutes.placeOrder) one.page.lastSent = (one.body as NewOrder).requestId
  world.pending.push(one)
  world.pending.sort((a, b) => a.order - b.order)
  one.signal?.addEventListener('abort', () => {
    if (!drop(world, one)) return
    straggles(world, one)
    notHeard(world, one)
    one.reject(one.signal!.reason)
  })
}

/** Takes one out of those that have no end yet; false where it is not among them. */
export function drop(world: World, one: Pending): boolean {
  const at = world.pending.indexOf(one)
  if (at >= 0) world.pending.splice(at, 1)
  return at >= 0
}

/** The caller has given up; the call may still arrive. */
export function straggles(world: World, one: Pending): void {
  if (one.route && one.reply === null && keyed.includes(one.route.path)) world.stragglers.push(one)
}

/** An effect that is no call: it ends when the run says so. */
export const waitsFor = (
  world: World,
  tab: Tab,
  name: string,
  body: unknown,
  signal: AbortSignal | undefined,
  bring: () => unknown,
  isReady = () => true,
): Promise<never> =>
  new Promise<never>((resolve, reject) => {
    const page = tab.page!
    const none = { route: null, params: {}, token: null, stored: null, reply: null }
    world.order += 1
    put(world, {
      order: world.order,
      began: world.now,
      name,
      tab,
      page,
      ...none,
      body,
      signal,
      left: leftOf(page),
      who: whoIn(page),
      isReady,
      bring,
      resolve,
      reject,
    } as Pending)
  })

/** The values of the `{names}` of a route's path in a URL. */
function paramsIn(route: AnyRoute, url: string): Record<string, string> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const pattern = new RegExp(`^${base}${route.path.replace('?', '\\?').replaceAll(/\{\w+\}/g, '([^/&]*)')}$`)
  const values = pattern.exec(url)?.slice(1)
  if (!values) throw new Error(`${url} is not ${route.path}`)
  return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at]!)]))
}

const base = '/v1'

/** The network of a page: what it sends waits until the run lets it arrive. */
const fetchOf =
  (world: World, tab: Tab, page: Page, route: AnyRoute, order: number, began: number) =>
  (url: string, { headers, body, signal }: { headers: Headers; body?: string; signal: AbortSignal }) =>
    new Promise<Response>((resolve, reject) => {
      if (page.is === 'gone') return
      put(world, {
        name: `${route.method} ${route.path}`,
        tab,
        page,
        route,
        order,
        began,
        params: paramsIn(route, url),
        token: headers.get('authorization')?.replace(/^Bearer /, '') ?? null,
        stored: page.keep.token(),
        signal,
        left: leftOf(page),
        who: whoIn(page),
        reply: null,
        body: body === undefined ? null : (JSON.parse(body) as unknown),
        isReady: () => true,
        bring: () => null,
        resolve: resolve as (answer: unknown) => void,
        reject,
      })
    })

/** The gateway does not accept the stored token any more: as in `src/start/client.tsx`, the session ends. */
function endSession(page: Page): void {
  const checkout = stateOf<{ context: { pendingOrder: { payment: { method: string } } | null } }>(page, 'checkout')
  page.refused = { token: page.keep.token()!, amid: checkout?.context.pendingOrder?.payment.method ?? '' }
  const { session } = page.root.getSnapshot().children as Record<string, { send(event: object): void }>
  session!.send({ type: 'session.expired' })
}

/** The shop's client, with the fuzzer's gateway at the other end of the network. */
export function clientOf(find: () => { world: World; tab: Tab }): Client {
  return (route, asking) => {
    const { world, tab } = find()
    const page = tab.page!
    world.order += 1
    const call = createClient({
      base,
      fetch: fetchOf(world, tab, page, route, world.order, world.now) as unknown as typeof fetch,
      token: () => page.keep.token(),
      now: () => world.now,
      log: (...words) => void world.logs.push(words.map(String).join(' ')),
      refused: () => endSession(page),
    })
    return call(route, asking)
  }
}

/** The gateway gets a call; getting it twice is not unheard of. */
export function reach(world: World, one: Pending): void {
  if (!one.route) return
  const { route, params, body, token } = one
  one.reply = JSON.parse(JSON.stringify(handle(world.store, { route, params, body, token }))) as Reply
}

const respond = (one: Pending, status: number, body: unknown, headers: Record<string, string> = {}) =>
  one.resolve(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )

/** The end of an effect gets to the shop; a call is carried out first if it was not. */
export function answer(world: World, one: Pending): void {
  drop(world, one)
  if (!one.route) return one.resolve(one.bring())
  if (one.reply === null) reach(world, one)
  const { http, body } = one.reply!
  if (http >= 500) notHeard(world, one)
  if (http === 200) {
    if (isOtherCart(one)) world.untold.push('two carts were begun at once')
    if (one.route === orderRoutes.placeOrder) noteOrder(one, (body as { statusCode: number }).statusCode)
  }
  respond(one, http, body)
}

/** Notes what the answer to an order says, for the invariants. */
function noteOrder({ route, page, body }: Pending, statusCode: number): void {
  const { requestId } = body as NewOrder
  if (!route!.success.includes(statusCode)) page.settled.push(requestId)
  // nothing is shown yet after a load: a shopper who opens the next checkout meanwhile does not see this one's receipt
  else if (shopIn(page).context.shown === null) page.shownAsPlaced.push(requestId)
}

/** A product was added to another cart than the browser now has: after a login, or another tab began one. */
const isOtherCart = ({ route, page, stored, body }: Pending): boolean => {
  if (route !== cartRoutes.addLine) return false
  const { mySessionId } = body as { mySessionId: string | null }
  const kept = page.keep.sessionId()
  return stored !== page.keep.token() || (kept !== null && mySessionId !== kept)
}

/**
 * What no page can know of a cart: what it became by a login whose answer is lost (it is the customer's, and a visitor is
 * here), and which session a first addition began whose answer is lost (asked for once more, it comes with its key).
 */
export function notHeard(world: World, { route, reply, name, body }: Pending): void {
  if (reply === null) return
  const isLogin = route === accountRoutes.login || route === accountRoutes.createAccount
  const isFirst = route === cartRoutes.addLine && (body as { mySessionId: string | null }).mySessionId === null
  if (isLogin || isFirst) world.untold.push(name)
}

/** A call fails in the network: nothing comes back. */
export function lose(world: World, one: Pending): void {
  drop(world, one)
  notHeard(world, one)
  one.reject(new TypeError('Failed to fetch'))
}

/** An answer arrives that cannot be read. */
export function garble(world: World, one: Pending): void {
  drop(world, one)
  notHeard(world, one)
  respond(one, 200, '<!doctype html>')
}

/** A call is refused before it is carried out. */
export function refuse(world: World, one: Pending, status: number, headers: Record<string, string> = {}): void {
  drop(world, one)
  respond(one, status, { statusCode: status, message: 'No' }, headers)
}
