import { isLoopbackAddress, networkOf } from './addresses.ts'
import type { Limits } from './rate-limits.ts'
import { tooManyAttempts } from './refusals.ts'

/** The kinds of requests that are counted separately. */
export type RequestKind = 'reads' | 'writes' | 'pages' | 'prefetches' | 'pictures'

/** Networks that are counted at most; beyond, the oldest counts are dropped. */
const maxNetworks = 50_000

const minute = 60_000

/**
 * Counts the requests of each network per minute, in memory: a count in the database would cost more than most
 * requests. Each gateway counts for itself. Requests from this machine are not counted (`isLoopbackAddress`).
 *
 * @param now - milliseconds since the epoch
 * @returns counts a request: false if the limit of this minute is reached
 */
export function createRequestCounter(limits: Pick<Limits, RequestKind>, now = Date.now) {
  const counts = new Map<string, { count: number; until: number }>()
  const currentOf = (key: string) => {
    const known = counts.get(key)
    if (known !== undefined && known.until > now()) return known
    counts.delete(key)
    const fresh = { count: 0, until: now() + minute }
    counts.set(key, fresh) // At the end: the first entries are the oldest.
    if (counts.size > maxNetworks) counts.delete(counts.keys().next().value!)
    return fresh
  }
  const count = (kind: RequestKind, ip: string): boolean =>
    isLoopbackAddress(ip) || ++currentOf(`${kind} ${networkOf(ip)}`).count <= limits[kind]
  return {
    count,
    /** @throws Refused 429 if the limit of this minute is reached */
    refuseOverLimit(kind: RequestKind, ip: string): void {
      if (!count(kind, ip))
        throw tooManyAttempts(Math.ceil((currentOf(`${kind} ${networkOf(ip)}`).until - now()) / 1_000))
    },
  }
}

export type RequestCounter = ReturnType<typeof createRequestCounter>
