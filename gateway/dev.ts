import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { addressOf, closeOnSignal, giveUp, portTaken, prepare } from './serve.ts'
import { settingsFrom } from './settings.ts'
import { homePath, isGateways, isPage } from './storefront.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

async function sendPage(vite: ViteDevServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/'
  if (url === '/') return void response.writeHead(302, { location: homePath }).end()
  if (!isPage(request)) return void response.writeHead(404).end()
  const page = await vite.transformIndexHtml(url, readFileSync(join(root, 'index.html'), 'utf8'))
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}

try {
  const settings = settingsFrom(process.env)
  const { app, close } = await prepare({ ...settings, logger: { level: process.env.LOG_LEVEL || 'warn' } })
  await app.ready()
  const server = createServer((request, response) => {
    if (isGateways(request.url)) return app.routing(request, response)
    vite.middlewares(request, response, () => {
      sendPage(vite, request, response).catch(error => response.writeHead(500).end(String(error)))
    })
  })
  const vite = await createVite({ root, server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  server.on('error', error => giveUp(portTaken(error, settings.port)))
  server.listen(settings.port, settings.host, () => process.stdout.write(`Shop and API: ${addressOf(settings)}\n`))
  closeOnSignal(async () => {
    server.close()
    await vite.close()
    await close()
  })
} catch (error) {
  giveUp(error)
}
