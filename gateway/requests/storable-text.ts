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
      if (typeof one === 'string' && unstorable.test(one)) throw badRequest('The request contains invalid characters.')
    }
    level = level.flatMap(childrenOf)
  }
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? [...Object.keys(value), ...Object.values(value)] : []

/** Characters of an id that the gateway gives out or a client names; keys may have 200, and lists of ids 600. */
const longestId = 64
const longest: Readonly<Record<string, number>> = { requestId: 200, ids: 600 }

/** The most characters of a field that holds an id; Infinity for other fields. */
export const longestOf = (name: string): number =>
  longest[name] ?? (/^(?:id|code|couponCode)$|Id$/.test(name) ? longestId : Infinity)

/**
 * Refuses ids that are longer than any that exists: some are stored as they were sent.
 *
 * @param named - a body, or the parameters of a path
 * @throws Refused 400
 */
export function refuseLongIds(named: unknown): void {
  if (typeof named !== 'object' || named === null) return
  for (const [name, value] of Object.entries(named)) {
    if (typeof value === 'string' && value.length > longestOf(name)) throw badRequest(`${name} is too long.`)
  }
}
