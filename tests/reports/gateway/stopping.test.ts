import { EventEmitter, once } from 'node:events'
import { Agent, request as ask, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openCaseGateways } from '../../contract/gateway/case-gateways.ts'

const { gateway } = openCaseGateways()

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

/** A gateway with slow routes. `events` tells when their handlers have begun, and lets them end. */
async function slowGateway() {
  const app = await gateway()
  const events = new EventEmitter()
  const closing = once(events, 'closing')
  app.addHook('preClose', async () => void events.emit('closing'))
  app.get('/begun', async (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/plain', 'content-length': 11 }).write('begun')
    await once(events, 'end')
    reply.raw.end(' ended')
  })
  app.get('/large', async () => 'x'.repeat(20_000_000))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, events, closing }
}

/** A GET with a connection that stays open. */
async function get(app: FastifyInstance, path: string): Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const sent = ask({ host: '127.0.0.1', port: portOf(app), path, agent }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

async function opened(app: FastifyInstance): Promise<Socket> {
  const arrived = once(app.server, 'connection')
  const socket = connect(portOf(app), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await arrived
  return socket
}

/** Ends with the gateway, not with a time-out: that of idle connections is 10 seconds, that of all connections 7. */
const shorter = { timeout: 6_000 }

describe('fastify/fastify#5713, nodejs/node#63470, http4s/http4s#7956: a stop that waits for idle connections, or cuts answers off', () => {
  test('an answer whose head was sent before the stop is completed, and its connection closed', shorter, async () => {
    const { app, events } = await slowGateway()
    const answer = await get(app, '/begun')
    expect(answer.headers.connection).toBe('keep-alive')
    const closed = app.close()
    setImmediate(() => events.emit('end'))
    expect(await text(answer)).toBe('begun ended')
    await closed
  })

  test('a large answer to a slow client is completed', shorter, async () => {
    const { app, closing } = await slowGateway()
    const answer = await get(app, '/large')
    const closed = app.close()
    await closing
    expect((await text(answer)).length).toBe(20_000_000)
    await closed
  })

  test(
    'a request that arrives on an open connection right after the stop is answered, and its connection closed',
    shorter,
    async () => {
      const { app, closing } = await slowGateway()
      const socket = await opened(app)
      socket.write('GET /v1/brand HTTP/1.1\r\nhost: shop\r\n\r\n')
      await once(socket, 'data')
      const closed = app.close()
      await closing
      socket.write('GET /v1/brand HTTP/1.1\r\nhost: shop\r\n\r\n')
      expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n.*connection: close\r\n/s)
      await closed
    },
  )

  test('a request of which the beginning has arrived is answered', shorter, async () => {
    const { app, closing } = await slowGateway()
    const socket = await opened(app)
    socket.write('GET /v1/brand HTTP/1.1\r\nhost:')
    await vi.waitUntil(() => app.server.listening && socket.bytesWritten > 0)
    const closed = app.close()
    await closing
    socket.write(' shop\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n.*connection: close\r\n/s)
    await closed
  })

  test('connections that browsers open ahead, without a request, are closed', shorter, async () => {
    const { app } = await slowGateway()
    const socket = await opened(app)
    await app.close()
    expect(await text(socket)).toBe('')
  })
})
