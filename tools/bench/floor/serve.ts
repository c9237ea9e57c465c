import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { homePath } from '#contract/paths'
import type { Opened } from '../open.ts'
import { readContent } from './content.ts'
import { floorPage } from './page.ts'

/** Proxies requests that both pages share (images, calls, the font) to the shop, with their headers. */
function passOn(shopUrl: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { origin: _, host: __, ...headers } = asked.headers // the shop sets its own
  const onward = request(new URL(asked.url!, shopUrl), { method: asked.method, headers }, got => {
    answer.writeHead(got.statusCode!, got.headers)
    got.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

/** Serves the floor page on its own port. It is compressed once. */
export async function serveFloor(shopUrl: string, font: string): Promise<Opened> {
  const page = brotliCompressSync(floorPage(await readContent(shopUrl, font)))
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': page.length,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  }
  const server = createServer((asked, answer) => {
    if (asked.url === homePath) answer.writeHead(200, headers).end(page)
    else passOn(shopUrl, asked, answer)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(done => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, close }
}
