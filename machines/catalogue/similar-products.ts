import type { Product } from '#contract/product'
import { amountIn } from './unit-price.ts'

/** Words of a name that say what it is: letters only, at least three. */
const wordsIn = (name: string): Set<string> => new Set(name.toLowerCase().match(/\p{L}{3,}/gu))

/** The share of words that two names have in common, from 0 to 1. */
function likeness(a: string, b: string): number {
  const [one, other] = [wordsIn(a), wordsIn(b)]
  const shared = [...one].filter(word => other.has(word)).length
  return shared === 0 ? 0 : shared / (one.size + other.size - shared)
}

/** How near the sizes of two packs are, from 0 to 1; 0 if one is not known, or they can't be compared. */
function nearness(a: string, b: string): number {
  const [one, other] = [amountIn(a), amountIn(b)]
  return one && other && one.of === other.of ? Math.min(one.total, other.total) / Math.max(one.total, other.total) : 0
}

/**
 * Products of a shelf by their similarity to one of it. What it is counts more than how large its pack is.
 *
 * @returns the most similar first; where they are equally similar, in the given order
 */
export function bySimilarity<Listed extends Pick<Product, 'name'>>(
  name: string,
  products: readonly Listed[],
): Listed[] {
  const score = (other: Listed) => 5 * likeness(name, other.name) + nearness(name, other.name)
  return products
    .map(product => ({ product, score: score(product) }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ product }) => product)
}
