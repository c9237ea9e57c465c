import { readFileSync } from 'node:fs'
import { models } from '../../tests/model/all.ts'
import { cover, everyTransition, explore, unsoundSteps } from '../walks/graph.ts'
import { outlineOf } from '../walks/outline.ts'
import { wrongOnRunning } from '../walks/running.ts'

/** Asks what watches over one chart, by its id, and prints what notices that something is wrong, as JSON. */
const [chart] = process.argv.slice(2)
const noticed = new Set<string>()
for (const { name, model } of models.filter(one => one.chart === chart)) {
  const graph = explore(model)
  const { paths, left } = cover(graph, everyTransition, 40)
  const written = readFileSync(new URL(`../../tests/model/outlines/${chart}-${name}.txt`, import.meta.url), 'utf8')
  if (outlineOf(graph) !== written) noticed.add('outline')
  if (left.size > 0 || unsoundSteps(model, graph, paths).length > 0) noticed.add('graph')
  if ((await wrongOnRunning(model, graph, paths)).length > 0) noticed.add('running')
}
process.stdout.write(JSON.stringify([...noticed]))
