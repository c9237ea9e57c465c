import type { Quartiles } from './figures.ts'

/** A figure as text. */
export type Format = (figure: number) => string

/** Bytes as text: '97.0 kB', of 1,000 bytes each. */
export const kilobytes: Format = bytes => `${(bytes / 1_000).toFixed(1)} kB`

/** Bytes as text: '2.31 MB', of 1,000,000 bytes each. */
export const megabytes: Format = bytes => `${(bytes / 1e6).toFixed(2)} MB`

/** Milliseconds as text, without decimals; a text for Infinity. */
export const milliseconds: Format = time =>
  Number.isFinite(time) ? `${Math.round(time).toLocaleString('en')} ms` : 'never'

/** Milliseconds as text, with one decimal. */
export const tenths: Format = time => `${time.toFixed(1)} ms`

/** A number as text, without decimals: '1,250'. */
export const count: Format = number => Math.round(number).toLocaleString('en')

/** A layout shift as text. */
export const shift: Format = score => score.toFixed(4)

/** The first figure as a multiple of the second: '1.21'; '–' if there is none. */
export const ratio = (one: number, other: number): string => {
  const times = one / other
  return other > 0 && Number.isFinite(times) ? times.toFixed(2) : '–'
}

/** The median with the quartiles in brackets: '480 ms (471–502)'; the median alone if the text of all three is the same. */
export function withQuartiles({ lower, median, upper }: Quartiles, format: Format): string {
  const [low, middle, high] = [lower, median, upper].map(format) as [string, string, string]
  const withoutUnit = (text: string) => text.split(' ')[0]!
  return low === middle && middle === high ? middle : `${middle} (${withoutUnit(low)}–${withoutUnit(high)})`
}

type Row = readonly string[]

/** A Markdown table; the first column is text, the others are figures. */
export const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

/** Whether a goal is met. */
export const yesOrNo = (holds: boolean): string => (holds ? 'yes' : '**no**')
