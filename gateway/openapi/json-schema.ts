import { is, validate, type Struct } from 'superstruct'

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>

type AnyStruct = Struct<unknown, unknown>

/** What the structs of one direction, bodies or answers, do not say themselves. */
export interface Vocabulary {
  /** Structs that refine or convert a value: superstruct keeps their rules as functions. */
  special: readonly (readonly [Pick<Struct, 'coercer'>, JsonSchema])[]
  /** Objects that are a component of their own, by its name. */
  named: Readonly<Record<string, Pick<Struct, 'schema'>>>
  /** Fields that are sent, and that no struct validates. */
  unvalidated?: readonly (readonly [Pick<Struct, 'schema'>, Readonly<Record<string, JsonSchema>>])[]
  /** Descriptions of fields, by name. */
  notes: Readonly<Record<string, string>>
}

export interface Converter {
  /** The schema of an object's fields, without its name. */
  objectOf(struct: Pick<Struct, 'schema'>): ObjectSchema
  /** The components that `named` lists. */
  components(): Record<string, JsonSchema>
}

export interface ObjectSchema extends JsonSchema {
  type: 'object'
  properties: Record<string, JsonSchema>
  required: string[]
}

/**
 * Converts structs to JSON Schema.
 *
 * `optional`, `nullable`, `refine` and `coerce` leave no mark on a struct. The first two are found by what the struct accepts. The
 * others keep the function that converts values, by which `special` finds a struct also inside `optional(nullable(…))`.
 *
 * @throws Error for a struct that is neither plain nor listed, so that none is described as less than it is
 */
export function createConverter({ special, named, unvalidated = [], notes }: Vocabulary): Converter {
  const schemas = new Map(special.map(([{ coercer }, schema]) => [coercer, schema]))
  const names = new Map(Object.entries(named).map(([name, { schema }]) => [schema, name]))
  const more = new Map(unvalidated.map(([{ schema }, fields]) => [schema, fields]))

  function convert(struct: AnyStruct): JsonSchema {
    const schema = schemas.get(struct.coercer) ?? convertPlain(struct)
    return is(null, struct) ? orNull(schema) : schema
  }

  function convertPlain(struct: AnyStruct): JsonSchema {
    if (struct.type === 'type') {
      const name = names.get(struct.schema)
      return name === undefined ? objectOf(struct) : { $ref: `#/components/schemas/${name}` }
    }
    if (struct.type === 'array' && accepts(struct, []))
      return { type: 'array', items: convert(struct.schema as AnyStruct) }
    if (struct.type === 'enums') return { type: 'string', enum: Object.values(struct.schema as object) }
    if (isPlain(struct)) return { type: struct.type }
    throw new Error(`A struct of type ${struct.type} is not described: add it to gateway/openapi/shapes.ts.`)
  }

  function objectOf({ schema }: Pick<Struct, 'schema'>): ObjectSchema {
    const fields = Object.entries(schema as unknown as Record<string, AnyStruct>)
    const properties = fields.map(([name, struct]) => {
      const note = notes[name]
      return [name, { ...convert(struct), ...(note !== undefined && { description: note }) }] as const
    })
    return {
      type: 'object',
      properties: { ...Object.fromEntries(properties), ...more.get(schema) },
      required: fields.filter(([, struct]) => !is(undefined, struct)).map(([name]) => name),
    }
  }

  return {
    objectOf,
    components: () => Object.fromEntries(Object.entries(named).map(([name, struct]) => [name, objectOf(struct)])),
  }
}

/** Values of the plain types. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  string: ['', '5', 'T', 'x'.repeat(2_000)],
  number: [-1, 0, 0.5, 1e12],
  boolean: [true, false],
}

/** Whether a struct accepts every sample of its own type and none of another. */
const isPlain = (struct: AnyStruct): boolean =>
  Object.hasOwn(samples, struct.type) &&
  Object.entries(samples).every(([type, values]) =>
    values.every(value => accepts(struct, value) === (type === struct.type)),
  )

const accepts = (struct: AnyStruct, value: unknown): boolean =>
  validate(value, struct, { coerce: true })[0] === undefined

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, ...rest } = schema
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return { type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }), ...rest }
}
