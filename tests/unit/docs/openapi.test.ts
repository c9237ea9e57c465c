import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { format, resolveConfig } from 'prettier'
import {
  any,
  coerce,
  create,
  is,
  literal,
  max,
  nonempty,
  array,
  nullable,
  number,
  optional,
  pattern,
  record,
  size,
  string,
  type,
  union,
  type Struct,
} from 'superstruct'
import { describe, expect, test } from 'vitest'
import { numeric } from '#contract/money'
import type { AnyRoute } from '#contract/route'
import { routes } from '#contract/routes'
import { openapiDocument } from '#gateway/openapi/document'
import { createConverter, type JsonSchema } from '#gateway/openapi/json-schema'
import { operations } from '#gateway/openapi/operations'
import { answerVocabulary, bodyVocabulary } from '#gateway/openapi/shapes'
import { refuseLongIds } from '#gateway/requests/storable-text'

type Name = keyof typeof routes
type Fields = Record<string, unknown>

const path = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url))
const document = openapiDocument() as {
  paths: Record<string, Record<string, { operationId: string; parameters?: unknown[]; security: unknown }>>
  components: { schemas: Record<string, JsonSchema> }
}
const names = Object.keys(routes) as Name[]
const operationsIn = Object.values(document.paths).flatMap(one => Object.values(one))

describe('the OpenAPI document', () => {
  test('is in docs/openapi.json', async () => {
    const text = await format(JSON.stringify(document), { ...(await resolveConfig(path)), filepath: path })
    expect(readFileSync(path, 'utf8'), 'run npm run openapi').toBe(text)
  })

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' })
  })

  test('has every route once, by its name', () => {
    expect(operationsIn.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted())
  })

  test('has no two paths that differ only in the name of a parameter', () => {
    const shapes = Object.keys(document.paths).map(one => one.replaceAll(/\{\w+\}/g, '{}'))
    expect(shapes).toHaveLength(new Set(shapes).size)
  })

  test('requires a token where the gateway does, and the header Idempotency-Key nowhere', () => {
    const secured = operationsIn.filter(({ security }) => JSON.stringify(security) === '[{"customer":[]}]')
    expect(secured.map(({ operationId }) => operationId).toSorted()).toEqual([
      'createAddress',
      'createLists',
      'deleteList',
      'favourites',
      'order',
      'orders',
      'removeFavourite',
      'removeListLine',
      'renameList',
      'revisions',
      'saveFavourites',
      'setListLine',
      'shareList',
      'shoppingLists',
      'stopSharingList',
      'updateAddress',
      'updateCustomer',
      'updatePassword',
      'usuals',
    ])
    const keyed = operationsIn.filter(({ parameters }) => JSON.stringify(parameters)?.includes('IdempotencyKey'))
    expect(keyed.map(({ operationId }) => operationId).toSorted()).toEqual([
      'addLine',
      'addLines',
      'beginPayment',
      'cancelOrder',
      'changeOrder',
      'createAddress',
      'createLists',
      'placeOrder',
      'previewOrderChange',
      'reportProblem',
      'requestStockNotice',
      'saveFavourites',
    ])
  })
})

describe('the converter', () => {
  const bodies = createConverter(bodyVocabulary)
  const unknown: [string, unknown][] = [
    ['any value', any()],
    ['a literal', literal(1)],
    ['a record', record(string(), string())],
    ['a union', union([string(), number()])],
    ['text with a size', size(string(), 1, 20)],
    ['optional text with a size', optional(nullable(size(string(), 0, 20)))],
    ['text with a pattern', pattern(string(), /^a/)],
    ['a number with a maximum', max(number(), 5)],
    ['a number that may be text', coerce(number(), string(), Number)],
    ['a list that is not empty', nonempty(array(string()))],
  ]

  test.each(unknown)('throws for %s', (_what, struct) => {
    expect(() => bodies.objectOf({ schema: { field: struct } })).toThrow('gateway/openapi/shapes.ts')
  })

  test('describes a number of a body as number or text, and one of an answer as number', () => {
    const struct = type({ amount: numeric, more: optional(nullable(numeric)) })
    const text = { type: 'string', pattern: String.raw`^-?\d+(?:\.\d+)?$` }
    const body = { anyOf: [{ type: 'number' }, text] }
    expect(bodies.objectOf(struct)).toEqual({
      type: 'object',
      properties: { amount: body, more: { anyOf: [body, { type: 'null' }] } },
      required: ['amount'],
    })
    expect(createConverter(answerVocabulary).objectOf(struct)).toMatchObject({
      properties: { amount: { type: 'number' }, more: { type: ['number', 'null'] } },
    })
  })
})

describe('a body fits the document exactly when the gateway accepts its shape:', () => {
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema(document, 'document')

  /** Values that a client might send for any field. */
  const samples: unknown[] = [
    undefined,
    null,
    true,
    0,
    1,
    -1,
    1.5,
    999,
    1000,
    '',
    '1',
    '0',
    '-12.50',
    'abc',
    'T',
    'billing',
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(100),
    'x'.repeat(101),
    'x'.repeat(200),
    'x'.repeat(201),
    [],
    [1],
    {},
  ]

  /** A value that a struct accepts, with all fields. */
  function valueOf(struct: Struct<unknown, unknown>): unknown {
    if (struct.type === 'type')
      return Object.fromEntries(
        Object.entries(struct.schema as Record<string, Struct<unknown, unknown>>).map(([name, of]) => [
          name,
          valueOf(of),
        ]),
      )
    if (struct.type === 'array') return [valueOf(struct.schema as Struct<unknown, unknown>)]
    if (struct.type === 'enums') return Object.values(struct.schema as object)[0]
    return struct.type === 'string' ? 'x' : struct.type === 'boolean' ? true : 1
  }

  /** The body with each sample in the place of each of its values. */
  const variantsOf = (value: unknown): unknown[] => [
    ...samples,
    ...(typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, of]) =>
          variantsOf(of).map(one =>
            Array.isArray(value) ? value.map(() => one) : { ...(value as Fields), [key]: one },
          ),
        )
      : []),
  ]

  const isAccepted = (body: unknown, struct: Struct<unknown, unknown>): boolean => {
    try {
      refuseLongIds(body)
      create(body, struct)
      return true
    } catch {
      return false
    }
  }

  const withBody = names.filter(name => operations[name].body !== undefined)

  test.each(withBody)('%s', name => {
    const struct = (routes[name] as unknown as AnyRoute).body as Struct<unknown, unknown>
    const fits = ajv.getSchema(`document#/components/schemas/${operations[name].body!}`)!
    const valid = valueOf(struct) as Fields
    expect([isAccepted(valid, struct), fits(valid)]).toEqual([true, true])
    // the key may be in the header instead
    const bodies = variantsOf(valid).filter(body => body !== undefined && !('requestId' in valid && isKeyless(body)))
    const wrong = bodies.filter(body => isAccepted(body, struct) !== fits(JSON.parse(JSON.stringify(body))))
    expect(wrong).toEqual([])
    expect(bodies.some(body => !fits(body))).toBe(true)
  })

  const isKeyless = (body: unknown): boolean =>
    is(body, type({ requestId: optional(string()) })) && (body as Fields).requestId === undefined
})
