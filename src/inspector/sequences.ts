import type { Address, Entry } from '#machines/journal/entry'
import { nameOf } from './entries.ts'
import type { History } from './history.ts'
import type { Trace } from './traces.ts'

/** Something on a sequence: an arrow between two lanes, or a state that a lane comes into. */
export type Row =
  | {
      is: 'arrow'
      from: number
      to: number
      words: string
      kind: Entry['kind'] | 'passed'
      place: number | null
      y: number
    }
  | { is: 'state'; lane: number; words: string; y: number }

/** Messages between actors, drawn from above. */
export interface Sequence {
  lanes: { address: Address; name: string; isEffect: boolean }[]
  rows: Row[]
  /** Where the entry that one stands at begins and ends. */
  here: { from: number; to: number } | null
  height: number
}

/** The lane of people and of time: what nobody in the shop sends. */
export const world = 'world'

const arrowHeight = 26
const stateHeight = 26
/** Entries before a place that are drawn, and after it. */
const shownBefore = 18
const shownAfter = 6

const last = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const parentOf = (address: Address) => address.slice(0, Math.max(0, address.lastIndexOf('/')))

/** States that were come into, by the actor that did. */
function statesIn({ took }: Trace): [by: Address, words: string][] {
  return took.flatMap(({ by, id }): [Address, string][] => {
    const target = id.replace(/ #\d+$/, '').split(' | ')[2] ?? '(stays)'
    if (target === '(stays)') return []
    return [
      [
        by,
        target
          .split('+')
          .map(one => one.slice(one.lastIndexOf('.') + 1))
          .join(' + '),
      ],
    ]
  })
}

/** What actors tell one another; that an actor began or ended is seen elsewhere. */
const told = ({ passed }: Trace) => passed.filter(({ type }) => !type.startsWith('xstate.'))

/**
 * The messages around a place.
 *
 * @param isDerived - whether what followed from an entry is drawn, too
 */
export function sequenceAt(history: History, at: number, isDerived = true): Sequence {
  const from = Math.max(0, at - shownBefore)
  const to = Math.min(history.entries.length, at + shownAfter)
  const effects = new Set(history.lives.filter(({ chart }) => chart === null).map(({ address }) => address))
  const addresses: Address[] = [world]
  const laneOf = (address: Address) => {
    const known = addresses.indexOf(address)
    return known >= 0 ? known : addresses.push(address) - 1
  }
  const rows: Row[] = []
  let y = 24
  let here: Sequence['here'] = null
  const add = (row: Omit<Extract<Row, { is: 'arrow' }>, 'y'> | Omit<Extract<Row, { is: 'state' }>, 'y'>) => {
    rows.push({ ...row, y } as Row)
    y += row.is === 'arrow' ? arrowHeight : stateHeight
  }
  for (let place = from + 1; place <= to; place += 1) {
    const entry = history.entries[place - 1]!
    const trace = history.traces[place - 1]!
    const top = y - 16
    const isOutcome = effects.has(entry.to)
    const [source, target] = isOutcome ? [entry.to, parentOf(entry.to)] : [world, entry.to]
    const arrow = { from: laneOf(source), to: laneOf(target), words: nameOf(entry), kind: entry.kind, place }
    add({ is: 'arrow', ...arrow })
    if (isDerived) {
      for (const { from, to, type } of told(trace)) {
        add({ is: 'arrow', from: laneOf(from), to: laneOf(to), words: type, kind: 'passed', place: null })
      }
    }
    for (const [by, words] of statesIn(trace)) add({ is: 'state', lane: laneOf(by), words })
    if (place === at) here = { from: top, to: y - 14 }
  }
  const lanes = addresses.map(address => ({ address, name: last(address), isEffect: effects.has(address) }))
  return { lanes, rows, here, height: y + 12 }
}
