import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback, isLoopbackAddress, networkOf } from '../requests/addresses.ts'
import { isForwarded, type Trusts } from './client-address.ts'
import { inProcessHeader, inProcessKey } from './in-process-fetch.ts'

/** Open connections in all, and of one network. Browsers open six. */
const most = { all: 2_000, ofNetwork: 100 }

/**
 * Milliseconds that a connection without a request stays open. A proxy's stay open longer than proxies keep them (nginx and AWS 1 minute,
 * Caddy 2, Google 10), so that the proxy closes them: one that the shop closes at the moment of the next request makes it fail with 502.
 */
export const idleTime = { direct: 10_000, proxied: 620_000 }

/**
 * Bounds the open connections, so that slow clients of one network leave connections to others. Those of a trusted proxy are not bounded:
 * all its clients connect from its network.
 */
export function boundConnections(server: Server, trusts: Trusts): void {
  server.maxConnections = most.all
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return
    if (trusts(remoteAddress)) {
      // Node has one time for all connections of a server
      server.keepAliveTimeout = Math.max(server.keepAliveTimeout, idleTime.proxied)
      return
    }
    const network = networkOf(remoteAddress)
    const count = (open.get(network) ?? 0) + 1
    if (count > most.ofNetwork) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = open.get(network)! - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}

/**
 * Milliseconds after the server begins to close: how long a connection is kept for a request that its client may just have sent, and
 * when all are closed. Process managers kill after about 10 seconds, and the database needs time to close.
 */
const closing = { idle: 300, all: 7_000 }

/**
 * When the server closes, requests that have arrived are answered whole, and connections are closed as soon as they have none. Node
 * closes them too early, while an answer is still being sent, or only after `keepAliveTimeout`, if its head was sent before.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const { server } = app
  /** Of each open connection: its requests without a complete answer, and the bytes that had arrived after the last answer. */
  const open = new Map<Socket, { requests: number; read: number }>()
  let isClosing = false
  const endIfIdle = (socket: Socket) => {
    const known = open.get(socket)
    // more bytes: the beginning of a request
    if (known && known.requests === 0 && known.read === socket.bytesRead) socket.destroy()
  }
  const endSoon = (socket: Socket) => void setTimeout(() => endIfIdle(socket), closing.idle)
  server.on('connection', (socket: Socket) => {
    open.set(socket, { requests: 0, read: 0 })
    socket.once('close', () => open.delete(socket))
    if (isClosing) endSoon(socket)
  })
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const known = open.get(socket)
    if (!known) return
    known.requests++
    answer.once('close', () => {
      known.requests--
      known.read = socket.bytesRead
      if (isClosing) endSoon(socket)
    })
  })
  // called by `close`; it also closes connections whose answer is not sent yet
  server.closeIdleConnections = () => {}
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of open.keys()) endSoon(socket)
    const timer = setTimeout(() => server.closeAllConnections(), closing.all).unref()
    server.once('close', () => clearTimeout(timer))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/**
 * Warns once about a proxy that is not trusted, whose shoppers share one count, and once about requests to a public shop that come from
 * this machine and are not forwarded for anyone: those are not counted.
 *
 * @param publicUrl - of the shop; empty if unknown
 */
export function createProxyWarning(log: FastifyBaseLogger, trusts: Trusts, publicUrl: string) {
  const warned = new Set<string>()
  const warnOnce = (about: string, message: string) => {
    if (warned.has(about)) return
    warned.add(about)
    log.warn(message)
  }
  const isPublic = publicUrl !== '' && !isLoopback(new URL(publicUrl).hostname)
  return async ({ raw, client, url, headers }: FastifyRequest): Promise<void> => {
    const { remoteAddress = '' } = raw.socket
    if (isForwarded(raw)) {
      if (trusts(remoteAddress)) return
      const advice = 'If that is your proxy, set TRUST_PROXY: without it all its shoppers share one rate limit.'
      return warnOnce('proxy', `The forwarded addresses of ${remoteAddress} are ignored. ${advice}`)
    }
    const isOwn = /^\/(?:livez|readyz)$/.test(url) || headers[inProcessHeader] === inProcessKey
    if (!isPublic || isOwn || !isLoopbackAddress(client)) return
    const advice =
      'If a proxy on this machine sends them, let it send X-Forwarded-For: without it no shopper’s requests are limited.'
    warnOnce('uncounted', `Requests come from this machine and name no client. ${advice}`)
  }
}
