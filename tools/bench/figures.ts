/** The middle and the spread of a figure over several rounds. */
export interface Quartiles {
  lower: number
  median: number
  upper: number
}

/** The quartiles of each figure. */
export type Summary<Figures> = { [Name in keyof Figures]: Quartiles }

/** The quantile of a share between 0 and 1: interpolates linearly between the two nearest values. 0 for an empty list. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const [below = 0, above = 0] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  // two equal values are not subtracted: Infinity less Infinity is not a number
  return below === above ? below : below + (above - below) * (position % 1)
}

/** The median; the mean of the two middle values of an even number. 0 for an empty list. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The quartiles of a list. @see https://en.wikipedia.org/wiki/Quartile, method 7 of Hyndman and Fan */
export const quartiles = (values: readonly number[]): Quartiles => ({
  lower: quantile(values, 0.25),
  median: median(values),
  upper: quantile(values, 0.75),
})

/** Applies a function to each property. */
const mapValues = <From extends object, To>(from: From, change: (value: From[keyof From], name: keyof From) => To) =>
  Object.fromEntries(
    Object.entries(from).map(([name, value]) => [name, change(value as From[keyof From], name as keyof From)]),
  ) as { [Name in keyof From]: To }

/** The quartiles of each property over several rounds. */
export const summarize = <Figures extends object>(rounds: readonly Figures[]): Summary<Figures> =>
  mapValues(rounds[0] ?? ({} as Figures), (_, name) => quartiles(rounds.map(round => round[name] as number)))

/** The medians of a summary. */
export const mediansOf = <Figures extends object>(summary: Summary<Figures>): { [Name in keyof Figures]: number } =>
  mapValues(summary, figure => figure.median) as { [Name in keyof Figures]: number }

/** The median of each property over several rounds. */
export const medians = <Figures extends object>(rounds: readonly Figures[]): { [Name in keyof Figures]: number } =>
  mediansOf(summarize(rounds))

/** The lower quartile of each property over several rounds: other work of the machine only makes some of them slower. */
export const lowerQuartiles = <Figures extends object>(
  rounds: readonly Figures[],
): { [Name in keyof Figures]: number } =>
  mapValues(summarize(rounds), figure => (figure as Quartiles).lower) as { [Name in keyof Figures]: number }
