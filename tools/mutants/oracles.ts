import { readFileSync } from 'node:fs'
import { models } from '../../tests/model/all.ts'
import { cover, everyTransition, explore, divergingSteps } from '../walks/graph.ts'
import { outlineOf } from '../walks/outline.ts'
import { problemsOnRunning } from '../walks/running.ts'

/** Runs the model checks of one machine and prints the failed ones as JSON. */
const [machine] = process.argv.slice(2)
const failing = new Set<string>()
for (const { name, model } of models.filter(one => one.machine === machine)) {
  const graph = explore(model)
  const { paths, left } = cover(graph, everyTransition, 40)
  const expected = readFileSync(new URL(`../../tests/model/outlines/${machine}-${name}.txt`, import.meta.url), 'utf8')
  if (outlineOf(graph) !== expected) failing.add('outline')
  if (left.size > 0 || divergingSteps(model, graph, paths).length > 0) failing.add('graph')
  if ((await problemsOnRunning(model, graph, paths)).length > 0) failing.add('running')
}
process.stdout.write(JSON.stringify([...failing]))
