import type { History } from './history.ts'

const inSource = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, 2)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('\n', `\n${indent}`)

/** A Vitest file that replays what led to a place, and expects every chart to stand as it stood there. */
export function testOf(history: History, at: number): string {
  const { from, entries } = history.sliceTo(at)
  const charts = [...history.momentAt(at).actors.values()].filter(({ chart }) => chart !== null)
  const states = Object.fromEntries(charts.map(({ address, says }) => [address, says]))
  return `import { expect, test } from 'vitest'
import { replay } from '#machines/journal/replay'
import { wholeShop } from '#machines/whole-shop'
import { viewsOf } from '#tools/inspector/views'

/** Copied from the inspector, at entry ${history.entries[at - 1]?.seq ?? 0}. */
const journal = {
  checkpoint: ${inSource(from, '  ')},
  entries: ${inSource(entries, '  ')},
}

test('the journal leads where it led', () => {
  const { root } = replay(wholeShop, journal as never)
  const charts = [...viewsOf(root).values()].filter(({ chart }) => chart !== null)
  expect(Object.fromEntries(charts.map(({ address, says }) => [address, says]))).toEqual(${inSource(states, '  ')})
})
`
}
