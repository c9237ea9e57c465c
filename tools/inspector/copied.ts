import type { History } from './history.ts'

const inSource = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, 2)
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
    .replaceAll('\n', `\n${indent}`)

/** A Vitest file that replays the entries up to a position and asserts the state of every machine. */
export function testOf(history: History, at: number): string {
  const { from, entries } = history.sliceTo(at)
  const machines = [...history.momentAt(at).actors.values()].filter(({ machine }) => machine !== null)
  const states = Object.fromEntries(machines.map(({ path, stateText }) => [path, stateText]))
  return `import { expect, test } from 'vitest'
import { replay } from '#machines/journal/replay'
import { wholeShop } from '#machines/whole-shop'
import { viewsOf } from '#tools/inspector/views'

/** Copied from the inspector, at entry ${history.entries[at - 1]?.seq ?? 0}. */
const journal = {
  checkpoint: ${inSource(from, '  ')},
  entries: ${inSource(entries, '  ')},
}

test('the journal replays to the recorded states', () => {
  const { root } = replay(wholeShop, journal as never)
  const machines = [...viewsOf(root).values()].filter(({ machine }) => machine !== null)
  expect(Object.fromEntries(machines.map(({ path, stateText }) => [path, stateText]))).toEqual(${inSource(states, '  ')})
})
`
}
