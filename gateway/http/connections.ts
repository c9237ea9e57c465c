import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { networkOf } from '../requests/rate-limits.ts'
import { isLoopbackAddress } from '../requests/request-limits.ts'

/** Open connections in all, and of one network. Browsers open six. */
const most = { all: 2_000, ofNetwork: 100 }

/**
 * Bounds the open connections, so that slow clients of one network leave connections to others.
 *
 * @param isDirect - whether clients connect without a proxy: all connections of a proxy come from its network
 */
export function boundConnections(server: Server, isDirect: boolean): void {
  server.maxConnections = most.all
  if (!isDirect) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isLoopbackAddress(remoteAddress)) return
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

/** Warns once if a request seems to come through a proxy that `TRUST_PROXY` does not name: all clients share one rate limit. */
export function createProxyWarning(log: FastifyBaseLogger) {
  let isWarned = false
  return async (request: FastifyRequest): Promise<void> => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return
    const { remoteAddress } = request.socket
    if (request.ip !== remoteAddress) return
    isWarned = true
    const advice = 'If that is your proxy, set TRUST_PROXY: without it all shoppers share one rate limit.'
    log.warn(`X-Forwarded-For of ${remoteAddress} is ignored. ${advice}`)
  }
}
