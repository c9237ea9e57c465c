import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { homePath } from '#contract/paths'
import { createInProcessFetch } from '../http/in-process-fetch.ts'
import { inspectorPath } from '../pages/inspector.ts'
import { officePath } from '../pages/office.ts'
import type { Renderer } from '#contract/renderer'
import { describePayments } from './payment-provider.ts'
import { closeOnSignal, exitWithError } from './process.ts'
import { urlOf, explainPortInUse, prepare } from './serve.ts'
import { readSettings, type Settings } from './settings.ts'
import { isGatewayPath, isPage } from '../pages/storefront.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The style sheets that Vite's server code has imported, as text; in the browser the scripts insert them. */
async function stylesOf(vite: ViteDevServer): Promise<string> {
  const sheets = [...vite.environments.ssr.moduleGraph.idToModuleMap.keys()].filter(id => id.endsWith('.css'))
  const texts = sheets.map(async id => (await vite.ssrLoadModule(`${id}?inline`)).default as string)
  return (await Promise.all(texts)).join('\n')
}

/** The document as Vite serves it, for rendering in the browser. */
const shellOf = (vite: ViteDevServer, url: string): Promise<string> =>
  vite.transformIndexHtml(url, readFileSync(join(root, 'index.html'), 'utf8'))

/**
 * A document with a build of its own as Vite serves it. Its files are relative to the document, not to the path it is served at.
 *
 * @param folder - of the document, such as `tools/inspector`
 */
const documentOf = (vite: ViteDevServer, folder: string): Promise<string> =>
  vite.transformIndexHtml(
    `/${folder}/index.html`,
    readFileSync(join(root, folder, 'index.html'), 'utf8').replace('<head>', `<head><base href="/${folder}/" />`),
  )

/** A renderer that uses the current sources. */
async function rendererOf(vite: ViteDevServer, app: FastifyInstance, origin: string): Promise<Renderer> {
  const { rendererOn } = (await vite.ssrLoadModule('/src/server/render.ts')) as {
    rendererOn(place: object): Renderer
  }
  return rendererOn({
    fetch: createInProcessFetch(app),
    origin,
    log: (...words: unknown[]) => app.log.warn(words.join(' ')),
    shell: (url: string) => shellOf(vite, url),
    assetsFor: async () => ({ styles: { first: await stylesOf(vite), later: '' }, sheets: [], modules: [] }),
  })
}

async function sendPage(
  vite: ViteDevServer,
  renderer: Renderer,
  { inspector, office }: Pick<Settings, 'inspector' | 'office'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/'
  if (url === '/') return void response.writeHead(301, { location: homePath }).end()
  if (!isPage(request)) return void response.writeHead(404).end()
  const path = url.split('?', 1)[0]!
  const folder =
    path === inspectorPath && inspector === 'on'
      ? 'tools/inspector'
      : `${path}/`.startsWith(`${officePath}/`) && office !== 'off'
        ? 'src/office'
        : null
  if (folder !== null) {
    const html = await documentOf(vite, folder)
    return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  }
  const { status, html } = await renderer.render(renderer.keyOf(url))
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

try {
  const settings = readSettings(process.env)
  const { app, close } = await prepare({ ...settings, logger: { level: process.env.LOG_LEVEL || 'warn' } })
  await app.ready()
  const server = createServer((request, response) => {
    if (isGatewayPath(request.url)) return app.routing(request, response)
    vite.middlewares(request, response, () => {
      rendererOf(vite, app, settings.publicUrl)
        .then(renderer => sendPage(vite, renderer, settings, request, response))
        .catch((error: Error) => {
          vite.ssrFixStacktrace(error)
          response.writeHead(500).end(String(error.stack))
        })
    })
  })
  // read by vite.config.ts
  process.env.INSPECTOR = settings.inspector
  const vite = await createVite({ root, server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  server.on('error', error => exitWithError(explainPortInUse(error, settings.port)))
  server.listen(settings.port, settings.host, () =>
    process.stdout.write(`Shop and API: ${urlOf(settings)}\n${describePayments(settings)}\n`),
  )
  closeOnSignal(async () => {
    server.close()
    await vite.close()
    await close()
  })
} catch (error) {
  exitWithError(error)
}
