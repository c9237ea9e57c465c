import type { ActorPath, Entry } from '#machines/journal/entry'
import { nameOf } from './entries.ts'
import type { History } from './history.ts'
import type { Trace } from './traces.ts'

/** The cause of an arrow: an entry of a kind, or a message between machines. */
export type ArrowKind = Entry['kind'] | 'passed'

/** A row of a sequence diagram: an arrow between two lanes, or a state that a lane enters. */
export type Row =
  | { is: 'arrow'; from: number; to: number; words: string; kind: ArrowKind; place: number | null; y: number }
  | { is: 'state'; lane: number; words: string; y: number }

/** A sequence diagram; time runs downwards. */
export interface Sequence {
  lanes: { path: ActorPath; name: string; isEffect: boolean }[]
  rows: Row[]
  /** The first and last row of the current entry. */
  here: { from: number; to: number } | null
  height: number
}

/** The lane of shoppers and timers: events without a sending actor. */
export const world = 'world'

const rowHeight = 26
const topOf = (row: number) => 24 + row * rowHeight
/** The number of entries shown before and after a position. */
const shownBefore = 18
const shownAfter = 6

const last = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const parentOf = (path: ActorPath) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The entered states, with their actors. */
function statesIn({ took }: Trace): [by: ActorPath, words: string][] {
  return took.flatMap(({ by, id }): [ActorPath, string][] => {
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

/** Messages between actors, without start and stop. */
const told = ({ passed }: Trace) => passed.filter(({ type }) => !type.startsWith('xstate.'))

/** A row with actor paths instead of lanes, which are assigned last. */
type Draft =
  | { is: 'arrow'; from: ActorPath; to: ActorPath; words: string; kind: ArrowKind; place: number | null }
  | { is: 'state'; by: ActorPath; words: string }

/** The rows of an entry: the entry, then its effects. */
function draftsOf(
  entry: Entry,
  trace: Trace,
  place: number,
  machineAt: (path: ActorPath) => ActorPath | null,
): Draft[] {
  const machine = machineAt(entry.to)
  const [from, to] = machine === null ? [world, entry.to] : [effectOf(entry.to), machine]
  return [
    { is: 'arrow', from, to, words: nameOf(entry), kind: entry.kind, place },
    ...told(trace).map(({ from, to, type }): Draft => ({
      is: 'arrow',
      from,
      to,
      words: type,
      kind: 'passed',
      place: null,
    })),
    ...statesIn(trace).map(([by, words]): Draft => ({ is: 'state', by, words })),
  ]
}

/** A lookup and its effect are shown as one effect: `shop/list/readProducts/ask` is `shop/list/readProducts`. */
const effectOf = (path: ActorPath) => path.replace(/\/ask$/, '')

const pathsIn = (draft: Draft) => (draft.is === 'arrow' ? [draft.from, draft.to] : [draft.by])

/** The outside world first, then the order of the tree: children next to their machine. */
const inOrder = (paths: Iterable<ActorPath>) =>
  [...paths].toSorted((a, b) => (a === world ? -1 : b === world ? 1 : a < b ? -1 : 1))

/** The messages around a position. */
export function sequenceAt(history: History, at: number): Sequence {
  const first = Math.max(0, at - shownBefore)
  const end = Math.min(history.entries.length, at + shownAfter)
  const effects = new Set(history.lifetimes.filter(({ machine }) => machine === null).map(({ path }) => path))
  const lookups = new Set(history.lifetimes.filter(({ machine }) => machine === 'lookup').map(({ path }) => path))
  const machineAt = (path: ActorPath) => (effects.has(path) ? parentOf(effectOf(path)) : null)
  const drafts = history.entries.slice(first, end).map((entry, index) =>
    draftsOf(entry, history.traces[first + index]!, first + index + 1, machineAt).filter(
      // omit the internal messages of a lookup
      draft => draft.is === 'arrow' || !lookups.has(draft.by),
    ),
  )
  const paths = inOrder(new Set([world, ...drafts.flat().flatMap(pathsIn)]))
  const laneOf = (path: ActorPath) => paths.indexOf(path)
  const rows: Row[] = []
  let here: Sequence['here'] = null
  drafts.forEach((own, index) => {
    const top = rows.length
    for (const draft of own) {
      const y = topOf(rows.length)
      if (draft.is === 'arrow') rows.push({ ...draft, from: laneOf(draft.from), to: laneOf(draft.to), y })
      else rows.push({ is: 'state', lane: laneOf(draft.by), words: draft.words, y })
    }
    if (first + index + 1 === at) here = { from: topOf(top) - 16, to: topOf(rows.length) - 16 }
  })
  const lanes = paths.map(path => ({
    path,
    name: last(path),
    isEffect: effects.has(path) || lookups.has(path),
  }))
  return { lanes, rows, here, height: topOf(rows.length) }
}
