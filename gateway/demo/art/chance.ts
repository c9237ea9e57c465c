/** A hash of a text: always the same number. */
export function numberOf(text: string): number {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  h ^= h >>> 15
  h = Math.imul(h, 2246822507)
  return (h ^ (h >>> 13)) >>> 0
}

/** A pseudorandom sequence of numbers in 0…1, seeded by a text. */
export function chanceOf(text: string): () => number {
  let state = numberOf(text) % 2147483647 || 7
  return () => (state = (state * 16807) % 2147483647) / 2147483647
}

/** One of several values, chosen by a text. */
export function pickBy<T>(text: string, several: readonly [T, ...T[]]): T {
  return several[numberOf(text) % several.length] ?? several[0]
}
