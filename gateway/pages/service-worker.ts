import type { FastifyInstance } from 'fastify'

/** The path of the service worker; `vite.service-worker.config.ts` writes the file. */
const path = '/sw.js'

/** A worker in place of the shop's: it removes itself and everything that the shop's has kept, and serves nothing. */
const removal = `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`

/** Removes the service worker from browsers that have it, at their next visit. Register it before the shop's files. */
export function removeServiceWorkers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.split('?', 1)[0] !== path) return
    return reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
      .send(removal)
  })
}
