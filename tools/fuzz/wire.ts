import { create, type Struct } from 'superstruct'
import { accountRoutes } from '#contract/account'
import { cartRoutes } from '#contract/cart'
import { orderRoutes, type NewOrder } from '#contract/order'
import { envelope, type AnyRoute } from '#contract/route'
import { standardMessage, type Refusal } from '#contract/refusal'
import type { Asking, Client } from '#src/effects/client.ts'
import { identityIn } from '#src/effects/token.ts'
import { handle, type Reply } from './gateway/gateway.ts'
import { lookAtCall } from './invariants.ts'
import { shopIn } from './invariants/invariant.ts'
import { stateOf, type Page, type Tab, type World } from './world.ts'

/** Something that was begun and has no end yet: a call to the gateway, or another effect. */
export interface Pending {
  name: string
  tab: Tab
  page: Page
  route: AnyRoute | null
  params: Record<string, string | number>
  /** The body of a call, or the input of an effect. */
  body: unknown
  token: string | null
  stored: string | null
  signal: AbortSignal | undefined
  /** How many shoppers had left this tab when it was begun. */
  left: number
  /** The customer that the tab knew then. */
  who: string | null
  /** What the gateway said, once it got the call. */
  reply: Reply | null
  /** Whether it can end now. */
  isReady(): boolean
  /** What an effect that is no call brings. */
  bring(): unknown
  resolve(answer: unknown): void
  reject(error: unknown): void
}

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
  one.signal?.addEventListener('abort', () => {
    if (!drop(world, one)) return
    straggles(world, one)
    notHeard(world, one)
    one.reject({ code: 'lost' })
  })
}

/** Takes one out of those that have no end yet; false where it is not among them. */
export function drop(world: World, one: Pending): boolean {
  const at = world.pending.indexOf(one)
  if (at >= 0) world.pending.splice(at, 1)
  return at >= 0
}

/** Whoever asked has given up: the call may arrive all the same. */
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
    put(world, {
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

/** The shop's client, with the fuzzer's gateway at the other end; it attaches the token and reads answers as the real one. */
export function clientOf(find: () => { world: World; tab: Tab }): Client {
  return ((route: AnyRoute, { params = {}, body, signal, bearer }: Asking<unknown> = {}) =>
    new Promise((resolve, reject) => {
      const { world, tab } = find()
      const page = tab.page!
      const stored = page.keep.token()
      const token = bearer ?? (identityIn(stored, world.now).is === 'customer' ? stored : null)
      const name = `${route.method} ${route.path}`
      put(world, {
        name,
        tab,
        page,
        route,
        params,
        token,
        stored,
        signal,
        left: leftOf(page),
        who: whoIn(page),
        reply: null,
        body: body === undefined ? null : JSON.parse(JSON.stringify(body)),
        isReady: () => true,
        bring: () => null,
        resolve: resolve as (answer: unknown) => void,
        reject,
      })
    })) as Client
}

/** The gateway gets a call; getting it twice is not unheard of. */
export function reach(world: World, one: Pending): void {
  if (!one.route) return
  const { route, params, body, token } = one
  one.reply = JSON.parse(JSON.stringify(handle(world.store, { route, params, body, token }))) as Reply
}

const lost: Refusal = { code: 'lost', message: standardMessage, status: 0 }

/** The end of an effect gets to the shop; a call is carried out first where it was not. */
export function answer(world: World, one: Pending): void {
  drop(world, one)
  if (!one.route) return one.resolve(one.bring())
  if (one.reply === null) reach(world, one)
  const { http, body } = one.reply!
  if (http !== 200)
    return refuse(world, one, { code: http >= 500 ? 'lost' : 'refused', ...wordsIn(body), status: http })
  try {
    const outcome = outcomeOf(one.route, body)
    if (isOtherCart(one)) world.untold.push('two carts were begun at once')
    if (one.route === orderRoutes.placeOrder) {
      const { requestId } = one.body as NewOrder
      if (!outcome.done) one.page.settled.push(requestId)
      // nothing is shown yet after a load: whoever goes on to the next checkout meanwhile does not see this one's receipt
      else if (shopIn(one.page).context.shown === null) one.page.shownAsPlaced.push(requestId)
    }
    one.resolve(outcome)
  } catch {
    refuse(world, one, lost)
  }
}

/** A product was put into another cart than the browser has by now: somebody logged in, or another tab began one. */
const isOtherCart = ({ route, page, stored, body }: Pending): boolean => {
  if (route !== cartRoutes.addLine) return false
  const { mySessionId } = body as { mySessionId: string | null }
  const kept = page.keep.sessionId()
  return stored !== page.keep.token() || (kept !== null && mySessionId !== kept)
}

const wordsIn = (body: object) => ({ message: (body as { message?: string }).message ?? standardMessage })

function outcomeOf(route: AnyRoute, body: object) {
  const { statusCode } = create(body, envelope)
  if (route.success.includes(statusCode)) return { done: true, answer: create(body, route.answer as Struct<unknown>) }
  const { conflicts } = body as Pick<Refusal, 'conflicts'>
  const refusal = { code: 'refused', ...wordsIn(body), status: statusCode, ...(conflicts && { conflicts }) }
  return { done: false, refusal }
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

/** A call fails. A token that is not taken any more ends the session, unless it is an older one. */
export function refuse(world: World, one: Pending, refusal: Refusal = lost): void {
  drop(world, one)
  if (refusal.code === 'lost') notHeard(world, one)
  const { page, stored } = one
  if (refusal.status === 401 && stored !== null && stored === page.keep.token()) {
    const checkout = stateOf<{ context: { wish: { payment: { method: string } } | null } }>(page, 'checkout')
    page.refused = { token: stored, amid: checkout?.context.wish?.payment.method ?? '' }
    const { session } = page.root.getSnapshot().children as Record<string, { send(event: object): void }>
    session!.send({ type: 'session.expired' })
  }
  one.reject(refusal)
}
