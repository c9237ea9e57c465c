import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Where the pictures of an answer are. A shop on the gateway's own origin gets paths, which work behind any name; a shop
 * elsewhere (its browser says so with `Origin`) gets addresses below the configured public one. The Host header decides
 * nothing but that question: what somebody writes there never ends in an answer.
 *
 * @returns '' for paths
 */
export function pictureOrigin(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  void reply.header('vary', 'origin')
  const { origin } = request.headers
  if (publicUrl === '' || origin === undefined) return ''
  const own = [`${request.protocol}://${request.host}`, new URL(publicUrl).origin]
  return own.includes(origin) ? '' : publicUrl
}

const pictureFields = new Set(['image', 'thumbnail', 'imageUrl', 'productImage'])

/** The answer with whole picture addresses; answers are kept with paths, and sent to whoever asks. */
export function withAbsolutePictures<Value>(value: Value, origin: string, field = ''): Value {
  if (origin === '') return value
  if (typeof value === 'string') {
    return (pictureFields.has(field) && value.startsWith('/pictures/') ? origin + value : value) as Value
  }
  if (Array.isArray(value)) return value.map(one => withAbsolutePictures(one, origin)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withAbsolutePictures(inner, origin, name)])
  return Object.fromEntries(entries) as Value
}
