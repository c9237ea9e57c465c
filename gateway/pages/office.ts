import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../requests/refusals.ts'
import { serveFiles } from './files.ts'

/** The path of the office's first page. */
export const officePath = '/office'

/**
 * Serves the pages of the office and their files: one document, which renders in the browser. Where the office is not served they do not
 * exist.
 *
 * @param folder - the output of its build
 * @param headers - of the pages
 */
export async function serveOfficePages(
  app: FastifyInstance,
  folder: string,
  headers: Record<string, string>,
): Promise<void> {
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  await app.register(async office => {
    office.addHook('onRequest', async (request: FastifyRequest) => {
      app.requestCounter.refuseOverLimit('reads', request.client)
      if (!(await app.isOfficeServed(request))) throw notFound()
    })
    await serveFiles(office, { root: folder, prefix: `${officePath}/`, decorateReply: false })
    for (const url of [officePath, `${officePath}/*`])
      office.get(url, (_request, reply) => reply.headers({ ...headers, 'cache-control': 'no-store' }).send(document))
  })
}
