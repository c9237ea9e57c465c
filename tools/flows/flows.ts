import { readFileSync } from 'node:fs'
import type { BestVariants } from './arrange.ts'
import { readMachines, readOfficeMachines } from './read-machines.ts'
import type { MachineDescription } from './describe.ts'
import { layoutOf } from './layout.ts'
import { legendEntries, type LegendEntry } from './legend.ts'
import { relationsOf } from './relations.ts'
import { overviewOf } from './overview.ts'
import { indexOf, pageOf } from './page.ts'
import { eventExamples, walksOf } from './paths.ts'
import type { Layout } from './placed.ts'
import { renderDiagram } from './svg.ts'

/** The generated pages and diagrams. */
export interface Flows {
  /** File content by name. */
  files: Map<string, string>
  drawings: { machine: MachineDescription; layout: Layout }[]
}

const tieSigns: LegendEntry[] = [
  { form: 'always', text: 'starts' },
  { form: 'event', text: 'sends' },
  { form: 'done', text: 'reports' },
]

/** Caches the best layout variants: searching takes 30 seconds, reusing them one second. */
export const bestVariantsFile = new URL('best-variants.json', import.meta.url)
export const readFound = () => JSON.parse(readFileSync(bestVariantsFile, 'utf8')) as BestVariants

/**
 * Generates the content of `docs/flows`.
 *
 * @param bestVariants - the known best variants; missing ones are searched and added
 */
export async function drawFlows(bestVariants: BestVariants): Promise<Flows> {
  const machines = readMachines()
  const relations = relationsOf(machines)
  const officeMachines = readOfficeMachines()
  const officeRelations = relationsOf(officeMachines)
  const flows: Flows = { files: new Map(), drawings: [] }
  for (const machine of [...machines, ...officeMachines]) {
    const layout = await layoutOf(machine, bestVariants)
    flows.drawings.push({ machine, layout })
    flows.files.set(`${machine.id}.svg`, renderDiagram(machine, layout, legendEntries))
    flows.files.set(
      `${machine.id}.md`,
      pageOf(machine, [...relations, ...officeRelations], walksOf(machine.id), eventExamples(machine.id)),
    )
  }
  const overview = overviewOf(machines, relations)
  const layout = await layoutOf(overview, bestVariants)
  flows.drawings.push({ machine: overview, layout })
  flows.files.set('index.svg', renderDiagram(overview, layout, tieSigns))
  flows.files.set('index.md', indexOf(machines, relations, officeMachines, officeRelations))
  return flows
}
