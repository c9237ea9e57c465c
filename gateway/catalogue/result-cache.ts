interface Entry<Result> {
  result: Promise<Result>
  madeAt: number
}

interface ResultCacheOptions {
  /** Milliseconds that a result is kept. */
  maxAge?: number
  /** Results that are kept: those made last. */
  most?: number
  /** Milliseconds since the epoch. */
  now?: () => number
}

/**
 * Keeps results for some seconds. Concurrent requests of a key share one result; a failure is not kept.
 *
 * @returns the kept result of a key, else the one that `make` makes
 */
export function createResultCache<Result>({ maxAge = 5_000, most = 200, now = Date.now }: ResultCacheOptions = {}) {
  const entries = new Map<string, Entry<Result>>()
  return (key: string, make: () => Promise<Result>): Promise<Result> => {
    const known = entries.get(key)
    if (known !== undefined && now() - known.madeAt < maxAge) return known.result
    entries.delete(key)
    const entry = { result: make(), madeAt: now() }
    entries.set(key, entry)
    for (const oldest of entries.keys()) if (entries.size > most) entries.delete(oldest)
    entry.result.catch(() => {
      if (entries.get(key) === entry) entries.delete(key)
    })
    return entry.result
  }
}
