import { ExpirationPlugin } from 'workbox-expiration'
import { enable } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { seenCaches } from './seen-pages.ts'
import { isKeepable, isKept, isShopPage } from './kept-pages.ts'
import { offlinePage } from './offline-page.ts'

/** What TypeScript's library for pages lacks of a service worker. */
interface LifecycleEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}

/** Written by the build: the files of the shop, and a name of the build. */
declare const shopFiles: readonly string[]
declare const buildName: string

/*
 * Pages that were seen before, and the cart, open without a connection.
 *
 * - Documents come from the network. A kept one is used only if the network fails, so that no shop is older than the last deploy.
 * - Nothing of a shopper is kept: documents that are the same for everyone, files of the shop, and pictures. API calls, the checkout, the
 *   account and pages of orders are never touched.
 * - A new worker waits until every page of the old one is closed, whose files stay until then.
 */

const pagesCache = `${seenCaches}pages-${buildName}`
const month = 30 * 24 * 60 * 60

precacheAndRoute(shopFiles.map(url => ({ url, revision: null })))
cleanupOutdatedCaches()
enable()

const keepable = {
  cacheWillUpdate: ({ response }: { response: Response }) => Promise.resolve(isKeepable(response) ? response : null),
}

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isKept(url.pathname),
  new NetworkFirst({
    cacheName: pagesCache,
    plugins: [keepable, new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: month, purgeOnQuotaError: true })],
  }),
)
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isShopPage(url.pathname),
  new NetworkOnly(),
)
// files of a newer build, which a page has loaded before its worker is active
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/assets\/.+-[\w-]{8}\.\w+$/.test(url.pathname),
  new CacheFirst({
    cacheName: `files-${buildName}`,
    plugins: [keepable, new ExpirationPlugin({ maxEntries: 120, maxAgeSeconds: month, purgeOnQuotaError: true })],
  }),
)
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && url.pathname.startsWith('/pictures/'),
  new CacheFirst({
    cacheName: `${seenCaches}pictures`,
    plugins: [keepable, new ExpirationPlugin({ maxEntries: 150, maxAgeSeconds: month, purgeOnQuotaError: true })],
  }),
)
setCatchHandler(({ request }) =>
  Promise.resolve(
    request.mode === 'navigate'
      ? new Response(offlinePage, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
      : Response.error(),
  ),
)

const on = (type: 'install' | 'activate', act: () => Promise<unknown>) =>
  addEventListener(type, event => (event as LifecycleEvent).waitUntil(act()))

// the cart can be opened although it was not before; without it the worker is useful, too
on('install', async () => (await caches.open(pagesCache)).add('/cart').catch(() => {}))
on('activate', async () => {
  const names = await caches.keys()
  const isOld = (name: string) =>
    (name.startsWith(`${seenCaches}pages-`) || name.startsWith('files-')) && !name.endsWith(`-${buildName}`)
  await Promise.all(names.filter(isOld).map(name => caches.delete(name)))
})
