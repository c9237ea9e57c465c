import { badRequest } from './refusals.ts'

/** PostgreSQL cannot store NUL, and a lone surrogate is not a character; engines treat it differently. */
const unstorable = /\0|\p{Surrogate}/u

const maxDepth = 20

/**
 * Refuses text that the database cannot store unchanged, and JSON nested deeper than 20 levels.
 *
 * @param value - a parsed JSON value
 * @throws Refused 400
 */
export function refuseUnstorable(value: unknown): void {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw badRequest('The request is nested too deeply.')
    for (const one of level) {
      if (typeof one === 'string' && unstorable.test(one))
        throw badRequest('The request holds characters that are no text.')
    }
    level = level.flatMap(childrenOf)
  }
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? [...Object.keys(value), ...Object.values(value)] : []
