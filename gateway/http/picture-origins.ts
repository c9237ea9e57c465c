import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The origin of picture URLs in an answer. A storefront on the gateway's own origin gets paths. A storefront elsewhere,
 * which sends `Origin`, gets URLs that start with the configured public URL. The Host header is only used for that
 * comparison and never becomes part of an answer.
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

/** Makes picture paths in an answer absolute. Answers are stored with paths. */
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
