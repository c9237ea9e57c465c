import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expect } from 'vitest'
import { routes } from '#contract/routes'
import { openapiDocument, pathOf } from '#gateway/openapi/document'

type Name = keyof typeof routes

/**
 * The document, in which objects have no further fields: clients have to ignore fields that they do not know, and the gateway
 * sends none that are not documented.
 */
const strictDocument = JSON.parse(JSON.stringify(openapiDocument()), (_key, value) =>
  value?.type === 'object' && value.properties !== undefined ? { ...value, additionalProperties: false } : value,
) as { paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>> }

const ajv = new Ajv2020({ strict: false })
ajv.addSchema(strictDocument, 'document')

/** The operations by method and route of the gateway. */
const operations = new Map(
  (Object.keys(routes) as Name[]).map(name => {
    const { method, path } = routes[name]
    return [`${method} /v1${path.split('?')[0]!.replaceAll(/\{(\w+)\}/g, ':$1')}`, name]
  }),
)

const operationOf = ({ method, routeOptions }: FastifyRequest): Name | undefined =>
  operations.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`)

/** The JSON pointer of a response's schema; null if the status is not documented. Each is compiled once, by Ajv. */
function schemaAt(name: Name, status: number): string | null {
  const [path, method] = [pathOf(name), routes[name].method.toLowerCase()]
  const response = strictDocument.paths[path]![method]!.responses[status]
  if (response === undefined) return null
  const at = response.$ref ?? `#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`
  return `document${encodeURI(at)}/content/application~1json/schema`
}

/** Why an answer is not what the document says; null if it is. */
export function mismatchOf(name: Name, status: number, contentType: unknown, body: unknown): string | null {
  const pointer = schemaAt(name, status)
  if (pointer === null) return `the status is not documented`
  if (contentType !== 'application/json; charset=utf-8') return `the content type is ${String(contentType)}`
  const isValid = ajv.getSchema(pointer)!
  // as it is sent
  return isValid(JSON.parse(JSON.stringify(body))) ? null : ajv.errorsText(isValid.errors, { dataVar: 'body' })
}

/** Checks every answer to a call of the contract. A test fails whose gateway gives an answer that docs/openapi.json does not describe. */
export function checkAnswers(app: FastifyInstance): FastifyInstance {
  const checked = new WeakSet<FastifyRequest>()
  const check = (request: FastifyRequest, reply: FastifyReply, body: unknown) => {
    const name = operationOf(request)
    if (name === undefined || checked.has(request)) return
    checked.add(request)
    const mismatch = mismatchOf(name, reply.statusCode, reply.getHeader('content-type'), body)
    if (mismatch === null) return
    const answer = `${name} answers ${reply.statusCode} ${JSON.stringify(body)}`
    expect.soft(mismatch, `${answer}, which docs/openapi.json does not describe`).toBeNull()
  }
  app.addHook('preSerialization', async (request, reply, payload) => {
    check(request, reply, payload)
    return payload
  })
  // answers without an object are not serialized
  app.addHook('onSend', async (request, reply, payload) => {
    check(request, reply, payload)
    return payload
  })
  return app
}
