import type { AnyMachineSnapshot } from 'xstate'
import { pairedCharts, unsaid } from '../../tests/model/all.ts'
import { everyPair, goalsIn } from '../walks/graph.ts'
import { pairsOf, walked } from '../../tests/model/walked.ts'
import type { Chart } from './describe.ts'
import { mutantsTried, pageCoverage, type PageCoverage } from './recorded.ts'
import { tableOf } from './table.ts'

/** Which parts of the charts the generated paths take: on the charts alone, and on the real page. */

/** How many of how many. */
export type Share = readonly [number: number, of: number]

export interface NeverTaken {
  transition: string
  where: 'machine' | 'page'
  why: string
}

export interface ChartCoverage {
  chart: string
  states: Share
  machine: Share
  /** Null where no run on the page is known, or the chart is not walked by pairs, or no mutants were tried. */
  page: Share | null
  pairs: Share | null
  mutants: Share | null
  machinePaths: Share
  pagePaths: Share | null
  never: NeverTaken[]
}

/** Paths and their steps are told as a share, too: so many paths with so many steps. */
const lengthOf = (paths: { steps: unknown[] }[]): Share => [
  paths.length,
  paths.reduce((sum, { steps }) => sum + steps.length, 0),
]

const nodesOf = (state: AnyMachineSnapshot) => state._nodes.map(({ id }) => id)

function mutantsOf(chart: string): Share | null {
  const own = mutantsTried().filter(one => one.machine === chart)
  return own.length > 0 ? [own.filter(({ caught }) => caught).length, own.length] : null
}

/** Every pair of transitions as taken, as the model tests promise, by chart; only charts that are walked so. */
export function allPairs(): Map<string, Share> {
  const shares = new Map<string, Share>()
  for (const { chart, graph } of walked) {
    if (!pairedCharts.includes(chart)) continue
    const { size } = goalsIn(graph, everyPair)
    shares.set(chart, sumOf([shares.get(chart) ?? null, [size, size]]))
  }
  return shares
}

/** How many pairs of transitions the walks of each chart really take. */
export function pairShares(): Map<string, Share> {
  const shares = new Map<string, Share>()
  for (const one of walked) {
    const pairs = pairsOf(one)
    if (pairs === null) continue
    const own: Share = [pairs.goals.size - pairs.left.size, pairs.goals.size]
    shares.set(one.chart, sumOf([shares.get(one.chart) ?? null, own]))
  }
  return shares
}

function neverTaken(chart: Chart, reached: Set<string>, page: PageCoverage | undefined): NeverTaken[] {
  const all = chart.transitions.map(({ id }) => id)
  const why = unsaid[chart.id] ?? {}
  return [
    ...all
      .filter(id => !reached.has(id))
      .map(id => ({ transition: id, where: 'machine' as const, why: why[id] ?? 'no model says it' })),
    ...(page ? all.filter(id => !page.transitions[id]) : []).map(id => ({
      transition: id,
      where: 'page' as const,
      why: page?.untaken[id] ?? 'no walk takes it',
    })),
  ]
}

function coverageOf(chart: Chart, pairs: Map<string, Share>): ChartCoverage {
  const own = walked.filter(one => one.chart === chart.id)
  const paths = own.flatMap(({ byTransition }) => byTransition.paths)
  const reached = new Set(paths.flatMap(({ steps }) => steps.flatMap(({ taken }) => taken)))
  // a state that is left at once is never rested in: what was taken from there says that it was come through
  const passed = chart.transitions.filter(({ id }) => reached.has(id)).map(({ from }) => from)
  const rested = new Set(
    own.flatMap(({ graph, byTransition }) =>
      [graph.initial, ...byTransition.paths.flatMap(({ steps }) => steps.map(({ to }) => to))].flatMap(key =>
        nodesOf(graph.states.get(key)!),
      ),
    ),
  )
  const page = pageCoverage()?.[chart.id]
  const outOf = (list: { id: string }[], taken: Set<string>): Share => [
    list.filter(({ id }) => taken.has(id)).length,
    list.length,
  ]
  return {
    chart: chart.id,
    states: outOf(chart.states.slice(1), new Set([...rested, ...passed])),
    machine: outOf(chart.transitions, reached),
    page: page ? outOf(chart.transitions, new Set(Object.keys(page.transitions))) : null,
    pairs: pairs.get(chart.id) ?? null,
    mutants: mutantsOf(chart.id),
    machinePaths: lengthOf(paths),
    pagePaths: page ? [page.paths, page.steps] : null,
    never: neverTaken(chart, reached, page),
  }
}

/** The coverage of every chart. @param pairs - see `pairShares` */
export const coverageFor = (charts: Chart[], pairs: Map<string, Share>): ChartCoverage[] =>
  charts.map(chart => coverageOf(chart, pairs))

/** Shares of several charts as one; those that are not known count for nothing. */
export const sumOf = (shares: (Share | null)[]): Share =>
  shares.reduce<Share>(([a, b], share) => [a + (share?.[0] ?? 0), b + (share?.[1] ?? 0)], [0, 0])

const shareIn = (share: Share | null, none: string) => (share ? `${share[0]}/${share[1]}` : none)
const pathsIn = (share: Share | null) => (share ? `${share[0]} with ${share[1]} steps` : 'not run')

const rowOf = (name: string, one: Omit<ChartCoverage, 'chart' | 'never'>) => [
  name,
  shareIn(one.states, ''),
  shareIn(one.machine, ''),
  shareIn(one.page, 'not run'),
  shareIn(one.pairs, '–'),
  pathsIn(one.machinePaths),
  pathsIn(one.pagePaths),
  shareIn(one.mutants, 'not run'),
]

/** Sums over the charts; a column that is unknown for every chart stays unknown. */
export function totalOf(list: ChartCoverage[]): Omit<ChartCoverage, 'chart' | 'never'> {
  const sum = (pick: (one: ChartCoverage) => Share | null) => {
    const shares = list.map(pick)
    return shares.every(share => share === null) ? null : sumOf(shares)
  }
  return {
    states: sumOf(list.map(({ states }) => states)),
    machine: sumOf(list.map(({ machine }) => machine)),
    machinePaths: sumOf(list.map(({ machinePaths }) => machinePaths)),
    // charts that were not walked on the page have taken nothing there
    page: sum(({ page, machine }) => page ?? (list.some(one => one.page) ? [0, machine[1]] : null)),
    pairs: sum(({ pairs }) => pairs),
    pagePaths: sum(({ pagePaths }) => pagePaths),
    mutants: sum(({ mutants }) => mutants),
  }
}

/** What is said of each chart, and of all, in the order in which it is said. */
export const columns: string[] = [
  'Chart',
  'States',
  'Transitions',
  'On the page',
  'Pairs',
  'Paths on the chart',
  'Paths on the page',
  'Mutants caught',
]

/** What `docs/coverage.md` says. */
export function coveragePage(list: ChartCoverage[]): string {
  const never = list.flatMap(({ chart, never: missed }) =>
    missed.map(({ transition, where, why }) => [chart, `\`${transition}\``, `on the ${where}`, why]),
  )
  return [
    '<!-- written by npm run flows; what is said of the page comes from npm run flows:book -->',
    '',
    '# Coverage',
    '',
    'Which parts of the charts the generated paths take: on the charts alone, and on the real page in a real browser.',
    'Pairs are transitions that can follow one another; the charts that money or a session depends on are walked by them, too.',
    'A mutant is a chart or a page that was broken on purpose; one is caught when a test fails.',
    '',
    '## By chart',
    '',
    ...tableOf(columns, [
      ...list.map(one => rowOf(`[${one.chart}](flows/${one.chart}.md)`, one)),
      rowOf('**all charts**', totalOf(list)),
    ]),
    '',
    '## Never taken',
    '',
    ...(never.length > 0 ? tableOf(['Chart', 'Transition', 'Where', 'Why'], never) : ['Nothing: every one is taken.']),
    '',
  ].join('\n')
}
