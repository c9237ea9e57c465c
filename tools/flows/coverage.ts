import type { AnyMachineSnapshot } from 'xstate'
import { pairedMachines, untakenTransitions } from '../../tests/model/all.ts'
import { everyPair, goalsIn } from '../walks/graph.ts'
import { pairsOf, walked } from '../../tests/model/walked.ts'
import type { MachineDescription } from './describe.ts'
import { mutantsTried, pageCoverage, type PageCoverage } from './recorded.ts'
import { tableOf } from './table.ts'

/** Covered, and total. Covers the generated paths on the machine alone and on the real page. */
export type Share = readonly [number: number, of: number]

export interface NeverTaken {
  transition: string
  where: 'model' | 'page'
  why: string
}

export interface MachineCoverage {
  machine: string
  states: Share
  model: Share
  /** Null without a recorded walk on the page, without walks by pairs, or without mutants. */
  page: Share | null
  pairs: Share | null
  mutants: Share | null
  machinePaths: Share
  pagePaths: Share | null
  never: NeverTaken[]
}

/** The number of paths and of their steps. */
const lengthOf = (paths: { steps: unknown[] }[]): Share => [
  paths.length,
  paths.reduce((sum, { steps }) => sum + steps.length, 0),
]

const nodesOf = (state: AnyMachineSnapshot) => state._nodes.map(({ id }) => id)

function mutantsOf(machine: string): Share | null {
  const own = mutantsTried().filter(one => one.machine === machine)
  return own.length > 0 ? [own.filter(({ caught }) => caught).length, own.length] : null
}

/** The number of transition pairs of each machine whose model tests take every pair. */
export function allPairs(): Map<string, Share> {
  const shares = new Map<string, Share>()
  for (const { machine, graph } of walked) {
    if (!pairedMachines.includes(machine)) continue
    const { size } = goalsIn(graph, everyPair)
    shares.set(machine, sumOf([shares.get(machine) ?? null, [size, size]]))
  }
  return shares
}

/** The number of transition pairs that the walks of each machine take. */
export function pairShares(): Map<string, Share> {
  const shares = new Map<string, Share>()
  for (const one of walked) {
    const pairs = pairsOf(one)
    if (pairs === null) continue
    const own: Share = [pairs.goals.size - pairs.left.size, pairs.goals.size]
    shares.set(one.machine, sumOf([shares.get(one.machine) ?? null, own]))
  }
  return shares
}

function neverTaken(machine: MachineDescription, reached: Set<string>, page: PageCoverage | undefined): NeverTaken[] {
  const all = machine.transitions.map(({ id }) => id)
  const why = untakenTransitions[machine.id] ?? {}
  return [
    ...all
      .filter(id => !reached.has(id))
      .map(id => ({ transition: id, where: 'model' as const, why: why[id] ?? 'no model says it' })),
    ...(page ? all.filter(id => !page.transitions[id]) : []).map(id => ({
      transition: id,
      where: 'page' as const,
      why: page?.untaken[id] ?? 'no walk takes it',
    })),
  ]
}

function coverageOf(machine: MachineDescription, pairs: Map<string, Share>): MachineCoverage {
  const own = walked.filter(one => one.machine === machine.id)
  const paths = own.flatMap(({ byTransition }) => byTransition.paths)
  const reached = new Set(paths.flatMap(({ steps }) => steps.flatMap(({ taken }) => taken)))
  // a transient state is never a step's start; a transition from it implies that it was entered
  const passed = machine.transitions.filter(({ id }) => reached.has(id)).map(({ from }) => from)
  const rested = new Set(
    own.flatMap(({ graph, byTransition }) =>
      [graph.initial, ...byTransition.paths.flatMap(({ steps }) => steps.map(({ to }) => to))].flatMap(key =>
        nodesOf(graph.states.get(key)!),
      ),
    ),
  )
  const page = pageCoverage()?.[machine.id]
  const outOf = (list: { id: string }[], taken: Set<string>): Share => [
    list.filter(({ id }) => taken.has(id)).length,
    list.length,
  ]
  return {
    machine: machine.id,
    states: outOf(machine.states.slice(1), new Set([...rested, ...passed])),
    model: outOf(machine.transitions, reached),
    page: page ? outOf(machine.transitions, new Set(Object.keys(page.transitions))) : null,
    pairs: pairs.get(machine.id) ?? null,
    mutants: mutantsOf(machine.id),
    machinePaths: lengthOf(paths),
    pagePaths: page ? [page.paths, page.steps] : null,
    never: neverTaken(machine, reached, page),
  }
}

/** The coverage of every machine. @param pairs - see `pairShares` */
export const coverageFor = (machines: MachineDescription[], pairs: Map<string, Share>): MachineCoverage[] =>
  machines.map(machine => coverageOf(machine, pairs))

/** The sum of shares; null counts as zero. */
export const sumOf = (shares: (Share | null)[]): Share =>
  shares.reduce<Share>(([a, b], share) => [a + (share?.[0] ?? 0), b + (share?.[1] ?? 0)], [0, 0])

const shareIn = (share: Share | null, none: string) => (share ? `${share[0]}/${share[1]}` : none)
const pathsIn = (share: Share | null) => (share ? `${share[0]} with ${share[1]} steps` : 'not run')

const rowOf = (name: string, one: Omit<MachineCoverage, 'machine' | 'never'>) => [
  name,
  shareIn(one.states, ''),
  shareIn(one.model, ''),
  shareIn(one.page, 'not run'),
  shareIn(one.pairs, '–'),
  pathsIn(one.machinePaths),
  pathsIn(one.pagePaths),
  shareIn(one.mutants, 'not run'),
]

/** The sums over all machines. A column that is null for every machine stays null. */
export function totalOf(list: MachineCoverage[]): Omit<MachineCoverage, 'machine' | 'never'> {
  const sum = (pick: (one: MachineCoverage) => Share | null) => {
    const shares = list.map(pick)
    return shares.every(share => share === null) ? null : sumOf(shares)
  }
  return {
    states: sumOf(list.map(({ states }) => states)),
    model: sumOf(list.map(({ model }) => model)),
    machinePaths: sumOf(list.map(({ machinePaths }) => machinePaths)),
    // machines without a walk on the page count with no transitions taken
    page: sum(({ page, model }) => page ?? (list.some(one => one.page) ? [0, model[1]] : null)),
    pairs: sum(({ pairs }) => pairs),
    pagePaths: sum(({ pagePaths }) => pagePaths),
    mutants: sum(({ mutants }) => mutants),
  }
}

/** The column titles, in the order of `rowOf`. */
export const columns: string[] = [
  'Machine',
  'States',
  'Transitions',
  'On the page',
  'Pairs',
  'Paths in the model',
  'Paths on the page',
  'Mutants caught',
]

/** The content of `docs/coverage.md`. */
export function coveragePage(list: MachineCoverage[]): string {
  const never = list.flatMap(({ machine, never: missed }) =>
    missed.map(({ transition, where, why }) => [machine, `\`${transition}\``, `on the ${where}`, why]),
  )
  return [
    '<!-- written by npm run flows; the figures of the page come from npm run flows:book -->',
    '',
    '# Coverage',
    '',
    'Which parts of the machines the generated paths take: on the machines alone, and on the real page in a real browser.',
    'Pairs are transitions that can follow one another. The walks of the machines on which money or a session depends also take every pair.',
    'A mutant is a machine or a page that was broken on purpose; one is caught when a test fails.',
    'Events that no control can cause (`page.sends` in `tests/browser/walks`) are sent to the machine directly and count as taken.',
    '',
    '## By machine',
    '',
    ...tableOf(columns, [
      ...list.map(one => rowOf(`[${one.machine}](flows/${one.machine}.md)`, one)),
      rowOf('**all machines**', totalOf(list)),
    ]),
    '',
    '## Never taken',
    '',
    ...(never.length > 0
      ? tableOf(['Machine', 'Transition', 'Where', 'Why'], never)
      : ['Nothing: every one is taken.']),
    '',
  ].join('\n')
}
