import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFiles } from './files.ts'

/** The path of the inspector and its files. */
export const inspectorPath = '/inspector'

/** A page with this array reports what happens in its storefront; see `src/journal/inspection.ts`. */
const script = 'window.inspection=[]'

/** The hash of the inline script, for a content security policy (CSP 3 §2.3.1). */
export const inspectedScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Adds the scripts that let the inspector inspect a page. */
export const addInspectionScript = (html: string): string =>
  html.includes(script) // A build with the inspector contains them already.
    ? html
    : html.replace(
        '</head>',
        () => `<script>${script}</script><script type="module" src="${inspectorPath}/tab.js"></script></head>`,
      )

/**
 * Serves the inspector's page and its files.
 *
 * @param folder - the output of its build
 * @param headers - of the page
 */
export async function serveInspector(
  app: FastifyInstance,
  folder: string,
  headers: Record<string, string>,
): Promise<void> {
  await serveFiles(app, { root: folder, prefix: `${inspectorPath}/`, decorateReply: false })
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  app.get(inspectorPath, (_request, reply) =>
    reply.headers({ ...headers, 'cache-control': 'private, no-cache' }).send(document),
  )
}
