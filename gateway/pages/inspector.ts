import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic, { type SetHeadersResponse } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Where people find the inspector, and everything that belongs to it. */
export const inspectorPath = '/inspector'

/** A page with this array tells what happens in its shop: `src/journal/inspection.ts` says how. */
const script = 'window.inspection=[]'

/** The inline script of pages that may be inspected, as a content security policy names it (CSP 3, 2.3.1). */
export const inspectedScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** A page of the shop that may be inspected: it keeps what happens, and brings along what answers the inspector. */
export const addInspectionScript = (html: string): string =>
  html.includes(script) // a build that asked for the inspector has marked its pages itself
    ? html
    : html.replace(
        '</head>',
        () => `<script>${script}</script><script type="module" src="${inspectorPath}/tab.js"></script></head>`,
      )

/**
 * Serves the inspector's page and its files.
 *
 * @param folder - what its build wrote
 * @param headers - of the page
 * @param keepFor - says how long browsers keep a file
 */
export async function serveInspector(
  app: FastifyInstance,
  folder: string,
  headers: Record<string, string>,
  keepFor: (response: SetHeadersResponse, path: string) => void,
): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    prefix: `${inspectorPath}/`,
    decorateReply: false,
    wildcard: false,
    index: false,
    globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    preCompressed: true,
    setHeaders: keepFor,
  })
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  app.get(inspectorPath, (_request, reply) =>
    reply.headers({ ...headers, 'cache-control': 'private, no-cache' }).send(document),
  )
}
