import type { Struct } from 'superstruct'

/**
 * The part of a valid body that the contract names. Unknown fields are ignored, at every depth: clients of other versions may send
 * more, and a request is the same with and without them.
 */
export function pickContractFields(value: unknown, struct: Pick<Struct, 'type' | 'schema'>): unknown {
  if (Array.isArray(value)) return value.map(item => pickContractFields(item, struct.schema as Struct))
  if (struct.type !== 'type' || value === null) return value
  const fields = Object.entries(struct.schema as Record<string, Struct>)
  return Object.fromEntries(
    fields.flatMap(([name, of]) =>
      Object.hasOwn(value as object, name)
        ? [[name, pickContractFields((value as Record<string, unknown>)[name], of)]]
        : [],
    ),
  )
}
