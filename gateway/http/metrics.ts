import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ShopEvent } from '../shop/events.ts'
import type { Health } from './health.ts'

/** Counts what happens, for Prometheus. */
export interface Metrics {
  count: (event: ShopEvent) => void
  /** Measures the requests of a gateway. */
  observe: (app: FastifyInstance, health: Health) => void
  /** Serves `/metrics` on a port of its own, which no shopper reaches. @returns stops */
  listen: (host: string, port: number) => Promise<() => Promise<void>>
}

/** The library is loaded only if metrics are on. */
export async function createMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const events = new Counter({
    name: 'shop_events_total',
    help: 'Security and money events',
    labelNames: ['event'],
    registers,
  })
  const requests = new Histogram({
    name: 'shop_request_seconds',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  return {
    count: event => events.inc({ event }),
    observe(app, health) {
      const lastJobRun: InstanceType<typeof Gauge<'job'>> = new Gauge({
        name: 'shop_last_job_run_timestamp_seconds',
        help: 'When each of the jobs that settle payments, write receipts and send mails last ended',
        labelNames: ['job'],
        registers,
        collect() {
          for (const [job, run] of Object.entries(health.lastRuns))
            lastJobRun.set({ job }, (run?.getTime() ?? 0) / 1_000)
        },
      })
      const mailBlocked: InstanceType<typeof Gauge> = new Gauge({
        name: 'shop_mail_blocked',
        help: '1 while the mail server takes no mail of the shop, else 0',
        registers,
        collect: () => mailBlocked.set(health.mailStatus.problem === null ? 0 : 1),
      })
      const waitingMails: InstanceType<typeof Gauge> = new Gauge({
        name: 'shop_waiting_mails',
        help: 'Mails that wait for another attempt',
        registers,
        collect: () => waitingMails.set(health.mailStatus.waiting ?? 0),
      })
      app.addHook('onResponse', async (request, reply) => {
        const { method, routeOptions } = request
        const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) }
        requests.observe(labels, reply.elapsedTime / 1_000)
      })
    },
    async listen(host, port) {
      const server = createServer((request, response) => {
        if (request.url !== '/metrics') return void response.writeHead(404).end()
        registry.metrics().then(
          text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
          () => response.writeHead(500).end(),
        )
      })
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
      return () => new Promise(resolve => void server.close(() => resolve()).closeAllConnections())
    },
  }
}
