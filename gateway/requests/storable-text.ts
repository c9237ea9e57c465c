import { badRequest } from './refusals.ts'

/** PostgreSQL cannot store NUL, and half of a surrogate pair is no character; engines differ in what they make of them. */
const unstorable = /\0|\p{Surrogate}/u

const deepest = 20

/**
 * Refuses text that no database keeps as it is, and nesting that no call has.
 *
 * @param value - a parsed JSON value
 * @throws Refused 400
 */
export function refuseUnstorable(value: unknown): void {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw badRequest('The request is nested too deeply.')
    for (const one of level) {
      if (typeof one === 'string' && unstorable.test(one))
        throw badRequest('The request holds characters that are no text.')
    }
    level = level.flatMap(childrenOf)
  }
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? [...Object.keys(value), ...Object.values(value)] : []
