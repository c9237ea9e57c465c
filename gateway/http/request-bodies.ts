import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, Refused } from '../requests/refusals.ts'

/** `application/json`, and types with its suffix (RFC 6839 §3.1). */
const jsonTypes = ['application/json', /^application\/[\w.!#$&^-]+\+json(?:;|$)/i]

/**
 * Decides which bodies are read: JSON in UTF-8 that is not compressed. Everything else is refused by the head of the request, before
 * anything is allocated for its body. An empty body counts as none, whatever its type.
 */
export function readPlainBodies(app: FastifyInstance): void {
  // after `onRequest`, in which requests are counted: a refused one counts too
  app.addHook('preParsing', async (request, reply) => {
    if (isCompressed(request)) {
      void reply.header('accept-encoding', 'identity') // RFC 9110 §15.5.16
      throw new Refused(415, 'Compressed requests are not accepted. Please send the body without content-encoding.')
    }
    if (hasNoBody(request)) delete request.headers['content-type']
    const charset = charsetOf(request.headers['content-type'])
    if (charset !== null && !['utf-8', 'utf8', 'us-ascii'].includes(charset))
      throw new Refused(415, 'The charset of the body must be utf-8.')
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  for (const type of jsonTypes)
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, body, done) => {
      if (body.length === 0 || request.is404) return done(null)
      const text = decode(body)
      if (text === null) return done(badRequest('The body is not text in UTF-8.'))
      return parseJson(request, text, done)
    })
  app.addContentTypeParser('*', readNoBody)
}

/** Whether the body is compressed. The shop sends no such requests: unpacking costs memory and time before a request is understood. */
const isCompressed = ({ headers }: FastifyRequest): boolean =>
  (headers['content-encoding'] ?? '').split(',').some(coding => !['', 'identity'].includes(coding.trim().toLowerCase()))

/** Whether the head says that no body follows (RFC 9112 §6.3). */
const hasNoBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0

/** In lower case; null if none is named. */
const charsetOf = (contentType: string | undefined): string | null =>
  /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? null

/** @returns null for bytes that are not UTF-8. A byte order mark is dropped. */
function decode(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** A body of another type: an empty one counts as none. Its first bytes end the request. */
function readNoBody(request: FastifyRequest, body: IncomingMessage, done: (error: Error | null) => void): void {
  // an unknown path is 404 whatever is sent to it
  if (request.is404) return done(null)
  const end = (error: Error | null) => {
    body.off('data', onData).off('end', onEnd).off('error', end)
    done(error)
  }
  const onData = () => end(new Refused(415, 'The body must be JSON: application/json.'))
  const onEnd = () => end(null)
  body.on('data', onData).on('end', onEnd).on('error', end)
}
