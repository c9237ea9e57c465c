import { is, type Struct } from 'superstruct'
import type { Route } from '#contract/route'
import { routes } from '#contract/routes'
import { tokenUseOf } from '../accounts/access.ts'
import { takesKey } from '../requests/idempotency-header.ts'
import { longestOf } from '../requests/storable-text.ts'
import { createConverter, type JsonSchema, type ObjectSchema } from './json-schema.ts'
import { operations, statuses, tags, type Operation } from './operations.ts'
import { answerVocabulary, bodyVocabulary } from './shapes.ts'

type Name = keyof typeof routes
type Status = keyof typeof statuses

const names = Object.keys(routes) as Name[]
const routeOf = (name: Name) => routes[name] as unknown as Route

const description = `The API that the storefront calls.

- A read answers with \`data\` or \`listData\`, and every answer with \`statusCode\`.
- A refusal that the shopper can correct is HTTP 200 with another \`statusCode\`, a \`message\` for the shopper and \`data: null\`. For all other refusals HTTP status and \`statusCode\` are the same.
- Money is in dollars, with at most 2 decimals.
- Unknown fields are ignored, and clients ignore fields that they do not know.
- Writes with a \`requestId\` are carried out once: the same key with the same body has the same answer for two days, placed orders for good. The header \`Idempotency-Key\` means the same.`

/** The OpenAPI document of the API, from the contract. @throws Error for a shape that it cannot describe */
export function openapiDocument(): JsonSchema {
  const bodies = createConverter(bodyVocabulary)
  const answers = createConverter(answerVocabulary)
  const operationOf = (name: Name) => describeCall(name, answers.objectOf(routeOf(name).answer))
  return {
    openapi: '3.1.1',
    info: { title: 'Storefront API', version: '1.0.0', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/v1' }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths: pathsOf(operationOf),
    components: {
      schemas: {
        ...answers.components(),
        ...bodies.components(),
        ...Object.fromEntries(
          names.flatMap(name => {
            const { body } = operations[name]
            return body === undefined ? [] : [[body, withGatewayRules(bodies.objectOf(routeOf(name).body!))]]
          }),
        ),
        Refusal: refusal,
      },
      responses: Object.fromEntries(
        Object.keys(statuses).map(status => [`Refusal${status}`, refusalAnswer(Number(status) as Status)]),
      ),
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: { customer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function pathsOf(operationOf: (name: Name) => JsonSchema): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {}
  for (const name of names) {
    const path = pathOf(name)
    paths[path] = { ...paths[path], [routes[name].method.toLowerCase()]: operationOf(name) }
  }
  return paths
}

const templateOf = (name: Name): string => routes[name].path.split('?')[0]!

/** The path of a call in the document. Paths that differ only in the name of their parameter are one path there. */
export function pathOf(name: Name): string {
  const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{id}')
  const template = templateOf(name)
  const isShared = names.some(
    other => templateOf(other) !== template && shapeOf(templateOf(other)) === shapeOf(template),
  )
  return isShared ? shapeOf(template) : template
}

function describeCall(name: Name, answer: ObjectSchema): JsonSchema {
  const operation: Operation = operations[name]
  const route = routeOf(name)
  const parameters = [...parametersOf(name, operation), ...(takesKey(route) ? [idempotencyKeyRef] : [])]
  return {
    operationId: name,
    summary: operation.summary,
    tags: [operation.tag],
    security: {
      needed: [{ customer: [] }],
      checked: [{}, { customer: [] }],
      read: [{}, { customer: [] }],
      ignored: [],
    }[tokenUseOf(name)],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== null && { requestBody: requestBodyOf(route.body, operation) }),
    responses: {
      200: {
        description: operation.softRefusals ? 'The answer, or a refusal that the shopper can correct.' : 'The answer.',
        content: json(answerOf(answer, operation)),
      },
      ...Object.fromEntries(
        refusalsOf(name, route, operation).map(status => [status, { $ref: `#/components/responses/Refusal${status}` }]),
      ),
    },
  }
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

function requestBodyOf(body: Struct<unknown, unknown>, { body: component }: Operation): JsonSchema {
  if (component === undefined && Object.keys(body.schema as object).length > 0)
    throw new Error('A body with fields has no name in gateway/openapi/operations.ts.')
  return {
    required: !is({}, body),
    content: json(component === undefined ? { type: 'object' } : { $ref: `#/components/schemas/${component}` }),
  }
}

function parametersOf(name: Name, { parameters = {} }: Operation): JsonSchema[] {
  const [, query = ''] = routes[name].path.split('?')
  const named = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const describe = (place: 'path' | 'query') => (name: string) => ({
    name,
    in: place,
    required: place === 'path',
    description: describedIn(parameters, name),
    schema: withLimit({ type: 'string' }, longestOf(name)),
  })
  return [...named(pathOf(name)).map(describe('path')), ...named(query).map(describe('query'))]
}

function describedIn(parameters: Readonly<Record<string, string>>, name: string): string {
  const text = parameters[name]
  if (text === undefined) throw new Error(`The parameter ${name} has no description in gateway/openapi/operations.ts.`)
  return text
}

const message = { type: 'string', description: 'For the shopper.' }

const answerOf = (answer: ObjectSchema, { softRefusals = [] }: Operation): JsonSchema => {
  const success = {
    type: 'object',
    properties: { statusCode: { const: 200 }, ...answer.properties },
    required: ['statusCode', ...answer.required],
  }
  if (softRefusals.length === 0) return success
  const softRefusal = {
    type: 'object',
    properties: {
      statusCode: { enum: softRefusals },
      message,
      data: { type: 'null', description: 'Nothing was changed.' },
      field: { type: 'string', description: 'The field of the request that the refusal is about.' },
      conflicts: { type: 'array', items: { $ref: '#/components/schemas/Conflict' } },
    },
    required: ['statusCode', 'message', 'data'],
  }
  return { oneOf: [success, softRefusal] }
}

const refusal = {
  type: 'object',
  properties: { statusCode: { type: 'integer', description: 'The HTTP status.' }, message },
  required: ['statusCode', 'message'],
}

/** The statuses of a call's refusals, in ascending order. */
function refusalsOf(name: Name, { body, method, path }: Route, { refusals = [] }: Operation): Status[] {
  const use = tokenUseOf(name)
  const all: Status[] = [
    ...(body !== null || path.includes('{') ? ([400] as const) : []),
    ...(use === 'needed' || use === 'checked' ? ([401] as const) : []),
    ...(method === 'GET' ? [] : ([413, 415] as const)),
    ...refusals,
    429,
    500,
    503,
  ]
  return all.toSorted((a, b) => a - b)
}

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } }

const headersOf: Partial<Record<Status, JsonSchema>> = {
  401: { 'WWW-Authenticate': { schema: { const: 'Bearer' } } },
  429: retryAfter,
  503: retryAfter,
}

const refusalAnswer = (status: Status): JsonSchema => ({
  description: statuses[status],
  ...(headersOf[status] && { headers: headersOf[status] }),
  content: json({ $ref: '#/components/schemas/Refusal' }),
})

const idempotencyKeyRef = { $ref: '#/components/parameters/IdempotencyKey' }

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Means the same as `requestId` in the body. If both are sent, they must be equal.',
  schema: { type: 'string', minLength: 1, maxLength: longestOf('requestId') },
}

/** The rules that the gateway adds to a body: ids have a size, and the idempotency key can be a header instead. */
function withGatewayRules({ properties, required, ...rest }: ObjectSchema): JsonSchema {
  const limited = Object.entries(properties).map(([name, schema]) => [name, withLimit(schema, longestOf(name))])
  return { ...rest, properties: Object.fromEntries(limited), required: required.filter(name => name !== 'requestId') }
}

function withLimit(schema: JsonSchema, longest: number): JsonSchema {
  const { anyOf, type, maxLength = Infinity } = schema as { anyOf?: JsonSchema[]; type?: unknown; maxLength?: number }
  if (longest === Infinity) return schema
  if (anyOf) return { ...schema, anyOf: anyOf.map(one => withLimit(one, longest)) }
  return [type].flat().includes('string') ? { ...schema, maxLength: Math.min(maxLength, longest) } : schema
}
