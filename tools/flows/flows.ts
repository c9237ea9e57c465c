import { readFileSync } from 'node:fs'
import type { Found } from './arrange.ts'
import { readCharts } from './charts.ts'
import type { Chart } from './describe.ts'
import { layoutOf } from './layout.ts'
import { signs, type Sign } from './legend.ts'
import { tiesOf } from './neighbours.ts'
import { overviewOf } from './overview.ts'
import { indexOf, pageOf } from './page.ts'
import { saidTo, walksOf } from './paths.ts'
import type { Layout } from './placed.ts'
import { drawingOf } from './svg.ts'

/** The flow pages, in memory. */
export interface Flows {
  /** Text by file name. */
  files: Map<string, string>
  drawings: { chart: Chart; layout: Layout }[]
}

const tieSigns: Sign[] = [
  { form: 'always', text: 'starts' },
  { form: 'event', text: 'tells' },
  { form: 'done', text: 'reports' },
]

/** Where the best ways to lay out the sheets are kept: to find them takes half a minute, to use them a second. */
export const foundWays = new URL('found-ways.json', import.meta.url)
export const readFound = () => JSON.parse(readFileSync(foundWays, 'utf8')) as Found

/**
 * Everything that belongs into `docs/flows`, as it should be.
 *
 * @param found - the ways that are known to be best; those of sheets that are not in it are looked for, and put into it
 */
export async function drawFlows(found: Found): Promise<Flows> {
  const charts = readCharts()
  const ties = tiesOf(charts)
  const flows: Flows = { files: new Map(), drawings: [] }
  for (const chart of charts) {
    const layout = await layoutOf(chart, found)
    flows.drawings.push({ chart, layout })
    flows.files.set(`${chart.id}.svg`, drawingOf(chart, layout, signs))
    flows.files.set(`${chart.id}.md`, pageOf(chart, ties, walksOf(chart.id), saidTo(chart.id)))
  }
  const overview = overviewOf(charts, ties)
  const layout = await layoutOf(overview, found)
  flows.drawings.push({ chart: overview, layout })
  flows.files.set('index.svg', drawingOf(overview, layout, tieSigns))
  flows.files.set('index.md', indexOf(charts, ties))
  return flows
}
