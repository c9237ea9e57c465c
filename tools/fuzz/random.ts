/** A seeded pseudorandom number generator: the same seed gives the same sequence. */
export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** An integer in [0, limit). */
  integerBelow(limit: number): number
  /** True with the given probability, 0…1. */
  chance(probability: number): boolean
  /** An element of a non-empty list. */
  pick<T>(from: readonly T[]): T
  /** A key, chosen by its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/**
 * Creates a generator (mulberry32).
 *
 * @param seed - an integer; only its lowest 32 bits are used
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integerBelow = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    integerBelow,
    chance: probability => next() < probability,
    pick: from => from[integerBelow(from.length)]!,
    weighted(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[]
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      return names.at(-1)!
    },
  }
}
