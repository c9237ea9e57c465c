import { sessionRoutes } from '#contract/settings'
import {
  answer,
  deliver,
  failWithNetworkError,
  isAccepted,
  keepLateRequest,
  recordUnknownChange,
  requestText,
  sendMalformedResponse,
  sendProxyPage,
  sendRefusal,
} from './network.ts'
import type { Random } from './random.ts'
import type { Pending, World } from './world.ts'

export const faults: Record<string, (world: World, one: Pending) => void> = {
  /** The request is lost. */
  requestLost(world, one) {
    keepLateRequest(world, one)
    failWithNetworkError(world, one)
  },
  /** The request is handled; the response is lost. */
  responseLost(world, one) {
    if (one.reply === null) deliver(world, one)
    failWithNetworkError(world, one)
  },
  rateLimited: (world, one) => sendRefusal(world, one, 429, { 'retry-after': '1' }),
  serverError(world, one) {
    recordUnknownChange(world, one)
    sendRefusal(world, one, 503)
  },
  refused(world, one) {
    const { sessionId } = one.params
    if (one.route === sessionRoutes.begin && sessionId !== undefined)
      world.unreadable.set(sessionId, (world.unreadable.get(sessionId) ?? 0) + 1)
    sendRefusal(world, one, 400)
  },
  notFound: (world, one) => sendRefusal(world, one, 404),
  /** The request is handled; the response is not JSON. */
  malformedResponse(world, one) {
    if (one.reply === null) deliver(world, one)
    sendMalformedResponse(world, one)
  },
}

/** Handled requests have a response, so only others can be refused; `refusals` has those of the order, payment and cart. */
export const mayRefuse = ({ reply, route }: Pending) => reply === null && !/order|payment|cart/.test(route!.path)

/** Values of `Retry-After`: seconds, or a date. */
const retryAfter = ['1', '20', '3600', 'Sun, 01 Nov 2026 00:01:00 GMT']

/** Refusals of requests about the cart, orders and payments. Those of the gateway come before it has handled the request. */
export const refusals: Record<string, (world: World, one: Pending, random: Random) => void> = {
  rateLimited(world, one, random) {
    if (one.reply === null) sendRefusal(world, one, 429, { 'retry-after': random.pick(retryAfter) })
  },
  /** The gateway does not accept the request, now or later. */
  refused(world, one) {
    const isRead = one.route!.method === 'GET' || one.route!.method === 'DELETE'
    if (isRead || one.reply !== null || isAccepted(world.store, one)) return
    world.refusedRequests.add(requestText(one))
    answer(world, one)
  },
  /** A proxy answers that the gateway is not there, or that there are too many requests. */
  proxyRefusal(world, one, random) {
    if (one.reply === null) sendProxyPage(world, one, random.pick([403, 404, 429]))
  },
  /** A proxy stops waiting for the gateway, which may have handled the request or handles it later. */
  proxyTimeout(world, one, random) {
    if (one.reply === null && random.chance(0.5)) deliver(world, one)
    else keepLateRequest(world, one)
    sendProxyPage(world, one, random.pick([502, 504]))
  },
}
