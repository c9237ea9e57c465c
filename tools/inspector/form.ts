import { is, type Struct } from 'superstruct'
import type { Payload } from './events.ts'

/** A field of an event's form. */
export interface FormField {
  name: string
  /** `json` for values without an input of their own. */
  kind: 'text' | 'number' | 'choice' | 'json'
  choices: readonly string[]
  /** Whether an empty input means null. */
  isNullable: boolean
  /** Whether an empty input omits the field. */
  isOptional: boolean
}

const kinds: Record<string, FormField['kind']> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  enums: 'choice',
  literal: 'choice',
  boolean: 'choice',
}

function choicesOf({ type, schema }: Struct): readonly string[] {
  if (type === 'enums') return Object.values(schema as Record<string, string>)
  if (type === 'boolean') return ['true', 'false']
  return type === 'literal' ? [String(schema)] : []
}

/** The fields of an event's struct, in its order. */
export const fieldsOf = ({ schema }: Payload): FormField[] =>
  Object.entries(schema).map(([name, struct]) => ({
    name,
    kind: kinds[struct.type] ?? 'json',
    choices: choicesOf(struct as unknown as Struct),
    isNullable: is(null, struct),
    isOptional: is(undefined, struct),
  }))

function valueOf({ kind, choices, isNullable, isOptional }: FormField, typed: string): unknown {
  if (typed === '' && isOptional) return undefined
  if (typed === '' && isNullable) return null
  if (kind === 'number') return typed.trim() === '' ? undefined : Number(typed)
  if (kind === 'choice') return choices[0] === 'true' ? typed === 'true' : typed
  if (kind === 'text') return typed
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return undefined
  }
}

/** The initial value: the first choice if one is required, else empty. */
export const startOf = ({ kind, choices, isNullable, isOptional }: FormField): string =>
  kind === 'choice' && !isNullable && !isOptional ? (choices[0] ?? '') : ''

/** The event of a form; `validate` checks it. */
export function eventOf(type: string, fields: readonly FormField[], typed: Readonly<Record<string, string>>) {
  const entries = fields.map(field => [field.name, valueOf(field, typed[field.name] ?? startOf(field))] as const)
  return { type, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) }
}
