/** Chance that can be had again: the same seed gives the same throws. */
export interface Dice {
  /** A number from 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 up to, but not including, `sides`. */
  below(sides: number): number
  /** Whether something of that probability, 0…1, happens. */
  chance(probability: number): boolean
  /** One of a list that is not empty. */
  pick<T>(from: readonly T[]): T
  /** One name out of weights by name. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/**
 * Dice after `mulberry32`: fast, and good enough to wander with.
 *
 * @param seed - a whole number; its lowest 32 bits count
 */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (sides: number) => Math.floor(next() * sides)
  return {
    next,
    below,
    chance: probability => next() < probability,
    pick: from => from[below(from.length)]!,
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
