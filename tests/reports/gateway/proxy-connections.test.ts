import { Agent, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { OpenDatabase } from '#gateway/database/database'
import { openCaseDatabase } from '../../contract/gateway/case-database.ts'
import { caseGateway } from '../../contract/gateway/given.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openCaseDatabase()
})
afterAll(() => opened?.close())

/** Seconds that proxies keep an idle connection by default: nginx and AWS, Traefik, Caddy, Google. */
const proxies = [60, 90, 120, 600]

describe('nodejs/node#20256, medplum/medplum#2253, guardian/dotcom-rendering#10450: a connection that the shop closes while its proxy uses it', () => {
  test('connections of a proxy stay open longer than proxies keep them', async () => {
    const app = await caseGateway(opened.database, { trustProxy: '127.0.0.1' })
    onTestFinished(() => app.close())
    await app.listen({ host: '127.0.0.1', port: 0 })
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const { port } = app.server.address() as AddressInfo
    const header = await new Promise<string>((resolve, reject) => {
      const sent = ask({ host: '127.0.0.1', port, path: '/v1/brand', agent }, answer => {
        answer.resume().on('end', () => resolve(String(answer.headers['keep-alive'])))
      })
      sent.on('error', reject).end()
    })
    expect(Number(/timeout=(\d+)/.exec(header)![1])).toBeGreaterThan(Math.max(...proxies))
  })

  test('connections of clients are closed soon: they could use up all', async () => {
    const app = await caseGateway(opened.database)
    onTestFinished(() => app.close())
    expect(app.server.keepAliveTimeout).toBe(10_000)
  })

  test('the shop can be stopped while a proxy keeps connections open', async () => {
    const app = await caseGateway(opened.database, { trustProxy: '127.0.0.1' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const { port } = app.server.address() as AddressInfo
    await new Promise<void>((resolve, reject) => {
      ask({ host: '127.0.0.1', port, path: '/v1/brand', agent }, answer => void answer.resume().on('end', resolve))
        .on('error', reject)
        .end()
    })
    await app.close()
    expect(app.server.listening).toBe(false)
  })
})
