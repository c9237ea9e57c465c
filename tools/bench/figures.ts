/** The median; the mean of the two middle values of an even number. 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return sorted.length === 0 ? 0 : (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2
}

/** The median of each property over several rounds. */
export function medians<Figures extends object>(rounds: readonly Figures[]): Figures {
  const names = Object.keys(rounds[0] ?? {}) as (keyof Figures)[]
  return Object.fromEntries(names.map(name => [name, median(rounds.map(round => round[name] as number))])) as Figures
}
