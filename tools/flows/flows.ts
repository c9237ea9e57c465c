import { readFileSync } from 'node:fs'
import type { Found } from './arrange.ts'
import { readMachines } from './read-machines.ts'
import type { MachineDescription } from './describe.ts'
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
  drawings: { machine: MachineDescription; layout: Layout }[]
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
  const machines = readMachines()
  const ties = tiesOf(machines)
  const flows: Flows = { files: new Map(), drawings: [] }
  for (const machine of machines) {
    const layout = await layoutOf(machine, found)
    flows.drawings.push({ machine, layout })
    flows.files.set(`${machine.id}.svg`, drawingOf(machine, layout, signs))
    flows.files.set(`${machine.id}.md`, pageOf(machine, ties, walksOf(machine.id), saidTo(machine.id)))
  }
  const overview = overviewOf(machines, ties)
  const layout = await layoutOf(overview, found)
  flows.drawings.push({ machine: overview, layout })
  flows.files.set('index.svg', drawingOf(overview, layout, tieSigns))
  flows.files.set('index.md', indexOf(machines, ties))
  return flows
}
