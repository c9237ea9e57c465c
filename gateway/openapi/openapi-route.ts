import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { openapiDocument } from './document.ts'

/** Seconds that the document is cached. */
const maxAge = 300

/** Serves GET /openapi.json. The document is made at the first request: most gateways are never asked for it. */
export function serveOpenapi(app: FastifyInstance): void {
  let made: { text: string; headers: Record<string, string> } | null = null
  const make = () => {
    const text = JSON.stringify(openapiDocument())
    const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': `public, max-age=${maxAge}`,
      etag,
    }
    return { text, headers }
  }
  const onRequest = async ({ client }: { client: string }) => app.requestCounter.refuseOverLimit('reads', client)
  app.get('/openapi.json', { onRequest }, (request, reply) => {
    made ??= make()
    void reply.headers(made.headers)
    const isKnown = request.headers['if-none-match']?.includes(made.headers.etag!)
    return isKnown ? reply.code(304).send() : reply.send(made.text)
  })
}
